//! Events and counters on PostgreSQL: any number of servers write and read them.
//!
//! What an event adds to counters is stored in the event's transaction (additions to pages wait to be folded in), and
//! `append` returns only after that transaction is committed. `crate::events::model` makes the decisions about events
//! for all stores.

mod crawler_reads;
mod done_before;
mod merged_pages;
mod migrations;
mod options;
mod partitions;
mod past_events;
mod raw_events;
mod reading;
mod removal;
mod site_key;
mod stale_pages;
mod store;
mod watch;
mod weeks;
mod writing;

use std::{
    collections::{BTreeMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use askline_app::{
    ports::{
        StoreResult,
        analytics::{AnalyticsStore, Counts, CountsQuestion, Recent},
        events::{Appended, EventPosition, EventStore, Recount, StoredEvent},
        whole_stores::Database,
    },
    shares::fair_slots::FairSlots,
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
use tokio::task::JoinHandle;

pub use self::options::EventServerOptions;
pub(crate) use self::{
    migrations::plan,
    partitions::make_days,
    weeks::WEEKS_OF_DAYS,
    writing::{ids, page_raises::fold_all},
};
use self::{
    partitions::Partitions,
    reading::{asks, counts, pages, stored_events},
    store::Inner,
    writing::{commit_queues::CommitQueues, committing},
};
use super::model::{gathering::closed, revisions::Revisions};
use crate::{
    postgres::{
        ConnectError, PostgresOptions,
        connecting::{connecting, links, untested_links},
        layout,
        migrating::migrate,
        restored::reset_event_transactions,
        shares::{EVENT_COMMITS_AT_ONCE, Shares},
    },
    sql::{READS, rows::store_error},
};

/// The maximum number of concurrent slow questions, so that they take neither all memory nor all connections.
const MAX_SLOW: usize = 4;
/// The event store on a PostgreSQL server. Dropping it still stores the events that it has accepted.
pub struct EventServer {
    inner: Arc<Inner>,
    /// A task for each queue of commits.
    committing: Mutex<Vec<JoinHandle<()>>>,
}

/// Connects to the events of a database that contains the metadata, creates missing tables, and applies missing
/// migrations.
pub async fn connect_events(
    server: &PostgresOptions,
    options: EventServerOptions,
    clock: Arc<dyn Clock>,
) -> Result<EventServer, ConnectError> {
    let (connecting, place) = connecting(server)?;
    let failed = |error: sqlx::Error| ConnectError::of(&place, &error);
    // JIT compilation of a statement takes longer than any of these statements should.
    let connecting = connecting.reached(|server| server.options([("jit", "off")]));
    let shares = Shares::of(server.connections);
    let write = untested_links(shares.event_writes, connecting.clone(), server);
    layout::check(&mut write.acquire().await.map_err(failed)?, &place, plan()).await?;
    migrate(&write, &[plan()], server, &place).await?;
    reset_event_transactions(&mut write.acquire().await.map_err(failed)?).await.map_err(failed)?;
    let reading = connecting.read_only();
    let read = links(shares.event_reads, reading.clone(), server);
    let watching = links(1, reading, server);
    let seen = watch::Position::of_now(&watching).await.map_err(failed)?;
    let inner = Arc::new(Inner {
        write,
        read,
        watching,
        options,
        clock,
        queues: CommitQueues::new(options.max_waiting_events),
        partitions: Partitions::default(),
        senders: Mutex::default(),
        revisions: Revisions::default(),
        page_orders: PageOrders::default(),
        slow: FairSlots::new("slow reads of events", MAX_SLOW, READS),
    });
    tokio::spawn(watch::keep_looking(Arc::downgrade(&inner), seen));
    let committing =
        (0..EVENT_COMMITS_AT_ONCE).map(|queue| tokio::spawn(committing::run(Arc::clone(&inner), queue))).collect();
    Ok(EventServer { inner, committing: Mutex::new(committing) })
}

impl Drop for EventServer {
    fn drop(&mut self) {
        self.inner.queues.close();
    }
}

#[async_trait]
impl Database for EventServer {
    /// Whether the server answers and the store still accepts events.
    async fn ping(&self) -> StoreResult<()> {
        if self.inner.queues.is_closed() {
            return Err(closed());
        }
        sqlx::query("SELECT 1 FROM event_books LIMIT 1")
            .fetch_optional(&mut self.inner.read.acquire().await.map_err(store_error)?)
            .await
            .map(drop)
            .map_err(store_error)
    }

    fn trouble(&self) -> Option<String> {
        self.inner.read.trouble().or_else(|| self.inner.write.trouble())
    }

    async fn close(&self) {
        self.inner.queues.close();
        let committing = std::mem::take(&mut *self.committing.lock().unwrap_or_else(PoisonError::into_inner));
        for task in committing {
            if task.await.is_err() {
                tracing::error!("A queue of events ended with a panic");
            }
        }
        self.inner.watching.close().await;
        self.inner.read.close().await;
        self.inner.write.close().await;
    }
}

#[async_trait]
impl EventStore for EventServer {
    async fn append_from(&self, events: Vec<Event>, sender: Option<AddressCaller>) -> StoreResult<Appended> {
        if events.is_empty() {
            return Ok(Appended::default());
        }
        self.inner.queues.push(events, sender)?.await.unwrap_or_else(|_| Err(closed()))
    }

    fn waiting(&self) -> usize {
        self.inner.queues.events()
    }

    async fn events_after(&self, site: SiteId, after: EventPosition, limit: u32) -> StoreResult<Vec<StoredEvent>> {
        let _room = self.inner.room().await?;
        self.inner.read_events_after(site, after, limit).await
    }

    async fn event_ids(&self, site: SiteId, day: Day) -> StoreResult<HashSet<EventId>> {
        let _room = self.inner.room().await?;
        let reading = self.inner.one_state().await?;
        reading
            .ask(async |connection| stored_events::read_event_ids(connection, site, day).await.map_err(store_error))
            .await
    }

    async fn recount(&self, site: SiteId, day: Day) -> StoreResult<Recount> {
        let _room = self.inner.room().await?;
        let reading = self.inner.one_state().await?;
        reading.ask(async |connection| stored_events::read_recount(connection, site, day).await).await
    }

    async fn remove_events(&self, older: &[(SiteId, Timestamp)], limit: u32) -> StoreResult<u64> {
        self.inner.remove_events(older, limit).await
    }

    async fn forget_pages(&self, older: &[(SiteId, Day)], limit: u32) -> StoreResult<u64> {
        self.inner.forget_pages(older, limit).await
    }

    async fn merge_pages(&self, site: SiteId, pages: &PageIdentifier) -> StoreResult<u64> {
        let merged = self.inner.merge_pages(site, pages).await?;
        self.inner.merge_read_pages(site, pages).await?;
        Ok(merged)
    }

    async fn record_canonical_pages(&self, site: SiteId, pages: Vec<CanonicalPage>) -> StoreResult<()> {
        self.inner.write_canonical(site, pages).await
    }

    async fn remove_site(&self, site: SiteId) -> StoreResult<()> {
        self.inner.remove_site(site).await
    }
}

#[async_trait]
impl AnalyticsStore for EventServer {
    async fn counts(
        &self,
        site: SiteId,
        filter: &AnalyticsFilter,
        questions: Vec<CountsQuestion>,
    ) -> StoreResult<Vec<Counts>> {
        if filter.page.is_some() {
            self.inner.fold_pages(site).await?;
        }
        let reading = self.inner.reading().await?;
        reading
            .ask(async |connection| {
                counts::read_counts(connection, site, filter, &questions).await.map_err(store_error)
            })
            .await
    }

    async fn asks(&self, windows: Vec<(SiteId, Window)>) -> StoreResult<Vec<i64>> {
        let _room = self.inner.room().await?;
        let reading = self.inner.reading().await?;
        reading.ask(async |connection| counts::read_asks(connection, &windows).await.map_err(store_error)).await
    }

    async fn recent(&self, site: SiteId, now: Timestamp) -> StoreResult<Recent> {
        let _room = self.inner.room().await?;
        let reading = self.inner.of_few_days().await?;
        reading.ask(async |connection| stored_events::read_recent(connection, site, now).await).await
    }

    async fn pages(&self, site: SiteId, window: Window, question: &PagesQuestion) -> StoreResult<PagesAnswer> {
        let _room = self.inner.room().await?;
        let state = (site, self.revision(site));
        let orders = &self.inner.page_orders;
        self.inner.fold_pages(site).await?;
        let reading = self.inner.one_state().await?;
        reading.ask(async |connection| pages::read_pages(connection, state, window, question, orders).await).await
    }

    async fn asks_by_page(&self, site: SiteId, window: Window, cut: Option<Cut>) -> StoreResult<BTreeMap<String, i64>> {
        let _room = self.inner.room().await?;
        self.inner.fold_pages(site).await?;
        let reading = self.inner.one_state().await?;
        reading
            .ask(async |connection| asks::read_asks_by_page(connection, site, window, cut).await.map_err(store_error))
            .await
    }

    async fn asks_by_day(
        &self,
        site: SiteId,
        window: Window,
        pages: Vec<String>,
    ) -> StoreResult<BTreeMap<String, ByDay>> {
        let _room = self.inner.room().await?;
        let reading = self.inner.reading().await?;
        reading
            .ask(async |connection| asks::read_asks_by_day(connection, site, window, &pages).await.map_err(store_error))
            .await
    }

    async fn counted_platforms(&self, site: SiteId) -> StoreResult<Vec<String>> {
        let _room = self.inner.room().await?;
        let reading = self.inner.one_state().await?;
        reading.ask(async |connection| counts::read_platforms(connection, site).await.map_err(store_error)).await
    }

    async fn page_paths(&self, site: SiteId, limit: u32) -> StoreResult<Vec<String>> {
        let reading = self.inner.reading().await?;
        reading
            .ask(async |connection| counts::read_page_paths(connection, site, limit).await.map_err(store_error))
            .await
    }

    async fn knows_page(&self, site: SiteId, path: &str) -> StoreResult<bool> {
        let reading = self.inner.reading().await?;
        reading.ask(async |connection| counts::read_knows_page(connection, site, path).await.map_err(store_error)).await
    }

    fn revision(&self, site: SiteId) -> u64 {
        self.inner.revisions.of(site)
    }
}
