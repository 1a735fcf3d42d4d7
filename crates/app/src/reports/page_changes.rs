//! Each page beside the previous period, and whether the asks about it clearly changed.

use std::{cmp::Reverse, collections::BTreeMap};

use askline_domain::{
    analytics::{OTHER_PAGE, clear_rows::MIN_COUNT, filter::AnalyticsFilter},
    shared::{calendar::Window, ids::SiteId},
};
use jiff::{Timestamp, tz::TimeZone};

use super::{
    before::Before,
    row_changes::{RowChanges, Tested},
};
use crate::ports::{StoreResult, all::Ports};

/// The maximum number of pages that are tested: those with the most asks in both windows.
const MAX_TESTED: usize = 200;

/// What is known about pages from the previous window.
#[derive(Debug, Default)]
pub struct PageChanges {
    /// The asks of each page; `None` if the list is not compared.
    pub previous: Option<BTreeMap<String, i64>>,
    /// Verdicts.
    pub changes: RowChanges,
}

/// Compares the pages of a window with the previous one, as of now. A list with one platform is not compared.
pub async fn read(
    ports: &Ports,
    (site, zone): (SiteId, &TimeZone),
    (filter, window): (&AnalyticsFilter, Window),
    before: Before,
    now: Timestamp,
) -> StoreResult<PageChanges> {
    if filter.platform.is_some() {
        return Ok(PageChanges::default());
    }
    let previous = ports.analytics.asks_by_page(site, before.window, before.cut).await?;
    let tested = Tested::of(filter, window, before, (now, zone));
    let days = match tested.days() {
        None => BTreeMap::new(),
        Some(days) => {
            let asks = ports.analytics.asks_by_page(site, window, None).await?;
            ports.analytics.asks_by_day(site, days, largest(asks, &previous)).await?
        }
    };
    let changes = RowChanges::of([], tested, days);
    Ok(PageChanges { previous: Some(previous), changes })
}

/// The pages with the most asks in both windows together, if they are enough to be tested.
fn largest(mut asks: BTreeMap<String, i64>, previous: &BTreeMap<String, i64>) -> Vec<String> {
    for (page, before) in previous {
        *asks.entry(page.clone()).or_default() += before;
    }
    let is_tested = |(page, asks): &(String, i64)| *asks >= MIN_COUNT && page != OTHER_PAGE;
    let mut pages: Vec<_> = asks.into_iter().filter(is_tested).collect();
    pages.sort_by_key(|(_, asks)| Reverse(*asks));
    pages.truncate(MAX_TESTED);
    pages.into_iter().map(|(page, _)| page).collect()
}
