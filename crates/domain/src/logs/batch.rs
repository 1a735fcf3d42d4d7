//! Counts one batch of lines of a site: what `POST /logs/ingest` stores.
//!
//! Addresses are compared and dropped here. Of a line only day, page, crawler, purpose, evidence and status remain, and of the newest
//! ones method, path and time.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp, tz::TimeZone};

use crate::{
    analytics::OTHER_PAGE,
    logs::{
        address_lists::AddressLists,
        classify::{CrawlerRead, KeptLine, classify_line},
        evidence::Evidence,
        formats::{FormatName, LogFormat, LogReader, MAX_GUESS_LINES, guess_format},
        line::{Entry, LogLine, Unreadable},
        lines::{LineCutter, MAX_LINE_BYTES, RawLine},
        newest::{NewestLines, ReadLine},
        reads::{CrawlerKey, MAX_PAGE_ROWS_PER_DAY, ReadCounts, Reads},
    },
    pages::identity::{MAX_IDENTITY_BYTES, PageIdentifier},
    shared::calendar::{Day, DaySpan, MAX_WINDOW_DAYS},
};

/// The maximum size of a batch as it is sent, in bytes.
pub const MAX_BATCH_BYTES: usize = 5 * 1_024 * 1_024;
/// The maximum size of a batch when it is unpacked, in bytes.
pub const MAX_UNPACKED_BYTES: usize = 64 * 1_024 * 1_024;
/// The maximum number of unreadable lines that an answer names.
pub const MAX_NAMED_LINES: usize = 20;
/// The number of bytes from which a format is guessed.
const MAX_GUESS_BYTES: usize = 2 * MAX_LINE_BYTES;
/// How far a line may be in the future: clocks differ.
const CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_hours(1);
/// Lines that are older are not counted, because no report would show them.
const OLDEST: SignedDuration = SignedDuration::from_hours(24 * MAX_WINDOW_DAYS as i64);

/// What pages are made of. A crawler that loads them reads no page.
const PARTS_OF_PAGES: [&str; 20] = [
    ".css", ".js", ".mjs", ".map", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico", ".woff",
    ".woff2", ".ttf", ".otf", ".eot", ".mp4", ".webm", ".wasm",
];

/// What decides how the lines of a batch are read.
pub struct BatchRules<'r> {
    /// The format; `None` to guess it.
    pub format: Option<LogFormat>,
    /// The hosts whose lines are counted, in lower case.
    pub hosts: &'r [String],
    /// Decides which page an address means.
    pub pages: &'r PageIdentifier,
    /// The zone of the site's days.
    pub zone: &'r TimeZone,
    /// The lists of addresses.
    pub lists: &'r AddressLists,
    /// When the batch arrived.
    pub now: Timestamp,
}

/// What a batch contains.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogBatch {
    /// The format in which it was read.
    pub format: Option<FormatName>,
    /// The requests and the lines that cannot be read. Comments, messages of the server and empty lines are neither.
    pub lines: u64,
    /// The reads of crawlers that are counted.
    pub kept: u64,
    /// The lines that cannot be read.
    pub unreadable: u64,
    /// The requests for other hosts.
    pub other_hosts: u64,
    /// The requests that are in the future or older than any report.
    pub out_of_range: u64,
    /// The first lines that cannot be read, with their numbers.
    pub errors: Vec<(u64, Unreadable)>,
    /// The time of the last request of the site; `None` without one.
    pub last_line_at: Option<Timestamp>,
    /// The reads.
    pub counts: ReadCounts,
    /// The newest reads as lines.
    pub newest: NewestLines,
}

/// Counts the lines of a batch.
pub fn count_batch(text: &[u8], rules: &BatchRules<'_>) -> LogBatch {
    let given = rules.format.clone();
    let format = given.or_else(|| guess_format(first_lines(text).iter().map(|line| &**line), rules.now));
    let mut counting = Counting { batch: LogBatch::default(), rules, day: None, page_rows: HashMap::new() };
    counting.batch.format = format.as_ref().map(LogFormat::name);
    // Without any format, every line is as unreadable as in the most common one.
    let mut reader = match format.or_else(|| LogFormat::named(FormatName::Combined)) {
        Some(format) => LogReader::new(format, rules.now),
        None => return counting.batch,
    };
    let mut cutter = LineCutter::default();
    let mut each = |number: u64, line: RawLine<'_>| match line {
        RawLine::TooLong(limit) => counting.count_unreadable(number, Unreadable::TooLong(limit)),
        RawLine::Whole(line) => reader.read(line, &mut |entry| counting.count(number, &entry)),
    };
    cutter.push(text, &mut each);
    cutter.finish(&mut each);
    counting.batch
}

