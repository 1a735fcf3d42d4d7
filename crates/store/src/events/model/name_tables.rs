//! What the cache of names needs from a store: reading and adding rows.
//!
//! All of it happens in the transaction that stores the events.

use askline_domain::{analytics::page_orders::PageNumber, shared::ids::SiteId};

use super::stored::{DayUse, Pair, SiteNumber, StoredPage};

/// The tables, as the running transaction sees them.
pub(crate) trait NameTables {
    /// The error of reading or writing.
    type Error;
    /// Returns the number of a site; adds the site if it is new.
    fn number_of_site(&mut self, site: SiteId) -> Result<SiteNumber, Self::Error>;
    /// Finds the page with this path.
    fn find_page(&mut self, site: SiteNumber, path: &str) -> Result<Option<StoredPage>, Self::Error>;
    /// Adds a page that is first counted on `day`; 0 for a page without days.
    fn add_page(&mut self, site: SiteNumber, path: &str, day: i32) -> Result<PageNumber, Self::Error>;
    /// Reads what the site has stored on a day.
    fn read_day(&mut self, site: SiteNumber, day: i32) -> Result<DayUse, Self::Error>;
    /// Replaces what is stored about the day.
    fn write_day(&mut self, site: SiteNumber, day: i32, used: DayUse) -> Result<(), Self::Error>;
    /// Reads the newest day on which a pair was counted; `None` for an unknown pair.
    fn read_last_day(&mut self, pair: Pair<'_>) -> Result<Option<i32>, Self::Error>;
    /// Replaces the newest day on which a pair was counted.
    fn write_last_day(&mut self, pair: Pair<'_>, day: i32) -> Result<(), Self::Error>;
}
