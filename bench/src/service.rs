//! Runs the real binary with its own data folder, an organization, a site and keys.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::Stdio,
    time::Instant,
};

use anyhow::{Context as _, Result};
use serde_json::Value;
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    process::{Child, Command},
};

use crate::bare::{free_port, wait_for};

/// The maximum number of keys in the plan: together they allow 25,000 requests per second for a whole minute.
pub const KEYS: usize = 500;
const OWNER: &str = "bench@example.com";
const PASSWORD: &str = "a good long password";

/// The environment variables for PostgreSQL, Redis and the key file.
pub const SERVERS: [&str; 3] = ["ASKLINE_DATABASE__URL", "ASKLINE_REDIS__URL", "ASKLINE_SECRETS__KEY_FILE"];

/// The values of [`SERVERS`]; fails if one is missing.
pub fn server_settings() -> Result<[String; 3]> {
    let value = |name| std::env::var(name).with_context(|| format!("{name} is set by scripts/with_servers.sh"));
    let [database, redis, key_file] = SERVERS;
    Ok([value(database)?, value(redis)?, value(key_file)?])
}

/// A running server.
pub struct Service {
    process: Child,
    _data: TempDir,
    folder: PathBuf,
    port: u16,
    /// Milliseconds from the start of the process to its first response.
    pub started_in_ms: u128,
    /// The site's id.
    pub site: String,
    /// Keys with every scope. One key allows 3,000 requests per minute, so a load needs many.
    pub keys: Vec<String>,
}

/// The release build of `askline`, which lies beside this program.
pub fn binary() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    Ok(here.parent().context("a binary lies in a folder")?.join("askline"))
}

impl Service {
    /// Starts `askline serve` without the limits per minute that a load would reach, and with keys for a load.
    pub async fn start() -> Result<Self> {
        Self::start_with(KEYS, &[]).await
    }

    /// Starts a server with this many keys and these environment variables.
    pub async fn start_with(keys_wanted: usize, settings: &[(String, String)]) -> Result<Self> {
        let data = tempfile::tempdir()?;
        let folder = data.path().join("data");
        let command = async |arguments: &[&str], stdin: &str| command(&folder, arguments, stdin, settings).await;
        let org = command(
            &[
                "org",
                "create",
                "--name",
                "Bench",
                "--plan",
                "enterprise",
                "--owner-email",
                OWNER,
                "--owner-password-stdin",
            ],
            PASSWORD,
        )
        .await?;
        let org_id = text(&org, "orgId")?;
        let site =
            command(&["site", "create", "--org", &org_id, "--name", "Bench", "--domain", "example.com"], "").await?;
        let mut keys = Vec::with_capacity(keys_wanted);
        for _ in 0..keys_wanted {
            let key = command(&["key", "create", "--org", &org_id, "--scope", "*"], "").await?;
            keys.push(text(&key, "key")?);
        }
        Self::serve(data, folder, text(&site, "siteId")?, keys, settings).await
    }

    /// Starts a server on the embedded stores, even if the environment names database servers.
    pub async fn embedded(keys: usize) -> Result<Self> {
        let none = SERVERS.map(|name| (name.to_owned(), String::new()));
        Self::start_with(keys, &none).await
    }

    /// Starts another server on the same stores, which must be PostgreSQL.
    pub async fn another_node(&self) -> Result<Self> {
        self.another_node_with(&[]).await
    }

    /// Starts another server with these environment variables.
    pub async fn another_node_with(&self, settings: &[(String, String)]) -> Result<Self> {
        Self::serve(tempfile::tempdir()?, self.folder.clone(), self.site.clone(), self.keys.clone(), settings).await
    }

