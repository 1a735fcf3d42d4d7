//! A throwaway Redis server, with its own folder and socket.

use std::{
    io::{Read as _, Write as _},
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use askline_stand_in::until;
use tempfile::TempDir;

const SOCKET: &str = "socket";
/// Why a test fails that starts a server in a suite without servers.
const UNLISTED: &str = "name this test's module in scripts/testing/on_servers.mjs: it starts Redis";

/// A server that ends with the test.
pub struct Server {
    folder: TempDir,
    server: Child,
}

impl Server {
    /// Starts an empty server.
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Self { server: run(folder.path()), folder };
        server.wait().await;
        server
    }

    /// The server's address.
    pub fn url(&self) -> String {
        format!("redis+unix://{}/{SOCKET}", self.folder.path().display())
    }

    /// The server's socket.
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(SOCKET)
    }

    /// Returns how many times scripts were called.
    pub fn calls(&self) -> u64 {
        let answer = self.say("INFO commandstats");
        let calls = answer.lines().filter_map(|line| line.strip_prefix("cmdstat_eval")?.split_once(":calls="));
        calls.map(|(_, calls)| calls.split(',').next().unwrap().parse::<u64>().unwrap()).sum()
    }

    /// From now on, refuses clients that do not know this password.
    pub fn ask_for_password(&self, password: &str) {
        assert!(self.say(&format!("CONFIG SET requirepass {password}")).starts_with("+OK"));
    }

    fn say(&self, command: &str) -> String {
        let mut socket = UnixStream::connect(self.socket()).unwrap();
        socket.write_all(format!("{command}\r\nQUIT\r\n").as_bytes()).unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Sends a signal to the server's process.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.server.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }

    /// Starts the server again after its end, without its earlier data.
    pub async fn start_again(&mut self) {
        self.server = run(self.folder.path());
        self.wait().await;
    }

    async fn wait(&self) {
        // The socket of the previous process refuses connections.
        let socket = self.folder.path().join(SOCKET);
        until("Redis listens", async || UnixStream::connect(&socket).is_ok()).await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A server that has already ended is not ended again.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn run(folder: &Path) -> Child {
    // The suite `rust` sets this, because it runs on machines without servers.
    assert!(std::env::var_os("TEST_SERVERS").is_none_or(|servers| servers != "none"), "{UNLISTED}");
    Command::new("redis-server")
        .args(["--port", "0", "--save", "", "--unixsocket", SOCKET, "--dir"])
        .arg(folder)
        .current_dir(folder)
        .stdout(Stdio::null())
        .spawn()
        .expect("Redis is installed: scripts/need.sh redis-server")
}
