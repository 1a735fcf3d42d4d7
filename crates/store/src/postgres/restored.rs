//! Resets transaction ids after a dump was restored on another PostgreSQL server.
//!
//! The columns `turn` contain ids of transactions of the server that the dump came from. Ids that the new server has
//! not reached would be reported as changes at every check until it does.

use crate::sql::Link;

/// Resets ids in the metadata that lie in the future. No row that this server wrote has such an id.
pub(crate) async fn reset_changes(link: &mut Link) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM changes WHERE turn >= pg_snapshot_xmax(pg_current_snapshot())")
        .execute(&mut *link)
        .await?;
    sqlx::query(
        "UPDATE changes_removed SET through = pg_current_xact_id() WHERE through >= pg_snapshot_xmax(pg_current_snapshot())",
    )
    .execute(link)
    .await
    .map(drop)
}

/// Resets ids of sites' events that lie in the future.
pub(crate) async fn reset_event_transactions(link: &mut Link) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE event_turns SET turn = pg_current_xact_id() WHERE turn >= pg_snapshot_xmax(pg_current_snapshot())",
    )
    .execute(link)
    .await
    .map(drop)
}
