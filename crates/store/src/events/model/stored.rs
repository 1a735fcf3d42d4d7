//! The stored form of sites, pages, labels and days, shared by all stores.

use std::borrow::Cow;

use askline_domain::{analytics::page_orders::PageNumber, events::CounterKind};

/// A site's number: in the tables on SQLite, in the [working set](crate::events::postgres) of a commit on PostgreSQL.
pub(crate) type SiteNumber = i64;

/// The site, kind and day to which pairs of labels belong.
pub(crate) type LabelsKey = (SiteNumber, CounterKind, i32);

/// Both labels in their stored form.
pub(crate) type Labels<'l> = (Cow<'l, str>, Cow<'l, str>);

/// A page in its stored form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StoredPage {
    pub(crate) number: PageNumber,
    pub(crate) title: Option<String>,
    /// How its address is spelled, empty if as its path; `None` if that is unknown.
    pub(crate) spelling: Option<String>,
    pub(crate) first_day: i32,
    pub(crate) last_day: i32,
}

/// A pair of labels of a site and kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair<'p> {
    pub(crate) site: SiteNumber,
    pub(crate) kind: CounterKind,
    pub(crate) label: &'p str,
    pub(crate) detail: &'p str,
}

/// What a site has stored on a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct DayUse {
    pub(crate) events: u64,
    pub(crate) new_pages: u32,
    pub(crate) new_referrers: u32,
    pub(crate) new_pairs: u32,
}
