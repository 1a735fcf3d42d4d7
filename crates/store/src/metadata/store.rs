//! What is known of one database: its connections, its key, and what changed.

use std::sync::{Arc, atomic::AtomicBool};

use tokio::sync::watch;

use super::{changes::last_changes::LastChanges, sqlite::file::MetadataFile};
use crate::{sealing::SealingKey, sql::Pool};

/// Everything except events, in one database. Clones share the connections.
#[derive(Clone)]
pub struct MetadataStore {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    /// Connections that write.
    pub(crate) write: Pool,
    /// Connections that cannot write.
    pub(crate) read: Pool,
    /// Seals what must be used in the clear.
    pub(crate) sealing: SealingKey,
    /// What this process knows about changes, its own and others'.
    pub(crate) changes: Arc<LastChanges>,
    /// How often this process stored jobs; wakes those who wait for work.
    pub(crate) stored_jobs: watch::Sender<u64>,
    /// Whether people get mail about what this process changes.
    pub(crate) sends_mail: AtomicBool,
    /// What only one engine does.
    pub(crate) engine: Engine,
}

/// The engine that a database runs on.
pub(crate) enum Engine {
    /// A file of SQLite.
    Sqlite(Box<MetadataFile>),
    /// A server.
    Postgres {
        /// A connection of its own for checking what other processes changed, so that no slow read delays it.
        watching: Pool,
    },
}

impl MetadataStore {
    /// The store on these connections.
    pub(crate) fn on(write: Pool, read: Pool, sealing: SealingKey, engine: Engine) -> Self {
        Self {
            inner: Arc::new(Inner {
                write,
                read,
                sealing,
                changes: Arc::default(),
                stored_jobs: watch::Sender::new(0),
                sends_mail: AtomicBool::new(false),
                engine,
            }),
        }
    }
}
