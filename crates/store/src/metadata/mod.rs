//! Everything but events, on either SQL engine: what is asked and changed, and in which transaction.
//!
//! Opening a database, its migrations and what only one engine does stand in that engine's folder. Several processes may write
//! to the same database at any time, so nothing here relies on being alone.

mod audit_chain;
mod audit_log;
mod change;
mod credits;
mod generations;
mod idempotency;
mod invitations;
mod jobs;
mod keys;
mod known_visitors;
mod members;
mod monitors;
mod one_time;
mod organizations;
mod prompts;
mod proposed_rules;
mod rules;
mod sessions;
mod sites;
mod webhooks;

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use askline_domain::ports::{Changes, Database, StoreResult};
use async_trait::async_trait;
use tokio::sync::watch;

use crate::{
    postgres,
    sealing::SealingKey,
    sql::{Pool, sql},
    sqlite::MetadataFile,
};
pub(crate) use keys::key_grant;
pub(crate) use webhooks::StoredAddress;

/// Everything but events, in one database. Clones share the connections.
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
    /// The highest value of the table `generation` that this process has seen.
    pub(crate) generation: Arc<AtomicU64>,
    /// How often this process stored jobs; tells those who wait for work.
    pub(crate) stored_jobs: watch::Sender<u64>,
    /// What only one engine does.
    pub(crate) engine: Engine,
}

/// The engine that a database runs on.
pub(crate) enum Engine {
    /// A file of SQLite.
    Sqlite(Box<MetadataFile>),
    /// A server.
    Postgres,
}

impl MetadataStore {
    /// The store on these connections, whose latest change is `generation`.
    pub(crate) fn on(write: Pool, read: Pool, sealing: SealingKey, generation: i64, engine: Engine) -> Self {
        Self {
            inner: Arc::new(Inner {
                write,
                read,
                sealing,
                generation: Arc::new(AtomicU64::new(generation.unsigned_abs())),
                stored_jobs: watch::Sender::new(0),
                engine,
            }),
        }
    }
}

impl Inner {
    /// Remembers that the database has come to this change.
    pub(crate) fn note_generation(&self, value: i64) {
        self.generation.fetch_max(value.unsigned_abs(), Ordering::AcqRel);
    }
}

#[async_trait]
impl Database for MetadataStore {
    async fn ping(&self) -> StoreResult<()> {
        sql("SELECT value FROM generation").execute(&self.inner.read).await.map(|_| ())
    }

    /// Clones that are left answer `Unavailable` from now on.
    async fn close(&self) {
        self.inner.read.close().await;
        if let Engine::Sqlite(file) = &self.inner.engine {
            file.close();
        }
        // Last, so that the last connection of all folds the write-ahead log into the file.
        self.inner.write.close().await;
    }
}

impl Changes for MetadataStore {
    fn generation(&self) -> u64 {
        self.inner.generation.load(Ordering::Acquire)
    }

    fn watch_other_processes(&self) {
        match &self.inner.engine {
            Engine::Sqlite(file) => file.watch(&self.inner),
            Engine::Postgres => postgres::watch(&self.inner),
        }
    }
}
