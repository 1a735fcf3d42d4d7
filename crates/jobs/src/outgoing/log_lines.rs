//! Sends lines of logs to the service that an operator names on the command line.
//!
//! Follows no redirect.

use std::time::Duration;

use reqwest::{Client, header};
use url::Url;

use super::{OutgoingError, direct_client::direct_client};

/// The maximum time of a request. A service counts a batch in a second or two.
const MAX_TIME: Duration = Duration::from_secs(60);
const MAX_CONNECT_TIME: Duration = Duration::from_secs(10);
/// The maximum size of an answer in bytes.
const MAX_ANSWER_BYTES: usize = 64 * 1_024;
const USER_AGENT: &str = concat!("Askline/", env!("CARGO_PKG_VERSION"), " (logs)");

/// Sends batches of lines.
#[derive(Debug, Clone)]
pub struct LogSender {
    client: Client,
    url: Url,
    token: String,
}

/// The answer to a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogAnswer {
    /// The status.
    pub status: u16,
    /// The seconds after which the service asks to send it again.
    pub retry_after: Option<u64>,
    /// The body, up to a limit.
    pub body: String,
}

impl LogSender {
    /// A sender to the service at `service`, such as `https://ask.example.com`, with the token of a log source.
    pub fn new(service: &Url, token: String) -> Result<Self, OutgoingError> {
        let mut url = service.clone();
        let path = format!("{}/api/v1/logs/ingest", service.path().trim_end_matches('/'));
        url.set_path(&path);
        url.set_query(None);
        url.set_fragment(None);
        let client = direct_client(USER_AGENT, MAX_TIME, MAX_CONNECT_TIME)?;
        Ok(Self { client, url, token })
    }

    /// Sends a batch that was packed with gzip. The service counts a batch with this name once.
    pub async fn send(&self, name: &str, packed: Vec<u8>) -> Result<LogAnswer, OutgoingError> {
        let no_answer = |error: reqwest::Error| OutgoingError::NoAnswer(error.without_url().to_string());
        let request = self
            .client
            .post(self.url.clone())
            .bearer_auth(&self.token)
            .header(header::CONTENT_TYPE, "application/gzip")
            .header("idempotency-key", name)
            .body(packed);
        let mut response = request.send().await.map_err(no_answer)?;
        let (status, headers) = (response.status().as_u16(), response.headers());
        let retry_after = headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
        let mut body = Vec::new();
        while let Some(some) = response.chunk().await.map_err(no_answer)? {
            body.extend_from_slice(&some);
            if body.len() > MAX_ANSWER_BYTES {
                break;
            }
        }
        Ok(LogAnswer { status, retry_after, body: String::from_utf8_lossy(&body).into_owned() })
    }
}
