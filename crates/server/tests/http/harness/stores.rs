//! The stores of the tested server, and direct access to them. With it, tests do and see what a person with access to
//! the files or the database could. A test does not know which stores these are: `ASKLINE_TEST_STORES=servers` selects
//! PostgreSQL.

mod files;
pub mod servers;

use std::sync::Arc;

use askline_app::ports::whole_stores::{Events, Metadata};
use askline_domain::shared::clock::Clock;

use self::{
    files::{Files, HeldFile},
    servers::{HeldDatabase, Servers},
};

/// Limits of the event store that tests make small.
#[derive(Debug, Clone, Copy)]
pub struct EventOptions {
    pub events_per_site_and_day: u64,
    pub max_new_pages_per_day: u32,
    pub max_new_referrers_per_day: u32,
}

impl Default for EventOptions {
    fn default() -> Self {
        let limits = askline_store::events::postgres::EventServerOptions::default();
        Self {
            events_per_site_and_day: limits.events_per_site_and_day,
            max_new_pages_per_day: limits.max_new_pages_per_day,
            max_new_referrers_per_day: limits.max_new_referrers_per_day,
        }
    }
}

/// Metadata and events that end with the test.
pub enum Stores {
    Files(Files),
    Servers(Servers),
}

/// Blocks all writes to the metadata until it is dropped.
#[expect(dead_code, reason = "its end lets go")]
pub enum HeldWriters {
    File(HeldFile),
    Database(HeldDatabase),
}

/// A statement for each database, if one text does not work on both.
#[derive(Clone, Copy)]
pub struct Words<'s> {
    pub sqlite: &'s str,
    pub postgres: &'s str,
}

/// Whether the tests run on PostgreSQL.
fn on_servers() -> bool {
    match std::env::var("ASKLINE_TEST_STORES").as_deref() {
        Ok("servers") => true,
        Ok("files") | Err(std::env::VarError::NotPresent) => false,
        other => panic!("ASKLINE_TEST_STORES is servers or files, not {other:?}"),
    }
}

impl Stores {
    /// New stores.
    pub async fn start(options: EventOptions, clock: Arc<dyn Clock>) -> (Self, Arc<dyn Metadata>, Arc<dyn Events>) {
        let (stores, events) = if on_servers() {
            let (servers, events) = Servers::start(options, clock).await;
            (Self::Servers(servers), events)
        } else {
            let (files, events) = Files::start(options, clock);
            (Self::Files(files), events)
        };
        let metadata = stores.metadata_opened_again().await;
        (stores, metadata, events)
    }

    /// The metadata, opened again as another process would open it.
    pub async fn metadata_opened_again(&self) -> Arc<dyn Metadata> {
        match self {
            Self::Files(files) => files.metadata().await,
            Self::Servers(servers) => servers.metadata().await,
        }
    }

    /// The stores on PostgreSQL, for what SQLite does not do.
    pub fn servers(&self) -> Option<&Servers> {
        match self {
            Self::Files(_) => None,
            Self::Servers(servers) => Some(servers),
        }
    }

    /// Prevents every server from writing.
    pub async fn hold_writers(&self) -> HeldWriters {
        match self {
            Self::Files(files) => HeldWriters::File(files.hold_writers().await),
            Self::Servers(servers) => HeldWriters::Database(servers.hold_writers().await),
        }
    }

    /// Changes metadata directly, without the store.
    pub async fn tamper(&self, sql: &str) {
        self.tamper_in(Words { sqlite: sql, postgres: sql }).await;
    }

    /// Changes metadata directly, with a text for each database.
    pub async fn tamper_in(&self, words: Words<'_>) {
        match self {
            Self::Files(files) => files.tamper(words.sqlite).await,
            Self::Servers(servers) => servers.tamper(words.postgres).await,
        }
    }

    /// Makes every insertion into a table fail.
    pub async fn refuse_insertions(&self, table: &str) {
        let sqlite = format!(
            "CREATE TRIGGER refused BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'on purpose, by a test'); END"
        );
        let postgres = format!(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'on purpose, by a test'; END $$; \
             CREATE TRIGGER refused BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()"
        );
        self.tamper_in(Words { sqlite: &sqlite, postgres: &postgres }).await;
    }

    /// Lets insertions succeed again.
    pub async fn allow_insertions(&self, table: &str) {
        self.tamper_in(Words { sqlite: "DROP TRIGGER refused", postgres: &format!("DROP TRIGGER refused ON {table}") })
            .await;
    }

    /// The value of a column for the newest event.
    pub fn newest_event(&self, column: &str) -> Option<String> {
        match self {
            Self::Files(files) => files.newest_event(column),
            Self::Servers(servers) => servers.newest_event(column),
        }
    }

    /// The kinds and digests stored about visitors who signed in before.
    pub fn known_visitors(&self) -> Vec<(String, Vec<u8>)> {
        match self {
            Self::Files(files) => files.known_visitors(),
            Self::Servers(servers) => servers.known_visitors(),
        }
    }

    /// Whether anything that is stored contains this text.
    pub fn hold(&self, text: &str) -> bool {
        match self {
            Self::Files(files) => files.hold(text),
            Self::Servers(servers) => servers.hold(text),
        }
    }

    /// Replaces `from`, which occurs exactly once, with `to` in the closed metadata.
    pub fn replace(&self, from: &str, to: &str) {
        match self {
            Self::Files(files) => files.replace(from, to),
            Self::Servers(servers) => servers.replace(from, to),
        }
    }
}
