//! The bare server: axum with one route that sends the same bytes. It is the baseline of most ratios.

use std::{process::Stdio, time::Duration};

use anyhow::{Context as _, Result};
use axum::{Router, body::Bytes, http::header, routing::get};
use tokio::{
    io::AsyncWriteExt as _,
    net::TcpStream,
    process::{Child, Command},
};

/// A bare server in a separate process, which ends when this value is dropped.
pub struct BareServer {
    _process: Child,
    port: u16,
}

impl BareServer {
    /// Starts one that responds with `body` to every GET and POST of `/`.
    pub async fn start(body: &str) -> Result<Self> {
        let port = free_port()?;
        let mut process = Command::new(std::env::current_exe()?)
            .args(["--bare", &port.to_string()])
            .stdin(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let mut input = process.stdin.take().context("stdin was asked for")?;
        input.write_all(body.as_bytes()).await?;
        drop(input);
        wait_for(port).await?;
        Ok(Self { _process: process, port })
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}

/// Serves the body from standard input.
#[expect(clippy::disallowed_methods, reason = "the bare server has one route and no table")]
pub async fn serve(port: u16) -> Result<()> {
    let body = Bytes::from(std::io::read_to_string(std::io::stdin())?);
    let answer = move || {
        let body = body.clone();
        async move { ([(header::CONTENT_TYPE, "application/json")], body) }
    };
    let read = answer.clone();
    let router = Router::new().route("/", get(read).post(move |_: Bytes| answer()));
    axum::serve(tokio::net::TcpListener::bind(("127.0.0.1", port)).await?, router).await?;
    Ok(())
}

/// An unused port.
pub fn free_port() -> Result<u16> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Waits until a server listens on `port`.
pub async fn wait_for(port: u16) -> Result<()> {
    for _ in 0..5_000 {
        if TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    anyhow::bail!("nothing listens on port {port}")
}
