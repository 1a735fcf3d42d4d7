//! The order of sites on the board, where an owner of many sees each at a glance.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    attention::{Attention, AttentionCode},
    site::Site,
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

/// Where a site stands on the board; the least stands first. It can be kept, to read on behind it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BoardPlace(usize, Reverse<i64>, String, String);

impl BoardPlace {
    /// The place of a site in an order: by urgency, by asks, by name, by id. What an order does not look at is left out.
    pub fn of(site: &Site, attention: &[Attention], asks: i64, sort: BoardSort) -> Self {
        let urgency = match attention.first() {
            Some(first) if sort == BoardSort::Attention => first.code as usize,
            _ => AttentionCode::NotInstalled as usize + 1,
        };
        let asks = if sort == BoardSort::Name { 0 } else { asks };
        Self(urgency, Reverse(asks), site.name.to_lowercase(), site.id.to_string())
    }
}
