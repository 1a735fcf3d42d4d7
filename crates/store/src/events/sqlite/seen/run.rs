//! Sealed runs: sorted entries in the file, with filters and fences in memory.
//!
//! The ids of a written run never change; the run is only merged into a larger one, or deleted when its newest id is
//! too old.

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    entry::{Entry, Identity},
    filter::{Filter, MixedId},
};
use crate::events::model::memory_of_ids::{Seconds, is_remembered};

/// The maximum number of entries in a row of `sealed_ids`: such a row fills a page of 4,096 bytes without overflow.
const IDS_PER_PART: usize = 252;
/// The maximum number of parts per run that the numbering of rows allows.
const MAX_PARTS: i64 = 1 << 20;
const ID_BYTES: usize = 16;

/// The content of the 16 bytes of an id. The values are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A plain event id, without its site: written by the first releases.
    Plain = 0,
    /// An [`Entry`].
    Entries = 1,
}

/// One sealed run, without its ids.
#[derive(Debug)]
pub(crate) struct Run {
    /// The run's number; it grows with time.
    pub(crate) number: i64,
    /// 0 for a sealed tail, 1 for the result of a merge or a run that was moved from another store.
    pub(crate) level: i64,
    pub(crate) form: Form,
    /// The sequence number of its newest event.
    pub(super) last_seq: i64,
    /// The time from which the newest of its ids is remembered; `None` for a run of the first releases that has not
    /// been dated yet.
    pub(crate) newest: Option<Seconds>,
    /// The number of its ids.
    pub(crate) count: u32,
    /// `None` if the memory for filters is used up, so that every lookup reads a row, or if all ids are too old.
    filter: Option<Filter>,
    /// The first id of each part.
    fences: Vec<u128>,
}

impl Run {
    /// Whether any of its ids is still recognized.
    pub(crate) fn is_remembered(&self, now: Seconds) -> bool {
        self.newest.is_none_or(|newest| is_remembered(newest, now))
    }

    /// Whether the run may contain the id. Reads one cache line.
    pub(super) fn may_contain(&self, id: MixedId) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.may_contain(id))
    }

    /// Returns the key of `identity` in this run.
    pub(crate) fn key_of(&self, identity: Identity) -> u128 {
        match self.form {
            Form::Plain => identity.plain,
            Form::Entries => identity.mixed,
        }
    }

    /// Returns the time from which the run's event with this identity is remembered; in a run of plain ids, all have
    /// the time of the run. Reads one row of the file.
    pub(crate) fn find(&self, connection: &Connection, identity: Identity) -> rusqlite::Result<Option<Seconds>> {
        let key = self.key_of(identity);
        // An entry is greater than or equal to its identity, since it includes its time.
        let largest = match self.form {
            Form::Plain => key,
            Form::Entries => key | u128::from(Seconds::MAX),
        };
        let after = self.fences.partition_point(|first| *first <= largest);
        let Some(part) = after.checked_sub(1) else { return Ok(None) };
        let mut statement = connection.prepare_cached("SELECT ids FROM sealed_ids WHERE place = ?1")?;
        let found = statement
            .query_row([place(self.number, part)], |row| {
                let (ids, _) = row.get_ref(0)?.as_blob()?.as_chunks::<ID_BYTES>();
                let place = ids.partition_point(|id| *id < key.to_be_bytes());
                Ok(ids.get(place).map(|id| Entry::from_bytes(*id)))
            })
            .optional()?;
        // The row was written in the same transaction as the run, so it is missing only in a damaged file.
        let next = found.ok_or_else(|| damaged("sealed_ids"))?;
        Ok(match self.form {
            Form::Plain => next.filter(|id| id.0 == key).map(|_| self.newest.unwrap_or(Seconds::MAX)),
            Form::Entries => next.filter(|entry| entry.mixed() == key).map(Entry::taken),
        })
    }

    /// Reads a run, without its filter.
    pub(super) fn load(connection: &Connection, number: i64) -> rusqlite::Result<Self> {
        let mut statement = connection
            .prepare_cached("SELECT level, form, last_seq, newest, count, fences FROM sealed_runs WHERE run = ?1")?;
        statement.query_row([number], |row| {
            let (fences, _) = row.get_ref(5)?.as_blob()?.as_chunks::<ID_BYTES>();
            let form = match row.get(1)? {
                0 => Form::Plain,
                1 => Form::Entries,
                _ => return Err(damaged("sealed_runs")),
            };
            Ok(Self {
                number,
                level: row.get(0)?,
                form,
                last_seq: row.get(2)?,
                newest: row.get(3)?,
                count: row.get(4)?,
                filter: None,
                fences: fences.iter().map(|id| u128::from_be_bytes(*id)).collect(),
            })
        })
    }

    /// Keeps filters in memory up to `max_bytes`, those of the newest runs first; reads missing ones from the file.
    pub(super) fn keep_filters(
        runs: &mut [Self],
        connection: &Connection,
        max_bytes: usize,
        now: Seconds,
    ) -> rusqlite::Result<()> {
        let mut bytes = 0;
        for run in runs.iter_mut().rev() {
            bytes += Filter::bytes_for(run.count as usize);
            if bytes > max_bytes || !run.is_remembered(now) {
                run.filter = None;
            } else if run.filter.is_none() {
                let mut statement = connection.prepare_cached("SELECT filter FROM sealed_runs WHERE run = ?1")?;
                let filter =
                    statement.query_row([run.number], |row| Ok(Filter::from_bytes(row.get_ref(0)?.as_blob()?)));
                run.filter = Some(filter?.ok_or_else(|| damaged("sealed_runs"))?);
            }
        }
        Ok(())
    }

    /// Returns the numbers of all runs, oldest first.
    pub(crate) fn numbers(connection: &Connection) -> rusqlite::Result<Vec<i64>> {
        let mut statement = connection.prepare_cached("SELECT run FROM sealed_runs ORDER BY run")?;
        statement.query_map([], |row| row.get(0))?.collect()
    }

    /// Removes the run from the file.
    pub(crate) fn delete(&self, connection: &Connection) -> rusqlite::Result<()> {
        connection
            .prepare_cached("DELETE FROM sealed_ids WHERE place >= ?1 AND place < ?2")?
            .execute([place(self.number, 0), place(self.number + 1, 0)])?;
        connection.prepare_cached("DELETE FROM sealed_runs WHERE run = ?1")?.execute([self.number])?;
        Ok(())
    }
}

