//! Stores the events of one commit, in one transaction.
//!
//! It decides which events are new, where they are counted, and which rows change.
//!
//! The sites' locks are taken first, so that a site's commits run one after another on any node, and decisions here are
//! as exact as with a single writer.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use askline_app::ports::events::Appended;
use askline_domain::{events::Event, shared::ids::SiteId};
use jiff::Timestamp;

use super::{
    commit_queues::Batch,
    ids::{self, Taken},
    last_transactions::note_transaction,
    raising,
    working_set::WorkingSet,
};
use crate::{
    events::{
        model::{
            day_bounds::DayLimits,
            memory_of_ids::{is_remembered, taken_at, whole_seconds},
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

/// What senders have added, including what the running transaction has counted.
#[derive(Clone, Copy)]
pub(crate) struct Senders<'s> {
    pub(crate) counts: &'s Mutex<SenderCounts>,
    pub(crate) journal: &'s Mutex<Journal>,
}

impl Senders<'_> {
    /// Undoes what the transaction has counted, because it is rolled back or repeated.
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
    /// The sites with new data.
    pub(crate) sites: Vec<SiteId>,
}

/// Stores the new events and raises their counters, in the transaction that runs on `connection`.
pub(crate) async fn append(
    connection: &mut Link,
    batches: &[Batch],
    limits: DayLimits,
    now: Timestamp,
    senders: Senders<'_>,
) -> sqlx::Result<Stored> {
    // A previous attempt may have counted, and this attempt may find that all events were stored before.
    senders.take_back();
    let events = || batches.iter().flat_map(|batch| &batch.events);
    let sites: BTreeSet<SiteId> = events().map(|event| event.site).collect();
    lock_sites(connection, sites.iter().copied()).await?;
    let mut working = WorkingSet::of(sites.into_iter().collect());
    let known = ids::read(connection, &working, events()).await?;
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
    if decided.ids.is_empty() {
        return Ok(Stored { answers: decided.answers, ..Stored::default() });
    }
    ids::insert(connection, &working, decided.ids).await?;
    decided.rows.insert(connection).await?;
    raising::write_working_set(connection, &working).await?;
    raising::write_sums(connection, &mut working, decided.sums, &decided.labels).await?;
    raising::write_next_numbers(connection, &working).await?;
    let touched = decided.sites.iter().map(|site| working.sites[*site as usize]).collect::<Vec<_>>();
    let keys: Vec<SiteKey> = touched.iter().copied().map(key_of).collect();
    note_transaction(connection, &keys).await?;
    Ok(Stored { answers: decided.answers, sites: touched })
}

/// What is to be written in addition to the working set.
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
            let title = working.kept_title(place.site, place.page, event.title.as_deref());
            rows.push(working.key(place.site), working.take_place(place.site), place.page, title, event);
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
