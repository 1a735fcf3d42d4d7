//! Compares source and target after a move. It compares all rows of all moved tables, the audit chains, the ledgers,
//! each site's days, and sealed secrets.

use std::{collections::BTreeMap, path::Path};

use askline_app::ports::{
    audit_log::{AuditLog as _, ChainReport},
    whole_stores::Database as _,
};
use rusqlite::Connection;

use super::{
    carried::{Carried, File, Table},
    database,
    error::MoveError,
    folder::{self, Sites, open_reader, read_sites},
    outcome::Compared,
    rows::Content,
    sealed::{SEALED, Sealed, opened, read_sealed},
};
use crate::{
    metadata::MetadataStore,
    sealing::SealingKey,
    sql::{Link, Links},
};

/// Which side is the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Folder,
    Database,
}

impl Side {
    fn compared(self, what: &str, [in_folder, in_database]: [u64; 2], is_same: bool) -> Compared {
        let (source, target) = match self {
            Self::Folder => (in_folder, in_database),
            Self::Database => (in_database, in_folder),
        };
        Compared { what: what.to_owned(), source, target, is_same }
    }
}

/// The number of credit accounts, and how many of them have a ledger that does not add up to the balance, without
/// organizations that are being removed. Works on both databases.
const LEDGERS: &str = "SELECT CAST(count(*) AS BIGINT), CAST(coalesce(sum(CASE WHEN a.balance = coalesce(l.amount, 0) THEN 0 ELSE 1 END), 0) AS BIGINT)
    FROM credit_accounts a JOIN organizations o ON o.id = a.org_id AND o.is_removed = 0
    LEFT JOIN (SELECT org_id, sum(amount) AS amount FROM credit_ledger GROUP BY org_id) l ON l.org_id = a.org_id";
/// The number of raw events of each site and day. Works on both databases.
const EVENTS_OF_DAYS: &str = "SELECT site, day, CAST(count(*) AS BIGINT) FROM events GROUP BY site, day";
/// The sums of counters of each site and day, in the folder and on PostgreSQL.
const COUNTERS_OF_DAYS: [&str; 2] = [
    "SELECT site, day, sum(value) FROM site_counters GROUP BY site, day",
    "SELECT site, day, CAST(sum(value) AS BIGINT) FROM event_site_counters GROUP BY site, day",
];

/// A number for each site and day.
type Days = BTreeMap<([u8; 16], i32), i64>;

/// Compares a folder and a database.
pub(super) async fn compare(
    dir: &Path,
    links: &Links,
    carried: &Carried,
    store: &MetadataStore,
    source: Side,
) -> Result<Vec<Compared>, MoveError> {
    let mut link = database::begin(links).await?;
    let mut compared = Vec::new();
    for table in carried.all() {
        // If the database is the source, the folder numbers pages and events differently.
        let table = if source == Side::Database { table.without_numbers() } else { table.clone() };
        let here = {
            let (dir, table) = (dir.to_owned(), table.clone());
            tokio::task::spawn_blocking(move || content_of_file(&dir, &table))
        };
        let there = database::content(&mut link, &table).await?;
        let here = here.await.map_err(|error| MoveError::File(error.to_string()))??;
        compared.push(source.compared(&table.name, [here.rows, there.rows], here == there));
    }
    let (metadata, events) = (open_reader(dir, File::Metadata)?, open_reader(dir, File::Events)?);
    let sites = read_sites(&events)?;
    for (what, [of_folder, of_database]) in
        [("events of each site and day", [EVENTS_OF_DAYS; 2]), ("counters of each site and day", COUNTERS_OF_DAYS)]
    {
        let here = days_of_file(&events, &sites, of_folder)?;
        let there = days_of_database(&mut link, of_database).await?;
        compared.push(source.compared(what, [here.len() as u64, there.len() as u64], here == there));
    }
    compared.push(chains(dir, store, source).await?);
    compared.push(ledgers(&metadata, &mut link, source).await?);
    compared.push(secrets(dir, store, &metadata, &mut link, source).await?);
    link.commit().await?;
    Ok(compared)
}

fn content_of_file(dir: &Path, table: &Table) -> Result<Content, MoveError> {
    let connection = open_reader(dir, table.file)?;
    let sites = if table.site.is_some() { read_sites(&connection)? } else { Sites::new() };
    folder::content(&connection, table, &sites)
}

fn days_of_file(events: &Connection, sites: &Sites, sql: &str) -> Result<Days, MoveError> {
    let mut days = Days::new();
    let mut statement = events.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(site) = sites.get(&row.get::<_, i64>(0)?) {
            days.insert((*site, row.get(1)?), row.get(2)?);
        }
    }
    Ok(days)
}

async fn days_of_database(link: &mut Link, sql: &'static str) -> Result<Days, MoveError> {
    let rows: Vec<([u8; 16], i32, i64)> = sqlx::query_as(sql).fetch_all(link).await?;
    Ok(rows.into_iter().map(|(site, day, number)| ((site, day), number)).collect())
}

/// Verifies the audit logs of all organizations on both sides. A chain that was broken before the move is equally
/// broken afterward.
async fn chains(dir: &Path, store: &MetadataStore, source: Side) -> Result<Compared, MoveError> {
    let failed = |error: askline_app::ports::StoreError| MoveError::Refused(error.to_string());
    let file = MetadataStore::open_moved(dir).await?;
    let here = file.verify_chains().await.map_err(failed);
    file.close().await;
    let (here, there) = (here?, store.verify_chains().await.map_err(failed)?);
    let entries = |chains: &[ChainReport]| chains.iter().map(|chain| chain.entries).sum::<u64>();
    Ok(source.compared("entries of audit chains, verified", [entries(&here), entries(&there)], here == there))
}

async fn ledgers(metadata: &Connection, link: &mut Link, source: Side) -> Result<Compared, MoveError> {
    let here: (i64, i64) = metadata.query_row(LEDGERS, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let there: (i64, i64) = sqlx::query_as(LEDGERS).fetch_one(link).await?;
    let counts = [here.0.unsigned_abs(), there.0.unsigned_abs()];
    Ok(source.compared("ledgers that add up to their balance", counts, here == there && there.1 == 0))
}

/// Checks that the target's key opens at least as many sealed secrets as the source's key.
async fn secrets(
    dir: &Path,
    store: &MetadataStore,
    metadata: &Connection,
    link: &mut Link,
    source: Side,
) -> Result<Compared, MoveError> {
    let here = read_sealed(metadata)?;
    let there: Sealed = sqlx::query_as(SEALED).fetch_all(link).await?;
    let of_folder = opened(&SealingKey::of_folder(dir), &here)?;
    let of_database = opened(&store.inner.sealing, &there)?;
    let is_same = here.len() == there.len()
        && match source {
            Side::Folder => of_database >= of_folder,
            Side::Database => of_folder >= of_database,
        };
    Ok(source.compared("secrets that the key opens", [of_folder, of_database], is_same))
}
