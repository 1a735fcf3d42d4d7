//! What the cache of names needs from a store: reading and adding rows.
//!
//! Inside the transaction that stores the events.

use askline_domain::{analytics::page_orders::PageNumber, shared::ids::SiteId};

use super::stored::{DayUse, Pair, SiteNumber, StoredPage};

/// The tables, as the running transaction sees them.
pub(crate) trait NameTables {
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
