//! How much the attackers do, and for how long.

use std::time::Duration;

/// The amount of work, and its duration.
pub struct Sizes {
    /// How long each attack runs.
    pub during: Duration,
    /// How long the server may take to release memory.
    pub after: Duration,
    /// Pages of the attackers' site: the number that made-up events can add in a day.
    pub pages: usize,
    /// Rows of every kind that grows, of the attackers' organization.
    pub rows: u32,
    /// Entries of the attackers' audit log: the maximum of one export.
    pub audit_entries: u32,
    /// Rules of the attackers' site.
    pub rules: usize,
    /// Sessions of one account.
    pub sessions: u32,
    /// Invitations of each organization that is deleted.
    pub invitations: u32,
    /// Concurrent previews of prompts.
    pub previews: usize,
    /// Connections that are held: the maximum that the server allows.
    pub connections: usize,
}

impl Sizes {
    /// The sizes that the names of the attacks state.
    pub const FULL: Sizes = Sizes {
        during: Duration::from_secs(6),
        after: Duration::from_secs(60),
        pages: 10_000,
        rows: 100_000,
        audit_entries: 100_000,
        rules: 100,
        sessions: 100_000,
        invitations: 300_000,
        previews: 200,
        connections: 10_000,
    };
    /// Enough to check that each row works.
    pub const SMALL: Sizes = Sizes {
        during: Duration::from_secs(1),
        after: Duration::from_secs(2),
        pages: 200,
        rows: 1_000,
        audit_entries: 1_000,
        rules: 5,
        sessions: 1_000,
        invitations: 2_000,
        previews: 10,
        connections: 200,
    };
}
