//! Stores rows from PostgreSQL in the files of a folder. It runs on a separate thread.

use std::collections::HashMap;

use askline_domain::{
    events::EventId,
    shared::ids::{Id as _, SiteId},
};
use rusqlite::{Connection, OptionalExtension as _, Statement, params_from_iter, types::ToSqlOutput};
use tokio::sync::mpsc;

use super::{
    carried::Table,
    database::split,
    differences::{EVENTS, PAGES, SITES},
    error::MoveError,
    mark::{self, METADATA, SEEDED},
    rows::{Column, Kind, Value, read_row},
};
use crate::{
    events::{
        model::memory_of_ids::{Seconds, is_remembered, own_seconds},
        sqlite::MovedIds,
    },
    unfinished_move::PAGE_NUMBERS,
};

/// The step that seals the ids of events.
pub(super) const IDS: &str = "event_ids";

/// What the sender sends.
pub(super) enum Piece {
    /// Whole rows of one of the tables, by its index.
    Rows(usize, Vec<u8>),
    /// All rows have been sent. If the pieces end without it, the move failed.
    End,
}

/// The receiving end of the pieces.
pub(super) type Pieces = mpsc::Receiver<Piece>;

fn ended_early() -> MoveError {
    MoveError::Refused("copying ended early".into())
}

/// Stores all metadata in one transaction.
pub(super) fn fill_metadata(connection: &Connection, tables: &[Table], pieces: Pieces) -> Result<(), MoveError> {
    let filled = fill_all(connection, tables, pieces);
    if filled.is_err() && !connection.is_autocommit() {
        // The original error is more useful than an error of the rollback.
        let _ = connection.execute_batch("ROLLBACK");
    }
    filled
}

fn fill_all(connection: &Connection, tables: &[Table], mut pieces: Pieces) -> Result<(), MoveError> {
    connection.execute_batch("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE")?;
    // Triggers are dropped meanwhile: the rows that they would add are moved like all others.
    let triggers: Vec<(String, String)> = {
        let mut statement = connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")?;
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<rusqlite::Result<_>>()?
    };
    for (name, _) in &triggers {
        connection.execute_batch(&format!("DROP TRIGGER {name}"))?;
    }
    for table in SEEDED {
        connection.execute_batch(&format!("DELETE FROM {table}"))?;
    }
    loop {
        match pieces.blocking_recv() {
            Some(Piece::Rows(index, rows)) => {
                let table = tables.get(index).ok_or_else(ended_early)?;
                let mut insert = connection.prepare_cached(&insert_of(table, &table.expressions))?;
                each_row(&rows, &table.columns, |values| store(&mut insert, values))?;
            }
            Some(Piece::End) => break,
            None => return Err(ended_early()),
        }
    }
    for (_, sql) in &triggers {
        connection.execute_batch(sql)?;
    }
    let orphan: Option<String> = connection.query_row("PRAGMA foreign_key_check", [], |row| row.get(0)).optional()?;
    if let Some(table) = orphan {
        return Err(MoveError::File(format!("rows of {table} refer to rows that do not exist")));
    }
    mark::note_in_file(connection, METADATA, 1, "")?;
    Ok(connection.execute_batch("COMMIT")?)
}

fn insert_of(table: &Table, columns: &[String]) -> String {
    let values: Vec<String> = (1..=columns.len()).map(|place| format!("?{place}")).collect();
    format!("INSERT INTO {} ({}) VALUES ({})", table.in_folder, columns.join(", "), values.join(", "))
}

fn store(insert: &mut Statement<'_>, values: &[Value<'_>]) -> Result<(), MoveError> {
    insert.execute(params_from_iter(values.iter().map(|value| ToSqlOutput::Borrowed(value.for_sqlite()))))?;
    Ok(())
}

