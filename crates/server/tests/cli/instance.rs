//! A test's own data folder, commands on it, and servers that end with the test.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use askline_stand_in::until_blocking as until;
use serde_json::{Value, json};
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_askline");
/// The owner that [`Instance::organization`] creates.
const OWNER_EMAIL: &str = "owner@example.com";
const OWNER_PASSWORD: &str = "a good long password";

/// A data folder.
pub struct Instance {
    _parent: TempDir,
    pub data: PathBuf,
    /// Commands that a shell runs before it becomes the program; empty for no shell.
    first: String,
    /// The size of a separate disk for the data folder of each program; 0 means the machine's disk.
    disk_mib: u32,
}

/// The result of a command.
pub struct Outcome {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Instance {
    /// A folder that does not exist yet.
    pub fn new() -> Self {
        let parent = tempfile::tempdir().unwrap();
        let data = parent.path().join("data");
        Self { _parent: parent, data, first: String::new(), disk_mib: 0 }
    }

    /// A folder for programs that run with this umask.
    pub fn with_umask(umask: &str) -> Self {
        Self { first: format!("umask {umask}"), ..Self::new() }
    }

    /// A folder for programs whose writes beyond the file size limit fail, and do not end the program with a signal.
    pub fn with_failing_writes() -> Self {
        Self { first: "trap '' XFSZ".into(), ..Self::new() }
    }

    /// Limits each file that programs write to this many bytes. Beyond that, the kernel ends the program with a signal,
    /// or, if the signal is not `heeded`, refuses the write.
    pub fn with_files_of(self, bytes: u64, heeded: bool) -> Self {
        let trap = if heeded { "" } else { "trap '' XFSZ; " };
        Self { first: format!("{trap}prlimit --core=0 --fsize={bytes} --pid $$"), ..self }
    }

    /// Runs programs without these limits in the same folder.
    pub fn unbounded(self) -> Self {
        Self { first: String::new(), disk_mib: 0, ..self }
    }

    /// A folder on a disk of this many MiB in memory, which only the program sees.
    pub fn with_disk(disk_mib: u32) -> Self {
        let instance = Self { disk_mib, ..Self::new() };
        std::fs::create_dir(&instance.data).unwrap();
        instance
    }

    /// The instance with another data folder.
    pub fn at(self, data: &str) -> Self {
        Self { data: data.into(), ..self }
    }

    /// A path beside the data folder.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.data.parent().unwrap().join(name)
    }

    /// Runs a command on the folder.
    pub fn run(&self, arguments: &[&str]) -> Outcome {
        self.run_with(arguments, &[], "")
    }

