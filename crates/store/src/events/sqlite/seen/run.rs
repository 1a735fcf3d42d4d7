//! Sealed runs: sorted entries in the file, with filters and fences in memory.
//!
//! A run never changes once it is written; it is only merged into a larger one, or forgotten when its newest id is.

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    entry::{Entry, Identity},
    filter::{Filter, MixedId},
};
use crate::events::model::memory_of_ids::{Seconds, is_remembered};

/// Entries in one row of `sealed_ids`: with them a row fills one page of 4,096 bytes and never overflows it.
const IDS_PER_PART: usize = 252;
/// The maximum number of parts that a run's numbering allows.
const MAX_PARTS: i64 = 1 << 20;
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
    /// When the newest of its ids was taken.
    newest: Seconds,
    /// How many ids it holds.
    pub(super) count: u32,
    /// `None` if the memory for filters is used up: then every look-up reads a row.
    filter: Option<Filter>,
    /// The first entry of each part.
    fences: Vec<Entry>,
}

impl Run {
    /// Writes a run of sorted entries, each identity once.
    pub(super) fn write(
        connection: &Connection,
        number: i64,
        level: i64,
        last_seq: i64,
        entries: &[Entry],
    ) -> rusqlite::Result<Self> {
        let mut filter = Filter::for_ids(entries.len());
        let mut fences = Vec::with_capacity(entries.len().div_ceil(IDS_PER_PART));
        let mut insert = connection.prepare_cached("INSERT INTO sealed_ids (place, ids) VALUES (?1, ?2)")?;
        for (part, entries) in entries.chunks(IDS_PER_PART).enumerate() {
            fences.push(entries[0]);
            entries.iter().for_each(|entry| filter.insert(MixedId::of(entry.identity().mixed())));
            insert.execute(params![place(number, part), bytes_of(entries)])?;
        }
        let newest = entries.iter().map(|entry| entry.taken()).max().unwrap_or(0);
        let count = entries.len() as u32;
        connection
            .prepare_cached(
                "INSERT INTO sealed_runs (run, level, last_seq, newest, count, filter, fences)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![number, level, last_seq, newest, count, filter.to_bytes(), bytes_of(&fences)])?;
        Ok(Self { number, level, last_seq, newest, count, filter: Some(filter), fences })
    }

    /// Reads a run, without its filter.
    pub(super) fn read(connection: &Connection, number: i64) -> rusqlite::Result<Self> {
        connection
            .prepare_cached("SELECT level, last_seq, newest, count, fences FROM sealed_runs WHERE run = ?1")?
            .query_row([number], |row| {
                Ok(Self {
                    number,
                    level: row.get(0)?,
                    last_seq: row.get(1)?,
                    newest: row.get(2)?,
                    count: row.get(3)?,
                    filter: None,
                    fences: entries_of(row.get_ref(4)?.as_blob()?).collect(),
                })
            })
    }

    /// Reads all of its entries, in their order.
    pub(super) fn entries(&self, connection: &Connection) -> rusqlite::Result<Vec<Entry>> {
        let mut entries = Vec::with_capacity(self.count as usize);
        let mut parts =
            connection.prepare_cached("SELECT ids FROM sealed_ids WHERE place >= ?1 AND place < ?2 ORDER BY place")?;
        let mut rows = parts.query([place(self.number, 0), place(self.number + 1, 0)])?;
        while let Some(row) = rows.next()? {
            entries.extend(entries_of(row.get_ref(0)?.as_blob()?));
        }
        Ok(entries)
    }

    /// Whether any of its ids still counts.
    pub(super) fn is_remembered(&self, now: Seconds) -> bool {
        is_remembered(self.newest, now)
    }

    /// Whether the run may hold the id: reads one cache line.
    pub(super) fn may_contain(&self, id: MixedId) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.may_contain(id))
    }

    /// When the run's event of this identity was taken: reads one row of the file.
    pub(super) fn find(&self, connection: &Connection, identity: Identity) -> rusqlite::Result<Option<Seconds>> {
        let after = self.fences.partition_point(|first| first.identity() <= identity);
        let Some(part) = after.checked_sub(1) else { return Ok(None) };
        let mut statement = connection.prepare_cached("SELECT ids FROM sealed_ids WHERE place = ?1")?;
        let found = statement
            .query_row([place(self.number, part)], |row| {
                let (ids, _) = row.get_ref(0)?.as_blob()?.as_chunks::<ID_BYTES>();
                let place = ids.partition_point(|id| Entry::from_bytes(*id).identity() < identity);
                Ok(ids.get(place).map(|id| Entry::from_bytes(*id)))
            })
            .optional()?;
        // The row is part of the run's own transaction, so it can only be absent from a damaged file.
        let next = found.ok_or_else(|| damaged("sealed_ids"))?;
        Ok(next.filter(|entry| entry.identity() == identity).map(Entry::taken))
    }

    /// Keeps filters in memory up to `bytes_most`, those of the newest runs first; missing ones are read from the file.
    pub(super) fn keep_filters(
        runs: &mut [Self],
        connection: &Connection,
        bytes_most: usize,
        now: Seconds,
    ) -> rusqlite::Result<()> {
        let mut bytes = 0;
        for run in runs.iter_mut().rev() {
            bytes += Filter::bytes_for(run.count as usize);
            if bytes > bytes_most || !run.is_remembered(now) {
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
    run * MAX_PARTS + i64::try_from(part).expect("a run has fewer parts than there are bytes of memory")
}

fn bytes_of(entries: &[Entry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

fn entries_of(bytes: &[u8]) -> impl Iterator<Item = Entry> {
    bytes.as_chunks::<ID_BYTES>().0.iter().map(|bytes| Entry::from_bytes(*bytes))
}

fn damaged(table: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(
        rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT),
        Some(format!("{table} holds a row that cannot be read")),
    )
}
