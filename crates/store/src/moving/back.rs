//! Moves from PostgreSQL to a folder.

use std::{path::Path, sync::Arc};

use askline_app::ports::whole_stores::Database as _;
use askline_domain::shared::clock::Clock;
use rusqlite::Connection;
use sqlx::AssertSqlSafe;
use tokio::sync::mpsc;

use super::{
    carried::{Carried, File, Table},
    comparison::{self, Side},
    database::{begin, check_alone, copy_rows},
    differences::{EVENTS, PAGES, TITLE},
    error::MoveError,
    filling::{Filling, IDS, Piece, Pieces, fill_ids, fill_metadata, prepare_pages},
    folder::open,
    mark::{self, COMPARED, METADATA, Progress},
    outcome::{Moved, Tell},
    pieces::{BYTES_AT_ONCE, PIECES_WAITING, ROWS_TOLD},
    sealed::{self, SEALED, Sealed},
};
use crate::{
    events::{
        model::memory_of_ids::{Seconds, whole_seconds},
        postgres::{fold_all, ids::TAKEN_OF_EVENT},
        sqlite::{EventDatabase, EventOptions},
    },
    metadata::{
        MetadataStore,
        postgres::{connect_metadata, missing_steps},
    },
    postgres::{PostgresOptions, links_of_move},
    sealing::SealingKey,
    sql::{Link, Links},
    unfinished_move::{self, PAGE_NUMBERS},
};

/// The state of a move.
struct Move<'m> {
    dir: &'m Path,
    /// The transaction that sees one state of the source, and keeps others from changing it.
    source: Link,
    progress: Progress,
    now: Seconds,
    tell: Tell<'m>,
}

/// Moves a database that no server uses into a folder that contains nothing but the key of the database, or continues
/// such a move.
pub async fn move_to_folder(
    options: &PostgresOptions,
    key: SealingKey,
    dir: &Path,
    clock: Arc<dyn Clock>,
    tell: Tell<'_>,
) -> Result<Moved, MoveError> {
    if !missing_steps(options).await?.is_empty() {
        let text = "the layout of the database must be upgraded first: run askline migrate with its settings";
        return Err(MoveError::Refused(text.into()));
    }
    let store = connect_metadata(options, key).await?;
    let (links, place) = links_of_move(options)?;
    check_alone(options, &place).await?;
    let now = whole_seconds(clock.now());
    make_files(dir, clock).await?;
    let (metadata, events) = (open(dir, File::Metadata)?, open(dir, File::Events)?);
    fold_all(&links).await?;
    let mut source = begin(&links).await?;
    sqlx::raw_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").execute(&mut source).await?;
    let carried = {
        let mut link = links.acquire().await?;
        Carried::of(&mut link, &metadata, &events).await?
    };
    hold(&mut source, &carried).await?;
    let sealed: Sealed = sqlx::query_as(SEALED).fetch_all(&mut source).await?;
    sealed::check(&store.inner.sealing, &SealingKey::of_folder(dir), &sealed)?;
    let name = format!("the database at {place}");
    let target = dir.display().to_string();
    let progress = mark::begin_in_folder([&metadata, &events], &target, &name, carried.all())?;
    let resumed = progress.resumed;
    let mut work = Move { dir, source, progress, now, tell };
    if work.progress.of(COMPARED) == 0 {
        prepare_pages(&events)?;
        work.move_metadata(&carried).await?;
        work.move_events(&carried).await?;
    }
    tell("comparing source and target");
    let compared = comparison::compare(dir, &links, &carried, &store, Side::Database).await?;
    check_alone(options, &place).await?;
    work.source.commit().await?;
    // The connection is returned, so that the pool can close.
    drop(work);
    if compared.iter().all(|compared| compared.is_same) {
        // If the move is interrupted from here on, nothing has to be moved again.
        mark::note_in_file(&metadata, COMPARED, 1, "")?;
        events.execute_batch(&format!("DROP TABLE IF EXISTS {PAGE_NUMBERS}"))?;
        finish(&metadata, &events)?;
    }
    close(store, &links).await;
    Ok(Moved { resumed, compared })
}

async fn close(store: MetadataStore, links: &Links) {
    store.close().await;
    links.close().await;
}

/// Creates the files with their layouts. `events.db` is not opened if a move is already filling the folder.
async fn make_files(dir: &Path, clock: Arc<dyn Clock>) -> Result<(), MoveError> {
    MetadataStore::open_moved(dir).await?.close().await;
    if !unfinished_move::is_in_file(&open(dir, File::Metadata)?)? {
        EventDatabase::open(dir, EventOptions::default(), clock)?.close().await;
    }
    Ok(())
}

/// From now on others can read the tables that are moved, but not change them.
async fn hold(source: &mut Link, carried: &Carried) -> Result<(), MoveError> {
    let names = carried.all().map(|table| table.name.as_str()).chain(["event_ids", "event_page_raises"]);
    let lock = format!("LOCK TABLE {} IN SHARE MODE", names.collect::<Vec<_>>().join(", "));
    sqlx::raw_sql(AssertSqlSafe(lock)).execute(&mut *source).await?;
    let waits: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM event_page_raises)").fetch_one(source).await?;
    if waits {
        Err(MoveError::Refused("events are being stored in the source; stop what stores them".into()))
    } else {
        Ok(())
    }
}

/// Writes everything to the disk, and removes the mark of the unfinished move.
fn finish(metadata: &Connection, events: &Connection) -> Result<(), MoveError> {
    let to_disk = |connection: &Connection| connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    to_disk(events)?;
    to_disk(metadata)?;
    mark::end_in_folder([metadata, events])?;
    to_disk(events)?;
    Ok(to_disk(metadata)?)
}