    async fn serve(
        data: TempDir,
        folder: PathBuf,
        site: String,
        keys: Vec<String>,
        settings: &[(String, String)],
    ) -> Result<Self> {
        let port = free_port()?;
        let started = Instant::now();
        let process = Command::new(binary()?)
            .args(["serve", "--data"])
            .arg(&folder)
            .args(["--listen", &format!("127.0.0.1:{port}")])
            .envs([
                ("ASKLINE_LIMITS__INTAKE_PER_MINUTE", "0"),
                ("ASKLINE_LIMITS__CONFIG_PER_MINUTE", "0"),
                ("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0"),
                ("ASKLINE_LIMITS__LOGIN_PER_MINUTE", "0"),
                ("ASKLINE_LIMITS__FAILED_AUTHENTICATION_PER_MINUTE", "0"),
                ("ASKLINE_LOG__LEVEL", "warn"),
            ])
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        wait_for(port).await?;
        let mut service = Self { process, _data: data, folder, port, started_in_ms: 0, site, keys };
        service.get("/healthz", None).await?;
        service.started_in_ms = started.elapsed().as_millis();
        Ok(service)
    }

    /// The URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::new(Ipv4Addr::LOCALHOST.into(), self.port)
    }

    async fn exchange(&self, path: &str, header: Option<(&str, &str)>) -> Result<(String, String)> {
        let header = header.map(|(name, value)| format!("{name}: {value}\r\n")).unwrap_or_default();
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{header}Connection: close\r\n\r\n")).await
    }

    /// Sends a whole request; returns the head and the body of the response.
    async fn send(&self, request: &str) -> Result<(String, String)> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").context("an HTTP answer has a head")?;
        Ok((head.to_owned(), body.to_owned()))
    }

    /// Sends a whole request and reads the response, whatever it is.
    pub async fn send_bytes(&self, request: &[u8]) -> Result<()> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
        // If the request is refused early, the connection may be closed before everything is sent.
        let _ = stream.write_all(request).await;
        let _ = stream.read_to_end(&mut Vec::new()).await;
        Ok(())
    }

    /// Stops the server; returns what removes its data folder when dropped, and the folder.
    pub async fn stop(mut self) -> Result<(TempDir, PathBuf)> {
        self.process.kill().await?;
        Ok((self._data, self.folder))
    }

    /// Runs a command on this server's data folder; returns its output.
    pub async fn command(&self, arguments: &[&str]) -> Result<Value> {
        command(&self.folder, arguments, "", &[]).await
    }

    /// Sends a GET; returns the body of the response.
    pub async fn get(&self, path: &str, header: Option<(&str, &str)>) -> Result<String> {
        Ok(self.exchange(path, header).await?.1)
    }

    /// Sends a GET; returns the status of the response.
    pub async fn status(&self, path: &str, header: Option<(&str, &str)>) -> Result<String> {
        let (head, _) = self.exchange(path, header).await?;
        Ok(head.split(' ').nth(1).context("an answer has a status")?.to_owned())
    }

    /// Posts a body, in the session with this token if there is one; returns the `data` of the response.
    pub async fn post(&self, path: &str, session: Option<&str>, body: &Value) -> Result<Value> {
        let header = session.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        self.post_text(path, &header, "application/json", &body.to_string()).await
    }

    /// Posts a text of a media type with these headers; returns the `data` of the response.
    pub async fn post_text(&self, path: &str, headers: &str, media_type: &str, body: &str) -> Result<Value> {
        let (head, answer) = self
            .send(&format!(
                "POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}Content-Type: {media_type}\r\n\
                 Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            ))
            .await?;
        let mut envelope: Value = serde_json::from_str(&answer).with_context(|| head.clone())?;
        anyhow::ensure!(envelope["error"].is_null(), "POST {path}: {answer}");
        Ok(envelope["data"].take())
    }

    /// Signs in as the owner; returns the session's token.
    pub async fn log_in(&self) -> Result<String> {
        self.log_in_as(OWNER).await
    }

    /// Signs in; returns the session's token.
    pub async fn log_in_as(&self, email: &str) -> Result<String> {
        let body = serde_json::json!({ "email": email, "password": PASSWORD });
        text(&self.post("/api/v1/auth/login", None, &body).await?, "token")
    }

    /// Creates another organization of this owner, with a site of this domain; returns their ids.
    pub async fn another_organization(&self, owner: &str, domain: &str) -> Result<(String, String)> {
        let org = ["org", "create", "--name", "Other", "--plan", "enterprise", "--owner-email", owner];
        let org = command(&self.folder, &[&org[..], &["--owner-password-stdin"]].concat(), PASSWORD, &[]).await?;
        let org = text(&org, "orgId")?;
        let site = ["site", "create", "--org", &org, "--name", "Other", "--domain", domain];
        let site = text(&command(&self.folder, &site, "", &[]).await?, "siteId")?;
        Ok((org, site))
    }

    /// Opens the server's metadata database directly.
    pub fn metadata(&self) -> Result<rusqlite::Connection> {
        let connection = rusqlite::Connection::open(self.folder.join("metadata.db"))?;
        connection.busy_timeout(std::time::Duration::from_secs(10))?;
        Ok(connection)
    }

    /// Deletes something, in the session with this token.
    pub async fn delete(&self, path: &str, session: &str) -> Result<()> {
        self.delete_named(path, session, "").await
    }

    /// Deletes something with a body that names it.
    pub async fn delete_named(&self, path: &str, session: &str, body: &str) -> Result<()> {
        let (head, answer) = self
            .send(&format!(
                "DELETE {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {session}\r\n\
                 Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            ))
            .await?;
        anyhow::ensure!(head.starts_with("HTTP/1.1 200"), "DELETE {path}: {head} {answer}");
        Ok(())
    }

    /// Sends a GET; returns the entity tag of the response.
    pub async fn etag(&self, path: &str) -> Result<String> {
        let (head, _) = self.exchange(path, None).await?;
        let line = head.lines().find_map(|line| line.strip_prefix("etag: ").or(line.strip_prefix("ETag: ")));
        line.map(str::to_owned).context("the configuration has an ETag")
    }

    /// The processor time that the server has used so far, in milliseconds.
    pub fn processor_ms(&self) -> Result<f64> {
        let id = self.process.id().context("the service runs")?;
        let threads = std::fs::read_dir(format!("/proc/{id}/task"))?;
        let mut nanoseconds = 0.0;
        for thread in threads {
            let Ok(used) = std::fs::read_to_string(thread?.path().join("schedstat")) else { continue };
            // The first number is the time on a processor in nanoseconds.
            nanoseconds += used.split(' ').next().context("Linux tells it")?.parse::<f64>()?;
        }
        Ok(nanoseconds / 1e6)
    }

    /// The resident memory of the server.
    pub fn memory_mib(&self) -> Result<f64> {
        memory_mib(self.process.id().context("the service runs")?, "VmRSS:")
    }
}

/// A size in `/proc/ID/status` of a process: `VmRSS:` is its resident memory now, `VmHWM:` the most that it ever had.
pub fn memory_mib(process: u32, size: &str) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(size)).context("Linux reports this size")?;
    let kib: f64 = line.trim().trim_end_matches(" kB").trim().parse()?;
    Ok(kib / 1024.0)
}

/// The text field `name` of `value`.
pub fn text(value: &Value, name: &str) -> Result<String> {
    Ok(value[name].as_str().with_context(|| format!("no {name} in {value}"))?.to_owned())
}

/// Runs a command of the binary with this stdin, and parses the JSON that it prints.
async fn command(
    folder: &std::path::Path,
    arguments: &[&str],
    stdin: &str,
    settings: &[(String, String)],
) -> Result<Value> {
    let mut child = Command::new(binary()?)
        .envs(settings.iter().map(|(name, value)| (name, value)))
        .args(arguments)
        .args(["--json", "--data"])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // A command that reads no input may have ended already.
    let _ = child.stdin.take().context("it was asked for")?.write_all(stdin.as_bytes()).await;
    let output = child.wait_with_output().await?;
    anyhow::ensure!(output.status.success(), "askline {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}
