//! Where lines are sent: the service, and the token of a log source. A batch is sent until the service has answered it.

use std::{fs, io::Write as _, path::PathBuf, time::Duration};

use askline_app::logs::BatchAnswer;
use askline_jobs::outgoing::{LogAnswer, LogSender};
use clap::Args;
use flate2::{Compression, write::GzEncoder};
use serde::Deserialize;
use url::Url;

use super::digest::digest;
use crate::failure::{Failure, say};

/// The pauses between attempts, in seconds; the last one repeats.
const PAUSES: [u64; 6] = [1, 2, 5, 10, 30, 60];

/// Where to send lines.
#[derive(Debug, Args)]
pub struct DestinationArguments {
    /// The address of Askline, such as https://ask.example.com
    #[arg(long, value_name = "URL")]
    to: Url,
    /// The token of a log source (lg_…). Other users of the machine can see it; prefer --source-file
    #[arg(long, value_name = "TOKEN", required_unless_present = "source_file", conflicts_with = "source_file")]
    source: Option<String>,
    /// A file with the token of a log source
    #[arg(long, value_name = "FILE")]
    source_file: Option<PathBuf>,
    /// The folder that remembers what was sent
    #[arg(long, value_name = "DIR", default_value = "/var/lib/askline-logs")]
    pub state: PathBuf,
}

/// A service to which lines are sent.
pub struct Destination {
    sender: LogSender,
    /// The address, for messages.
    pub to: Url,
    /// A digest of the address and the token, for the names of files that remember what was sent.
    pub key: String,
}

/// What became of a batch.
#[derive(Debug)]
pub enum Sent {
    /// It is counted, now or before.
    Counted(Box<BatchAnswer>),
    /// Another batch has its name.
    NameTaken,
}

#[derive(Deserialize)]
struct Envelope {
    data: Option<BatchAnswer>,
    error: Option<RefusedBatch>,
}

#[derive(Deserialize)]
struct RefusedBatch {
    code: String,
    message: String,
}

impl DestinationArguments {
    /// The destination.
    pub fn open(&self) -> Result<Destination, Failure> {
        if !matches!(self.to.scheme(), "http" | "https") || self.to.host().is_none() {
            return Err(Failure::misuse("--to must be an address such as https://ask.example.com"));
        }
        let token = match (&self.source, &self.source_file) {
            (Some(token), _) => token.clone(),
            (None, Some(file)) => fs::read_to_string(file)
                .map_err(|error| Failure::failed(format!("{} cannot be read: {error}", file.display())))?,
            (None, None) => return Err(Failure::misuse("give the token with --source-file or --source")),
        };
        let token = token.trim().to_owned();
        if askline_domain::logs::source::digest_of_well_formed(&token).is_err() {
            return Err(Failure::misuse(
                "the token is not complete: a token of a log source is lg_ and 38 letters and digits",
            ));
        }
        let key = digest(format!("{}\0{token}", self.to).as_bytes());
        let sender = LogSender::new(&self.to, token).map_err(|error| Failure::failed(error.to_string()))?;
        Ok(Destination { sender, to: self.to.clone(), key })
    }
}

impl Destination {
    /// Sends a batch until the service has answered it. While the service is away, this waits; nothing is lost, since the lines stay in
    /// the log.
    ///
    /// # Errors
    ///
    /// If the service refuses the token or the batch.
    pub async fn send(&self, name: &str, text: &[u8]) -> Result<Sent, Failure> {
        let packed = packed(text);
        let mut pauses = PAUSES.iter().copied().chain(std::iter::repeat(PAUSES[PAUSES.len() - 1]));
        loop {
            let pause = pauses.next().unwrap_or_default();
            let (reason, asked) = match self.sender.send(name, packed.clone()).await {
                Ok(answer) => match read_answer(&answer) {
                    Read::Sent(sent) => return Ok(sent),
                    Read::Refused(message) => return Err(Failure::failed(message)),
                    Read::Later(reason) => (reason, answer.retry_after),
                },
                Err(error) => (error.to_string(), None),
            };
            let pause = asked.unwrap_or(pause).clamp(1, PAUSES[PAUSES.len() - 1]);
            say(&format!("{} did not take the lines ({reason}); they are sent again in {pause} s", self.to));
            tokio::time::sleep(Duration::from_secs(pause)).await;
        }
    }
}

/// What an answer says about a batch.
#[derive(Debug)]
enum Read {
    Sent(Sent),
    /// Askline refuses the token or the batch, so it would refuse them again.
    Refused(String),
    /// The batch is sent again, for this reason.
    Later(String),
}

/// Reads an answer. Only Askline's own answer ends the sending: a proxy in front of it may answer anything for a while.
fn read_answer(answer: &LogAnswer) -> Read {
    let envelope = serde_json::from_str::<Envelope>(&answer.body).ok();
    let (data, error) = envelope.map_or((None, None), |envelope| (envelope.data, envelope.error));
    match (answer.status, data, error) {
        (202, Some(counted), _) => Read::Sent(Sent::Counted(Box::new(counted))),
        (422, _, Some(error)) if error.code == "IDEMPOTENCY_KEY_REUSED" => Read::Sent(Sent::NameTaken),
        (408 | 425 | 429 | 500.., ..) => Read::Later(format!("it answered {}", answer.status)),
        (400..500, _, Some(error)) => Read::Refused(error.message),
        (status, ..) => Read::Later(format!("the answer, {status}, is not one of Askline: check --to if this goes on")),
    }
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing into memory does not fail.
    let _ = encoder.write_all(text);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_answer_of_askline_ends_the_sending() {
        let counted = r#"{"data":{"repeated":false,"format":null,"lines":1,"kept":1,"unreadable":0,"otherHosts":0,"outOfRange":0,"errors":[]}}"#;
        let error = r#"{"error":{"code":"UNAUTHORIZED","message":"no such source"}}"#;
        let reused = r#"{"error":{"code":"IDEMPOTENCY_KEY_REUSED","message":"another batch"}}"#;
        let (page, other) = ("<html>Not here</html>", r#"{"error":"not found"}"#);
        let read =
            |status, body: &str| match read_answer(&LogAnswer { status, retry_after: None, body: body.to_owned() }) {
                Read::Sent(Sent::Counted(_)) => "counted",
                Read::Sent(Sent::NameTaken) => "taken",
                Read::Refused(_) => "refused",
                Read::Later(_) => "later",
            };
        assert_eq!((read(202, counted), read(422, reused)), ("counted", "taken"));
        for status in [401, 403, 404, 413] {
            assert_eq!(read(status, error), "refused", "{status}");
        }
        for status in [200, 202, 204, 301, 302, 401, 403, 404, 408, 413, 429, 500, 502, 503] {
            for body in ["", page, other] {
                assert_eq!(read(status, body), "later", "{status} {body}");
            }
        }
        assert_eq!((read(429, error), read(503, error), read(302, error)), ("later", "later", "later"));
    }
}
