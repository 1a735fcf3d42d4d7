//! Decides under which rows reads of crawlers are counted. Every row that a site may have on a day is bounded.

use std::collections::{BTreeSet, HashMap, HashSet};

use askline_app::ports::logs::crawler_reads::{CrawlerDay, PageReads};
use askline_domain::{
    analytics::{OTHER_PAGE, filter::PageFilter},
    logs::{
        classify::StatusClass,
        reads::{CrawlerKey, MAX_PAGE_ROWS_PER_DAY, ReadCounts},
    },
    shared::calendar::Day,
};
use jiff::Timestamp;

/// The maximum number of pages and crawlers that a report reads, the most read first: what a flood stores must not fill the
/// memory of those who look at it.
pub(crate) const MAX_PAGE_CRAWLERS: u32 = 50_000;

/// The rows that are stored for a site, as far as a batch needs to know them.
#[derive(Debug, Default)]
pub(crate) struct StoredRows {
    /// The number of rows of each day of the batch.
    pub(crate) of_day: HashMap<Day, u32>,
    /// The rows of the batch that are stored.
    pub(crate) known: HashSet<(CrawlerKey, String)>,
}

/// The reads of pages as they are counted: those of rows beyond the limit of their day under [`OTHER_PAGE`].
pub(crate) fn within_bounds(counts: &ReadCounts, stored: &StoredRows) -> ReadCounts {
    let mut of_day = stored.of_day.clone();
    let mut bounded = ReadCounts::new();
    for (row, reads) in counts {
        let rows = of_day.entry(row.0.day).or_default();
        let row = match row {
            row if row.1 == OTHER_PAGE || stored.known.contains(row) => row.clone(),
            row if *rows < most_rows(row.0.status) => {
                *rows += 1;
                row.clone()
            }
            (key, _) => (*key, OTHER_PAGE.to_owned()),
        };
        bounded.entry(row).and_modify(|sum| sum.add(*reads)).or_insert(*reads);
    }
    bounded
}

/// The number of rows of a day from which another row with this status is not added. Requests for pages that do not exist leave
/// room for those that were answered.
fn most_rows(status: StatusClass) -> u32 {
    if status == StatusClass::Answered { MAX_PAGE_ROWS_PER_DAY } else { MAX_PAGE_ROWS_PER_DAY / 5 }
}

/// The columns of a row of a day.
#[derive(Debug)]
pub(crate) struct DayColumns {
    pub(crate) day: i32,
    pub(crate) crawler: String,
    pub(crate) purpose: String,
    pub(crate) evidence: String,
    pub(crate) status: String,
    pub(crate) reads: i64,
    pub(crate) last_at: i64,
}

/// The time of a column.
pub(crate) fn time_of(milliseconds: i64) -> Timestamp {
    Timestamp::from_millisecond(milliseconds).unwrap_or_default()
}

/// A row of a day. `None` for a word of a later release.
pub(crate) fn day_row(row: DayColumns) -> Option<CrawlerDay> {
    Some(CrawlerDay {
        day: Day(row.day),
        purpose: row.purpose.parse().ok()?,
        evidence: row.evidence.parse().ok()?,
        status: row.status.parse().ok()?,
        crawler: row.crawler,
        reads: row.reads.unsigned_abs(),
        last_at: time_of(row.last_at),
    })
}

/// The reads of the pages and folders of a list.
#[derive(Debug, Default)]
pub(crate) struct RowReads {
    of_pages: HashMap<String, PageReads>,
    below_folders: HashMap<String, PageReads>,
}

/// What the reads of a page or below a folder are summed up by.
#[derive(Debug)]
pub(crate) struct PurposeColumns {
    pub(crate) row: String,
    pub(crate) purpose: String,
    pub(crate) answered: i64,
    pub(crate) last_at: i64,
}

impl RowReads {
    /// The pages whose reads are asked for, among them those with the path of a folder, and the folders. Each is there once, so
    /// that no read is summed up twice.
    pub(crate) fn asked(rows: &[PageFilter]) -> (Vec<&str>, Vec<&str>) {
        let (mut pages, mut folders) = (BTreeSet::new(), BTreeSet::new());
        for row in rows {
            match row {
                PageFilter::Page(path) => drop(pages.insert(path.as_str())),
                PageFilter::Folder(path) => {
                    pages.insert(path.as_str());
                    folders.insert(path.as_str());
                }
            }
        }
        (pages.into_iter().collect(), folders.into_iter().collect())
    }

    /// Adds the reads of a page.
    pub(crate) fn add_page(&mut self, columns: PurposeColumns) {
        Self::add(&mut self.of_pages, columns);
    }

    /// Adds the reads of the pages below a folder.
    pub(crate) fn add_below(&mut self, columns: PurposeColumns) {
        Self::add(&mut self.below_folders, columns);
    }

    fn add(reads: &mut HashMap<String, PageReads>, PurposeColumns { row, purpose, answered, last_at }: PurposeColumns) {
        // A word of a later release is no purpose.
        let Ok(purpose) = purpose.parse() else { return };
        let reads = reads.entry(row).or_default();
        *reads.answered.entry(purpose).or_default() += answered.unsigned_abs();
        reads.last_at = reads.last_at.max(Some(time_of(last_at)));
    }

    /// The reads of each row.
    pub(crate) fn in_order(&self, rows: &[PageFilter]) -> Vec<PageReads> {
        let of_row = |row: &PageFilter| match row {
            PageFilter::Page(path) => self.of_pages.get(path).cloned().unwrap_or_default(),
            PageFilter::Folder(path) => {
                let mut sum = self.of_pages.get(path).cloned().unwrap_or_default();
                let below = self.below_folders.get(path).cloned().unwrap_or_default();
                for (purpose, answered) in below.answered {
                    *sum.answered.entry(purpose).or_default() += answered;
                }
                PageReads { last_at: sum.last_at.max(below.last_at), ..sum }
            }
        };
        rows.iter().map(of_row).collect()
    }
}