fn each_row(
    rows: &[u8],
    columns: &[Column],
    mut each: impl FnMut(&mut Vec<Value<'_>>) -> Result<(), MoveError>,
) -> Result<(), MoveError> {
    let mut done = Ok(());
    split(rows, |row| {
        if done.is_ok() {
            done = read_row(row, columns).and_then(|mut values| each(&mut values));
        }
    });
    done
}

/// Creates the table of the pages whose numbers change.
pub(super) fn prepare_pages(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!(
        "CREATE TABLE IF NOT EXISTS {PAGE_NUMBERS} (site INTEGER NOT NULL, page INTEGER NOT NULL, id INTEGER NOT NULL,
            PRIMARY KEY (site, page)) STRICT, WITHOUT ROWID"
    ))
}

/// The state for storing rows of event tables.
pub(super) struct Filling<'c> {
    connection: &'c Connection,
    sites: HashMap<[u8; 16], i64>,
    /// The last number in the table that is being filled, if its rows have numbers.
    last: i64,
    has_other_pages: bool,
}

impl<'c> Filling<'c> {
    /// Prepares the filling of a table, some rows of which may already be stored.
    pub(super) fn of(connection: &'c Connection, table: &Table) -> Result<Self, MoveError> {
        let sites = {
            let mut statement = connection.prepare("SELECT site, id FROM sites WHERE site IS NOT NULL")?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<rusqlite::Result<_>>()?
        };
        let last = match &*table.name {
            PAGES => "SELECT coalesce(max(id), 0) FROM pages",
            EVENTS => "SELECT coalesce(max(seq), 0) FROM events",
            _ => "SELECT 0",
        };
        let last = connection.query_row(last, [], |row| row.get(0))?;
        let any = format!("SELECT EXISTS (SELECT 1 FROM {PAGE_NUMBERS})");
        let has_other_pages = connection.query_row(&any, [], |row| row.get(0))?;
        Ok(Self { connection, sites, last, has_other_pages })
    }

    /// Stores the rows of a table, each piece in a transaction that records how far it got.
    pub(super) fn fill(&mut self, table: &Table, mut pieces: Pieces, mut read: u64) -> Result<(), MoveError> {
        loop {
            let rows = match pieces.blocking_recv() {
                Some(Piece::Rows(_, rows)) => rows,
                Some(Piece::End) => return Ok(()),
                None => return Err(ended_early()),
            };
            self.connection.execute_batch("BEGIN IMMEDIATE")?;
            let stored = self.store_piece(table, &rows).and_then(|stored| {
                read += stored;
                mark::note_in_file(self.connection, &table.name, read, "")?;
                Ok(self.connection.execute_batch("COMMIT")?)
            });
            if stored.is_err() && !self.connection.is_autocommit() {
                let _ = self.connection.execute_batch("ROLLBACK");
            }
            stored?;
        }
    }

    fn store_piece(&mut self, table: &Table, rows: &[u8]) -> Result<u64, MoveError> {
        let mut stored = 0;
        let columns = with_taken(table);
        let connection = self.connection;
        let insert = match &*table.name {
            SITES => "INSERT INTO sites (site, identity) VALUES (?1, ?1)".to_owned(),
            EVENTS => insert_of(table, &columns_of_events(&columns)),
            _ => insert_of(table, &table.expressions),
        };
        let mut insert = connection.prepare_cached(&insert)?;
        each_row(rows, &columns, |values| {
            stored += 1;
            if table.name != SITES {
                self.renumber(table, values)?;
            }
            store(&mut insert, values)
        })?;
        Ok(stored)
    }

