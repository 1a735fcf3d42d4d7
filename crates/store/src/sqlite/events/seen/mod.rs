//! Which event ids were stored before. Exact among the newest ids (32 million by default); never guesses.
//!
//! An index over random ids would touch one page of the file per event once there are millions. Instead the
//! newest ids stand in a hash set (the tail). A full tail is sealed: written as one sorted run, together with a
//! Bloom filter that stays in memory. Sixteen runs become one larger run. A look-up asks the tail and then every
//! filter, and reads one row of the file where a filter says perhaps.
//!
//! Nothing here may be believed before the transaction is committed: [`SeenIds::committed`] and
//! [`SeenIds::rolled_back`] must follow every transaction.

mod filter;
mod run;

#[cfg(test)]
mod tests;

use std::{cmp::Reverse, collections::BinaryHeap, collections::HashSet};

use rusqlite::Connection;

use self::{
    filter::MixedId,
    run::{Run, RunReader, RunWriter},
};

/// Ids looked up together: their mixed forms fit the processor's nearer caches.
const IDS_AT_ONCE: usize = 256;

/// How much is kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeenLimits {
    /// Ids in the tail before it is sealed.
    pub(super) tail_ids_most: usize,
    /// Sealed tails before they are merged.
    pub(super) runs_merged: usize,
    /// Ids remembered in all; beyond it the oldest runs are forgotten.
    pub(super) ids_most: u32,
}

/// The ids of stored events.
#[derive(Debug)]
pub(super) struct SeenIds {
    limits: SeenLimits,
    tail: HashSet<u128>,
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
    ids: Vec<u128>,
    sequences: i64,
    sealed: Option<Sealed>,
}

#[derive(Debug)]
struct Sealed {
    /// Runs merged or forgotten.
    gone: Vec<i64>,
    made: Vec<Run>,
}

impl SeenIds {
    /// Reads filters and tail from the file.
    pub(super) fn load(connection: &Connection, limits: SeenLimits) -> rusqlite::Result<Self> {
        let mut seen = Self {
            limits,
            tail: HashSet::new(),
            runs: Vec::new(),
            sealed_seq: 0,
            last_seq: 0,
            uncommitted: Uncommitted::default(),
        };
        seen.catch_up(connection)?;
        Ok(seen)
    }

    /// Takes over what another process has committed. Must be called before anything else in a transaction.
    pub(super) fn catch_up(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let known: Vec<i64> = self.runs.iter().map(|run| run.number).collect();
        let present = Run::numbers(connection)?;
        let fresh = Run::load_all(connection, &known)?;
        let sealed_seq =
            connection.query_row("SELECT coalesce(max(last_seq), 0) FROM sealed_runs", [], |r| r.get(0))?;
        // Had the other process sealed, the tail holds ids that are in a run by now; all of them were committed.
        let same_tail = sealed_seq == self.sealed_seq;
        let from = if same_tail { self.last_seq } else { sealed_seq };
        let (newer, last_seq) = unsealed_ids(connection, from)?;
        if !same_tail {
            self.tail.clear();
        }
        self.tail.extend(newer);
        self.runs.retain(|run| present.contains(&run.number));
        self.runs.extend(fresh);
        self.runs.sort_by_key(|run| run.number);
        self.sealed_seq = sealed_seq;
        self.last_seq = last_seq.max(sealed_seq);
        Ok(())
    }

    /// Which of `ids` no filter knows: most of them, told at a fraction of the cost of one look-up each.
    ///
    /// Goes through the filters one after the other, so that the processor waits for many places of memory at once.
    pub(super) fn strangers(&self, ids: &[u128]) -> Vec<bool> {
        let mut strangers = vec![true; ids.len()];
        for (ids, strangers) in ids.chunks(IDS_AT_ONCE).zip(strangers.chunks_mut(IDS_AT_ONCE)) {
            let mixed: Vec<MixedId> = ids.iter().map(|id| MixedId::of(*id)).collect();
            for run in &self.runs {
                for (stranger, mixed) in strangers.iter_mut().zip(&mixed) {
                    *stranger &= !run.may_contain(*mixed);
                }
            }
        }
        strangers
    }

    /// Whether `id`, of which [`SeenIds::strangers`] has told whether it is one, is new. A new one counts as stored from now on, unless the transaction is rolled back.
    pub(super) fn admit(&mut self, connection: &Connection, id: u128, is_stranger: bool) -> rusqlite::Result<bool> {
        if self.tail.contains(&id) {
            return Ok(false);
        }
        if !is_stranger {
            let mixed = MixedId::of(id);
            // Newest first: a repeat most often follows soon.
            for run in self.runs.iter().rev() {
                if run.may_contain(mixed) && run.contains(connection, id)? {
                    return Ok(false);
                }
            }
        }
        self.tail.insert(id);
        self.uncommitted.ids.push(id);
        Ok(true)
    }

