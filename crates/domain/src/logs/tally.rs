//! Counts what a log contains: what `askline logs check` shows. Its size depends on the number of crawlers, not of lines.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use crate::logs::{
    address_lists::AddressLists,
    classify::{CrawlerRead, KeptLine, SampleLine, StatusClass, classify_line},
    evidence::Evidence,
    formats::LogReader,
    line::{Entry, LogLine, Unreadable},
    lines::RawLine,
    purpose::ReadPurpose,
};

/// The maximum number of unreadable lines that are named; the rest are only counted.
pub const MAX_NAMED_LINES: usize = 20;
/// The number of kept lines that are shown.
pub const SAMPLE_LINES: usize = 3;
/// How far a line may be in the future before it is counted as such.
const CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_hours(1);

/// What reads are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReadGroup {
    /// The name of the crawler.
    pub crawler: &'static str,
    /// What it reads for.
    pub purpose: ReadPurpose,
    /// Whether the address speaks for it.
    pub evidence: Evidence,
    /// How the server answered.
    pub status_class: StatusClass,
}

/// A kept line that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The number of the line, from 1.
    pub number: u64,
    /// What may be seen of it.
    pub line: SampleLine,
    /// What it is counted as.
    pub kept: KeptLine,
}

/// The counts of a log.
#[derive(Debug)]
pub struct LogTally<'l> {
    lists: &'l AddressLists,
    now: Timestamp,
    /// The lines that are not empty.
    pub lines: u64,
    /// The requests; a line can contain several.
    pub requests: u64,
    /// The headings, comments and messages.
    pub without_request: u64,
    /// The lines that cannot be read.
    pub unreadable: u64,
    /// The first of them, with their numbers.
    pub problems: Vec<(u64, Unreadable)>,
    /// Reads by group.
    pub reads: BTreeMap<ReadGroup, u64>,
    /// The maker of each crawler that has one.
    pub makers: BTreeMap<&'static str, &'static str>,
    /// Visits that assistants sent, by the assistant's id.
    pub referrals: BTreeMap<String, u64>,
    /// The reads whose address is a proxy's or missing.
    pub reads_behind_a_proxy: u64,
    /// The requests whose time is in the future.
    pub in_the_future: u64,
    /// The first and the last time.
    pub span: Option<(Timestamp, Timestamp)>,
    /// The first kept lines, each of another group.
    pub samples: Vec<Sample>,
}

impl<'l> LogTally<'l> {
    /// Nothing counted yet.
    pub fn new(lists: &'l AddressLists, now: Timestamp) -> Self {
        Self {
            lists,
            now,
            lines: 0,
            requests: 0,
            without_request: 0,
            unreadable: 0,
            problems: Vec::new(),
            reads: BTreeMap::new(),
            makers: BTreeMap::new(),
            referrals: BTreeMap::new(),
            reads_behind_a_proxy: 0,
            in_the_future: 0,
            span: None,
            samples: Vec::new(),
        }
    }

    /// Counts a line of the log.
    pub fn count(&mut self, number: u64, line: RawLine<'_>, reader: &mut LogReader) {
        match line {
            RawLine::TooLong(limit) => {
                self.lines += 1;
                self.count_unreadable(number, Unreadable::TooLong(limit));
            }
            RawLine::Whole(line) => {
                let mut is_counted = false;
                reader.read(line, &mut |entry| {
                    self.lines += u64::from(!is_counted);
                    is_counted = true;
                    self.count_entry(number, &entry);
                });
            }
        }
    }

    /// The number of kept requests.
    pub fn kept(&self) -> u64 {
        self.reads.values().sum::<u64>() + self.referrals.values().sum::<u64>()
    }

    fn count_entry(&mut self, number: u64, entry: &Entry<'_>) {
        match entry {
            Entry::NoRequest => self.without_request += 1,
            Entry::Unreadable(problem) => self.count_unreadable(number, *problem),
            Entry::Request(line) => self.count_request(number, line),
        }
    }

    fn count_unreadable(&mut self, number: u64, problem: Unreadable) {
        self.unreadable += 1;
        if self.problems.len() < MAX_NAMED_LINES {
            self.problems.push((number, problem));
        }
    }

    fn count_request(&mut self, number: u64, line: &LogLine<'_>) {
        self.requests += 1;
        self.in_the_future += u64::from(line.at.duration_since(self.now) > CLOCK_DIFFERENCE);
        let (first, last) = self.span.unwrap_or((line.at, line.at));
        self.span = Some((first.min(line.at), last.max(line.at)));
        let Some(kept) = classify_line(line, self.lists) else { return };
        let is_new = match &kept {
            KeptLine::Read(read) => self.count_read(read),
            KeptLine::Referral(referral) => {
                let count = self.referrals.entry(referral.assistant.clone()).or_default();
                *count += 1;
                *count == 1
            }
        };
        if is_new && self.samples.len() < SAMPLE_LINES {
            self.samples.push(Sample { number, line: SampleLine::of(line), kept });
        }
    }

    /// Counts a read; whether it is the first one of its group.
    fn count_read(&mut self, read: &CrawlerRead) -> bool {
        let CrawlerRead { crawler, purpose, evidence, status_class, is_behind_a_proxy } = *read;
        self.reads_behind_a_proxy += u64::from(is_behind_a_proxy);
        if let Some(maker) = crawler.operator {
            self.makers.insert(crawler.name, maker);
        }
        let count = self.reads.entry(ReadGroup { crawler: crawler.name, purpose, evidence, status_class }).or_default();
        *count += 1;
        *count == 1
    }
}
