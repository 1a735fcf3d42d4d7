//! Whether this release can still read the tables of its database.

use crate::{events::postgres, metadata::postgres::migrations, sql::Link};

/// Whether a newer release has changed the tables so that this release can no longer read them.
pub(super) async fn is_outdated(link: &mut Link) -> sqlx::Result<bool> {
    let (metadata, events) = (migrations::plan(), postgres::plan());
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM layouts WHERE readable_from > CASE name WHEN $1 THEN $2 ELSE $3 END)",
    )
    .bind(metadata.name)
    .bind(metadata.steps.last())
    .bind(events.steps.last())
    .fetch_one(link)
    .await
}
