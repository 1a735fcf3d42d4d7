//! Events and counters in `events.db`, with one writer and many readers. The writer commits the batches that arrived
//! during its previous commit.
//!
//! Counters are raised only in the transaction that stores the event, and `append` returns only after that transaction
//! is on the disk (except with `Commits::Fast`). Another process may write to the same file at any time.

mod crawler_reads;
mod event_row;
mod merging;
mod options;
mod reading;
mod schema;
mod seen;
mod writing;

use std::{
    collections::{BTreeMap, HashSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    thread::JoinHandle,
};

use askline_app::ports::{
    StoreError, StoreResult,
    analytics::{AnalyticsStore, Counts, CountsQuestion, Recent},
    events::{Appended, EventPosition, EventStore, Recount, StoredEvent},
    whole_stores::Database,
};
use askline_domain::{
    analytics::{
        clear_rows::ByDay,
        filter::AnalyticsFilter,
        page_list::question::{PagesAnswer, PagesQuestion},
        page_orders::PageOrders,
        series::Cut,
    },
    events::{Event, EventId},
    pages::identity::{CanonicalPage, PageIdentifier},
    requests::quota::AddressCaller,
    shared::{
        calendar::{Day, Window},
        clock::Clock,
        ids::SiteId,
    },
};
use async_trait::async_trait;
use jiff::Timestamp;
use rusqlite::Connection;
use tokio::sync::oneshot;

pub use self::options::EventOptions;
pub(crate) use self::schema::{APPLICATION_ID, apply_step, layout_of, step_names};
pub(crate) use self::seen::MovedIds;
use self::{
    reading::{counts, export, pages, readers::Readers, recent, recount},
    seen::Identity,
    writing::{batch::Batch, canonical, memory::Memory, queue::Queue, removal, stale_pages, writer::Writer},
};
use super::model::{counts::may_be_slow, gathering::closed, revisions::Revisions};
use crate::{
    sql::rows::rusqlite_error,
    sqlite::{OpenError, reader::copy_database},
};

/// The file's name within the data folder.
pub const EVENTS_FILE: &str = "events.db";

/// The event database. When it is dropped, it stores the events that it has accepted and then closes the file.
pub struct EventDatabase {
    queue: Arc<Queue>,
    readers: Arc<Readers>,
    revisions: Arc<Revisions>,
    page_orders: Arc<PageOrders>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl EventDatabase {
    /// Opens `events.db` in `dir`; creates or migrates it if needed.
    pub fn open(dir: &Path, options: EventOptions, clock: Arc<dyn Clock>) -> Result<Self, OpenError> {
        let path = dir.join(EVENTS_FILE);
        let connection = schema::open_writer(&path, options.lock_wait, options.commits)?;
        let revisions = Arc::new(Revisions::default());
        let writer = Writer::new(connection, options, clock, Arc::clone(&revisions))
            .map_err(|error| OpenError::of_rusqlite(&path, &error))?;
        let queue = Arc::new(Queue::new(options.max_waiting_events));
        let abandoned_at_end = AbandonAtEnd(Arc::clone(&queue));
        let thread = std::thread::Builder::new()
            .name("event-writer".into())
            .spawn(move || writer.run(&abandoned_at_end.0))
            .map_err(|error| OpenError::of_io(&path, &error))?;
        let readers = Arc::new(Readers::new(path));
        let page_orders = Arc::default();
        Ok(Self { queue, readers, revisions, page_orders, writer: Mutex::new(Some(thread)) })
    }

    /// Writes a snapshot to `file`, which must not exist, while events are stored.
    pub async fn backup_into(&self, file: &Path) -> StoreResult<()> {
        let (from, to): (PathBuf, PathBuf) = (self.readers.path().to_owned(), file.to_owned());
        let copied = tokio::task::spawn_blocking(move || {
            // A backup that was reported as complete must survive a power failure.
            copy_database(&from, &to)
        });
        copied.await.unwrap_or_else(|error| Err(StoreError::Internal(error.to_string())))
    }

    /// Sets the maximum size of the file in bytes; beyond it events are refused as unavailable.
    pub async fn limit_file(&self, max_bytes: Option<u64>) -> StoreResult<()> {
        self.on_writer(move |writer| writer.limit_file(max_bytes).map_err(rusqlite_error)).await
    }

    /// Runs `work` on the writer's thread, after the running commit.
    async fn on_writer<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Writer) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let (answer, answered) = oneshot::channel();
        self.queue.push_task(Box::new(move |writer| {
            // A caller that has gone away in the meantime needs no answer.
            let _ = answer.send(work(writer));
        }))?;
        answered.await.unwrap_or_else(|_| Err(closed()))
    }

    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Memory, &Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.on_writer(move |writer| writer.transaction(work)).await
    }

    /// Removes at most `limit` raw events of a site that are older than `before`, in short transactions; returns how
    /// many.
    async fn remove_events_of(&self, site: SiteId, before: Timestamp, limit: u32) -> StoreResult<u32> {
        let mut removed = 0;
        while removed < limit {
            let most = removal::ROWS_AT_ONCE.min(limit - removed);
            let some = self
                .write(move |memory, connection| removal::remove_before(memory, connection, site, before, most))
                .await?;
            removed += some;
            if some < most {
                break;
            }
        }
        Ok(removed)
    }

    /// Folds at most `limit` pages of a site that were last counted before `before`, in short transactions; returns how
    /// many.
    async fn forget_pages_of(&self, site: SiteId, before: Day, limit: u32) -> StoreResult<u32> {
        let mut forgotten = 0;
        while forgotten < limit {
            let most = stale_pages::PAGES_AT_ONCE.min(limit - forgotten);
            let find = move |connection: &Connection| {
                stale_pages::find_stale_pages(connection, site, before, most).map_err(rusqlite_error)
            };
            let found = self.readers.ask_slowly(find).await?;
            let mut folded = 0;
            for piece in stale_pages::pieces(&found) {
                folded += self
                    .on_writer(move |writer| {
                        let folded = writer.transaction(|memory, connection| {
                            stale_pages::fold_pages(memory, connection, site, &piece, before)
                        })?;
                        writer.touched(site);
                        Ok(folded)
                    })
                    .await?;
            }
            if folded == 0 {
                break;
            }
            forgotten += folded;
        }
        while self
            .write(move |memory, connection| stale_pages::forget_old_labels(memory, connection, site, before))
            .await?
        {}
        Ok(forgotten)
    }

    /// Stops accepting events; returns the thread that still stores accepted events, to the first caller only.
    fn take_nothing_more(&self) -> Option<JoinHandle<()>> {
        self.queue.close();
        // Readers close before the writer's connection: the last connection to close writes the log back, and a reader
        // cannot.
        self.readers.close();
        self.writer.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

fn wait_for(writer: Option<JoinHandle<()>>) {
    if writer.is_some_and(|thread| thread.join().is_err()) {
        tracing::error!("The event writer ended with a panic");
    }
}

impl Drop for EventDatabase {
    fn drop(&mut self) {
        wait_for(self.take_nothing_more());
    }
}

#[async_trait]
impl Database for EventDatabase {
    /// Whether the file can be read and the writer runs.
    async fn ping(&self) -> StoreResult<()> {
        if self.queue.is_closed() {
            return Err(closed());
        }
        self.readers.ask(|connection| {
            connection
                .prepare_cached("SELECT count(*) FROM (SELECT 1 FROM sites LIMIT 1)")
                .and_then(|mut statement| statement.query_row([], |_| Ok(())))
                .map_err(rusqlite_error)
        })
    }

    /// Those of reads; the writer's are not counted.
    fn instructions(&self) -> Option<u64> {
        Some(self.readers.instructions())
    }

    async fn close(&self) {
        let writer = self.take_nothing_more();
        // Not on a thread that other tasks need.
        let _ = tokio::task::spawn_blocking(move || wait_for(writer)).await;
    }
}

/// Empties the queue when the writer's thread ends, even by a panic, so that no caller waits forever.
struct AbandonAtEnd(Arc<Queue>);

impl Drop for AbandonAtEnd {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

#[async_trait]
impl EventStore for EventDatabase {
    async fn append_from(&self, events: Vec<Event>, sender: Option<AddressCaller>) -> StoreResult<Appended> {
        if events.is_empty() {
            return Ok(Appended::default());
        }
        // Computed here, since there are many callers and only one writer.
        let identities = events.iter().map(|event| Identity::of(event.site, event.event_id)).collect();
        let (answer, answered) = oneshot::channel();
        self.queue.push(Batch { events, extra: identities, sender, answer })?;
        answered.await.unwrap_or_else(|_| Err(closed()))
    }

    fn waiting(&self) -> usize {
        self.queue.depth()
    }

    async fn events_after(&self, site: SiteId, after: EventPosition, limit: u32) -> StoreResult<Vec<StoredEvent>> {
        self.readers.ask_slowly(move |connection| export::read_events_after(connection, site, after, limit)).await
    }

    async fn event_ids(&self, site: SiteId, day: Day) -> StoreResult<HashSet<EventId>> {
        self.readers
            .ask_slowly(move |connection| export::read_event_ids(connection, site, day).map_err(rusqlite_error))
            .await
    }

    async fn recount(&self, site: SiteId, day: Day) -> StoreResult<Recount> {
        self.readers.ask_slowly(move |connection| recount::read_recount(connection, site, day)).await
    }

    async fn remove_events(&self, older: &[(SiteId, Timestamp)], limit: u32) -> StoreResult<u64> {
        let mut removed = 0;
        for (site, before) in older {
            removed += self.remove_events_of(*site, *before, limit - removed).await?;
        }
        Ok(removed.into())
    }

    async fn forget_pages(&self, older: &[(SiteId, Day)], limit: u32) -> StoreResult<u64> {
        let mut forgotten = 0;
        for (site, before) in older {
            forgotten += self.forget_pages_of(*site, *before, limit - forgotten).await?;
        }
        Ok(forgotten.into())
    }

    async fn merge_pages(&self, site: SiteId, pages: &PageIdentifier) -> StoreResult<u64> {
        let mut merged = 0;
        loop {
            let some = self.merge_some_pages(site, pages).await?;
            if some == 0 {
                self.merge_read_pages(site, pages).await?;
                return Ok(merged);
            }
            merged += some;
        }
    }

    async fn record_canonical_pages(&self, site: SiteId, pages: Vec<CanonicalPage>) -> StoreResult<()> {
        self.on_writer(move |writer| {
            if writer.transaction(|_, connection| canonical::write(connection, site, &pages))? > 0 {
                writer.touched(site);
            }
            Ok(())
        })
        .await
    }

    async fn remove_site(&self, site: SiteId) -> StoreResult<()> {
        self.on_writer(move |writer| {
            let detached = writer.transaction(|memory, connection| removal::detach_site(memory, connection, site))?;
            if detached {
                // If the caller stops waiting now, the writer still finishes the removal.
                writer.remains = true;
                writer.touched(site);
            }
            Ok(())
        })
        .await?;
        while !self.write(removal::clear_remains).await? {}
        Ok(())
    }
}

#[async_trait]
impl AnalyticsStore for EventDatabase {
    async fn counts(
        &self,
        site: SiteId,
        filter: &AnalyticsFilter,
        questions: Vec<CountsQuestion>,
    ) -> StoreResult<Vec<Counts>> {
        let is_slow = may_be_slow(filter, &questions);
        let filter = filter.clone();
        let read = move |connection: &Connection| {
            let each = questions.iter().map(|question| counts::read_counts(connection, site, &filter, question));
            each.collect::<rusqlite::Result<_>>().map_err(rusqlite_error)
        };
        if is_slow { self.readers.ask_slowly(read).await } else { self.readers.ask(read) }
    }

    async fn asks(&self, windows: Vec<(SiteId, Window)>) -> StoreResult<Vec<i64>> {
        let read = move |connection: &Connection| {
            let each = windows.iter().map(|(site, window)| counts::read_asks(connection, *site, *window));
            each.collect::<rusqlite::Result<_>>().map_err(rusqlite_error)
        };
        self.readers.ask_slowly(read).await
    }

    async fn recent(&self, site: SiteId, now: Timestamp) -> StoreResult<Recent> {
        self.readers.ask_slowly(move |connection| recent::read_recent(connection, site, now)).await
    }

    async fn pages(&self, site: SiteId, window: Window, question: &PagesQuestion) -> StoreResult<PagesAnswer> {
        let (question, orders) = (question.clone(), Arc::clone(&self.page_orders));
        let state = (site, self.revision(site));
        self.readers
            .ask_slowly(move |connection| pages::read_pages(connection, state, window, &question, &orders))
            .await
    }

    async fn asks_by_page(&self, site: SiteId, window: Window, cut: Option<Cut>) -> StoreResult<BTreeMap<String, i64>> {
        let read = move |connection: &Connection| {
            pages::asks::read_asks_by_page(connection, site, window, cut).map_err(rusqlite_error)
        };
        self.readers.ask_slowly(read).await
    }

    async fn asks_by_day(
        &self,
        site: SiteId,
        window: Window,
        pages: Vec<String>,
    ) -> StoreResult<BTreeMap<String, ByDay>> {
        let read = move |connection: &Connection| {
            pages::asks::read_asks_by_day(connection, site, window, &pages).map_err(rusqlite_error)
        };
        self.readers.ask_slowly(read).await
    }

    async fn counted_platforms(&self, site: SiteId) -> StoreResult<Vec<String>> {
        self.readers
            .ask_slowly(move |connection| counts::read_platforms(connection, site).map_err(rusqlite_error))
            .await
    }

    async fn page_paths(&self, site: SiteId, limit: u32) -> StoreResult<Vec<String>> {
        let read =
            move |connection: &Connection| counts::read_page_paths(connection, site, limit).map_err(rusqlite_error);
        self.readers.ask_slowly(read).await
    }

    async fn knows_page(&self, site: SiteId, path: &str) -> StoreResult<bool> {
        self.readers.ask(|connection| counts::read_knows_page(connection, site, path).map_err(rusqlite_error))
    }

    fn revision(&self, site: SiteId) -> u64 {
        self.revisions.of(site)
    }
}
