//! Figures of API keys: the time of a lookup among ten and among a million.

use std::time::Instant;

use anyhow::{Context as _, Result};
use askline_app::ports::{keys::KeyStore as _, whole_stores::Database as _};
use askline_domain::identity::secret::SecretDigest;
use askline_store::metadata::MetadataStore;

const FEW: u32 = 10;
const MANY: u32 = 1_000_000;
const LOOK_UPS: usize = 20_000;

/// Prints both times, and how long a store with a million keys takes to open.
pub async fn print() -> Result<()> {
    let folder = tempfile::tempdir()?;
    MetadataStore::open(folder.path()).await?.close().await;
    let few = look_up(folder.path(), FEW).await?;
    let many = look_up(folder.path(), MANY).await?;
    println!(
        "{:<52} {:>9.1} us {:>9.1} us {:>8.2} {:>8}",
        "a key looked up among a million, against among ten",
        many,
        few,
        many / few,
        "<= 1.2"
    );
    let started = Instant::now();
    let _store = MetadataStore::open(folder.path()).await?;
    let took = started.elapsed().as_millis();
    println!("{:<52} {:>9} ms {:>12} {:>8} {:>8}", "opening a million keys", took, "", "", "<= 300");
    Ok(())
}

/// Adds keys to the metadata of a data folder until it has `keys`; they belong to an organization of their own.
pub fn fill(folder: &std::path::Path, keys: u32) -> Result<rusqlite::Connection> {
    let mut connection = rusqlite::Connection::open(folder.join("metadata.db"))?;
    let change = connection.transaction()?;
    change.execute(
        "INSERT OR IGNORE INTO organizations (id, name, slug, plan, created_ms) \
         VALUES ('org_00000000000000000000000001', 'Keys', 'keys', 'enterprise', 0)",
        [],
    )?;
    // Ids of 26 digits, which are valid ULIDs.
    change.execute(
        "WITH RECURSIVE n(i) AS (SELECT (SELECT COUNT(*) FROM api_keys) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1) \
         INSERT INTO api_keys (id, org_id, name, masked, digest, scopes, created_ms) \
         SELECT printf('key_%026d', i), 'org_00000000000000000000000001', 'Bench', 'ak_0000…0000', randomblob(32), \
         '[\"analytics:read\"]', 0 FROM n",
        [keys],
    )?;
    change.commit()?;
    Ok(connection)
}

/// Fills the store with `keys` keys; returns the microseconds of a lookup, averaged over keys from the whole range.
async fn look_up(folder: &std::path::Path, keys: u32) -> Result<f64> {
    let connection = fill(folder, keys)?;
    let mut statement =
        connection.prepare("SELECT digest FROM api_keys WHERE rowid % (1 + ?1 / 1000) = 0 LIMIT 1000")?;
    let digests: Vec<SecretDigest> =
        statement.query_map([keys], |row| row.get(0).map(SecretDigest))?.collect::<Result<_, _>>()?;
    let store = MetadataStore::open(folder).await?;
    for digest in &digests {
        store.key_by_digest(*digest).await?.context("a key that was just stored")?;
    }
    let started = Instant::now();
    for digest in digests.iter().cycle().take(LOOK_UPS) {
        store.key_by_digest(*digest).await?.context("a key that was just stored")?;
    }
    let took = started.elapsed().as_secs_f64() * 1e6 / LOOK_UPS as f64;
    store.close().await;
    Ok(took)
}