impl Move<'_> {
    async fn move_metadata(&mut self, carried: &Carried) -> Result<(), MoveError> {
        if self.progress.of(METADATA) > 0 {
            return Ok(());
        }
        (self.tell)("copying the metadata");
        let (send, pieces) = mpsc::channel(PIECES_WAITING);
        let (dir, tables) = (self.dir.to_owned(), carried.metadata.clone());
        let filling = on_thread(move || fill_metadata(&open(&dir, File::Metadata)?, &tables, pieces));
        let sent = async {
            for (index, table) in carried.metadata.iter().enumerate() {
                let rows = format!("SELECT {} FROM {} ORDER BY {}", table.column_names(), table.name, table.key);
                send_rows(&mut self.source, &rows, index, &send, |_| {}).await?;
            }
            finish_sending(send).await
        };
        both(sent.await, filling).await
    }

    async fn move_events(&mut self, carried: &Carried) -> Result<(), MoveError> {
        for table in &carried.events {
            let begun = self.progress.of(&table.name);
            (self.tell)(&format!("copying {}: {begun} rows so far", table.name));
            let (dir, filled) = (self.dir.to_owned(), table.clone());
            let rows = format!("{} OFFSET {begun}", rows_of(table));
            self.fill(&rows, &format!("copying {}", table.name), begun, move |pieces| {
                let connection = open(&dir, File::Events)?;
                Filling::of(&connection, &filled)?.fill(&filled, pieces, begun)
            })
            .await?;
        }
        if self.progress.of(IDS) > 0 {
            return Ok(());
        }
        (self.tell)("copying event_ids");
        let (dir, now) = (self.dir.to_owned(), self.now);
        both(Ok(()), on_thread(move || fill_ids(&open(&dir, File::Events)?, now))).await
    }

    /// Sends the rows of a query to a thread that stores them.
    async fn fill(
        &mut self,
        rows: &str,
        what: &str,
        begun: u64,
        store: impl FnOnce(Pieces) -> Result<(), MoveError> + Send + 'static,
    ) -> Result<(), MoveError> {
        let (send, pieces) = mpsc::channel(PIECES_WAITING);
        let filling = on_thread(move || store(pieces));
        let (mut read, mut told, tell) = (begun, begun, self.tell);
        let sent = async {
            send_rows(&mut self.source, rows, 0, &send, |rows| {
                read += rows;
                if read - told >= ROWS_TOLD {
                    told = read;
                    tell(&format!("{what}: {told} rows so far"));
                }
            })
            .await?;
            finish_sending(send).await
        };
        both(sent.await, filling).await
    }
}

type Thread = tokio::task::JoinHandle<Result<(), MoveError>>;

fn on_thread(work: impl FnOnce() -> Result<(), MoveError> + Send + 'static) -> Thread {
    tokio::task::spawn_blocking(work)
}

/// Returns the error that says more: that of PostgreSQL, otherwise that of the thread, since the sender then only finds
/// that the thread ended.
async fn both(sent: Result<(), MoveError>, filling: Thread) -> Result<(), MoveError> {
    let filled = filling.await.unwrap_or_else(|error| Err(MoveError::File(error.to_string())));
    match (sent, filled) {
        (Err(error @ (MoveError::Database(_) | MoveError::Connect(_))), _) => Err(error),
        (sent, filled) => filled.and(sent),
    }
}

/// The rows of an event table, in an order that is the same for every attempt.
fn rows_of(table: &Table) -> String {
    let names = |prefix: &str| {
        table.columns.iter().map(|column| format!("{prefix}\"{}\"", column.name)).collect::<Vec<_>>().join(", ")
    };
    match &*table.name {
        // In the order of the sequence numbers in the folder.
        EVENTS => format!(
            "SELECT {}, {TAKEN_OF_EVENT} FROM events t LEFT JOIN event_pages p ON p.site = t.site AND p.page = t.page
             ORDER BY t.place, t.site",
            names("t.").replace("t.\"title\"", TITLE)
        ),
        PAGES => format!("SELECT {} FROM {} ORDER BY page, site", names(""), table.name),
        // One table has no key on PostgreSQL, and has the same columns in the folder.
        _ => {
            let order = if table.key.is_empty() { &table.order } else { &table.key };
            format!("SELECT {} FROM {} ORDER BY {order}", names(""), table.name)
        }
    }
}

fn gone() -> MoveError {
    MoveError::Refused("copying ended early".into())
}

async fn send_rows(
    source: &mut Link,
    query: &str,
    index: usize,
    send: &mpsc::Sender<Piece>,
    mut tell: impl FnMut(u64),
) -> Result<(), MoveError> {
    let mut waiting: Vec<u8> = Vec::with_capacity(BYTES_AT_ONCE);
    copy_rows(source, &format!("COPY ({query}) TO STDOUT (FORMAT binary)"), async |rows: &[u8], count: u64| {
        waiting.extend_from_slice(rows);
        if waiting.len() >= BYTES_AT_ONCE {
            let full = std::mem::replace(&mut waiting, Vec::with_capacity(BYTES_AT_ONCE));
            send.send(Piece::Rows(index, full)).await.map_err(|_| gone())?;
        }
        tell(count);
        Ok(())
    })
    .await?;
    if !waiting.is_empty() {
        send.send(Piece::Rows(index, waiting)).await.map_err(|_| gone())?;
    }
    Ok(())
}

async fn finish_sending(send: mpsc::Sender<Piece>) -> Result<(), MoveError> {
    send.send(Piece::End).await.map_err(|_| gone())
}
