//! The order of sites on the board, the list of an organization's sites.

pub mod attention;

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    board::attention::{Attention, AttentionCode},
    sites::Site,
};

/// The order of the list of all sites.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "SitesOverviewSort")]
pub enum BoardSort {
    /// By urgency, the most urgent first, then by asks.
    #[default]
    Attention,
    /// By name, ignoring case.
    Name,
    /// By asks, the most asked first.
    Asks,
}

/// The sort key of a site on the board, in ascending order. Also used as a cursor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BoardSortKey(usize, Reverse<i64>, String, String);

impl BoardSortKey {
    /// Returns the sort key of a site: urgency, asks, name, id. Criteria that `sort` does not use have a constant
    /// value.
    pub fn of(site: &Site, attention: &[Attention], asks: i64, sort: BoardSort) -> Self {
        let urgency = match attention.first() {
            Some(first) if sort == BoardSort::Attention => first.code as usize,
            _ => AttentionCode::NotInstalled as usize + 1,
        };
        let asks = if sort == BoardSort::Name { 0 } else { asks };
        Self(urgency, Reverse(asks), site.name.to_lowercase(), site.id.to_string())
    }
}