/// The first lines that are not empty: enough to guess the format. Each format reads them, so they are short.
fn first_lines(text: &[u8]) -> Vec<&[u8]> {
    let text = &text[..text.len().min(MAX_GUESS_BYTES)];
    let lines = text.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.filter(|line| !line.is_empty()).take(MAX_GUESS_LINES).collect()
}

struct Counting<'r> {
    batch: LogBatch,
    rules: &'r BatchRules<'r>,
    /// The day of the last line, because the next one is usually on the same day.
    day: Option<DaySpan>,
    /// The rows of pages of each day.
    page_rows: HashMap<Day, u32>,
}

impl Counting<'_> {
    fn count(&mut self, number: u64, entry: &Entry<'_>) {
        match entry {
            Entry::NoRequest => {}
            Entry::Unreadable(problem) => self.count_unreadable(number, *problem),
            Entry::Request(line) => {
                self.batch.lines += 1;
                self.count_request(line);
            }
        }
    }

    fn count_unreadable(&mut self, number: u64, problem: Unreadable) {
        self.batch.lines += 1;
        self.batch.unreadable += 1;
        if self.batch.errors.len() < MAX_NAMED_LINES {
            self.batch.errors.push((number, problem));
        }
    }

    fn count_request(&mut self, line: &LogLine<'_>) {
        let now = self.rules.now;
        if line.at.duration_since(now) > CLOCK_DIFFERENCE || now.duration_since(line.at) > OLDEST {
            self.batch.out_of_range += 1;
            return;
        }
        if !self.is_of_site(line) {
            self.batch.other_hosts += 1;
            return;
        }
        let at = line.at.min(now);
        self.batch.last_line_at = self.batch.last_line_at.max(Some(at));
        if is_part_of_page(line.path()) {
            return;
        }
        if let Some(KeptLine::Read(read)) = classify_line(line, self.rules.lists) {
            self.count_read(line, at, &read);
        }
    }

    fn is_of_site(&self, line: &LogLine<'_>) -> bool {
        let Some(host) = line.host.as_deref() else { return true };
        let host = host.strip_suffix('.').unwrap_or(host);
        self.rules.hosts.iter().any(|counted| counted.eq_ignore_ascii_case(host))
    }

    fn count_read(&mut self, line: &LogLine<'_>, at: Timestamp, read: &CrawlerRead) {
        let day = match self.day {
            Some(day) if day.holds(at) => day,
            _ => *self.day.insert(DaySpan::of(at, self.rules.zone)),
        };
        self.batch.kept += 1;
        self.batch.newest.keep(at, self.rules.now, || ReadLine::of(line, at, read));
        let key = CrawlerKey {
            day: day.day,
            crawler: read.crawler.name,
            purpose: read.purpose,
            evidence: read.evidence,
            status: read.status_class,
        };
        let page = self.rules.pages.of_text(&line.target).into_string();
        // A refuted read may come from any client, and must not use up the rows of a day.
        let is_storable =
            page.len() <= MAX_IDENTITY_BYTES && !page.contains(char::is_control) && read.evidence != Evidence::Refuted;
        let page = if is_storable { page } else { OTHER_PAGE.to_owned() };
        let one = Reads { count: 1, last_at: at };
        if let Some(reads) = self.batch.counts.get_mut(&(key, page.clone())) {
            reads.add(one);
            return;
        }
        let rows = self.page_rows.entry(day.day).or_default();
        let page = if *rows < MAX_PAGE_ROWS_PER_DAY { page } else { OTHER_PAGE.to_owned() };
        *rows += u32::from(page != OTHER_PAGE);
        self.batch.counts.entry((key, page)).and_modify(|reads| reads.add(one)).or_insert(one);
    }
}

