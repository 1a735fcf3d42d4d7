//! The real binary on a folder of its own, with an organization, a site and a key.

use std::{path::PathBuf, process::Stdio, time::Instant};

use anyhow::{Context as _, Result};
use serde_json::Value;
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    process::{Child, Command},
};

use crate::bare::{free_port, wait_for};

/// As many keys as the plan allows: 25,000 requests a second for a whole minute.
const KEYS: usize = 500;

/// A running service.
pub struct Service {
    process: Child,
    _data: TempDir,
    port: u16,
    /// Milliseconds from the start of the process to its first answer.
    pub started_in_ms: u128,
    /// The site's id.
    pub site: String,
    /// Keys with every scope. One has 3,000 requests a minute and no more, so a load needs many.
    pub keys: Vec<String>,
}

fn binary() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    Ok(here.parent().context("a binary lies in a folder")?.join("askline"))
}

impl Service {
    /// Starts `askline serve` with all limits that settings know lifted.
    pub async fn start() -> Result<Self> {
        let data = tempfile::tempdir()?;
        let folder = data.path().join("data");
        let org = command(
            &folder,
            &["org", "create", "--name", "Bench", "--plan", "enterprise", "--owner-email", "bench@example.com"],
        )
        .await?;
        let org_id = text(&org, "orgId")?;
        let site =
            command(&folder, &["site", "create", "--org", &org_id, "--name", "Bench", "--domain", "example.com"])
                .await?;
        let mut keys = Vec::with_capacity(KEYS);
        for _ in 0..KEYS {
            let key = command(&folder, &["key", "create", "--org", &org_id, "--scope", "*"]).await?;
            keys.push(text(&key, "key")?);
        }
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
                ("ASKLINE_LOG__LEVEL", "warn"),
            ])
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        wait_for(port).await?;
        let mut service = Self { process, _data: data, port, started_in_ms: 0, site: text(&site, "siteId")?, keys };
        service.get("/healthz", None).await?;
        service.started_in_ms = started.elapsed().as_millis();
        Ok(service)
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    async fn exchange(&self, path: &str, header: Option<(&str, &str)>) -> Result<(String, String)> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
        let header = header.map(|(name, value)| format!("{name}: {value}\r\n")).unwrap_or_default();
        let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{header}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").context("an HTTP answer has a head")?;
        Ok((head.to_owned(), body.to_owned()))
    }

    /// The body of an answer.
    pub async fn get(&self, path: &str, header: Option<(&str, &str)>) -> Result<String> {
        Ok(self.exchange(path, header).await?.1)
    }

    /// The entity tag of an answer.
    pub async fn etag(&self, path: &str) -> Result<String> {
        let (head, _) = self.exchange(path, None).await?;
        let line = head.lines().find_map(|line| line.strip_prefix("etag: ").or(line.strip_prefix("ETag: ")));
        line.map(str::to_owned).context("the configuration has an ETag")
    }

    /// Resident memory.
    pub fn memory_mib(&self) -> Result<f64> {
        let id = self.process.id().context("the service runs")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("Linux tells VmRSS")?;
        let kib: f64 = line.trim().trim_end_matches(" kB").trim().parse()?;
        Ok(kib / 1024.0)
    }
}

fn text(value: &Value, name: &str) -> Result<String> {
    Ok(value[name].as_str().with_context(|| format!("no {name} in {value}"))?.to_owned())
}

/// Runs a command of the binary and reads the JSON it prints.
async fn command(folder: &std::path::Path, arguments: &[&str]) -> Result<Value> {
    let output = Command::new(binary()?).args(arguments).args(["--json", "--data"]).arg(folder).output().await?;
    anyhow::ensure!(output.status.success(), "askline {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}
