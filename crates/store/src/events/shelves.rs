//! What the books need from a store: reads of the tables, and new rows.
//!
//! Inside the transaction that stores the events.

use askline_domain::{analytics::page_orders::PageNumber, events::CounterKind, shared::ids::SiteId};

use super::{books::SiteNumber, day_bounds::DayUse};

/// A page as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StoredPage {
    pub(crate) number: PageNumber,
    pub(crate) title: Option<String>,
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

/// The tables, as the running transaction sees them.
pub(crate) trait Shelves {
    /// Why reading or writing failed.
    type Error;
    /// The number of a site, which is entered if it is new.
    fn number_of_site(&mut self, site: SiteId) -> Result<SiteNumber, Self::Error>;
    /// The page with this path.
    fn find_page(&mut self, site: SiteNumber, path: &str) -> Result<Option<StoredPage>, Self::Error>;
    /// Enters a page that is counted on `day` for the first time; 0 for one without days.
    fn add_page(&mut self, site: SiteNumber, path: &str, day: i32) -> Result<PageNumber, Self::Error>;
    /// What the site has stored on a day.
    fn read_day(&mut self, site: SiteNumber, day: i32) -> Result<DayUse, Self::Error>;
    /// Replaces the stored use.
    fn write_day(&mut self, site: SiteNumber, day: i32, used: DayUse) -> Result<(), Self::Error>;
    /// The newest day on which a pair was counted; `None` for an unknown pair.
    fn read_last_day(&mut self, pair: Pair<'_>) -> Result<Option<i32>, Self::Error>;
    /// Replaces the stored day.
    fn write_last_day(&mut self, pair: Pair<'_>, day: i32) -> Result<(), Self::Error>;
}
