//! Stores the events of one commit, in one transaction.
//!
//! Decides which are new, where they are counted, and the rows that change.
//!
//! The sites' locks come first, so that a site's commits follow each other on any node, and decisions here
//! are as exact as with one writer.
//!
//! A known id is rare, and looking each up costs as much as storing it. So a commit is first tried as if all were
//! new: the key of the ids' table refuses it if one is not, and then it is done again with look-ups.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
};

use askline_app::ports::events::Appended;
use askline_domain::{
    events::{Event, EventId},
    shared::ids::SiteId,
};
use jiff::Timestamp;
use sqlx::{AssertSqlSafe, Row as _};

use super::{
    commit_queues::Batch,
    last_transactions::{TransactionId, note_transaction},
    raising,
    working_set::WorkingSet,
};
use crate::{
    events::{
        model::{
            day_bounds::DayLimits,
            memory_of_ids::{Seconds, is_remembered, taken_at, whole_seconds},
            name_cache::NameCache,
            sender_bounds::{Journal, Sender, SenderCounts},
            stored::SiteNumber,
            sums::Sums,
        },
        postgres::{
            raw_events::RawRows,
            site_key::{SiteKey, key_of, lock_sites},
        },
    },
    sql::Link,
};

/// Whether ids may be known already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ids {
    /// Assumed to be new. If one is not, the transaction fails with an error that [`is_known_id`] recognizes.
    New,
    /// Looked up.
    LookedUp,
}

/// What senders added, including what the running transaction has counted.
#[derive(Clone, Copy)]
pub(crate) struct Senders<'s> {
    pub(crate) counts: &'s Mutex<SenderCounts>,
    pub(crate) journal: &'s Mutex<Journal>,
}

impl Senders<'_> {
    /// Undoes what the transaction has counted, since it is rolled back or decided again.
    pub(crate) fn take_back(self) {
        let (mut counts, mut journal) = self.lock();
        counts.take_back(&mut journal);
    }

    fn lock(&self) -> (MutexGuard<'_, SenderCounts>, MutexGuard<'_, Journal>) {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        (counts, self.journal.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The results of the batches of one commit.
#[derive(Default)]
pub(crate) struct Stored {
    pub(crate) answers: Vec<Appended>,
    /// The sites that got new data.
    pub(crate) sites: Vec<SiteId>,
    /// The transaction of the commit.
    pub(crate) transaction: Option<TransactionId>,
}

/// When ids of the present sites were taken.
type Taken = HashMap<(SiteNumber, EventId), Seconds>;

/// Stores the new events and raises their counters, in the transaction that runs on `connection`.
pub(crate) async fn append(
    connection: &mut Link,
    batches: &[Batch],
    ids: Ids,
    limits: DayLimits,
    now: Timestamp,
    senders: Senders<'_>,
) -> sqlx::Result<Stored> {
    // An earlier try has counted; this try may find that all of it was stored before.
    senders.take_back();
    let events = || batches.iter().flat_map(|batch| &batch.events);
    let sites: BTreeSet<SiteId> = events().map(|event| event.site).collect();
    lock_sites(connection, sites.iter().copied()).await?;
    let mut working = WorkingSet::of(sites.into_iter().collect());
    let known = match ids {
        Ids::New => Taken::new(),
        Ids::LookedUp => read_taken(connection, &working, events()).await?,
    };
    let is_new = |event: &&Event| {
        let taken = known.get(&(working.number_of(event.site), event.event_id));
        !taken.is_some_and(|taken| is_remembered(*taken, whole_seconds(now)))
    };
    let new: Vec<&Event> = events().filter(is_new).collect();
    if new.is_empty() {
        let repeated = |batch: &Batch| Appended { repeated: batch.events.len() as u32, ..Appended::default() };
        return Ok(Stored { answers: batches.iter().map(repeated).collect(), ..Stored::default() });
    }
    working.read_for(connection, new.into_iter()).await?;
    let decided = decide(&mut working, known, batches, limits, now, senders);
    if ids == Ids::New && decided.answers.iter().any(|appended| !appended.over_limit.is_empty()) {
        // A known event needs no room on a full day.
        return Box::pin(append(connection, batches, Ids::LookedUp, limits, now, senders)).await;
    }
    if decided.ids.is_empty() {
        return Ok(Stored { answers: decided.answers, ..Stored::default() });
    }
    match ids {
        Ids::New => enter_ids(connection, &working, decided.ids).await?,
        Ids::LookedUp => write_ids(connection, &working, decided.ids).await?,
    }
    decided.rows.insert(connection).await?;
    raising::write_working_set(connection, &working).await?;
    raising::write_sums(connection, &mut working, decided.sums, &decided.labels).await?;
    raising::write_next_numbers(connection, &working).await?;
    let touched = decided.sites.iter().map(|site| working.sites[*site as usize]).collect::<Vec<_>>();
    let keys: Vec<SiteKey> = touched.iter().copied().map(key_of).collect();
    let transaction = note_transaction(connection, &keys).await?;
    Ok(Stored { answers: decided.answers, sites: touched, transaction: Some(transaction) })
}

/// What is to be written, besides the working set.
struct Decided<'e> {
    answers: Vec<Appended>,
    sites: BTreeSet<SiteNumber>,
    ids: Taken,
    rows: RawRows<'e>,
    sums: Sums<'e>,
    labels: Vec<crate::events::model::stored::Labels<'e>>,
}

/// Decides on each event in the order of arrival. The same code as for SQLite decides what is counted where.
fn decide<'e>(
    working: &mut WorkingSet,
    mut known: Taken,
    batches: &'e [Batch],
    limits: DayLimits,
    now: Timestamp,
    senders: Senders<'_>,
) -> Decided<'e> {
    let (mut counts, mut journal) = senders.lock();
    let mut names = NameCache::new(limits);
    let mut sums = Sums::default();
    let (mut answers, mut sites, mut ids, mut rows) = (Vec::new(), BTreeSet::new(), Taken::new(), RawRows::default());
    for batch in batches {
        let mut sender = Sender { counts: &mut counts, journal: &mut journal, address: batch.sender };
        let mut appended = Appended::default();
        for (index, event) in batch.events.iter().enumerate() {
            let id = (working.number_of(event.site), event.event_id);
            if known.get(&id).is_some_and(|taken| is_remembered(*taken, whole_seconds(now))) {
                appended.repeated += 1;
                continue;
            }
            let Ok(place) = names.target(working, event, &mut sender);
            let Some(place) = place else {
                appended.over_limit.push(index);
                continue;
            };
            let (taken, _) = taken_at(event, now);
            known.insert(id, taken);
            ids.insert(id, taken);
            rows.push(working.key(place.site), working.take_place(place.site), place.page, event);
            sums.add(place, event);
            sites.insert(place.site);
            appended.stored += 1;
        }
        answers.push(appended);
    }
    let Ok(labels) = sums.labels(working, &mut names);
    let Ok(()) = names.write_days(working);
    Decided { answers, sites, ids, rows, sums, labels }
}

