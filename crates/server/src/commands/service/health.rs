//! `askline health`: whether the server on this machine and its stores respond.
//!
//! For service managers and containers without an HTTP client. Opens no data.

use std::{net::SocketAddr, time::Duration};

use clap::Args;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::{commands::answer::Context, failure::Failure, listen::reachable};

/// How long the server may take to respond: longer than `/readyz` waits for a store.
const ANSWERS_WITHIN: Duration = Duration::from_secs(4);
/// The maximum number of bytes of the response that are read; they include its first line.
const MAX_ANSWER_BYTES: u64 = 4_096;

/// `askline health`
#[derive(Debug, Args)]
pub struct Health {
    /// Address and port that the server listens on [default: 127.0.0.1:8080; also: ASKLINE_LISTEN]
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
}

/// Requests `/readyz`, and reports the result.
pub async fn run(context: &Context) -> Result<(), Failure> {
    let address = reachable(context.settings.listen);
    let failed = |why: &str| Failure::failed(format!("the server at http://{address} {why}"));
    match timeout(ANSWERS_WITHIN, answer(address)).await {
        Err(_) => Err(failed("does not answer in time")),
        Ok(Err(error)) => Err(failed(&format!("does not answer: {error}"))),
        Ok(Ok(answer)) => match answer.split(' ').nth(1) {
            Some("200") => context.answer(&json!({ "ready": true }), "ready"),
            Some("503") => Err(failed("is not ready: /readyz says why")),
            _ => Err(failed("is not an Askline server")),
        },
    }
}

async fn answer(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await?;
    let mut answer = Vec::new();
    stream.take(MAX_ANSWER_BYTES).read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
