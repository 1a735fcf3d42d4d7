//! SQLite files in a temporary folder.

use std::{path::Path, sync::Arc};

use askline_app::ports::whole_stores::{Events, Metadata};
use askline_domain::shared::clock::Clock;
use askline_store::{events::sqlite::EventDatabase, metadata::MetadataStore};
use rusqlite::Connection;
use tempfile::TempDir;

use super::EventOptions;

/// How long a statement waits for the server's own writes.
const WAIT_FOR_WRITERS: std::time::Duration = std::time::Duration::from_secs(10);

pub struct Files {
    folder: TempDir,
}

/// A transaction that writes.
pub struct HeldFile(#[expect(dead_code, reason = "its end lets go")] Connection);

impl Files {
    pub fn start(options: EventOptions, clock: Arc<dyn Clock>) -> (Self, Arc<dyn Events>) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let options = askline_store::events::sqlite::EventOptions {
            events_per_site_and_day: options.events_per_site_and_day,
            max_new_pages_per_day: options.max_new_pages_per_day,
            max_new_referrers_per_day: options.max_new_referrers_per_day,
            ..askline_store::events::sqlite::EventOptions::default()
        };
        let events = EventDatabase::open(folder.path(), options, clock).expect("a new store");
        (Self { folder }, Arc::new(events))
    }

    pub async fn metadata(&self) -> Arc<dyn Metadata> {
        Arc::new(MetadataStore::open(self.folder.path()).await.expect("the store"))
    }

    pub async fn hold_writers(&self) -> HeldFile {
        HeldFile(self.written("BEGIN IMMEDIATE".to_owned()).await)
    }

    pub async fn tamper(&self, sql: &str) {
        // The write lock is taken first: a statement that reads before it writes fails immediately if another one writes
        // meanwhile.
        self.written(format!("PRAGMA foreign_keys = ON; BEGIN IMMEDIATE; {sql}; COMMIT")).await;
    }

    /// Runs statements on a separate thread: the server uses the test's thread meanwhile, and may need it to end a
    /// transaction that these statements wait for.
    async fn written(&self, statements: String) -> Connection {
        let connection = self.metadata_file();
        let run = move || {
            connection.execute_batch(&statements).expect("it fits, and nobody else writes for long");
            connection
        };
        tokio::task::spawn_blocking(run).await.expect("the statements run")
    }

    pub fn newest_event(&self, column: &str) -> Option<String> {
        let connection = Connection::open(self.folder.path().join("events.db")).expect("the database");
        let sql = format!("SELECT {column} FROM events ORDER BY seq DESC LIMIT 1");
        connection.query_row(&sql, [], |row| row.get(0)).expect("an event")
    }

    pub fn known_visitors(&self) -> Vec<(String, Vec<u8>)> {
        let connection = self.metadata_file();
        let mut rows = connection.prepare("SELECT kind, digest FROM known_visitors ORDER BY kind").expect("it fits");
        let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        rows.collect::<Result<_, _>>().expect("a text and bytes")
    }

    pub fn hold(&self, text: &str) -> bool {
        any_file_holds(self.folder.path(), text.as_bytes())
    }

    pub fn replace(&self, from: &str, to: &str) {
        assert_eq!(from.len(), to.len());
        let file = self.folder.path().join("metadata.db");
        let mut bytes = std::fs::read(&file).expect("the file");
        let is_here = |at: &usize| bytes[*at..].starts_with(from.as_bytes());
        let places: Vec<usize> = (0..bytes.len() - from.len()).filter(is_here).collect();
        let [place] = places[..] else { panic!("{from} stands at {places:?}") };
        bytes[place..place + to.len()].copy_from_slice(to.as_bytes());
        std::fs::write(&file, bytes).expect("written");
    }

    fn metadata_file(&self) -> Connection {
        let connection = Connection::open(self.folder.path().join("metadata.db")).expect("the database");
        connection.busy_timeout(WAIT_FOR_WRITERS).expect("it waits for the service's own writes");
        connection
    }
}

fn any_file_holds(folder: &Path, text: &[u8]) -> bool {
    std::fs::read_dir(folder).expect("a folder").any(|entry| {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            return any_file_holds(&path, text);
        }
        std::fs::read(&path).unwrap_or_default().windows(text.len()).any(|window| window == text)
    })
}