async fn read_taken<'e>(
    connection: &mut Link,
    working: &WorkingSet,
    events: impl Iterator<Item = &'e Event>,
) -> sqlx::Result<Taken> {
    let asked: BTreeSet<(SiteNumber, EventId)> =
        events.map(|event| (working.number_of(event.site), event.event_id)).collect();
    let keys: Vec<SiteKey> = asked.iter().map(|(site, _)| working.key(*site)).collect();
    let sites: Vec<i64> = asked.iter().map(|(site, _)| *site).collect();
    let ids: Vec<[u8; 16]> = asked.iter().map(|(_, id)| id.0.to_be_bytes()).collect();
    let rows = sqlx::query(
        "SELECT q.number, i.event_id, i.taken
         FROM unnest($1::bytea[], $2::bigint[], $3::bytea[]) AS q (site, number, event_id)
         JOIN event_ids i ON i.site = q.site AND i.event_id = q.event_id",
    );
    let mut taken = Taken::new();
    for row in rows.bind(keys).bind(sites).bind(ids).fetch_all(connection).await? {
        let id = EventId(u128::from_be_bytes(row.try_get(1)?));
        let seconds = Seconds::try_from(row.try_get::<i64, _>(2)?).unwrap_or(Seconds::MAX);
        taken.insert((row.try_get(0)?, id), seconds);
    }
    Ok(taken)
}

/// Whether a commit failed because an id that was assumed to be new is known. From another machine, Citus passes on
/// only the message, which names the index.
pub(super) fn is_known_id(error: &sqlx::Error) -> bool {
    let error = error.as_database_error();
    error.is_some_and(|error| error.is_unique_violation() || error.message().contains("event_ids_pkey"))
}

/// Ids in the order of their table.
fn in_order(ids: Taken) -> Vec<((SiteNumber, EventId), Seconds)> {
    let mut ids: Vec<_> = ids.into_iter().collect();
    ids.sort_unstable();
    ids
}

/// Enters ids that are all new.
async fn enter_ids(connection: &mut Link, working: &WorkingSet, ids: Taken) -> sqlx::Result<()> {
    insert_ids(connection, working, ids, "").await
}

/// Enters ids, or updates their time if they were taken long ago.
async fn write_ids(connection: &mut Link, working: &WorkingSet, ids: Taken) -> sqlx::Result<()> {
    insert_ids(connection, working, ids, "ON CONFLICT (site, event_id) DO UPDATE SET taken = excluded.taken").await
}

async fn insert_ids(connection: &mut Link, working: &WorkingSet, ids: Taken, on_conflict: &str) -> sqlx::Result<()> {
    let ids = in_order(ids);
    let keys: Vec<SiteKey> = ids.iter().map(|((site, _), _)| working.key(*site)).collect();
    let times: Vec<i64> = ids.iter().map(|(_, taken)| i64::from(*taken)).collect();
    let ids: Vec<[u8; 16]> = ids.iter().map(|((_, id), _)| id.0.to_be_bytes()).collect();
    let text = format!(
        "INSERT INTO event_ids (site, event_id, taken) SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bigint[])
         {on_conflict}"
    );
    sqlx::query(AssertSqlSafe(text)).bind(keys).bind(ids).bind(times).execute(connection).await.map(drop)
}
