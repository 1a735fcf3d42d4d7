//! The order of sites on the board, and a place in it.

use std::cmp::{Ordering, Reverse};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

use super::{BoardSort, Candidate, attention::AttentionCode};

/// Where a site stands: by urgency, by asks, by name, by id. What an order does not look at is left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Place(usize, Reverse<i64>, String, String);

impl Place {
    /// The place of a site in an order.
    pub(super) fn of(candidate: &Candidate, sort: BoardSort) -> Self {
        let urgency = match candidate.attention.first() {
            Some(attention) if sort == BoardSort::Attention => attention.code as usize,
            _ => AttentionCode::EVERY.len(),
        };
        let asks = if sort == BoardSort::Name { 0 } else { candidate.asks };
        Self(urgency, Reverse(asks), candidate.site.name.to_lowercase(), candidate.site.id.to_string())
    }

    /// The place as it stands in a cursor.
    pub(super) fn written(&self) -> String {
        URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).expect("numbers and texts"))
    }

    /// The place that a text stands for.
    pub(super) fn read(text: &str) -> Option<Self> {
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
    }
}

/// The sites behind a place, in order.
pub(super) fn in_order(candidates: Vec<Candidate>, sort: BoardSort, after: Option<&Place>) -> Vec<Candidate> {
    let mut placed: Vec<(Place, Candidate)> =
        candidates.into_iter().map(|candidate| (Place::of(&candidate, sort), candidate)).collect();
    placed.retain(|(place, _)| after.is_none_or(|after| place.cmp(after) == Ordering::Greater));
    placed.sort_by(|a, b| a.0.cmp(&b.0));
    placed.into_iter().map(|(_, candidate)| candidate).collect()
}
