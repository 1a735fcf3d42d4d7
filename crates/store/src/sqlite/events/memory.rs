//! What the writer keeps in memory.

use super::seen::SeenIds;
use crate::events::{
    name_cache::NameCache,
    sender_bounds::{Journal, SenderCounts},
};

/// What the writer knows about the file without reading it.
pub(super) struct Memory {
    pub(super) seen: SeenIds,
    pub(super) names: NameCache,
    /// What senders added. No file has it, so it is valid whatever others commit.
    pub(super) senders: SenderCounts,
    /// What the running transaction has counted there.
    pub(super) journal: Journal,
    /// The value of `PRAGMA data_version` when this was last valid.
    pub(super) data_version: Option<i64>,
}
