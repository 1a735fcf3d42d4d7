//! A dump that is restored on another server of PostgreSQL.
//!
//! The columns `turn` hold numbers of transactions of the server that the dump came from. Those that the new server has
//! not reached would count as news at every check until it does.

use crate::sql::Link;

/// Resets numbers of the metadata that lie in the future. No row that this server wrote has one.
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

/// Resets numbers of sites' events that lie in the future.
pub(crate) async fn reset_event_transactions(link: &mut Link) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE event_turns SET turn = pg_current_xact_id() WHERE turn >= pg_snapshot_xmax(pg_current_snapshot())",
    )
    .execute(link)
    .await
    .map(drop)
}
