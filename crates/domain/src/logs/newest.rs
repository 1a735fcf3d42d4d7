//! The newest reads, as people may see them: no address, no query, no user agent.

use std::{borrow::Cow, collections::BTreeMap};

use jiff::{SignedDuration, Timestamp};

use crate::logs::{
    classify::{CrawlerRead, SampleLine},
    evidence::Evidence,
    line::LogLine,
    purpose::ReadPurpose,
};

/// The maximum number of reads of a site that are kept line by line.
pub const MAX_NEWEST: usize = 1_000;
/// How long a line is kept.
pub const LINES_KEPT: SignedDuration = SignedDuration::from_hours(48);

/// A read, as a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLine {
    /// The method, the path without its query, the status and the time.
    pub line: SampleLine,
    /// The crawler's name.
    pub crawler: Cow<'static, str>,
    /// What it read for.
    pub purpose: ReadPurpose,
    /// Whether the address speaks for it.
    pub evidence: Evidence,
}

impl ReadLine {
    /// What is kept of a line that was answered at `at`.
    pub fn of(line: &LogLine<'_>, at: Timestamp, read: &CrawlerRead) -> Self {
        Self {
            line: SampleLine { at, ..SampleLine::of(line) },
            crawler: Cow::Borrowed(read.crawler.name),
            purpose: read.purpose,
            evidence: read.evidence,
        }
    }
}

/// The newest lines of a batch. Of lines of the same time, the later ones are the newer ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewestLines {
    lines: BTreeMap<(Timestamp, u64), ReadLine>,
    seen: u64,
}

impl NewestLines {
    /// Keeps a line of this time, unless enough newer ones are kept or it is too old at `now`.
    pub fn keep(&mut self, at: Timestamp, now: Timestamp, line: impl FnOnce() -> ReadLine) {
        let is_full = self.lines.len() >= MAX_NEWEST;
        let is_older = || self.lines.first_key_value().is_some_and(|((oldest, _), _)| at < *oldest);
        if now.duration_since(at) > LINES_KEPT || is_full && is_older() {
            return;
        }
        self.seen += 1;
        self.lines.insert((at, self.seen), line());
        if is_full {
            self.lines.pop_first();
        }
    }

    /// The lines, oldest first.
    pub fn into_lines(self) -> Vec<ReadLine> {
        self.lines.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).expect("a time")
    }

    fn line(second: i64, path: &str) -> ReadLine {
        let line = SampleLine { at: at(second), method: "GET".into(), path: path.into(), status: Some(200) };
        let (purpose, evidence) = (ReadPurpose::Search, Evidence::Claimed);
        ReadLine { line, crawler: "OAI-SearchBot".into(), purpose, evidence }
    }

    fn kept(lines: impl IntoIterator<Item = (i64, String)>, now: i64) -> Vec<String> {
        let mut newest = NewestLines::default();
        for (second, path) in lines {
            newest.keep(at(second), at(now), || line(second, &path));
        }
        newest.into_lines().into_iter().map(|one| one.line.path).collect()
    }

    #[test]
    fn the_newest_lines_are_kept_in_whatever_order_they_arrive() {
        let limit = i64::try_from(MAX_NEWEST).expect("few");
        let expected: Vec<String> = (500..500 + limit).map(|second| second.to_string()).collect();
        let all = (0..500 + limit).map(|second| (second, second.to_string()));
        assert_eq!(kept(all.clone(), 9_000), expected);
        assert_eq!(kept(all.rev(), 9_000), expected);
    }

    #[test]
    fn of_a_flood_within_one_second_the_last_lines_are_kept() {
        let flood = (0..MAX_NEWEST + 300).map(|number| (7, number.to_string()));
        let found = kept(flood, 7);
        assert_eq!((found.len(), found[0].as_str()), (MAX_NEWEST, "300"));
    }

    #[test]
    fn a_line_older_than_two_days_is_not_kept() {
        let now = LINES_KEPT.as_secs();
        assert_eq!(kept([(-1, "old".into()), (0, "new".into())], now), ["new"]);
    }
}
