//! Which releases can read a database's tables.
//!
//! A migration records it when it is applied, so that older servers can continue beside newer ones.

use super::{
    connect_error::ConnectError,
    migrating::{Plan, applied, is_table},
};
use crate::sql::Link;

/// Refuses tables that a newer release has migrated so that this release cannot read them.
pub(crate) async fn check(link: &mut Link, place: &str, plan: Plan) -> Result<(), ConnectError> {
    let failed = |error: sqlx::Error| ConnectError::of(place, &error);
    let known = plan.steps.last();
    let found = applied(link, plan).await.map_err(failed)?.into_keys().last().unwrap_or(0);
    if found <= known {
        return Ok(());
    }
    let from: Option<i64> = if is_table(link, "layouts").await.map_err(failed)? {
        sqlx::query_scalar("SELECT readable_from FROM layouts WHERE name = $1")
            .bind(plan.name)
            .fetch_optional(link)
            .await
            .map_err(failed)?
    } else {
        None
    };
    match from {
        Some(from) if from <= known => Ok(()),
        _ => Err(ConnectError::NewerThanBinary { place: place.to_owned(), found, known }),
    }
}
