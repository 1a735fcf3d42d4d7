//! How `database.connections` is divided: a server opens no other connections to PostgreSQL.

/// The minimum that a server needs: a long write must not stop all others, and reads need some beside writes.
pub const MIN_CONNECTIONS: u32 = 12;

/// The number of concurrent commits of events.
pub(crate) const EVENT_COMMITS_AT_ONCE: usize = 3;
/// Single connections: two that check for changes by other servers, one that reports that this server runs, and one
/// that finds out why others cannot be opened and runs the checks at start-up.
const SINGLE: u32 = 4;
/// The maximum number of concurrent changes of metadata. Of the changes that wait for one scope, only one has a
/// connection.
const MAX_METADATA_WRITES: u32 = 8;
/// One for each concurrent commit of events, and some for removals.
const MAX_EVENT_WRITES: u32 = EVENT_COMMITS_AT_ONCE as u32 + 2;
/// One for a long write, and one for the others.
const MIN_WRITES: u32 = 2;

/// The maximum number of connections of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shares {
    pub(crate) metadata_writes: u32,
    pub(crate) metadata_reads: u32,
    pub(crate) event_writes: u32,
    pub(crate) event_reads: u32,
}

impl Shares {
    /// Divides the connections: a quarter for each kind of write, up to what they can use, and the rest for reads.
    pub(crate) fn of(connections: u32) -> Self {
        let shared = connections.max(MIN_CONNECTIONS) - SINGLE;
        let metadata_writes = (shared / 4).clamp(MIN_WRITES, MAX_METADATA_WRITES);
        let event_writes = (shared / 4).clamp(MIN_WRITES, MAX_EVENT_WRITES);
        let reads = shared - metadata_writes - event_writes;
        Self { metadata_writes, metadata_reads: reads.div_ceil(2), event_writes, event_reads: reads / 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds_together_have_what_the_setting_says_and_none_is_left_without() {
        for connections in MIN_CONNECTIONS..=1_000 {
            let Shares { metadata_writes, metadata_reads, event_writes, event_reads } = Shares::of(connections);
            let each = [metadata_writes, metadata_reads, event_writes, event_reads];
            assert_eq!(each.iter().sum::<u32>() + SINGLE, connections);
            assert!(each.iter().all(|share| *share >= MIN_WRITES), "{connections}: {each:?}");
        }
    }
}
