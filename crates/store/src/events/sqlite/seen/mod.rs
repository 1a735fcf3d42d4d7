//! Which events were stored within the last seven days, by site and id. The check is exact, and data of one site never
//! shortens the memory of another.
//!
//! An index over random ids would touch one page of the file per event once there are millions. Instead the
//! newest entries are in a map (the tail). A full tail is sealed: written as one sorted run, together with a
//! Bloom filter that stays in memory. Sixteen runs become one larger run. A look-up checks the tail and then every
//! filter, and reads one row of the file for each match. A run is dropped when its newest entry is seven days old.
//!
//! Nothing here is valid before the transaction is committed: [`SeenIds::committed`] or
//! [`SeenIds::rolled_back`] must follow every transaction.

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

/// Ids looked up together: their mixed forms fit the processor's nearer caches.
const IDS_AT_ONCE: usize = 256;

/// How much is kept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SeenLimits {
    /// Ids in the tail before it is sealed.
    pub(super) tail_ids_most: usize,
    /// Sealed tails before they are merged.
    pub(super) runs_merged: usize,
    /// Bytes of filters in memory. Runs beyond it are as exact, and slower to check.
    pub(super) filter_bytes_most: usize,
}

/// The ids of stored events.
#[derive(Debug)]
pub(crate) struct SeenIds {
    limits: SeenLimits,
    /// Mixed identities, and when each was taken.
    tail: HashMap<u128, Seconds>,
    /// Oldest first.
    runs: Vec<Run>,
    /// The sequence of the newest event whose id is sealed.
    sealed_seq: i64,
    /// The sequence of the newest event.
    last_seq: i64,
    uncommitted: Uncommitted,
}

/// What the running transaction has changed.
#[derive(Debug, Default)]
struct Uncommitted {
    /// What was put into the tail, and the value before.
    entries: Vec<(u128, Option<Seconds>)>,
    sequences: i64,
    sealed: Option<Sealed>,
}

#[derive(Debug)]
struct Sealed {
    /// Runs that were merged or dropped.
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

    /// Reads what another process has committed. Must be called before anything else in a transaction.
    pub(super) fn catch_up(&mut self, connection: &Connection, now: Seconds) -> rusqlite::Result<()> {
        let known: Vec<i64> = self.runs.iter().map(|run| run.number).collect();
        let present = Run::numbers(connection)?;
        let fresh = Run::load_all(connection, &known)?;
        let sealed_seq =
            connection.query_row("SELECT coalesce(max(last_seq), 0) FROM sealed_runs", [], |r| r.get(0))?;
        // If the other process sealed, the tail holds ids that are in a run by now; all of them were committed.
        let same_tail = sealed_seq == self.sealed_seq;
        let from = if same_tail { self.last_seq } else { sealed_seq };
        let (newer, last_seq) = unsealed_entries(connection, from)?;
        if !same_tail {
            self.tail.clear();
        }
        // Oldest first, so that the later time of an id that was taken twice stays.
        self.tail.extend(newer.into_iter().map(|entry| (entry.mixed(), entry.taken())));
        self.runs.retain(|run| present.contains(&run.number));
        self.runs.extend(fresh);
        self.runs.sort_by_key(|run| run.number);
        Run::keep_filters(&mut self.runs, connection, self.limits.filter_bytes_most, now)?;
        self.sealed_seq = sealed_seq;
        self.last_seq = last_seq.max(sealed_seq);
        Ok(())
    }

    /// Gives the runs of the first releases, which store no time, seven days from `now` on. Part of a transaction.
    pub(super) fn date_old_runs(&mut self, connection: &Connection, now: Seconds) -> rusqlite::Result<()> {
        for run in self.runs.iter_mut().filter(|run| run.newest.is_none()) {
            connection
                .prepare_cached("UPDATE sealed_runs SET newest = ?2 WHERE run = ?1 AND newest IS NULL")?
                .execute((run.number, now))?;
            run.newest = Some(now);
        }
        Ok(())
    }

    /// Which of `ids` match no filter: most of them, at a fraction of the cost of one look-up each.
    ///
    /// Checks one filter after the other, so that the processor loads many places of memory at once.
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

    /// Whether the event was stored within the last seven days. [`SeenIds::strangers`] was called for it before.
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
        // Newest first: a repeat usually follows soon.
        for run in self.runs.iter().rev().filter(|run| run.is_remembered(now)) {
            if run.may_contain(MixedId::of(run.key_of(id)))
                && run.find(connection, id)?.is_some_and(|taken| is_remembered(taken, now))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Counts the event as stored from now on, unless the transaction is rolled back; returns its sequence.
    pub(crate) fn remember(&mut self, id: Identity, taken: Seconds) -> i64 {
        let before = self.tail.insert(id.mixed, taken);
        self.uncommitted.entries.push((id.mixed, before));
        self.uncommitted.sequences += 1;
        self.last_seq + self.uncommitted.sequences
    }

    /// The sequence up to which ids are sealed: a raw event after it must leave its entry behind when it is removed.
    pub(super) fn sealed_sequence(&self) -> i64 {
        self.sealed_seq
    }

    /// Seals the tail if it is full. The last step of a transaction: no id may be looked up between it and the end.
    pub(super) fn seal_if_full(&mut self, connection: &Connection, now: Seconds) -> rusqlite::Result<()> {
        if self.tail.len() < self.limits.tail_ids_most {
            return Ok(());
        }
        // What is too old is left out; the run must still exist, since it says what is sealed.
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

    /// Makes one run of all sealed tails once there are enough.
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
            // Of two entries for one id, the later one comes last, and stays.
            let is_followed = heads.peek().is_some_and(|Reverse((next, _))| next.mixed() == entry.mixed());
            if !is_followed && is_remembered(entry.taken(), now) {
                // A time in the future comes from a wrong clock, and would stay until then.
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

    /// Drops the runs whose every entry is too old. The newest run always stays: it says what is sealed.
    fn forget_old(&self, connection: &Connection, sealed: &mut Sealed, now: Seconds) -> rusqlite::Result<()> {
        for run in &self.runs {
            if !sealed.gone.contains(&run.number) && !run.is_remembered(now) {
                run.delete(connection)?;
                sealed.gone.push(run.number);
            }
        }
        Ok(())
    }

    /// The transaction is durable.
    pub(crate) fn committed(&mut self, connection: &Connection, now: Seconds) {
        let done = std::mem::take(&mut self.uncommitted);
        self.last_seq += done.sequences;
        if let Some(sealed) = done.sealed {
            self.runs.retain(|run| !sealed.gone.contains(&run.number));
            self.runs.extend(sealed.made);
            self.tail.clear();
            self.sealed_seq = self.last_seq;
            // Only drops filters: those of newer runs are in memory since they were made.
            if let Err(error) = Run::keep_filters(&mut self.runs, connection, self.limits.filter_bytes_most, now) {
                tracing::warn!(%error, "A filter of event ids cannot be read; look-ups are slower");
            }
        }
    }

    /// The transaction did not happen.
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