    /// Runs a command with an environment and something on stdin.
    pub fn run_with(&self, arguments: &[&str], environment: &[(&str, &str)], stdin: &str) -> Outcome {
        Self::ended(self.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()), environment, stdin)
    }

    /// Runs a command whose stdout nobody reads.
    pub fn run_unread(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Outcome {
        Self::ended(self.command(arguments).stdout(closed()).stderr(Stdio::piped()), environment, "")
    }

    /// Runs a command whose stdout and stderr no one reads.
    pub fn run_unheard(&self, arguments: &[&str]) -> Outcome {
        Self::ended(self.command(arguments).stdout(closed()).stderr(closed()), &[], "")
    }

    /// Runs the program with only these arguments, without even a data folder.
    pub fn run_bare(&self, arguments: &[&str]) -> Outcome {
        let mut command = Command::new(BINARY);
        command.args(arguments).current_dir(self.data.parent().unwrap()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self::ended(&mut command, &[], "")
    }

    fn ended(command: &mut Command, environment: &[(&str, &str)], stdin: &str) -> Outcome {
        let mut child = command.envs(environment.iter().copied()).stdin(Stdio::piped()).spawn().unwrap();
        // A command that reads no input may have ended already.
        let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
        let output = child.wait_with_output().unwrap();
        Outcome {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The program with these arguments, on this folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = match &*self.first {
            "" if self.disk_mib > 0 => {
                let mut namespace = Command::new("unshare");
                let mount = format!(
                    "mount -t tmpfs -o mode=700,size={}m tmpfs '{}' && exec \"$0\" \"$@\"",
                    self.disk_mib,
                    self.data.display()
                );
                namespace.args(["--map-root-user", "--mount", "sh", "-c", &mount, BINARY]);
                namespace
            }
            "" => Command::new(BINARY),
            first => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{first}; exec \"$0\" \"$@\""), BINARY]);
                shell
            }
        };
        // Only the settings of the test apply, not those in the environment of the machine.
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("ASKLINE_")) {
            command.env_remove(name);
        }
        command.args(arguments).arg("--data").arg(&self.data);
        command
    }

    /// Runs a command that must succeed, and reads its JSON.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let mut arguments = arguments.to_vec();
        arguments.push("--json");
        self.run(&arguments).json()
    }

    /// Creates an organization; returns its id.
    pub fn organization(&self, plan: &str) -> String {
        self.organization_of(OWNER_EMAIL, plan)
    }

    /// Creates an organization with a new account that owns it; returns its id.
    pub fn organization_of(&self, email: &str, plan: &str) -> String {
        let arguments =
            ["org", "create", "--name", "Example", "--plan", plan, "--owner-email", email, "--owner-password-stdin"];
        let outcome = self.run_with(&arguments, &[], &format!("{OWNER_PASSWORD}\n"));
        outcome.json()["orgId"].as_str().unwrap().to_owned()
    }

    /// Creates a site; returns its id.
    pub fn site(&self, org: &str) -> String {
        let site = self.json(&["site", "create", "--org", org, "--name", "Example", "--domain", "example.com"]);
        site["siteId"].as_str().unwrap().to_owned()
    }

    /// Starts a server on a free port.
    pub fn serve(&self) -> Server {
        self.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &[])
    }

    /// Starts a long-running command whose first line says where it listens.
    pub fn start(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Server {
        let mut child = self
            .command(arguments)
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = kept(child.stderr.take().unwrap());
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let Ok(said) = serde_json::from_str::<Value>(&line) else {
            let _ = child.wait();
            panic!("the server did not start: {line}{}", log.lock().unwrap());
        };
        let address = said["listening"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
        Server { child, address, said, log }
    }
}

/// A pipe without a reader.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// Reads a server's output continuously, so that the server is never blocked.
fn kept(stderr: impl std::io::Read + Send + 'static) -> Arc<Mutex<String>> {
    let log = Arc::new(Mutex::new(String::new()));
    let filled = Arc::clone(&log);
    std::thread::spawn(move || {
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            let mut log = filled.lock().unwrap();
            log.push_str(&line);
            log.push('\n');
        }
    });
    log
}

impl Outcome {
    /// The one JSON object that the command printed.
    pub fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.stderr);
        assert_eq!(self.stdout.trim_end().lines().count(), 1, "one line of JSON: {}", self.stdout);
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// Checks that the command failed with one line that contains `parts`.
    pub fn refused(&self, code: i32, parts: &[&str]) {
        assert_eq!(self.code, code, "{}{}", self.stdout, self.stderr);
        assert_eq!(self.stderr.trim_end().lines().count(), 1, "one line: {}", self.stderr);
        assert!(self.stderr.starts_with("askline: "), "{}", self.stderr);
        for part in parts {
            assert!(self.stderr.contains(part), "'{}' does not name {part}", self.stderr);
        }
    }
}

/// A running server; killed when it is dropped.
pub struct Server {
    child: Child,
    pub address: String,
    pub said: Value,
    log: Arc<Mutex<String>>,
}

