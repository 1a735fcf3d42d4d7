//! Health check, change notices and closing of the metadata database.

use std::sync::atomic::Ordering;

use askline_app::ports::{
    StoreResult,
    changes::{Changes, Subject},
    whole_stores::Database,
};
use async_trait::async_trait;

use super::{
    changes::watching,
    postgres, sqlite,
    store::{Engine, MetadataStore},
};
use crate::sql::sql;

#[async_trait]
impl Database for MetadataStore {
    async fn ping(&self) -> StoreResult<()> {
        sql("SELECT MAX(id) FROM changes").execute(&self.inner.read).await.map(|_| ())
    }

    fn trouble(&self) -> Option<String> {
        self.inner.read.trouble().or_else(|| self.inner.write.trouble())
    }

    fn instructions(&self) -> Option<u64> {
        match &self.inner.engine {
            Engine::Sqlite(_, instructions) => Some(instructions.load(Ordering::Relaxed)),
            Engine::Postgres => None,
        }
    }

    /// Remaining clones return `Unavailable` from now on.
    async fn close(&self) {
        self.inner.read.close().await;
        self.inner.watching.close().await;
        if let Engine::Sqlite(keys, _) = &self.inner.engine {
            keys.close();
        }
        if matches!(self.inner.engine, Engine::Sqlite(..)) && !self.inner.write.is_closed() {
            // Not left to the last connection that closes, which may be one of another process: a copy of the file alone
            // must have every change.
            // It waits for readers only briefly; each of them ends soon.
            let written = match sql("PRAGMA busy_timeout = 1000").execute(&self.inner.write).await {
                Ok(_) => sql("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.inner.write).await,
                Err(error) => Err(error),
            };
            if let Err(error) = written {
                tracing::warn!(%error, "The latest changes are in metadata.db-wal: copy metadata.db only together with it");
            }
        }
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

    /// With SQLite, one process serves requests, and only commands run beside it. If a check for changes fails, that is
    /// reported, and the next check sees everything.
    fn is_current(&self) -> bool {
        matches!(self.inner.engine, Engine::Sqlite(..)) || self.inner.changes.is_current()
    }

    fn watch_other_processes(&self) {
        match &self.inner.engine {
            Engine::Sqlite(..) => watching::watch::<sqlite::watch::Position>(&self.inner),
            Engine::Postgres => watching::watch::<postgres::watch::Position>(&self.inner),
        }
    }
}
