//! Which events were stored within the last seven days, by site and id. The check is exact, and events of one site
//! never shorten the time for which ids of another are kept.
//!
//! An index over random ids would touch one page of the file per event once there are millions. Instead, the newest
//! entries are in a map (the tail). A full tail is sealed: written as one sorted run, together with a Bloom filter that
//! stays in memory. Sixteen runs are merged into one larger run. A lookup checks the tail and all filters, and reads
//! one row of the file for each match. When a tail is sealed, runs whose newest entry is seven days old are dropped.
//!
//! Changes become valid only when the transaction is committed: [`SeenIds::committed`] or [`SeenIds::rolled_back`] must
//! follow every transaction.

mod entry;
mod filter;
mod moved;
mod run;
mod unsealed;

#[cfg(test)]
mod tests;

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use rusqlite::Connection;

pub(crate) use self::entry::{Entry, Identity};
pub(crate) use self::moved::MovedIds;
use self::{
    filter::MixedId,
    run::{Form, Run, RunReader, RunWriter},
    unsealed::unsealed_entries,
};
use crate::events::model::memory_of_ids::{Seconds, is_remembered};

/// The number of ids that are looked up together: their hashes fit the processor's nearest caches.
const IDS_AT_ONCE: usize = 256;

/// How many ids and filters are kept in memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SeenLimits {
    /// The number of ids in the tail at which it is sealed.
    pub(super) max_tail_ids: usize,
    /// The number of sealed tails that are merged into one run.
    pub(super) runs_merged: usize,
    /// The maximum memory for filters, in bytes. Runs beyond it are checked as exactly, but more slowly.
    pub(super) max_filter_bytes: usize,
}

/// The ids of stored events.
#[derive(Debug)]
pub(crate) struct SeenIds {
    limits: SeenLimits,
    /// For each identity, the time from which it is remembered.
    tail: HashMap<u128, Seconds>,
    /// The sealed runs, oldest first.
    runs: Vec<Run>,
    /// The sequence number of the newest event whose id is sealed.
    sealed_seq: i64,
    /// The sequence number of the newest event.
    last_seq: i64,
    uncommitted: Uncommitted,
}

/// What the running transaction has changed.
#[derive(Debug, Default)]
struct Uncommitted {
    /// What was inserted into the tail, and the previous value.
    entries: Vec<(u128, Option<Seconds>)>,
    sequences: i64,
    sealed: Option<Sealed>,
}

#[derive(Debug)]
struct Sealed {
    /// The numbers of runs that were merged or dropped.
    gone: Vec<i64>,
    made: Vec<Run>,
}

impl SeenIds {
    /// Reads filters and tail from the file.
    pub(crate) fn load(connection: &Connection, limits: SeenLimits, now: Seconds) -> rusqlite::Result<Self> {
        let mut seen = Self {
            limits,
            tail: HashMap::new(),
            runs: Vec::new(),
            sealed_seq: 0,
            last_seq: 0,
            uncommitted: Uncommitted::default(),
        };
        seen.catch_up(connection, now)?;
        Ok(seen)
    }

    /// Reads what another process has committed. Call it first in a transaction.
    pub(super) fn catch_up(&mut self, connection: &Connection, now: Seconds) -> rusqlite::Result<()> {
        let present = Run::numbers(connection)?;
        let fresh = present.iter().filter(|number| self.runs.iter().all(|run| run.number != **number));
        let fresh: Vec<Run> = fresh.map(|number| Run::load(connection, *number)).collect::<rusqlite::Result<_>>()?;
        let sealed_seq =
            connection.query_row("SELECT coalesce(max(last_seq), 0) FROM sealed_runs", [], |r| r.get(0))?;
        // If the other process sealed its tail, ids in this tail are in a run by now; all of them were committed.
        let same_tail = sealed_seq == self.sealed_seq;
        let from = if same_tail { self.last_seq } else { sealed_seq };
        let (newer, last_seq) = unsealed_entries(connection, from)?;
        if !same_tail {
            self.tail.clear();
        }
        // Oldest first, so that the later time of an id that was stored twice is kept.
        self.tail.extend(newer.into_iter().map(|entry| (entry.mixed(), entry.taken())));
        self.runs.retain(|run| present.contains(&run.number));
        self.runs.extend(fresh);
        self.runs.sort_by_key(|run| run.number);
        Run::keep_filters(&mut self.runs, connection, self.limits.max_filter_bytes, now)?;
        self.sealed_seq = sealed_seq;
        self.last_seq = last_seq.max(sealed_seq);
        Ok(())
    }

