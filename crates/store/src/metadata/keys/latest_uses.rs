//! The last uses of keys and sessions, which are recorded in batches.

use std::collections::BTreeMap;

use askline_domain::shared::ids::Id;
use jiff::Timestamp;

use crate::sql::rows::milliseconds;

/// Returns the latest use of each id, in a form that serializes to a JSON list.
pub(crate) fn latest_uses<I: Id>(uses: &[(I, Timestamp)]) -> Vec<(String, i64)> {
    let mut latest = BTreeMap::new();
    for (id, at) in uses {
        let at = milliseconds(*at);
        latest.entry(*id).and_modify(|known: &mut i64| *known = at.max(*known)).or_insert(at);
    }
    latest.into_iter().map(|(id, at)| (id.to_string(), at)).collect()
}
