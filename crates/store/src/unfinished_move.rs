//! The mark of a store that a move is still filling. A store with this mark is never served.
//!
//! The mark is a table, which also records how far the move got. The transaction that ends the move drops it.

use crate::sql::Link;

/// The name of the table. In a folder it is in both databases; the one in the metadata is the mark.
pub(crate) const TABLE: &str = "unfinished_move";

/// The name of another table in `events.db`: the pages whose number in the folder differs from the one on PostgreSQL.
pub(crate) const PAGE_NUMBERS: &str = "unfinished_move_pages";

/// Which stores are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    /// Only complete ones.
    Whole,
    /// Also those with an unfinished move.
    PerhapsUnfinished,
}

/// Whether a move is filling this file.
pub(crate) fn is_in_file(connection: &rusqlite::Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ?1)", [TABLE], |row| row.get(0))
}

/// Whether a move is filling this database.
pub(crate) async fn is_in_database(link: &mut Link) -> sqlx::Result<bool> {
    sqlx::query_scalar("SELECT to_regclass($1) IS NOT NULL").bind(TABLE).fetch_one(link).await
}
