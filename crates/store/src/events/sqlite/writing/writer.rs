//! The only writing thread: commits the batches that arrived during the previous commit, then answers.
//!
//! Except with `Commits::Fast`, no event is reported as stored before the commit is on the disk. What the writer keeps
//! in memory is valid only after it has checked, inside the transaction, whether another process has committed in the
//! meantime.

use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

use askline_app::ports::{StoreError, StoreResult, events::Appended};
use askline_domain::shared::{clock::Clock, ids::SiteId};
use jiff::Timestamp;
use rusqlite::Connection;
use tracing::{error, info};

use super::{batch::Batch, in_file::InFile, memory::Memory, removal, sums};
use crate::{
    events::{
        model::{
            memory_of_ids::{Seconds, taken_at, whole_seconds},
            name_cache::NameCache,
            revisions::Revisions,
            sender_bounds::{Journal, Sender, SenderCounts},
            sums::Sums,
        },
        sqlite::{
            event_row::EventInsert,
            options::EventOptions,
            schema::PAGE_BYTES,
            seen::{Identity, SeenIds},
        },
    },
    sql::rows::rusqlite_error,
    sqlite::reader::write_back,
};

/// How long the writer sleeps before it tries again to take the lock.
const LOCK_POLL: Duration = Duration::from_millis(1);
/// The maximum number of pages in a file by SQLite's default.
const MAX_FILE_PAGES: u64 = 4_294_967_294;

/// The writer, which runs on its own thread.
pub(crate) struct Writer {
    connection: Connection,
    memory: Memory,
    pub(crate) options: EventOptions,
    clock: Arc<dyn Clock>,
    revisions: Arc<Revisions>,
    /// The value of `PRAGMA data_version` at the last check.
    watched_version: i64,
    /// Whether the file was unavailable and no transaction has succeeded since, so that this is logged only once.
    pub(crate) failing: bool,
    /// Whether removed sites may have left rows behind. They are removed when there is nothing else to do.
    pub(crate) remains: bool,
}

/// The results of the batches of one commit.
struct Stored {
    answers: Vec<Appended>,
    sites: HashSet<SiteId>,
}

impl Writer {
    /// Creates a writer on `connection`.
    pub(crate) fn new(
        connection: Connection,
        options: EventOptions,
        clock: Arc<dyn Clock>,
        revisions: Arc<Revisions>,
    ) -> rusqlite::Result<Self> {
        let watched_version = data_version(&connection)?;
        let memory = Memory {
            seen: SeenIds::load(&connection, options.seen_limits(), whole_seconds(clock.now()))?,
            names: NameCache::new(options.day_limits()),
            senders: SenderCounts::default(),
            journal: Journal::default(),
            // Not known yet: the first transaction checks again, while it holds the lock.
            data_version: None,
        };
        let mut writer =
            Self { connection, memory, options, clock, revisions, watched_version, failing: false, remains: true };
        writer.limit_file(options.max_file_bytes)?;
        Ok(writer)
    }

    /// Stores batches in one commit; if that fails because of one of them, stores each in a separate commit.
    pub(crate) fn store(&mut self, mut batches: Vec<Batch>) {
        let now = self.clock.now();
        let stored = self.transaction(|memory, connection| append(memory, connection, &batches, now));
        match stored {
            Ok(stored) => {
                self.revisions.raise(stored.sites);
                for (batch, appended) in batches.into_iter().zip(stored.answers) {
                    // A caller that has gone away in the meantime needs no answer.
                    let _ = batch.answer.send(Ok(appended));
                }
            }
            Err(StoreError::Internal(_)) if batches.len() > 1 => {
                for batch in batches.drain(..) {
                    self.store(vec![batch]);
                }
            }
            Err(error) => {
                if let StoreError::Internal(_) = error {
                    error!(error = %error, "A batch of events cannot be stored");
                }
                for batch in batches {
                    let _ = batch.answer.send(Err(error.clone()));
                }
            }
        }
    }

    /// Runs `work` in one transaction: either all of it is durable, or nothing is stored.
    pub(crate) fn transaction<T>(
        &mut self,
        work: impl FnOnce(&mut Memory, &Connection) -> rusqlite::Result<T>,
    ) -> StoreResult<T> {
        let now = whole_seconds(self.clock.now());
        let Self { connection, memory, revisions, options, .. } = self;
        let done = begin(connection, options.lock_wait)
            .and_then(|()| {
                let version = data_version(connection)?;
                if memory.data_version != Some(version) {
                    revisions.raise_all();
                    memory.catch_up(connection, now)?;
                    memory.data_version = Some(version);
                }
                work(memory, connection)
            })
            .and_then(|value| connection.prepare_cached("COMMIT")?.execute([]).map(|_| value));
        match done {
            Ok(value) => {
                memory.seen.committed(connection, now);
                memory.journal.keep();
                self.recovered();
                Ok(value)
            }
            Err(error) => {
                memory.seen.rolled_back();
                memory.senders.take_back(&mut memory.journal);
                memory.names.forget();
                if !connection.is_autocommit()
                    && let Err(error) = connection.execute_batch("ROLLBACK")
                {
                    error!(
                        error = %error,
                        "A failed transaction could not be rolled back; this will be tried again with the next batch"
                    );
                }
                let error = rusqlite_error(error);
                self.failed(&error);
                Err(error)
            }
        }
    }

