//! The last transaction that changed a site's data. Other servers detect changes by its id.

use crate::{events::postgres::site_key::SiteKey, sql::Link};

/// The id of a transaction.
pub(crate) type TransactionId = i64;

/// Records that the running transaction changes data of these sites.
pub(crate) async fn note_transaction(connection: &mut Link, sites: &[SiteKey]) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO event_turns (site, turn) SELECT site, pg_current_xact_id() FROM unnest($1::bytea[]) AS site
         ON CONFLICT (site) DO UPDATE SET turn = excluded.turn, changed = excluded.changed",
    )
    .bind(sites)
    .execute(connection)
    .await
    .map(drop)
}
