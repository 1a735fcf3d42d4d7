//! The state that the writer keeps in memory.

use crate::events::{
    model::{
        name_cache::NameCache,
        sender_bounds::{Journal, SenderCounts},
    },
    sqlite::seen::SeenIds,
};

/// What the writer knows about the file without reading it.
pub(crate) struct Memory {
    pub(crate) seen: SeenIds,
    pub(crate) names: NameCache,
    /// What senders have added. It is not stored, so it stays valid when other processes commit.
    pub(crate) senders: SenderCounts,
    /// What the running transaction has counted in `senders`.
    pub(crate) journal: Journal,
    /// The value of `PRAGMA data_version` when this was last valid.
    pub(super) data_version: Option<i64>,
}
