//! Heavy requests of one organization do not delay the requests of another.

mod changes;
mod checks;
mod exports;
mod imports;
mod receivers;
mod rule_trials;

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::harness::Answer;

/// A request that is written to the socket, so that it can be left unfinished.
pub struct ByHand(TcpStream);

impl ByHand {
    /// Connects, and sends `text` and nothing else.
    pub async fn send(address: SocketAddr, text: &str) -> Self {
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        stream.write_all(text.as_bytes()).await.expect("it takes");
        Self(stream)
    }

    /// Sends more.
    pub async fn more(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.expect("it takes");
    }

    /// Everything received up to `end`.
    pub async fn answer(&mut self, end: &str) -> String {
        let mut text = String::new();
        let mut bytes = vec![0; 64 * 1024];
        while !text.contains(end) {
            let read = self.0.read(&mut bytes).await.expect("it answers");
            assert!(read > 0, "it ended with: {text}");
            text.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
        text
    }
}

/// Asserts the response to a request that found no free slot.
pub fn check_full(answer: &Answer) {
    answer.refused(503, "UNAVAILABLE");
    assert!(answer.header("retry-after").parse::<u64>().is_ok_and(|seconds| seconds >= 1), "{:?}", answer.headers);
    assert_eq!(answer.body["error"]["retryable"], true);
}