    /// The sequence of the next event.
    pub(super) fn next_sequence(&mut self) -> i64 {
        self.uncommitted.sequences += 1;
        self.last_seq + self.uncommitted.sequences
    }

    /// The sequence up to which ids are sealed: a raw event after it must leave its id behind when it is removed.
    pub(super) fn sealed_sequence(&self) -> i64 {
        self.sealed_seq
    }

    /// Seals the tail if it is full. The last step of a transaction: no id may be asked for between it and the end.
    pub(super) fn seal_if_full(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        if self.tail.len() < self.limits.tail_ids_most {
            return Ok(());
        }
        let mut ids: Vec<u128> = self.tail.iter().copied().collect();
        ids.sort_unstable();
        let last_seq = self.last_seq + self.uncommitted.sequences;
        let number = self.runs.last().map_or(1, |run| run.number + 1);
        let mut writer = RunWriter::new(connection, number, 0, last_seq, number_of(&ids));
        for id in ids {
            writer.push(id)?;
        }
        let mut sealed = Sealed { gone: Vec::new(), made: vec![writer.finish()?] };
        connection.execute("DELETE FROM removed_ids", [])?;
        self.merge_if_many(connection, &mut sealed)?;
        self.forget_oldest(connection, &mut sealed)?;
        self.uncommitted.sealed = Some(sealed);
        Ok(())
    }

    /// Makes one run of all sealed tails once there are enough.
    fn merge_if_many(&self, connection: &Connection, sealed: &mut Sealed) -> rusqlite::Result<()> {
        let small: Vec<&Run> = self.runs.iter().chain(&sealed.made).filter(|run| run.level == 0).collect();
        if small.len() < self.limits.runs_merged {
            return Ok(());
        }
        let number = small.iter().map(|run| run.number).max().map_or(1, |newest| newest + 1);
        let last_seq = small.iter().map(|run| run.last_seq).max().unwrap_or(0);
        let count = small.iter().map(|run| run.count).sum();
        let mut writer = RunWriter::new(connection, number, 1, last_seq, count);
        let mut readers: Vec<RunReader<'_>> = small.iter().map(|run| RunReader::new(connection, run)).collect();
        let mut heads = BinaryHeap::new();
        for (place, reader) in readers.iter_mut().enumerate() {
            heads.extend(reader.next()?.map(|id| Reverse((id, place))));
        }
        while let Some(Reverse((id, place))) = heads.pop() {
            writer.push(id)?;
            heads.extend(readers[place].next()?.map(|id| Reverse((id, place))));
        }
        let merged = writer.finish()?;
        for run in &small {
            run.delete(connection)?;
        }
        let gone = small.iter().map(|run| run.number).collect();
        *sealed = Sealed { gone, made: vec![merged] };
        Ok(())
    }

    /// Forgets the oldest runs while more ids are kept than may be. The newest run always stays.
    fn forget_oldest(&self, connection: &Connection, sealed: &mut Sealed) -> rusqlite::Result<()> {
        let kept: Vec<&Run> = self.runs.iter().filter(|run| !sealed.gone.contains(&run.number)).collect();
        let mut ids: u32 = kept.iter().copied().chain(&sealed.made).map(|run| run.count).sum();
        for run in kept {
            if ids <= self.limits.ids_most {
                break;
            }
            run.delete(connection)?;
            sealed.gone.push(run.number);
            ids -= run.count;
        }
        Ok(())
    }

    /// The transaction is durable.
    pub(super) fn committed(&mut self) {
        let done = std::mem::take(&mut self.uncommitted);
        self.last_seq += done.sequences;
        if let Some(sealed) = done.sealed {
            self.runs.retain(|run| !sealed.gone.contains(&run.number));
            self.runs.extend(sealed.made);
            self.tail.clear();
            self.sealed_seq = self.last_seq;
        }
    }

    /// The transaction did not happen.
    pub(super) fn rolled_back(&mut self) {
        let undone = std::mem::take(&mut self.uncommitted);
        for id in undone.ids {
            self.tail.remove(&id);
        }
    }
}

/// Ids stored after the event `seq`, also of events removed since, and the newest sequence.
fn unsealed_ids(connection: &Connection, seq: i64) -> rusqlite::Result<(Vec<u128>, i64)> {
    let mut ids = Vec::new();
    let mut last_seq = seq;
    for question in
        ["SELECT seq, event_id FROM events WHERE seq > ?1", "SELECT seq, event_id FROM removed_ids WHERE seq > ?1"]
    {
        let mut statement = connection.prepare_cached(question)?;
        let mut rows = statement.query([seq])?;
        while let Some(row) = rows.next()? {
            last_seq = last_seq.max(row.get(0)?);
            ids.push(u128::from_be_bytes(row.get(1)?));
        }
    }
    Ok((ids, last_seq))
}

fn number_of(ids: &[u128]) -> u32 {
    u32::try_from(ids.len()).expect("a tail is sealed long before it has four billion ids")
}
