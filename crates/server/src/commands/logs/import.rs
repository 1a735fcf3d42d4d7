//! `askline logs import`: sends whole logs. What is sent again is counted once, because each batch is named after its content.

use std::path::{Path, PathBuf};

use askline_domain::logs::lines::RawLine;
use clap::Args;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::{
    destination::{Destination, DestinationArguments, Sent},
    follow::batch::{Heading, MAX_BATCH_BYTES},
    input::LogInput,
};
use crate::{
    commands::answer::{print_json, print_line, with_changed},
    failure::Failure,
};

/// `askline logs import FILE… --to URL`
#[derive(Debug, Args)]
pub struct Import {
    /// The access logs, as text or .gz; - for stdin
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    to: DestinationArguments,
}

/// The sums over all batches.
#[derive(Debug, Default)]
struct Sums {
    batches: u64,
    repeated: u64,
    lines: u64,
    kept: u64,
    unreadable: u64,
    other_hosts: u64,
    out_of_range: u64,
}

impl Import {
    /// Runs it.
    pub async fn run(&self, as_json: bool) -> Result<(), Failure> {
        let destination = self.to.open()?;
        let mut sums = Sums::default();
        for file in &self.files {
            send_file(file, &destination, &mut sums).await?;
        }
        let Sums { batches, repeated, lines, kept, unreadable, other_hosts, out_of_range } = sums;
        if as_json {
            return print_json(&with_changed(&json!({
                "batches": batches, "repeated": repeated, "lines": lines, "kept": kept, "unreadable": unreadable,
                "otherHosts": other_hosts, "outOfRange": out_of_range, "changed": batches > repeated,
            })));
        }
        print_line(&format!(
            "Sent {lines} lines: {kept} reads of crawlers are counted, {unreadable} lines could not be read, {other_hosts} are of \
             other hosts, {out_of_range} are in the future or older than a year. {repeated} of {batches} batches were counted before."
        ))
    }
}

/// Sends a file batch by batch. The same file gives the same batches.
async fn send_file(path: &Path, destination: &Destination, sums: &mut Sums) -> Result<(), Failure> {
    let (sending, mut batches) = tokio::sync::mpsc::channel::<Vec<u8>>(1);
    let owned = path.to_owned();
    let reading = tokio::task::spawn_blocking(move || read_batches(&owned, &sending));
    while let Some(text) = batches.recv().await {
        let name = format!("import {}", hex(&Sha256::digest(&text)));
        match destination.send(&name, &text).await? {
            Sent::Counted(answer) => {
                sums.batches += 1;
                sums.repeated += u64::from(answer.repeated);
                sums.lines += answer.lines;
                sums.kept += answer.kept;
                sums.unreadable += answer.unreadable;
                sums.other_hosts += answer.other_hosts;
                sums.out_of_range += answer.out_of_range;
            }
            Sent::NameTaken => {
                return Err(Failure::failed("the service knows another batch with the digest of this one"));
            }
        }
    }
    reading.await.map_err(|error| Failure::failed(error.to_string()))?
}

/// Cuts a file into batches of whole lines, and passes them on.
fn read_batches(path: &Path, sending: &tokio::sync::mpsc::Sender<Vec<u8>>) -> Result<(), Failure> {
    let input = LogInput::open(path)?;
    let (mut batch, mut heading, mut is_wanted) = (Vec::new(), Heading::default(), true);
    let mut each = |_: u64, line: RawLine<'_>| {
        // A line beyond the limit is unreadable for the service, too, so that it is counted as such.
        let line = match line {
            RawLine::Whole(line) => line,
            RawLine::TooLong(_) => &b"\x01"[..],
        };
        if batch.len() + line.len() >= MAX_BATCH_BYTES && !batch.is_empty() {
            is_wanted &= sending.blocking_send(std::mem::take(&mut batch)).is_ok();
            batch.extend_from_slice(heading.text());
        }
        heading.note(line);
        batch.extend_from_slice(line);
        batch.push(b'\n');
    };
    input
        .read_lines(&mut each)
        .map_err(|error| Failure::failed(format!("{} could be read only in part: {error}", path.display())))?;
    if is_wanted && !batch.is_empty() {
        // A closed channel means that sending failed, and says so itself.
        let _ = sending.blocking_send(batch);
    }
    Ok(())
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
