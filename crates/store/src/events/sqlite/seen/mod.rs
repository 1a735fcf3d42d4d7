//! Which events were stored within the last seven days, by site and id. The check is exact, and data of one site never
//! shortens the memory of another.
//!
//! An index over random ids would touch one page of the file per event once there are millions. Instead the
//! newest entries are in a map (the tail). A full tail is sealed: written as one sorted run, together with a
//! Bloom filter that stays in memory. Sixteen runs become one larger run. A look-up checks the tail and then every
//! filter, and reads one row of the file for each match. A run is dropped when its newest entry is seven days old.
//!
//! What is known here is as the running transaction leaves it. After a rollback [`SeenIds::forget`] must follow, and
//! [`SeenIds::catch_up`] before the next use.

mod entry;
mod filter;
mod moved;
mod run;
mod unsealed;

#[cfg(test)]
mod tests;

use std::{cmp::Reverse, collections::HashMap};

use rusqlite::Connection;

pub(crate) use self::entry::{Entry, Identity};
pub(crate) use self::moved::MovedIds;
use self::{filter::MixedId, run::Run, unsealed::unsealed_entries};
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
    /// The newest ids, and when each was taken.
    tail: HashMap<Identity, Seconds>,
    /// Oldest first.
    runs: Vec<Run>,
    /// The sequence of the newest event.
    last_seq: i64,
}

impl SeenIds {
    /// Reads filters and tail from the file.
    pub(crate) fn load(connection: &Connection, limits: SeenLimits, now: Seconds) -> rusqlite::Result<Self> {
        let mut seen = Self { limits, tail: HashMap::new(), runs: Vec::new(), last_seq: 0 };
        seen.catch_up(connection, now)?;
        Ok(seen)
    }

    /// Forgets everything: it is read from the file again.
    pub(super) fn forget(&mut self) {
        *self = Self { limits: self.limits, tail: HashMap::new(), runs: Vec::new(), last_seq: 0 };
    }

    /// Reads what another process has committed. Must be called before anything else in a transaction.
    pub(super) fn catch_up(&mut self, connection: &Connection, now: Seconds) -> rusqlite::Result<()> {
        let sealed_before = self.sealed_sequence();
        let present = Run::numbers(connection)?;
        self.runs.retain(|run| present.contains(&run.number));
        for number in present {
            if !self.runs.iter().any(|run| run.number == number) {
                self.runs.push(Run::read(connection, number)?);
            }
        }
        self.runs.sort_by_key(|run| run.number);
        Run::keep_filters(&mut self.runs, connection, self.limits.filter_bytes_most, now)?;
        if self.sealed_sequence() != sealed_before {
            // What was in the tail is in a run by now.
            self.tail.clear();
            self.last_seq = self.sealed_sequence();
        }
        let (newer, last_seq) = unsealed_entries(connection, self.last_seq, now)?;
        // Oldest first, so that the later time of an id that was taken twice stays.
        self.tail.extend(newer.into_iter().map(|entry| (entry.identity(), entry.taken())));
        self.last_seq = last_seq;
        Ok(())
    }

    /// Which of `ids` match no filter: most of them, at a fraction of the cost of one look-up each.
    ///
    /// Checks one filter after the other, so that the processor loads many places of memory at once.
    pub(crate) fn strangers(&self, ids: &[Identity], now: Seconds) -> Vec<bool> {
        let mut strangers = vec![true; ids.len()];
        for (ids, strangers) in ids.chunks(IDS_AT_ONCE).zip(strangers.chunks_mut(IDS_AT_ONCE)) {
            let mixed: Vec<MixedId> = ids.iter().map(|id| MixedId::of(id.mixed())).collect();
            for run in self.runs.iter().filter(|run| run.is_remembered(now)) {
                for (stranger, mixed) in strangers.iter_mut().zip(&mixed) {
                    *stranger &= !run.may_contain(*mixed);
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
        if self.tail.get(&id).is_some_and(|taken| is_remembered(*taken, now)) {
            return Ok(true);
        }
        if is_stranger {
            return Ok(false);
        }
        // Newest first: a repeat usually follows soon.
        for run in self.runs.iter().rev().filter(|run| run.is_remembered(now)) {
            if run.may_contain(MixedId::of(id.mixed()))
                && run.find(connection, id)?.is_some_and(|taken| is_remembered(taken, now))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Counts the event as stored from now on; returns its sequence.
    pub(crate) fn remember(&mut self, id: Identity, taken: Seconds) -> i64 {
        self.tail.insert(id, taken);
        self.last_seq += 1;
        self.last_seq
    }

    /// The sequence up to which ids are sealed: a raw event after it must leave its entry behind when it is removed.
    pub(super) fn sealed_sequence(&self) -> i64 {
        self.runs.iter().map(|run| run.last_seq).max().unwrap_or(0)
    }

    /// Seals the tail if it is full.
    pub(super) fn seal_if_full(&mut self, connection: &Connection, now: Seconds) -> rusqlite::Result<()> {
        if self.tail.len() < self.limits.tail_ids_most {
            return Ok(());
        }
        // What is too old is left out; the run must still exist, since it says what is sealed.
        let tail = self.tail.drain().filter(|(_, taken)| is_remembered(*taken, now));
        let mut entries: Vec<Entry> = tail.map(|(id, taken)| id.taken(taken)).collect();
        entries.sort_unstable();
        let number = self.runs.last().map_or(1, |run| run.number + 1);
        self.runs.push(Run::write(connection, number, 0, self.last_seq, &entries)?);
        connection.execute("DELETE FROM removed_ids", [])?;
        self.merge_if_many(connection, now)?;
        self.forget_old(connection, now)?;
        Run::keep_filters(&mut self.runs, connection, self.limits.filter_bytes_most, now)
    }

    /// Makes one run of all sealed tails once there are enough.
    fn merge_if_many(&mut self, connection: &Connection, now: Seconds) -> rusqlite::Result<()> {
        if self.runs.iter().filter(|run| run.level == 0).count() < self.limits.runs_merged {
            return Ok(());
        }
        let (mut entries, mut last) = (Vec::new(), (0, 0));
        for run in self.runs.extract_if(.., |run| run.level == 0) {
            entries.extend(run.entries(connection)?);
            run.delete(connection)?;
            last = (run.number, run.last_seq);
        }
        entries.retain(|entry| is_remembered(entry.taken(), now));
        // Of two entries for one id the later one stays. A time in the future comes from a wrong clock, and would stay
        // until then.
        entries.sort_unstable_by_key(|entry| (entry.identity(), Reverse(entry.taken())));
        entries.dedup_by_key(|entry| entry.identity());
        entries.iter_mut().for_each(|entry| *entry = entry.identity().taken(entry.taken().min(now)));
        self.runs.push(Run::write(connection, last.0 + 1, 1, last.1, &entries)?);
        Ok(())
    }

    /// Drops the runs whose every entry is too old. The newest run always stays: it says what is sealed.
    fn forget_old(&mut self, connection: &Connection, now: Seconds) -> rusqlite::Result<()> {
        let newest = self.runs.last().map(|run| run.number);
        for run in self.runs.extract_if(.., |run| Some(run.number) != newest && !run.is_remembered(now)) {
            run.delete(connection)?;
        }
        Ok(())
    }
}
