//! The last uses of keys and sessions, which are recorded in batches.

use std::collections::BTreeMap;

use askline_app::ports::StoreResult;
use askline_domain::shared::ids::Id;
use jiff::Timestamp;

use crate::{
    metadata::MetadataStore,
    sql::{
        Dialects,
        rows::{json_text, milliseconds},
        sql,
    },
};

/// The maximum number of uses recorded in one transaction, so that other writers do not wait long.
const USES_AT_ONCE: usize = 1_000;

/// Records uses in a table, never an earlier one after a later one. The list is one parameter, with different syntax for
/// each database.
macro_rules! touching {
    ($table:literal) => {
        $crate::sql::Dialects {
            sqlite: concat!(
                "UPDATE ",
                $table,
                " SET last_used_ms = used.value ->> 1 FROM json_each($1) AS used WHERE ",
                $table,
                ".id = used.value ->> 0 AND (last_used_ms IS NULL OR last_used_ms < used.value ->> 1)"
            ),
            postgres: concat!(
                "UPDATE ",
                $table,
                " SET last_used_ms = free.used_ms FROM (SELECT id, (used.value ->> 1)::bigint AS used_ms \
                 FROM jsonb_array_elements($1::jsonb) AS used (value) JOIN ",
                $table,
                " ON id = used.value ->> 0 \
                 FOR NO KEY UPDATE OF ",
                $table,
                " SKIP LOCKED) AS free WHERE ",
                $table,
                ".id = free.id AND (last_used_ms IS NULL OR last_used_ms < free.used_ms)"
            ),
        }
    };
}
pub(in crate::metadata) use touching;

impl MetadataStore {
    /// Records the latest use of each id.
    pub(crate) async fn record_uses<I: Id>(&self, touching: Dialects, uses: &[(I, Timestamp)]) -> StoreResult<()> {
        let mut latest = BTreeMap::new();
        for (id, at) in uses {
            let known = latest.entry(*id).or_insert(*at);
            *known = (*at).max(*known);
        }
        let latest: Vec<(String, i64)> =
            latest.into_iter().map(|(id, at)| (id.to_string(), milliseconds(at))).collect();
        for uses in latest.chunks(USES_AT_ONCE) {
            self.write_without_notice(sql(touching).bind(json_text(uses)?)).await?;
        }
        Ok(())
    }
}