    /// Dates the runs of the first releases, which contain no times, as of `now`, so that they are kept for seven days.
    /// Call it in a transaction.
    pub(super) fn date_old_runs(&mut self, connection: &Connection, now: Seconds) -> rusqlite::Result<()> {
        for run in self.runs.iter_mut().filter(|run| run.newest.is_none()) {
            connection
                .prepare_cached("UPDATE sealed_runs SET newest = ?2 WHERE run = ?1 AND newest IS NULL")?
                .execute((run.number, now))?;
            run.newest = Some(now);
        }
        Ok(())
    }

    /// Returns for each of `ids` whether it matches no filter. Most match none, and this costs a fraction of one lookup
    /// per id.
    ///
    /// It checks one filter after another, so that the processor loads many memory locations at a time.
    pub(crate) fn strangers(&self, ids: &[Identity], now: Seconds) -> Vec<bool> {
        let mut strangers = vec![true; ids.len()];
        for (ids, strangers) in ids.chunks(IDS_AT_ONCE).zip(strangers.chunks_mut(IDS_AT_ONCE)) {
            for form in [Form::Plain, Form::Entries] {
                let mut runs = self.runs.iter().filter(|run| run.form == form && run.is_remembered(now)).peekable();
                let Some(first) = runs.peek() else { continue };
                let mixed: Vec<MixedId> = ids.iter().map(|id| MixedId::of(first.key_of(*id))).collect();
                for run in runs {
                    for (stranger, mixed) in strangers.iter_mut().zip(&mixed) {
                        *stranger &= !run.may_contain(*mixed);
                    }
                }
            }
        }
        strangers
    }

