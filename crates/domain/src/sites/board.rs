//! The order of sites on the board, which shows all sites at once.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::sites::{
    Site,
    attention::{Attention, AttentionCode},
};

/// What the sites of the board are ordered by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardSort {
    /// The most urgent first; of equals, the most asked.
    #[default]
    Attention,
    /// By name, whatever the case.
    Name,
    /// The most asked first.
    Asks,
}

/// The place of a site on the board; the smallest comes first. Used as a cursor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BoardPlace(usize, Reverse<i64>, String, String);

impl BoardPlace {
    /// The place of a site in an order: by urgency, by asks, by name, by id. Criteria that the order does not use are
    /// left out.
    pub fn of(site: &Site, attention: &[Attention], asks: i64, sort: BoardSort) -> Self {
        let urgency = match attention.first() {
            Some(first) if sort == BoardSort::Attention => first.code as usize,
            _ => AttentionCode::NotInstalled as usize + 1,
        };
        let asks = if sort == BoardSort::Name { 0 } else { asks };
        Self(urgency, Reverse(asks), site.name.to_lowercase(), site.id.to_string())
    }
}
