//! Everything except events, on either SQL engine: queries and changes, and their transactions.
//!
//! Opening a database, its migrations and what only one engine does are in that engine's folder. Several processes may
//! write to the same database at any time, so nothing here relies on being alone.

mod account_list;
mod accounts;
mod audit_chain;
mod audit_log;
mod change;
mod credits;
mod generations;
mod grounds;
mod idempotency;
mod invitations;
mod jobs;
mod keys;
pub(crate) mod last_changes;
mod made_on_day;
mod mails;
mod member_sites;
mod members;
mod monitors;
mod organizations;
mod prompts;
mod proposed_rules;
mod removal_pieces;
mod row_order;
mod rules;
mod scope;
mod sessions;
mod sites;
mod webhooks;

use std::sync::{Arc, atomic::AtomicBool};

use askline_domain::ports::{
    StoreResult,
    changes::{Changes, Subject},
    whole_stores::Database,
};
use async_trait::async_trait;
use tokio::sync::watch;

use crate::{
    postgres,
    sealing::SealingKey,
    sql::{Pool, sql},
    sqlite::MetadataFile,
};
pub(crate) use keys::key_grant;
use last_changes::LastChanges;
pub(crate) use webhooks::StoredAddress;

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

#[async_trait]
impl Database for MetadataStore {
    async fn ping(&self) -> StoreResult<()> {
        sql("SELECT MAX(id) FROM changes").execute(&self.inner.read).await.map(|_| ())
    }

    fn trouble(&self) -> Option<String> {
        self.inner.read.trouble().or_else(|| self.inner.write.trouble())
    }

    /// Remaining clones answer `Unavailable` from now on.
    async fn close(&self) {
        self.inner.read.close().await;
        match &self.inner.engine {
            Engine::Sqlite(file) => file.close(),
            Engine::Postgres { watching } => watching.close().await,
        }
        // Last, so that the last connection of all folds the write-ahead log into the file.
        self.inner.write.close().await;
    }
}

impl Changes for MetadataStore {
    fn generation(&self) -> u64 {
        self.inner.changes.generation()
    }

    fn may_have_changed(&self, subjects: &[Subject], since: u64) -> bool {
        self.inner.changes.may_have_changed(subjects, since)
    }

    /// A file has one process that serves, and commands beside it: a failed check is reported, and the next one sees
    /// everything.
    fn is_current(&self) -> bool {
        matches!(self.inner.engine, Engine::Sqlite(_)) || self.inner.changes.is_current()
    }

    fn watch_other_processes(&self) {
        match &self.inner.engine {
            Engine::Sqlite(file) => file.watch(&self.inner),
            Engine::Postgres { watching } => postgres::watch(&self.inner, watching),
        }
    }
}