fn place(run: i64, part: usize) -> i64 {
    run * MAX_PARTS + i64::try_from(part).expect("a run has fewer parts than there are bytes of memory")
}

fn damaged(table: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(
        rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT),
        Some(format!("{table} holds a row that cannot be read")),
    )
}

/// Writes a run from sorted entries, each identity once.
pub(crate) struct RunWriter<'c> {
    connection: &'c Connection,
    run: Run,
    filter: Filter,
    part: Vec<u8>,
}

impl<'c> RunWriter<'c> {
    /// Starts the run `number` for at most `count` entries.
    pub(crate) fn new(connection: &'c Connection, number: i64, level: i64, last_seq: i64, count: usize) -> Self {
        let run = Run {
            number,
            level,
            form: Form::Entries,
            last_seq,
            newest: Some(0),
            count: 0,
            filter: None,
            fences: Vec::with_capacity(count.div_ceil(IDS_PER_PART)),
        };
        Self { connection, run, filter: Filter::for_ids(count), part: Vec::with_capacity(IDS_PER_PART * ID_BYTES) }
    }

    /// Adds the next entry, which must be greater than the previous ones.
    pub(crate) fn push(&mut self, entry: Entry) -> rusqlite::Result<()> {
        if self.part.is_empty() {
            self.run.fences.push(entry.0);
        }
        self.part.extend_from_slice(&entry.to_bytes());
        self.filter.insert(MixedId::of(entry.mixed()));
        self.run.newest = self.run.newest.max(Some(entry.taken()));
        self.run.count += 1;
        if self.part.len() == IDS_PER_PART * ID_BYTES { self.write_part() } else { Ok(()) }
    }

    fn write_part(&mut self) -> rusqlite::Result<()> {
        let part = self.run.fences.len() - 1;
        self.connection
            .prepare_cached("INSERT INTO sealed_ids (place, ids) VALUES (?1, ?2)")?
            .execute(params![place(self.run.number, part), self.part])?;
        self.part.clear();
        Ok(())
    }

    /// Writes the remaining entries and the run itself.
    pub(crate) fn finish(mut self) -> rusqlite::Result<Run> {
        if !self.part.is_empty() {
            self.write_part()?;
        }
        let mut run = self.run;
        let fences: Vec<u8> = run.fences.iter().flat_map(|id| id.to_be_bytes()).collect();
        self.connection
            .prepare_cached(
                "INSERT INTO sealed_runs (run, level, form, last_seq, newest, count, filter, fences)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![
                run.number,
                run.level,
                run.form as i64,
                run.last_seq,
                run.newest,
                run.count,
                self.filter.to_bytes(),
                fences
            ])?;
        run.filter = Some(self.filter);
        Ok(run)
    }
}

/// Reads a run's entries in order, one part in memory at a time.
pub(crate) struct RunReader<'c> {
    connection: &'c Connection,
    number: i64,
    parts: usize,
    next_part: usize,
    /// The rest of the current part in reverse order, so that the next entry is popped.
    entries: Vec<Entry>,
}

impl<'c> RunReader<'c> {
    /// Starts at the smallest entry of `run`.
    pub(crate) fn new(connection: &'c Connection, run: &Run) -> Self {
        Self { connection, number: run.number, parts: run.fences.len(), next_part: 0, entries: Vec::new() }
    }

    /// Returns the next entry.
    pub(crate) fn next(&mut self) -> rusqlite::Result<Option<Entry>> {
        if self.entries.is_empty() && self.next_part < self.parts {
            let mut statement = self.connection.prepare_cached("SELECT ids FROM sealed_ids WHERE place = ?1")?;
            self.entries = statement.query_row([place(self.number, self.next_part)], |row| {
                let (ids, _) = row.get_ref(0)?.as_blob()?.as_chunks::<ID_BYTES>();
                Ok(ids.iter().rev().map(|id| Entry::from_bytes(*id)).collect())
            })?;
            self.next_part += 1;
        }
        Ok(self.entries.pop())
    }
}
