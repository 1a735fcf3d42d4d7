//! Moves from a folder to PostgreSQL.

use std::{collections::BTreeSet, path::Path, sync::Arc};

use askline_app::ports::whole_stores::Database as _;
use askline_domain::{
    events::EventId,
    shared::{
        clock::Clock,
        ids::{Id as _, SiteId},
    },
};
use rusqlite::Connection;
use sqlx::AssertSqlSafe;
use tokio::sync::mpsc;

use super::{
    carried::{Carried, File, Table},
    comparison::{self, Side},
    database::{begin, check_alone},
    differences::{EVENTS, SITES},
    error::MoveError,
    folder::{Held, Sites, open_reader, read_rows, read_sites},
    mark::{self, METADATA, Progress, SEEDED},
    outcome::{Moved, Tell},
    pieces::{BYTES_AT_ONCE, PIECES_WAITING, ROWS_TOLD},
    sealed::{self, read_sealed},
};
use crate::{
    events::{
        model::memory_of_ids::{Seconds, is_remembered, own_seconds, whole_seconds},
        postgres::{EventServerOptions, WEEKS_OF_DAYS, connect_events, ids, make_days},
    },
    metadata::postgres::connect_moved,
    postgres::{PostgresOptions, links_of_move},
    sealing::SealingKey,
    sql::{Link, Links},
};

/// Rows to be stored.
struct Piece {
    rows: Vec<u8>,
    /// The ids of the remembered events, in their stored form.
    ids: Vec<(i64, i32, i32)>,
    /// The number of rows of the table that were read up to here.
    read: u64,
}

/// The state of a move.
struct Move<'m> {
    dir: &'m Path,
    links: &'m Links,
    carried: &'m Carried,
    progress: Progress,
    tell: Tell<'m>,
}

/// Moves a folder that no server uses into an empty database, or continues such a move. `key` must be the folder's key.
pub async fn move_to_database(
    dir: &Path,
    target: &PostgresOptions,
    key: SealingKey,
    clock: Arc<dyn Clock>,
    tell: Tell<'_>,
) -> Result<Moved, MoveError> {
    let held = Held::take(dir)?;
    let metadata = open_reader(dir, File::Metadata)?;
    let events = open_reader(dir, File::Events)?;
    sealed::check(&SealingKey::of_folder(dir), &key, &read_sealed(&metadata)?)?;
    let (links, place) = links_of_move(target)?;
    // Creates the tables.
    let store = connect_moved(target, key).await?;
    connect_events(target, EventServerOptions::default(), Arc::clone(&clock)).await?.close().await;
    check_alone(target, &place).await?;
    let mut link = links.acquire().await?;
    let carried = Carried::of(&mut link, &metadata, &events).await?;
    let source = format!("the folder {}", dir.canonicalize().unwrap_or_else(|_| dir.to_owned()).display());
    let progress = mark::begin_in_database(&mut link, &place, &source, carried.all()).await?;
    drop(link);
    let resumed = progress.resumed;
    let work = Move { dir, links: &links, carried: &carried, progress, tell };
    work.move_metadata().await?;
    work.move_events(whole_seconds(clock.now())).await?;
    tell("comparing source and target");
    let compared = comparison::compare(dir, &links, &carried, &store, Side::Folder).await?;
    check_alone(target, &place).await?;
    if compared.iter().all(|compared| compared.is_same) {
        let mut link = begin(&links).await?;
        mark::end_in_database(&mut link).await?;
        link.commit().await?;
    }
    store.close().await;
    links.close().await;
    drop(held);
    Ok(Moved { resumed, compared })
}