/// A response: its status, head and body.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Server {
    /// `GET path`, with further header lines.
    pub fn get(&self, path: &str, headers: &[&str]) -> Answer {
        self.at(&self.address).get(path, headers)
    }

    /// Whether `/readyz` says that the server is ready, and names no problem.
    pub fn is_ready_without_problems(&self) -> bool {
        let said = self.get("/readyz", &[]).body;
        said.starts_with("ready\nversion: ") && said.lines().count() == 2
    }

    /// A request with a JSON body.
    pub fn post(&self, path: &str, headers: &[&str], body: &Value) -> Answer {
        self.at(&self.address).send("POST", path, headers, &body.to_string())
    }

    /// The token of a new session of the owner that [`Instance::organization`] created.
    pub fn log_in(&self) -> String {
        let credentials = json!({ "email": OWNER_EMAIL, "password": OWNER_PASSWORD });
        let answer = self.post("/api/v1/auth/login", &[], &credentials);
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        body["data"]["token"].as_str().unwrap_or_else(|| panic!("no token: {}", answer.body)).to_owned()
    }

    /// What the server has printed to stderr so far.
    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Another address of the same server.
    pub fn at<'a>(&self, address: &'a str) -> Address<'a> {
        Address(address)
    }

    /// Sends SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends SIGTERM and waits for the end; returns the exit code and how long that took.
    pub fn terminate(mut self) -> (i32, Duration) {
        self.end()
    }

    /// Does [`Self::terminate`]; returns everything that the server printed to stderr.
    pub fn terminate_and_tell(mut self) -> String {
        assert_eq!(self.end().0, 0);
        // Waits until the reading thread has reached the end.
        until("its last words are read", || Arc::strong_count(&self.log) == 1);
        self.log()
    }

    fn end(&mut self) -> (i32, Duration) {
        let started = Instant::now();
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let mut ended = None;
        until("the server ends", || {
            ended = self.child.try_wait().unwrap();
            ended.is_some()
        });
        let code = ended.and_then(|status| status.code()).unwrap_or(-1);
        (code, started.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The address that a server listens on.
pub struct Address<'a>(&'a str);

impl Address<'_> {
    /// `GET path`, with further header lines.
    pub fn get(&self, path: &str, headers: &[&str]) -> Answer {
        self.send("GET", path, headers, "")
    }

    /// `GET path` with another host in the `Host` header.
    pub fn named(&self, host: &str, path: &str) -> Answer {
        self.exchange(host, "GET", path, &[], "")
    }

    /// A request with further header lines and a JSON body.
    pub fn send(&self, method: &str, path: &str, headers: &[&str], body: &str) -> Answer {
        self.exchange(self.0, method, path, headers, body)
    }

    /// A request with a body of any media type, which a header line names.
    pub fn sent(&self, method: &str, path: &str, headers: &[&str], body: &str) -> Answer {
        self.with_body(self.0, method, path, headers, body)
    }

    /// A request with any host in the `Host` header.
    pub fn exchange(&self, host: &str, method: &str, path: &str, headers: &[&str], body: &str) -> Answer {
        match body {
            "" => self.with_body(host, method, path, headers, body),
            _ => self.with_body(host, method, path, &[headers, &["Content-Type: application/json"]].concat(), body),
        }
    }

    fn with_body(&self, host: &str, method: &str, path: &str, headers: &[&str], body: &str) -> Answer {
        let mut stream = TcpStream::connect(self.0).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        if !body.is_empty() {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        head.extend(headers.iter().map(|line| format!("{line}\r\n")));
        write!(stream, "{head}\r\n{body}").unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }
}

/// Whether this user may mount a separate disk; prints a message to stderr if not.
pub fn may_mount() -> bool {
    let tried = Command::new("unshare").args(["--map-root-user", "--mount", "true"]).status();
    let may = tried.is_ok_and(|status| status.success());
    if !may {
        eprintln!("not run: this user may not mount a disk of its own (unshare --map-root-user --mount)");
    }
    may
}
