//! The state of one metadata database: its connections, its sealing key, and what changed.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64},
};

use tokio::sync::watch;

use super::{changes::last_changes::LastChanges, sqlite::key_lookup::KeyLookup};
use crate::{sealing::SealingKey, sql::Pool};

/// All data except events, in one database. Clones share the connections.
#[derive(Clone)]
pub struct MetadataStore {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    /// Connections that write.
    pub(crate) write: Pool,
    /// Connections that cannot write.
    pub(crate) read: Pool,
    /// A connection for detecting changes by other processes, so that no slow read delays it.
    pub(crate) watching: Pool,
    /// Seals secrets that must be readable again.
    pub(crate) sealing: SealingKey,
    /// The changes that this process knows about, its own and those of others.
    pub(crate) changes: LastChanges,
    /// The number of times that this process stored jobs; wakes the tasks that wait for work.
    pub(crate) stored_jobs: watch::Sender<u64>,
    /// Whether people get email about changes that this process makes.
    pub(crate) sends_mail: AtomicBool,
    /// What only one kind of database needs.
    pub(crate) engine: Engine,
}

/// The kind of database that the store uses.
pub(crate) enum Engine {
    /// An SQLite file, with the lookup that bypasses the pools, and the number of instructions that its statements ran.
    Sqlite(Box<KeyLookup>, Arc<AtomicU64>),
    /// A PostgreSQL server.
    Postgres,
}

impl MetadataStore {
    /// Creates the store on these connections.
    pub(crate) fn on(write: Pool, read: Pool, watching: Pool, sealing: SealingKey, engine: Engine) -> Self {
        Self {
            inner: Arc::new(Inner {
                write,
                read,
                watching,
                sealing,
                changes: LastChanges::default(),
                stored_jobs: watch::Sender::new(0),
                sends_mail: AtomicBool::new(false),
                engine,
            }),
        }
    }
}
