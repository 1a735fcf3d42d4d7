//! Sealed runs: sorted ids in the file, and of each run a filter and its fences in memory.
//!
//! A run never changes once it is written; it is only merged into a larger one, or forgotten as the oldest.

use rusqlite::{Connection, OptionalExtension, params};

use super::filter::{Filter, MixedId};

/// Ids in one row of `sealed_ids`: with them a row fills one page of 4,096 bytes and never overflows it.
const IDS_PER_PART: usize = 252;
/// Parts that a run's numbers leave room for.
const PARTS_MOST: i64 = 1 << 20;
const ID_BYTES: usize = 16;

/// One sealed run, without its ids.
#[derive(Debug)]
pub(super) struct Run {
    /// Its number; grows with time.
    pub(super) number: i64,
    /// 0 when sealed, 1 when merged.
    pub(super) level: i64,
    /// The sequence of the newest event in it.
    pub(super) last_seq: i64,
    /// How many ids it holds.
    pub(super) count: u32,
    filter: Filter,
    /// The first id of each part.
    fences: Vec<u128>,
}

impl Run {
    /// Whether the run may hold the id: reads one cache line.
    pub(super) fn may_contain(&self, id: MixedId) -> bool {
        self.filter.may_contain(id)
    }

    /// Whether the run holds `id`: reads one row of the file.
    pub(super) fn contains(&self, connection: &Connection, id: u128) -> rusqlite::Result<bool> {
        let after = self.fences.partition_point(|first| *first <= id);
        let Some(part) = after.checked_sub(1) else { return Ok(false) };
        let mut statement = connection.prepare_cached("SELECT ids FROM sealed_ids WHERE place = ?1")?;
        let found = statement
            .query_row([place(self.number, part)], |row| {
                let (ids, _) = row.get_ref(0)?.as_blob()?.as_chunks::<ID_BYTES>();
                Ok(ids.binary_search(&id.to_be_bytes()).is_ok())
            })
            .optional()?;
        // The row is part of the run's own transaction, so it can only be absent from a damaged file.
        found.ok_or_else(|| damaged("sealed_ids"))
    }

    /// Every run, oldest first.
    pub(super) fn load_all(connection: &Connection, known: &[i64]) -> rusqlite::Result<Vec<Self>> {
        let numbers = Self::numbers(connection)?;
        let mut statement = connection
            .prepare_cached("SELECT level, last_seq, count, filter, fences FROM sealed_runs WHERE run = ?1")?;
        let fresh = numbers.into_iter().filter(|number| !known.contains(number));
        fresh
            .map(|number| {
                statement.query_row([number], |row| {
                    let filter = Filter::from_bytes(row.get_ref(3)?.as_blob()?);
                    let (fences, _) = row.get_ref(4)?.as_blob()?.as_chunks::<ID_BYTES>();
                    Ok(Self {
                        number,
                        level: row.get(0)?,
                        last_seq: row.get(1)?,
                        count: row.get(2)?,
                        filter: filter.ok_or_else(|| damaged("sealed_runs"))?,
                        fences: fences.iter().map(|id| u128::from_be_bytes(*id)).collect(),
                    })
                })
            })
            .collect()
    }

    /// The numbers of all runs, oldest first.
    pub(super) fn numbers(connection: &Connection) -> rusqlite::Result<Vec<i64>> {
        let mut statement = connection.prepare_cached("SELECT run FROM sealed_runs ORDER BY run")?;
        statement.query_map([], |row| row.get(0))?.collect()
    }

    /// Removes the run from the file.
    pub(super) fn delete(&self, connection: &Connection) -> rusqlite::Result<()> {
        connection
            .prepare_cached("DELETE FROM sealed_ids WHERE place >= ?1 AND place < ?2")?
            .execute([place(self.number, 0), place(self.number + 1, 0)])?;
        connection.prepare_cached("DELETE FROM sealed_runs WHERE run = ?1")?.execute([self.number])?;
        Ok(())
    }
}

fn place(run: i64, part: usize) -> i64 {
    run * PARTS_MOST + i64::try_from(part).expect("a run has fewer parts than there are bytes of memory")
}

fn damaged(table: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(
        rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT),
        Some(format!("{table} holds a row that cannot be read")),
    )
}

/// Writes a run from ids that come in order.
pub(super) struct RunWriter<'c> {
    connection: &'c Connection,
    run: Run,
    part: Vec<u8>,
}

impl<'c> RunWriter<'c> {
    /// Starts the run `number` for `count` ids.
    pub(super) fn new(connection: &'c Connection, number: i64, level: i64, last_seq: i64, count: u32) -> Self {
        let fences = Vec::with_capacity((count as usize).div_ceil(IDS_PER_PART));
        let run = Run { number, level, last_seq, count: 0, filter: Filter::for_ids(count as usize), fences };
        Self { connection, run, part: Vec::with_capacity(IDS_PER_PART * ID_BYTES) }
    }

    /// Adds the next id, which is larger than those before.
    pub(super) fn push(&mut self, id: u128) -> rusqlite::Result<()> {
        if self.part.is_empty() {
            self.run.fences.push(id);
        }
        self.part.extend_from_slice(&id.to_be_bytes());
        self.run.filter.insert(MixedId::of(id));
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

    /// Writes what is left.
    pub(super) fn finish(mut self) -> rusqlite::Result<Run> {
        if !self.part.is_empty() {
            self.write_part()?;
        }
        let run = self.run;
        let fences: Vec<u8> = run.fences.iter().flat_map(|id| id.to_be_bytes()).collect();
        self.connection
            .prepare_cached(
                "INSERT INTO sealed_runs (run, level, last_seq, count, filter, fences) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![run.number, run.level, run.last_seq, run.count, run.filter.to_bytes(), fences])?;
        Ok(run)
    }
}

/// Reads a run's ids in order, one part in memory at a time.
pub(super) struct RunReader<'c> {
    connection: &'c Connection,
    number: i64,
    parts: usize,
    next_part: usize,
    /// The current part, last id first, so that the next one is popped.
    ids: Vec<u128>,
}

impl<'c> RunReader<'c> {
    /// Starts at the smallest id of `run`.
    pub(super) fn new(connection: &'c Connection, run: &Run) -> Self {
        Self { connection, number: run.number, parts: run.fences.len(), next_part: 0, ids: Vec::new() }
    }

    /// The next id.
    pub(super) fn next(&mut self) -> rusqlite::Result<Option<u128>> {
        if self.ids.is_empty() && self.next_part < self.parts {
            let mut statement = self.connection.prepare_cached("SELECT ids FROM sealed_ids WHERE place = ?1")?;
            self.ids = statement.query_row([place(self.number, self.next_part)], |row| {
                let (ids, _) = row.get_ref(0)?.as_blob()?.as_chunks::<ID_BYTES>();
                Ok(ids.iter().rev().map(|id| u128::from_be_bytes(*id)).collect())
            })?;
            self.next_part += 1;
        }
        Ok(self.ids.pop())
    }
}