    /// Writes the log into the file and empties it, so that a copy of the file alone has every event. SQLite does it only when
    /// the last connection closes, and a reader or another process may close later.
    pub(crate) fn write_back(&self) {
        let done =
            self.connection.busy_timeout(self.options.write_back_wait).and_then(|()| write_back(&self.connection));
        match done {
            Ok(true) => {}
            Ok(false) => tracing::warn!("Someone still reads events.db: copy it only together with events.db-wal"),
            Err(error) => {
                tracing::warn!(%error, "The latest events are in events.db-wal: copy events.db only together with it")
            }
        }
    }

    /// Sets the maximum size of the file.
    pub(crate) fn limit_file(&mut self, max_bytes: Option<u64>) -> rusqlite::Result<()> {
        let pages = max_bytes.map_or(MAX_FILE_PAGES, |bytes| (bytes / PAGE_BYTES).clamp(1, MAX_FILE_PAGES));
        self.connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))?;
        Ok(())
    }

    /// Records that data of `site` has changed.
    pub(crate) fn touched(&self, site: SiteId) {
        self.revisions.raise([site]);
    }

    /// Called when no work waits: detects commits by other processes, and removes the remaining rows of removed sites.
    pub(crate) fn rest(&mut self) {
        if let Ok(version) = data_version(&self.connection)
            && version != self.watched_version
        {
            self.watched_version = version;
            self.revisions.raise_all();
        }
        if self.remains && !self.failing {
            // Checked first, since taking the lock might wait for a process that holds it for a long time.
            let nothing = removal::nothing_remains(&self.connection).unwrap_or(false);
            self.remains = !nothing && !matches!(self.transaction(removal::clear_remains), Ok(true));
        }
    }

    fn failed(&mut self, error: &StoreError) {
        if !matches!(error, StoreError::Unavailable(_)) {
            return;
        }
        if !self.failing {
            error!(error = %error, "Events cannot be stored; they are refused until the database can be written again");
        }
        self.failing = true;
    }

    fn recovered(&mut self) {
        if self.failing {
            info!("Events are stored again");
        }
        self.failing = false;
    }
}

impl Memory {
    fn catch_up(&mut self, connection: &Connection, now: Seconds) -> rusqlite::Result<()> {
        // Until this has succeeded, nothing in memory is valid.
        self.data_version = None;
        self.names.forget();
        self.seen.catch_up(connection, now)?;
        self.seen.date_old_runs(connection, now)
    }
}

/// Takes the write lock, so that no other connection commits before the transaction ends.
fn begin(connection: &Connection, lock_wait: Duration) -> rusqlite::Result<()> {
    if !connection.is_autocommit() {
        connection.execute_batch("ROLLBACK")?;
    }
    let started = Instant::now();
    loop {
        match connection.prepare_cached("BEGIN IMMEDIATE")?.execute([]) {
            // SQLite's own waiting times grow to a tenth of a second, and would miss the gaps that a busy process
            // leaves.
            Err(error) if is_busy(&error) && started.elapsed() < lock_wait => std::thread::sleep(LOCK_POLL),
            done => return done.map(drop),
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
}

/// Returns a number that changes when another connection commits, and never by commits of this connection.
fn data_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))
}

/// Inserts the new events and raises their counters.
fn append(memory: &mut Memory, connection: &Connection, batches: &[Batch], now: Timestamp) -> rusqlite::Result<Stored> {
    let seconds = whole_seconds(now);
    let mut sums = Sums::default();
    let mut stored = Stored { answers: Vec::with_capacity(batches.len()), sites: HashSet::new() };
    let mut insert = EventInsert::prepare(connection)?;
    let ids: Vec<Identity> = batches.iter().flat_map(|batch| &batch.extra).copied().collect();
    let mut strangers = memory.seen.strangers(&ids, seconds).into_iter();
    let Memory { seen, names, senders, journal, .. } = memory;
    for batch in batches {
        let mut sender = Sender { counts: &mut *senders, journal: &mut *journal, address: batch.sender };
        let mut appended = Appended::default();
        for (index, (event, id)) in batch.events.iter().zip(&batch.extra).enumerate() {
            let is_stranger = strangers.next().unwrap_or(false);
            if seen.is_repeat(connection, *id, is_stranger, seconds)? {
                appended.repeated += 1;
                continue;
            }
            let Some(place) = names.target(&mut InFile(connection), event, &mut sender)? else {
                appended.over_limit.push(index);
                continue;
            };
            let (taken, kept_beside) = taken_at(event, now);
            insert.execute(seen.remember(*id, taken), place, event, kept_beside)?;
            sums.add(place, event);
            stored.sites.insert(event.site);
            appended.stored += 1;
        }
        stored.answers.push(appended);
    }
    sums::write(sums, connection, names)?;
    names.write_days(&mut InFile(connection))?;
    seen.seal_if_full(connection, seconds)?;
    Ok(stored)
}
