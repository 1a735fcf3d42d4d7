//! `askline logs import`: sends whole logs, and of a log that has grown the rest.
//!
//! What is sent again after a crash is counted once, because each batch is named after its content.

use std::path::{Path, PathBuf};

use askline_domain::logs::lines::{LineCutter, RawLine};
use clap::Args;
use serde_json::json;
use tokio::{sync::mpsc, task::spawn_blocking};

use super::{
    destination::{Destination, DestinationArguments, Sent},
    digest::digest,
    follow::batch::{Heading, MAX_BATCH_BYTES},
    imported::{Imported, Part, Passed},
    input::LogInput,
    state_file::StateFile,
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
    lines_before: u64,
}

impl Import {
    /// Runs it.
    pub async fn run(&self, as_json: bool) -> Result<(), Failure> {
        let destination = self.to.open()?;
        let mut sums = Sums::default();
        let mut state = None;
        for file in &self.files {
            // What arrives on stdin can be read only once, so it cannot be compared first.
            if file.as_os_str() == "-" {
                send_file(file, 0, &destination, &mut sums).await?;
                continue;
            }
            let (stored, known): (StateFile, Imported) = match state.take() {
                Some(state) => state,
                None => StateFile::open(&self.to.state, "imported logs", &destination)?,
            };
            let log = file.clone();
            let compared = spawn_blocking(move || LogInput::open(&log).map(|log| (known.end_in(log), known))).await;
            let (end, mut known) = compared.map_err(|error| Failure::failed(error.to_string()))??;
            known.note(send_file(file, end, &destination, &mut sums).await?);
            stored.store(&known)?;
            state = Some((stored, known));
        }
        let Sums { batches, repeated, lines, kept, unreadable, other_hosts, out_of_range, lines_before } = sums;
        if as_json {
            return print_json(&with_changed(&json!({
                "batches": batches, "repeated": repeated, "lines": lines, "kept": kept, "unreadable": unreadable,
                "otherHosts": other_hosts, "outOfRange": out_of_range,
                "linesBefore": lines_before, "changed": batches > repeated,
            })));
        }
        print_line(&format!(
            "Sent {lines} lines: {kept} reads of crawlers are counted, {unreadable} lines could not be read, {other_hosts} are of \
             other hosts, {out_of_range} are in the future or older than a year. {repeated} of {batches} batches were counted before. \
             {lines_before} lines were imported before and not sent again."
        ))
    }
}

/// Sends a file from an offset, batch by batch. The same file gives the same batches.
async fn send_file(path: &Path, from: u64, destination: &Destination, sums: &mut Sums) -> Result<Part, Failure> {
    let (sending, mut batches) = mpsc::channel::<Vec<u8>>(1);
    let owned = path.to_owned();
    let reading = spawn_blocking(move || read_batches(&owned, from, &sending));
    while let Some(text) = batches.recv().await {
        // The same lines at another place of a log are another batch.
        let place = if from == 0 { String::new() } else { format!("{from}\0") };
        let name = format!("import {}", digest(&[place.as_bytes(), &text].concat()));
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
    let (part, lines_before) = reading.await.map_err(|error| Failure::failed(error.to_string()))??;
    sums.lines_before += lines_before;
    Ok(part)
}

/// Cuts a file from an offset into batches of whole lines, and passes them on. Answers what was read, and the lines before the offset.
fn read_batches(path: &Path, from: u64, sending: &mpsc::Sender<Vec<u8>>) -> Result<(Part, u64), Failure> {
    let input = LogInput::open(path)?;
    let mut batches = Batches { sending, batch: Vec::new(), heading: Heading::default(), is_wanted: true };
    let (mut before, mut after) = (LineCutter::default(), LineCutter::default());
    let (mut passed, mut lines_before, mut is_cut) = (Passed::default(), 0, false);
    let read = input.read_pieces(|piece| {
        let known = usize::try_from(from.saturating_sub(passed.length)).unwrap_or(usize::MAX).min(piece.len());
        let (old, new) = piece.split_at(known);
        passed.push(piece);
        before.push(old, &mut |number, line| {
            lines_before = number;
            batches.note(line);
        });
        is_cut = old.last().map_or(is_cut, |last| *last != b'\n');
        // The rest of a line that was imported without its end is no line.
        after.push(new, &mut |number, line| {
            if number > 1 || !is_cut {
                batches.add(line);
            }
        });
    });
    read.map_err(|error| Failure::failed(format!("{} could be read only in part: {error}", path.display())))?;
    before.finish(&mut |number, _| lines_before = number);
    after.finish(&mut |number, line| {
        if number > 1 || !is_cut {
            batches.add(line);
        }
    });
    batches.pass_on();
    Ok((passed.part(), lines_before))
}

/// Gathers lines to batches.
struct Batches<'a> {
    sending: &'a mpsc::Sender<Vec<u8>>,
    batch: Vec<u8>,
    heading: Heading,
    /// Whether batches are still sent. If not, sending failed, and says so itself.
    is_wanted: bool,
}

impl Batches<'_> {
    fn note(&mut self, line: RawLine<'_>) {
        if let RawLine::Whole(line) = line {
            self.heading.note(line);
        }
    }

    fn add(&mut self, line: RawLine<'_>) {
        // A line beyond the limit is unreadable for the service, too, so that it is counted as such.
        let text = match line {
            RawLine::Whole(line) => line,
            RawLine::TooLong(_) => &b"\x01"[..],
        };
        if self.batch.len() + text.len() >= MAX_BATCH_BYTES {
            self.pass_on();
        }
        if self.batch.is_empty() {
            self.batch.extend_from_slice(self.heading.text());
        }
        self.note(line);
        self.batch.extend_from_slice(text);
        self.batch.push(b'\n');
    }

    fn pass_on(&mut self) {
        let batch = std::mem::take(&mut self.batch);
        if self.is_wanted && !batch.is_empty() {
            self.is_wanted = self.sending.blocking_send(batch).is_ok();
        }
    }
}
