//! Clicks on a site's own items in the widget.

use askline_domain::{
    analytics::{OTHER, ranked},
    events::CounterKind,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Found, Report, details,
    rows::{ItemRow, ItemTotals},
};
use crate::{
    ports::analytics::{Counts, Split},
    reports::{
        question::ReportedSite,
        row_changes::RowChanges,
        series::{Previous, SeriesRow},
    },
};

/// Clicks on the site's own items. They are neither asks nor shares.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemClicks {
    /// Sums.
    pub totals: ItemTotals,
    /// One row for each day, or for each `interval`, oldest first, including those with 0.
    pub series: Vec<SeriesRow>,
    /// By item, most clicks first.
    pub by_item: Vec<ItemRow>,
    /// The previous period, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Previous<ItemTotals>>,
}

impl ItemRow {
    /// The clicks on an item, with its current label.
    pub fn of(site: ReportedSite<'_>, (item_id, value): (String, i64), changes: &RowChanges) -> Self {
        let (label, before) = (site.item_label(&item_id), changes.row(&item_id));
        Self { label, other: item_id == OTHER, before, item_id, value }
    }
}

impl Report for ItemClicks {
    const NAME: &'static str = "items";
    const KINDS: &'static [CounterKind] = &[CounterKind::ItemClick];
    const ROWS: Split = Split::Detail;

    fn make(found: &Found<'_>) -> Self {
        let window = found.window;
        let changes = found.changes(str::to_owned);
        let row = |row| ItemRow::of(found.site, row, &changes);
        let totals = |counts: &[Counts]| ItemTotals { item_clicks: counts[0].total(), days: window.days() };
        Self {
            totals: totals(&found.counts),
            series: found.series(),
            by_item: ranked(details(&found.counts[0])).into_iter().map(row).collect(),
            previous: found.previous(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[SeriesRow]) {
        ("itemClicks", &self.series)
    }
    fn parts(&self) -> Vec<(&str, &[i64])> {
        Vec::new()
    }
}