    /// Whether the event was stored within the last seven days. `is_stranger` is the result of [`SeenIds::strangers`].
    pub(super) fn is_repeat(
        &self,
        connection: &Connection,
        id: Identity,
        is_stranger: bool,
        now: Seconds,
    ) -> rusqlite::Result<bool> {
        if self.tail.get(&id.mixed).is_some_and(|taken| is_remembered(*taken, now)) {
            return Ok(true);
        }
        if is_stranger {
            return Ok(false);
        }
        // Newest first: most repeats follow soon.
        for run in self.runs.iter().rev().filter(|run| run.is_remembered(now)) {
            if run.may_contain(MixedId::of(run.key_of(id)))
                && run.find(connection, id)?.is_some_and(|taken| is_remembered(taken, now))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Records the event as stored, unless the transaction is rolled back; returns its sequence number.
    pub(crate) fn remember(&mut self, id: Identity, taken: Seconds) -> i64 {
        let before = self.tail.insert(id.mixed, taken);
        self.uncommitted.entries.push((id.mixed, before));
        self.uncommitted.sequences += 1;
        self.last_seq + self.uncommitted.sequences
    }

    /// The sequence number up to which ids are sealed: when a later raw event is removed, its id must be kept.
    pub(super) fn sealed_sequence(&self) -> i64 {
        self.sealed_seq
    }

    /// Seals the tail if it is full. This is the last step of a transaction: no id may be looked up after it.
    pub(super) fn seal_if_full(&mut self, connection: &Connection, now: Seconds) -> rusqlite::Result<()> {
        if self.tail.len() < self.limits.max_tail_ids {
            return Ok(());
        }
        // Ids that are too old are left out. The run is written even if it is empty, since it records which ids are
        // sealed.
        let tail = self.tail.iter().filter(|(_, taken)| is_remembered(**taken, now));
        let mut entries: Vec<Entry> = tail.map(|(mixed, taken)| Entry(mixed | u128::from(*taken))).collect();
        entries.sort_unstable();
        let last_seq = self.last_seq + self.uncommitted.sequences;
        let number = self.runs.last().map_or(1, |run| run.number + 1);
        let mut writer = RunWriter::new(connection, number, 0, last_seq, entries.len());
        for entry in entries {
            writer.push(entry)?;
        }
        let mut sealed = Sealed { gone: Vec::new(), made: vec![writer.finish()?] };
        connection.execute("DELETE FROM removed_ids", [])?;
        self.merge_if_many(connection, &mut sealed, now)?;
        self.forget_old(connection, &mut sealed, now)?;
        self.uncommitted.sealed = Some(sealed);
        Ok(())
    }

    /// Merges all sealed tails into one run if there are enough of them.
    fn merge_if_many(&self, connection: &Connection, sealed: &mut Sealed, now: Seconds) -> rusqlite::Result<()> {
        let every = self.runs.iter().chain(&sealed.made);
        let small: Vec<&Run> = every.filter(|run| run.form == Form::Entries && run.level == 0).collect();
        if small.len() < self.limits.runs_merged {
            return Ok(());
        }
        let number = small.iter().map(|run| run.number).max().map_or(1, |newest| newest + 1);
        let last_seq = small.iter().map(|run| run.last_seq).max().unwrap_or(0);
        let count = small.iter().map(|run| run.count as usize).sum();
        let mut writer = RunWriter::new(connection, number, 1, last_seq, count);
        let mut readers: Vec<RunReader<'_>> = small.iter().map(|run| RunReader::new(connection, run)).collect();
        let mut heads = BinaryHeap::new();
        for (place, reader) in readers.iter_mut().enumerate() {
            heads.extend(reader.next()?.map(|entry| Reverse((entry, place))));
        }
        while let Some(Reverse((entry, place))) = heads.pop() {
            heads.extend(readers[place].next()?.map(|entry| Reverse((entry, place))));
            // Of two entries for the same id, the later one comes last and is kept.
            let is_followed = heads.peek().is_some_and(|Reverse((next, _))| next.mixed() == entry.mixed());
            if !is_followed && is_remembered(entry.taken(), now) {
                // A time in the future comes from a wrong clock, and the entry would be kept too long.
                writer.push(Entry(entry.mixed() | u128::from(entry.taken().min(now))))?;
            }
        }
        let merged = writer.finish()?;
        for run in &small {
            run.delete(connection)?;
        }
        let gone = small.iter().map(|run| run.number).collect();
        *sealed = Sealed { gone, made: vec![merged] };
        Ok(())
    }

    /// Drops the runs in which every entry is too old. The newest run is always kept: it records which ids are sealed.
    fn forget_old(&self, connection: &Connection, sealed: &mut Sealed, now: Seconds) -> rusqlite::Result<()> {
        for run in &self.runs {
            if !sealed.gone.contains(&run.number) && !run.is_remembered(now) {
                run.delete(connection)?;
                sealed.gone.push(run.number);
            }
        }
        Ok(())
    }

    /// Confirms the changes of a committed transaction.
    pub(crate) fn committed(&mut self, connection: &Connection, now: Seconds) {
        let done = std::mem::take(&mut self.uncommitted);
        self.last_seq += done.sequences;
        if let Some(sealed) = done.sealed {
            self.runs.retain(|run| !sealed.gone.contains(&run.number));
            self.runs.extend(sealed.made);
            self.tail.clear();
            self.sealed_seq = self.last_seq;
            // This only drops filters: those of newer runs have been in memory since they were created.
            if let Err(error) = Run::keep_filters(&mut self.runs, connection, self.limits.max_filter_bytes, now) {
                tracing::warn!(%error, "A filter of event ids cannot be read; look-ups are slower");
            }
        }
    }

    /// Undoes the changes of a transaction that was rolled back.
    pub(super) fn rolled_back(&mut self) {
        let undone = std::mem::take(&mut self.uncommitted);
        for (mixed, before) in undone.entries.into_iter().rev() {
            match before {
                Some(taken) => drop(self.tail.insert(mixed, taken)),
                None => drop(self.tail.remove(&mixed)),
            }
        }
    }
}
