//! Where lines are sent: the service, and the token of a log source. A batch is sent until the service has answered it.

use std::{fs, io::Write as _, path::PathBuf, time::Duration};

use askline_app::logs::BatchAnswer;
use askline_jobs::outgoing::LogSender;
use clap::Args;
use flate2::{Compression, write::GzEncoder};
use serde::Deserialize;
use url::Url;

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
}

/// A service to which lines are sent.
pub struct Destination {
    sender: LogSender,
    /// The address, for messages and for the names of positions.
    pub to: Url,
}

/// What became of a batch.
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
        let sender = LogSender::new(&self.to, token).map_err(|error| Failure::failed(error.to_string()))?;
        Ok(Destination { sender, to: self.to.clone() })
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
                Ok(answer) => {
                    let read = serde_json::from_str::<Envelope>(&answer.body).ok();
                    let (data, error) = read.map_or((None, None), |envelope| (envelope.data, envelope.error));
                    match (answer.status, data, error) {
                        (202, Some(counted), _) => return Ok(Sent::Counted(Box::new(counted))),
                        (422, _, Some(error)) if error.code == "IDEMPOTENCY_KEY_REUSED" => return Ok(Sent::NameTaken),
                        (408 | 425 | 429 | 500.., ..) => (format!("it answered {}", answer.status), answer.retry_after),
                        (status, _, error) => {
                            let message = error.map_or_else(
                                || format!("{} answered {status}, which Askline does not: check --to", self.to),
                                |error| error.message,
                            );
                            return Err(Failure::failed(message));
                        }
                    }
                }
                Err(error) => (error.to_string(), None),
            };
            let pause = asked.unwrap_or(pause).clamp(1, PAUSES[PAUSES.len() - 1]);
            say(&format!("{} did not take the lines ({reason}); they are sent again in {pause} s", self.to));
            tokio::time::sleep(Duration::from_secs(pause)).await;
        }
    }
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing into memory does not fail.
    let _ = encoder.write_all(text);
    encoder.finish().unwrap_or_default()
}