impl Move<'_> {
    /// Moves the metadata in one transaction, so that an interruption leaves nothing.
    async fn move_metadata(&self) -> Result<(), MoveError> {
        if self.progress.of(METADATA) > 0 {
            return Ok(());
        }
        (self.tell)("copying the metadata");
        let mut link = begin(self.links).await?;
        // Triggers are disabled meanwhile: the rows that they would add are moved like all others.
        let guarded: Vec<String> = sqlx::query_scalar(
            "SELECT DISTINCT c.relname::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
             WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND c.relnamespace = current_schema()::regnamespace",
        )
        .fetch_all(&mut link)
        .await?;
        for table in &guarded {
            run(&mut link, format!("ALTER TABLE {table} DISABLE TRIGGER USER")).await?;
        }
        for table in &self.carried.metadata {
            if SEEDED.contains(&&*table.name) {
                run(&mut link, format!("DELETE FROM {}", table.name)).await?;
            }
            let (mut pieces, reading) = self.read(table, Arc::default(), 0, 0);
            while let Some(piece) = pieces.recv().await {
                link.copy_in(&table.copy_in(), &piece?.rows).await?;
            }
            ended(reading).await?;
            if let Some(column) = &table.numbered {
                let name = &table.name;
                let next = format!(
                    "SELECT setval(pg_get_serial_sequence('{name}', '{column}'), coalesce(max({column}), 1), max({column}) IS NOT NULL)
                     FROM {name}"
                );
                run(&mut link, next).await?;
            }
        }
        for table in &guarded {
            run(&mut link, format!("ALTER TABLE {table} ENABLE TRIGGER USER")).await?;
        }
        mark::note_in_database(&mut link, METADATA, 1, "").await?;
        Ok(link.commit().await?)
    }

    async fn move_events(&self, now: Seconds) -> Result<(), MoveError> {
        let events = open_reader(self.dir, File::Events)?;
        let sites = Arc::new(read_sites(&events)?);
        let days = {
            let mut statement = events.prepare("SELECT DISTINCT day FROM events")?;
            statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<BTreeSet<i32>>>()?
        };
        make_days(self.links, days).await?;
        for table in &self.carried.events {
            match &*table.name {
                SITES => self.move_sites(&events, &sites).await?,
                _ => self.move_table(table, &sites, now).await?,
            }
        }
        let mut link = begin(self.links).await?;
        run(&mut link, WEEKS_OF_DAYS.to_owned()).await?;
        Ok(link.commit().await?)
    }

    /// Inserts the sites with their next place and next page, which are larger than all in the folder, where all sites
    /// share one numbering.
    async fn move_sites(&self, events: &Connection, sites: &Sites) -> Result<(), MoveError> {
        let next = |sql: &str| events.query_row(sql, [], |row| row.get::<_, i64>(0));
        let place = next(
            "SELECT max((SELECT coalesce(max(seq), 0) FROM events), (SELECT coalesce(max(last_seq), 0) FROM sealed_runs)) + 1",
        )?;
        let page = next("SELECT coalesce(max(id), 0) + 1 FROM pages")?;
        let mut link = begin(self.links).await?;
        sqlx::query(
            "INSERT INTO event_books (site, next_place, next_page) SELECT site, $2, $3 FROM unnest($1::bytea[]) AS site
             ON CONFLICT (site) DO NOTHING",
        )
        .bind(sites.values().copied().collect::<Vec<[u8; 16]>>())
        .bind(place)
        .bind(page)
        .execute(&mut link)
        .await?;
        Ok(link.commit().await?)
    }

    async fn move_table(&self, table: &Table, sites: &Arc<Sites>, now: Seconds) -> Result<(), MoveError> {
        let begun = self.progress.of(&table.name);
        (self.tell)(&format!("copying {}: {begun} rows so far", table.name));
        let (mut pieces, reading) = self.read(table, Arc::clone(sites), begun, now);
        let mut told = begun;
        while let Some(piece) = pieces.recv().await {
            let piece = piece?;
            let mut link = begin(self.links).await?;
            link.copy_in(&table.copy_in(), &piece.rows).await?;
            ids::enter(&mut link, piece.ids).await?;
            mark::note_in_database(&mut link, &table.name, piece.read, "").await?;
            link.commit().await?;
            if piece.read - told >= ROWS_TOLD {
                told = piece.read;
                (self.tell)(&format!("copying {}: {told} rows so far", table.name));
            }
        }
        ended(reading).await
    }

    /// Reads a table on a separate thread, while earlier rows are stored.
    fn read(
        &self,
        table: &Table,
        sites: Arc<Sites>,
        skipped: u64,
        now: Seconds,
    ) -> (mpsc::Receiver<Result<Piece, MoveError>>, tokio::task::JoinHandle<()>) {
        let (send, pieces) = mpsc::channel(PIECES_WAITING);
        let (dir, table) = (self.dir.to_owned(), table.clone());
        let reading = tokio::task::spawn_blocking(move || {
            if let Err(error) = read_pieces(&dir, &table, &sites, skipped, now, &send) {
                // If the receiver has ended, it needs no error.
                let _ = send.blocking_send(Err(error));
            }
        });
        (pieces, reading)
    }
}

fn read_pieces(
    dir: &Path,
    table: &Table,
    sites: &Sites,
    skipped: u64,
    now: Seconds,
    send: &mpsc::Sender<Result<Piece, MoveError>>,
) -> Result<(), MoveError> {
    let connection = open_reader(dir, table.file)?;
    let has_ids = table.name == EVENTS;
    let more = if has_ids { ", event_id, at, taken, site" } else { "" };
    let (width, mut read) = (table.columns.len(), skipped);
    let empty = |read| Piece { rows: Vec::with_capacity(BYTES_AT_ONCE), ids: Vec::new(), read };
    let mut piece = empty(read);
    // The order matters if some rows may already be stored.
    let skipped = (table.file == File::Events).then_some(skipped);
    read_rows(&connection, table, sites, skipped, more, |bytes, row| {
        read += 1;
        let Some(bytes) = bytes else { return Ok(()) };
        piece.rows.extend_from_slice(bytes);
        piece.read = read;
        if has_ids {
            let at = row.get::<_, i64>(width + 1)?;
            let taken = row.get::<_, Option<Seconds>>(width + 2)?.unwrap_or_else(|| own_seconds(at));
            if is_remembered(taken, now)
                && let Some(site) = sites.get(&row.get::<_, i64>(width + 3)?)
            {
                let bits = u128::from_be_bytes;
                let (digest, place) = ids::stored_id(SiteId::from_bits(bits(*site)), EventId(bits(row.get(width)?)));
                piece.ids.push((digest, place, ids::stored_time(taken.into())));
            }
        }
        if piece.rows.len() >= BYTES_AT_ONCE {
            let full = std::mem::replace(&mut piece, empty(read));
            send.blocking_send(Ok(full)).map_err(|_| MoveError::Refused("copying ended early".into()))?;
        }
        Ok(())
    })?;
    if !piece.rows.is_empty() {
        let _ = send.blocking_send(Ok(piece));
    }
    Ok(())
}

async fn ended(reading: tokio::task::JoinHandle<()>) -> Result<(), MoveError> {
    reading.await.map_err(|error| MoveError::File(error.to_string()))
}

async fn run(link: &mut Link, statement: String) -> sqlx::Result<()> {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(link).await.map(drop)
}