    /// Inserts the folder's numbers: of the site, of the page, and of the event.
    fn renumber(&mut self, table: &Table, values: &mut Vec<Value<'_>>) -> Result<(), MoveError> {
        let broken = || MoveError::Refused(format!("{} has a row of a site that the target does not have", table.name));
        let place = table.site.ok_or_else(broken)?;
        let Value::Bytes(site) = values[place] else { return Err(broken()) };
        let number = *<[u8; 16]>::try_from(site).ok().and_then(|site| self.sites.get(&site)).ok_or_else(broken)?;
        values[place] = Value::Integer(number);
        if let (Some(place), false) = (table.place_of("page"), table.name == PAGES)
            && let (Value::Integer(page), true) = (values[place], self.has_other_pages)
        {
            values[place] = Value::Integer(self.page(number, page)?.unwrap_or(page));
        }
        match &*table.name {
            PAGES => {
                let place = table.place_of("page").ok_or_else(broken)?;
                let Value::Integer(page) = values[place] else { return Err(broken()) };
                let id = self.next(page);
                if id != page {
                    self.connection
                        .prepare_cached(&format!("INSERT INTO {PAGE_NUMBERS} (site, page, id) VALUES (?1, ?2, ?3)"))?
                        .execute([number, page, id])?;
                }
                values[place] = Value::Integer(id);
            }
            EVENTS => self.renumber_event(table, values).ok_or_else(broken)?,
            _ => {}
        }
        Ok(())
    }

    /// Sets the event's sequence number, merges its detail into one column, and keeps the time from which it is
    /// remembered only if that differs from its own time.
    fn renumber_event(&mut self, table: &Table, values: &mut Vec<Value<'_>>) -> Option<()> {
        let place = table.place_of("place")?;
        let Value::Integer(number) = values[place] else { return None };
        values[place] = Value::Integer(self.next(number));
        let Value::Integer(at) = values[table.place_of("at")?] else { return None };
        let taken = values.last_mut()?;
        if let Value::Integer(seconds) = *taken
            && seconds == i64::from(own_seconds(at))
        {
            *taken = Value::Null;
        }
        let (text, id) = (table.place_of("detail")?, table.place_of("detail_id")?);
        if values[text] == Value::Null {
            values[text] = values[id];
        }
        values.remove(id);
        Some(())
    }

    /// Returns the same number if it is free, otherwise the one after the last: the numbers of one site increase, and
    /// several sites may have the same number.
    fn next(&mut self, number: i64) -> i64 {
        self.last = number.max(self.last + 1);
        self.last
    }

    fn page(&self, site: i64, page: i64) -> rusqlite::Result<Option<i64>> {
        self.connection
            .prepare_cached(&format!("SELECT id FROM {PAGE_NUMBERS} WHERE site = ?1 AND page = ?2"))?
            .query_row([site, page], |row| row.get(0))
            .optional()
    }
}

/// Returns the columns that are read; for events also the time from which each is remembered.
fn with_taken(table: &Table) -> Vec<Column> {
    let taken = Column { name: "taken".into(), kind: Kind::Integer(8) };
    table.columns.iter().cloned().chain((table.name == EVENTS).then_some(taken)).collect()
}

/// Returns the folder's columns of an event, in the order of [`Filling::renumber_event`].
fn columns_of_events(columns: &[Column]) -> Vec<String> {
    let kept = columns.iter().map(|column| &*column.name).filter(|name| *name != "detail_id");
    kept.map(|name| if name == "place" { "seq".into() } else { format!("\"{name}\"") }).collect()
}

/// Seals the ids of the events that are still remembered, in one transaction.
pub(super) fn fill_ids(connection: &Connection, now: Seconds) -> Result<(), MoveError> {
    let transaction = connection.unchecked_transaction()?;
    let last: i64 = transaction.query_row("SELECT coalesce(max(seq), 0) FROM events", [], |row| row.get(0))?;
    let mut ids = MovedIds::new(&transaction, last);
    let mut events =
        transaction.prepare("SELECT s.site, e.event_id, e.at, e.taken FROM events e JOIN sites s ON s.id = e.site")?;
    let mut rows = events.query([])?;
    while let Some(row) = rows.next()? {
        let taken = row.get::<_, Option<Seconds>>(3)?.unwrap_or(own_seconds(row.get(2)?));
        if is_remembered(taken, now) {
            let (site, id) = (u128::from_be_bytes(row.get(0)?), u128::from_be_bytes(row.get(1)?));
            ids.add(SiteId::from_bits(site), EventId(id), taken)?;
        }
    }
    drop(rows);
    drop(events);
    ids.finish()?;
    mark::note_in_file(&transaction, IDS, 1, "")?;
    Ok(transaction.commit()?)
}