fn is_part_of_page(path: &str) -> bool {
    let Some(dot) = path.rfind('.') else { return false };
    PARTS_OF_PAGES.iter().any(|ending| path[dot..].eq_ignore_ascii_case(ending))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::reads::of_all_pages;

    const GPTBOT: &str = "Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)";

    fn now() -> Timestamp {
        "2026-11-29T12:00:00Z".parse().expect("a time")
    }

    fn counted(text: &str, format: Option<FormatName>, zone: &str) -> LogBatch {
        let lists = AddressLists::new();
        let rules = BatchRules {
            format: format.and_then(LogFormat::named),
            hosts: &["shop.example".to_owned()],
            pages: &PageIdentifier::default(),
            zone: &TimeZone::get(zone).expect("a zone"),
            lists: &lists,
            now: now(),
        };
        count_batch(text.as_bytes(), &rules)
    }

    fn line(host: &str, time: &str, target: &str, status: u16) -> String {
        format!("{host}:443 20.0.0.1 - - [{time}] \"GET {target} HTTP/1.1\" {status} 5 \"-\" \"{GPTBOT}\"\n")
    }

    #[test]
    fn lines_are_counted_or_skipped_as_the_table_says() {
        let at = "29/Nov/2026:10:00:00 +0000";
        let text = [
            line("shop.example", at, "/a?utm_source=x", 200),
            line("SHOP.example", at, "/a/", 200),
            line("shop.example", at, "/style.css", 200),
            line("shop.example", at, "/robots.txt", 200),
            line("shop.example", at, "/b", 403),
            line("shop.example", at, "/form", 200).replace("GET", "POST"),
            line("other.example", at, "/a", 200),
            line("shop.example", "29/Nov/2026:14:00:00 +0000", "/a", 200),
            line("shop.example", "28/Nov/2024:14:00:00 +0000", "/a", 200),
            "nothing that a server writes\n".to_owned(),
            String::from("\n"),
        ]
        .concat();
        let batch = counted(&text, None, "UTC");
        assert_eq!(batch.format, Some(FormatName::CombinedVhost));
        assert_eq!((batch.lines, batch.kept, batch.unreadable), (10, 4, 1), "{batch:?}");
        assert_eq!((batch.other_hosts, batch.out_of_range), (1, 2));
        assert_eq!(batch.errors.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [10]);
        let pages: Vec<(&str, &str, u64)> =
            batch.counts.iter().map(|((key, page), reads)| (key.status.as_str(), &**page, reads.count)).collect();
        assert_eq!(pages, [("answered", "/a", 2), ("answered", "/robots.txt", 1), ("refused", "/b", 1)]);
        assert_eq!(batch.last_line_at, "2026-11-29T10:00:00Z".parse().ok());
        let lines = batch.newest.into_lines();
        let shown: Vec<_> = lines.iter().map(|one| (&*one.line.path, one.line.status, &*one.crawler)).collect();
        let [ok, refused] = [Some(200), Some(403)];
        let expected = [("/a", ok), ("/a/", ok), ("/robots.txt", ok), ("/b", refused)];
        assert_eq!(
            shown,
            expected.map(|(path, status)| (path, status, "GPTBot")),
            "no query, no address, no user agent"
        );
    }

    #[test]
    fn a_read_counts_on_its_day_in_the_zone_of_the_site() {
        let text = line("shop.example", "28/Nov/2026:23:30:00 +0000", "/a", 200);
        let days = |zone| {
            counted(&text, None, zone).counts.keys().map(|(key, _)| key.day.date().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(days("UTC"), ["2026-11-28"]);
        assert_eq!(days("Europe/Berlin"), ["2026-11-29"]);
        assert_eq!(days("America/New_York"), ["2026-11-28"]);
    }

    #[test]
    fn a_flood_of_pages_has_a_bound_and_loses_no_read() {
        let pages = MAX_PAGE_ROWS_PER_DAY as usize + 500;
        let text: String =
            (0..pages).map(|n| line("shop.example", "29/Nov/2026:10:00:00 +0000", &format!("/{n}"), 404)).collect();
        let batch = counted(&text, Some(FormatName::CombinedVhost), "UTC");
        assert_eq!((batch.kept, batch.counts.len()), (pages as u64, MAX_PAGE_ROWS_PER_DAY as usize + 1));
        let sums = of_all_pages(&batch.counts);
        assert_eq!(sums.values().map(|reads| reads.count).collect::<Vec<_>>(), [pages as u64]);
        let next_day = text + &line("shop.example", "28/Nov/2026:10:00:00 +0000", "/of-another-day", 200);
        let batch = counted(&next_day, Some(FormatName::CombinedVhost), "UTC");
        assert!(batch.counts.keys().any(|(_, page)| page == "/of-another-day"), "each day has its own bound");
    }

    #[test]
    fn a_text_that_is_no_log_is_unreadable_line_by_line() {
        let batch = counted(&"\u{1}\u{2}\n".repeat(30), None, "UTC");
        assert_eq!((batch.format, batch.lines, batch.unreadable, batch.kept), (None, 30, 30, 0));
        assert_eq!(batch.errors.len(), MAX_NAMED_LINES);
    }
}
