//! Sums of reads over all crawlers and pages.

use std::collections::BTreeMap;

use askline_domain::{
    logs::{classify::StatusClass, evidence::Evidence, purpose::ReadPurpose},
    shared::calendar::{Day, Window},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::ports::logs::crawler_reads::CrawlerDay;

/// Sums of reads. Refuted reads are in `refuted` alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadTotals {
    /// All reads that are not refuted.
    pub reads: u64,
    /// Those to train models.
    pub training: u64,
    /// Those for an index that answers are made from.
    pub search: u64,
    /// Those of assistants that opened a page for a person.
    pub user: u64,
    /// Those of browsers that act for a person.
    pub agent: u64,
    /// Those for something else.
    pub other: u64,
    /// Those for training, an index, a person or by an agent that the server refused (401, 403, 429, 451).
    pub refused: u64,
    /// Requests that gave the name of a crawler whose maker's address list does not contain their address.
    pub refuted: u64,
}

/// The reads of a day, without refuted ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadDay {
    /// The date in the site's time zone.
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// Reads to train models.
    pub training: u64,
    /// Reads for an index that answers are made from.
    pub search: u64,
    /// Reads of assistants that opened a page for a person.
    pub user: u64,
    /// Reads of browsers that act for a person.
    pub agent: u64,
    /// Reads for something else.
    pub other: u64,
}

impl ReadTotals {
    /// The sums of these rows.
    pub fn of(rows: &[CrawlerDay]) -> Self {
        let mut totals = Self::default();
        rows.iter().for_each(|row| totals.add(row));
        totals
    }

    fn add(&mut self, row: &CrawlerDay) {
        if row.evidence == Evidence::Refuted {
            self.refuted += row.reads;
            return;
        }
        self.reads += row.reads;
        *match row.purpose {
            ReadPurpose::Training => &mut self.training,
            ReadPurpose::Search => &mut self.search,
            ReadPurpose::User => &mut self.user,
            ReadPurpose::Agent => &mut self.agent,
            ReadPurpose::Other => &mut self.other,
        } += row.reads;
        if row.status == StatusClass::Refused && row.purpose != ReadPurpose::Other {
            self.refused += row.reads;
        }
    }
}

/// The reads of each day.
pub(super) fn by_day(rows: &[CrawlerDay], window: Window) -> Vec<ReadDay> {
    let mut of_day: BTreeMap<Day, ReadTotals> = window.iter().map(|day| (day, ReadTotals::default())).collect();
    for row in rows {
        if let Some(totals) = of_day.get_mut(&row.day) {
            totals.add(row);
        }
    }
    let day = |(day, totals): (Day, ReadTotals)| ReadDay {
        date: day.date().to_string(),
        training: totals.training,
        search: totals.search,
        user: totals.user,
        agent: totals.agent,
        other: totals.other,
    };
    of_day.into_iter().map(day).collect()
}
