//! Gives both databases of a data folder the id of their instance. A file of another instance is found by it.

use std::path::Path;

use rand::Rng as _;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior};

use crate::{
    events::sqlite::EVENTS_FILE,
    metadata::sqlite::opening::METADATA_FILE,
    sqlite::{
        open_error::OpenError,
        reader::{open_existing, write_back},
    },
};

/// Gives both databases the same id, unless they have it. They must exist, with all their migrations.
///
/// The metadata gets the id first and is marked at the end, so that an interruption is continued. Each change is written
/// from the log into the file at once: [`super::check`] finds the id there.
pub fn pair_databases(folder: &Path) -> Result<(), OpenError> {
    let (metadata_path, events_path) = (folder.join(METADATA_FILE), folder.join(EVENTS_FILE));
    let of_metadata = |error: rusqlite::Error| OpenError::of_rusqlite(&metadata_path, &error);
    let of_events = |error: rusqlite::Error| OpenError::of_rusqlite(&events_path, &error);
    let mut metadata = open_existing(&metadata_path).map_err(of_metadata)?;
    if is_paired(&metadata).map_err(of_metadata)? {
        return Ok(());
    }
    let id = own_id(&mut metadata).map_err(of_metadata)?;
    let events = open_existing(&events_path).map_err(of_events)?;
    events
        .execute("INSERT INTO instance (id) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM instance)", [&id])
        .and_then(|_| write_back(&events))
        .map_err(of_events)?;
    metadata
        .execute("UPDATE instance SET is_paired = 1 WHERE id = ?1", [&id])
        .and_then(|_| write_back(&metadata))
        .map(drop)
        .map_err(of_metadata)
}

fn is_paired(metadata: &Connection) -> rusqlite::Result<bool> {
    metadata.query_row("SELECT EXISTS (SELECT 1 FROM instance WHERE is_paired = 1)", [], |row| row.get(0))
}

/// The id in the metadata, which gets one if it has none. Two processes that do this at once agree on one id.
fn own_id(metadata: &mut Connection) -> rusqlite::Result<String> {
    let transaction = metadata.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let known = transaction.query_row("SELECT id FROM instance", [], |row| row.get(0)).optional()?;
    let id = match known {
        Some(id) => id,
        None => {
            let mut bytes = [0_u8; 16];
            rand::rng().fill_bytes(&mut bytes);
            let id = hex::encode(bytes);
            transaction.execute("INSERT INTO instance (id) VALUES (?1)", [&id])?;
            id
        }
    };
    transaction.commit()?;
    write_back(metadata)?;
    Ok(id)
}
