//! Counts a batch of lines that a source sent, and stores its counters once.

use askline_domain::{
    identity::secret::Secret,
    logs::{
        address_lists::AddressLists,
        batch::{BatchRules, LogBatch, count_batch},
        formats::FormatName,
        source::{LogSource, drain::is_signed},
    },
    pages::identity::PageIdentifier,
    sites::Site,
};
use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::unpacking::{BatchError, unpacked};
use crate::{
    ports::{
        StoreError, StoreResult,
        logs::crawler_reads::{CrawlerReadStore, ReadBatch, Recorded, SourceState},
    },
    present_fields::every_field_present,
};

/// A batch as it was sent.
#[derive(Debug, Clone, Copy)]
pub struct SentBatch<'s> {
    /// The lines, as text, gzip or zstd.
    pub body: &'s [u8],
    /// The name that the sender gave it. Without one, its content names it.
    pub name: Option<&'s str>,
    /// The secret with which it must be signed, and the signature that it has.
    pub signed: Option<(&'s Secret, Option<&'s str>)>,
    /// When it arrived.
    pub at: Timestamp,
}

/// A batch that was counted and is not stored yet.
#[derive(Debug, Clone)]
pub struct Batch {
    answer: BatchAnswer,
    reads: ReadBatch,
}

/// What became of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LogBatch", transform = every_field_present)]
pub struct BatchAnswer {
    /// Whether the batch was counted before, so that nothing was counted now. The other fields are those of the first time.
    pub repeated: bool,
    /// The format in which the lines were read; null if no format fits any of them.
    pub format: Option<FormatName>,
    /// The requests, and the lines that cannot be read. Comments, headings and empty lines are neither.
    pub lines: u64,
    /// The reads of crawlers that were counted. All other requests are dropped.
    pub kept: u64,
    /// The lines that cannot be read.
    pub unreadable: u64,
    /// The requests for hosts that are not the site's; none of them is counted.
    pub other_hosts: u64,
    /// The requests that are in the future, or older than a year; none of them is counted.
    pub out_of_range: u64,
    /// The first 20 lines that cannot be read.
    pub errors: Vec<LineError>,
}

/// A line that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LogLineError")]
pub struct LineError {
    /// The number of the line in the batch, from 1.
    pub line: u64,
    /// Why it cannot be read. It contains no part of the line.
    pub message: String,
}

/// Unpacks and counts a batch. Costs time in proportion to its size, and stores nothing.
pub fn count_sent(
    sent: SentBatch<'_>,
    source: &LogSource,
    (site, pages, zone): (&Site, &PageIdentifier, &TimeZone),
    lists: &AddressLists,
) -> Result<Batch, BatchError> {
    if sent.signed.is_some_and(|(secret, signature)| !is_signed(sent.body, secret, signature)) {
        return Err(BatchError::NotSigned);
    }
    let text = unpacked(sent.body)?;
    // Of the text, because programs pack the same text differently.
    let content: [u8; 32] = Sha256::digest(&text).into();
    let hosts = source.settings.counted_hosts(site);
    let rules = BatchRules { format: source.settings.line_format(), hosts: &hosts, pages, zone, lists, now: sent.at };
    let batch = count_batch(&text, &rules);
    let answer = BatchAnswer::of(&batch);
    let reads = ReadBatch {
        site: source.site_id,
        source: source.id,
        // A signature is about the content alone: with another name, a recorded batch would be counted again.
        name: sent.name.filter(|_| sent.signed.is_none()).map_or(content, |name| Sha256::digest(name).into()),
        content,
        at: sent.at,
        adds: SourceState {
            lines: batch.lines,
            kept: batch.kept,
            unreadable: batch.unreadable,
            other_hosts: batch.other_hosts,
            out_of_range: batch.out_of_range,
            last_line_at: batch.last_line_at,
            last_batch_at: Some(sent.at),
        },
        answer: serde_json::to_string(&answer).unwrap_or_default(),
        counts: batch.counts,
        lines: batch.newest.into_lines(),
    };
    Ok(Batch { answer, reads })
}

/// Stores the counters of a batch, unless it was stored before. `None` if another batch has its name; then nothing is stored.
pub async fn record(store: &dyn CrawlerReadStore, batch: Batch) -> StoreResult<Option<BatchAnswer>> {
    Ok(match store.record_reads(batch.reads).await? {
        Recorded::Now => Some(batch.answer),
        Recorded::Before(answer) => {
            let answer: BatchAnswer =
                serde_json::from_str(&answer).map_err(|error| StoreError::Internal(error.to_string()))?;
            Some(BatchAnswer { repeated: true, ..answer })
        }
        Recorded::OtherContent => None,
    })
}

impl BatchAnswer {
    /// The answer to a request that sends nothing.
    pub fn of_nothing() -> Self {
        Self {
            repeated: false,
            format: None,
            lines: 0,
            kept: 0,
            unreadable: 0,
            other_hosts: 0,
            out_of_range: 0,
            errors: Vec::new(),
        }
    }

    fn of(batch: &LogBatch) -> Self {
        let errors = batch.errors.iter().map(|(line, problem)| LineError { line: *line, message: problem.to_string() });
        Self {
            repeated: false,
            format: batch.format,
            lines: batch.lines,
            kept: batch.kept,
            unreadable: batch.unreadable,
            other_hosts: batch.other_hosts,
            out_of_range: batch.out_of_range,
            errors: errors.collect(),
        }
    }
}
