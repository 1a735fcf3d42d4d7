//! A backup: one tar archive with both databases and the digest of each.
//!
//! Each database is a snapshot of one moment. The first entry describes the following ones as JSON; then come the
//! databases. Nothing in a backup is trusted before its digests are verified. The archive may be encrypted as a whole.

use std::{
    fs::{self, File},
    io::{self, BufRead as _, BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

use askline_domain::shared::rfc3339::Moment;
use askline_store::data_folder::upgrade::copy_databases;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{
    VERSION,
    backups::sealed_file::{BackupKey, Opening, Sealing, Unopened, is_sealed},
    data_folder::{STORE_FILES, private_file, reason},
    failure::Failure,
    scratch::{Purpose, Scratch, cannot_be_written},
};

/// The name of the first entry, which describes the others.
const CONTENTS: &str = "askline-backup.json";
/// The version of the format that this release writes and reads.
const FORM: u32 = 1;
/// The maximum size of the first entry in bytes.
const MAX_CONTENTS_BYTES: u64 = 64 * 1_024;
/// The suffixes of files that SQLite keeps beside a database. These files must be removed together with the database.
const COMPANIONS: [&str; 2] = ["-wal", "-shm"];

/// The description inside a backup.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contents {
    form: u32,
    /// The release that wrote it.
    pub version: String,
    /// When it was written.
    pub created_at: String,
    /// The entries that follow, in this order.
    files: Vec<Part>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part {
    name: String,
    bytes: u64,
    sha256: String,
}

/// Stores that are open.
#[async_trait]
pub trait OpenStores: Send + Sync {
    /// Copies a snapshot of each to a file that must not exist yet. Fails on PostgreSQL. Other work on the
    /// stores continues meanwhile.
    async fn copy_into(&self, metadata: &Path, events: &Path) -> Result<(), Failure>;
}

/// The stores that a backup copies.
#[derive(Clone, Copy)]
pub enum Source<'s> {
    /// Open stores.
    Open(&'s dyn OpenStores),
    /// A data folder that this process has not opened: one that must be upgraded first.
    Closed(&'s Path),
}

impl Source<'_> {
    async fn copy_into(self, metadata: &Path, events: &Path) -> Result<(), Failure> {
        let folder = match self {
            Source::Open(stores) => return stores.copy_into(metadata, events).await,
            Source::Closed(folder) => folder.to_owned(),
        };
        let (metadata, events) = (metadata.to_owned(), events.to_owned());
        let copied = tokio::task::spawn_blocking(move || copy_databases(&folder, &metadata, &events)).await;
        Ok(copied.map_err(|error| Failure::failed(format!("copying ended early: {error}")))??)
    }
}

/// Writes a backup to `file`, which must not exist, sealed if there is a key. Returns its size in bytes.
pub async fn write(source: Source<'_>, file: &Path, key: Option<BackupKey>) -> Result<u64, Failure> {
    if file.exists() {
        return Err(Failure::failed(format!("{} exists already; a backup never replaces a file", file.display())));
    }
    // On the same disk as the backup, so that the backup gets its name when it is complete, or not at all.
    let scratch = Scratch::beside(file, Purpose::Backup)?;
    let named = |failure: Failure| Failure::failed(format!("{} cannot be written: {failure}", file.display()));
    let made = match copy_in(source, scratch.path()).await {
        Ok(copies) => pack_in(copies, scratch.path(), key).await,
        Err(failure) => return Err(named(failure)),
    };
    let made = made.map_err(|error| cannot_be_written(file, &error))?;
    scratch.publish(&made.file, file).map_err(|error| cannot_be_written(file, &error))?;
    Ok(made.bytes)
}

/// A backup that has no name yet.
#[derive(Debug)]
pub struct Made {
    /// The file, complete and synced to disk.
    pub file: PathBuf,
    /// Its size.
    pub bytes: u64,
}

/// Copies of both databases, each a snapshot of one moment.
#[derive(Debug)]
pub struct Copies([PathBuf; 2]);

/// Copies both databases into a folder of this process.
pub async fn copy_in(source: Source<'_>, scratch: &Path) -> Result<Copies, Failure> {
    let [metadata, events] = STORE_FILES.map(|name| scratch.join(name));
    source.copy_into(&metadata, &events).await?;
    Ok(Copies([metadata, events]))
}

/// Packs copies into a backup beside them, sealed if there is a key, and deletes them to free their space.
pub async fn pack_in(copies: Copies, scratch: &Path, key: Option<BackupKey>) -> io::Result<Made> {
    let file = scratch.join("whole");
    let packed = tokio::task::spawn_blocking(move || {
        let bytes = pack(&copies.0, &file, key.as_ref())?;
        copies.0.iter().try_for_each(fs::remove_file)?;
        Ok(Made { file, bytes })
    });
    packed.await.map_err(|error| io::Error::other(format!("packing ended early: {error}")))?
}

fn pack(databases: &[PathBuf], whole: &Path, key: Option<&BackupKey>) -> io::Result<u64> {
    let file = BufWriter::new(private_file(whole)?);
    let file = match key {
        Some(key) => write_archive(databases, Sealing::begin(file, key)?)?.finish()?,
        None => write_archive(databases, file)?,
    };
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    Ok(file.metadata()?.len())
}

fn write_archive<W: Write>(databases: &[PathBuf], to: W) -> io::Result<W> {
    let files = databases.iter().map(|path| part_of(path)).collect::<io::Result<Vec<_>>>()?;
    let now = jiff::Timestamp::now();
    let contents = Contents { form: FORM, version: VERSION.into(), created_at: Moment(now).to_string(), files };
    let mut archive = tar::Builder::new(to);
    let seconds = u64::try_from(now.as_second()).unwrap_or_default();
    let told = serde_json::to_vec(&contents)?;
    add(&mut archive, CONTENTS, told.len() as u64, seconds, told.as_slice())?;
    for (path, part) in databases.iter().zip(&contents.files) {
        add(&mut archive, &part.name, part.bytes, seconds, File::open(path)?)?;
    }
    archive.into_inner()
}

/// Adds the content of a reader as an entry that only the owner may read, like the backup itself.
fn add(
    archive: &mut tar::Builder<impl Write>,
    name: &str,
    bytes: u64,
    seconds: u64,
    content: impl Read,
) -> io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes);
    header.set_mode(0o600);
    header.set_mtime(seconds);
    archive.append_data(&mut header, name, content)
}

fn part_of(path: &Path) -> io::Result<Part> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut hash = Sha256::new();
    let bytes = copy_hashed(&mut File::open(path)?, &mut io::sink(), &mut hash)?;
    Ok(Part { name, bytes, sha256: hex::encode(hash.finalize()) })
}

fn copy_hashed(from: &mut impl Read, to: &mut impl Write, hash: &mut Sha256) -> io::Result<u64> {
    let mut buffer = vec![0_u8; 256 * 1_024];
    let mut copied = 0;
    loop {
        let read = from.read(&mut buffer)?;
        if read == 0 {
            return Ok(copied);
        }
        hash.update(&buffer[..read]);
        to.write_all(&buffer[..read])?;
        copied += read as u64;
    }
}

/// Replaces the databases in `folder` with those of a backup, after all digests are verified. An encrypted backup needs
/// the key.
pub fn read_into(file: &Path, folder: &Path, key: Option<&BackupKey>) -> Result<Contents, Failure> {
    let from = File::open(file).map_err(|error| cannot_be_restored(file, folder, &error))?;
    read_from(from, file, folder, key)
}

/// Does the same as [`read_into`] for a backup from any reader. Error messages call it `file`.
pub fn read_from(from: impl Read, file: &Path, folder: &Path, key: Option<&BackupKey>) -> Result<Contents, Failure> {
    let cannot = |error: &io::Error| cannot_be_restored(file, folder, error);
    let mut from = BufReader::new(from);
    if !is_sealed(from.fill_buf().map_err(|error| cannot(&error))?) {
        return read_archive(from, file, folder);
    }
    let named = |why: &str| Failure::failed(format!("{} {why}; nothing was changed", file.display()));
    let key = key.ok_or_else(|| named("is encrypted: name its key file with --key-file"))?;
    let mut opening = match Opening::begin(from, key).map_err(|error| cannot(&error))? {
        Ok(opening) => opening,
        Err(Unopened::OtherKey) => return Err(named("is encrypted with another key")),
        Err(Unopened::OtherVersion) => return Err(named("was encrypted by a newer release")),
        Err(Unopened::CutOff) => return Err(named("is damaged: it ends too early")),
    };
    let read = read_archive(&mut opening, file, folder);
    // If a piece cannot be decrypted, that is the error to report, and not what the archive seemed to contain.
    if opening.is_damaged() { Err(named("is damaged: a part of it was changed, moved or cut off")) } else { read }
}

fn cannot_be_restored(file: &Path, folder: &Path, error: &io::Error) -> Failure {
    let (file, folder) = (file.display(), folder.display());
    Failure::failed(format!("{file} cannot be restored into {folder}: {}", reason(error)))
}

fn read_archive(mut from: impl Read, file: &Path, folder: &Path) -> Result<Contents, Failure> {
    let named = |error: io::Error| cannot_be_restored(file, folder, &error);
    let damaged = |what: &str| Failure::failed(format!("{} is damaged: {what}; nothing was changed", file.display()));
    let too_early = || damaged("it ends too early");
    let mut archive = tar::Archive::new(&mut from);
    let mut entries = archive.entries().map_err(named)?;
    let contents = entries
        .next()
        .and_then(|first| read_contents(first.ok()?))
        .ok_or_else(|| Failure::failed(format!("{} is not a backup made by askline backup", file.display())))?;
    let scratch = Scratch::make(folder, Purpose::Restore).map_err(named)?;
    for part in &contents.files {
        let mut entry = entries.next().and_then(Result::ok).ok_or_else(too_early)?;
        if &*entry.path_bytes() != part.name.as_bytes() || entry.size() != part.bytes {
            return Err(damaged(&format!("{} is not at its place in the archive", part.name)));
        }
        let mut hash = Sha256::new();
        let mut target = private_file(&scratch.path().join(&part.name)).map_err(named)?;
        let copied = copy_hashed(&mut entry, &mut target, &mut hash).map_err(named)?;
        target.sync_all().map_err(named)?;
        if copied != part.bytes {
            return Err(too_early());
        }
        if hex::encode(hash.finalize()) != part.sha256 {
            return Err(damaged(&format!("the digest of {} does not match", part.name)));
        }
    }
    // Whether a sealed file was truncated is known only at its end.
    io::copy(&mut from, &mut io::sink()).map_err(named)?;
    for part in &contents.files {
        for companion in COMPANIONS {
            let _ = fs::remove_file(folder.join(format!("{}{companion}", part.name)));
        }
        fs::rename(scratch.path().join(&part.name), folder.join(&part.name)).map_err(named)?;
    }
    Ok(contents)
}

/// Reads the first entry; `None` if this is not a backup with exactly the expected files.
fn read_contents(entry: tar::Entry<'_, impl Read>) -> Option<Contents> {
    let mut told = Vec::new();
    let is_contents = &*entry.path_bytes() == CONTENTS.as_bytes();
    entry.take(MAX_CONTENTS_BYTES).read_to_end(&mut told).ok()?;
    let contents: Contents = serde_json::from_slice(&told).ok()?;
    // Names must match exactly instead of being sanitized: a backup from elsewhere must not write outside the folder.
    let names: Vec<&str> = contents.files.iter().map(|part| part.name.as_str()).collect();
    (is_contents && contents.form == FORM && names == STORE_FILES).then_some(contents)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(folder: &Path) -> PathBuf {
        let databases = STORE_FILES.map(|name| folder.join(name));
        for (place, path) in databases.iter().enumerate() {
            fs::write(path, vec![place as u8; 300_000 + place]).expect("written");
        }
        let whole = folder.join("whole");
        pack(&databases, &whole, None).expect("packed");
        whole
    }

    #[test]
    fn what_was_packed_is_what_is_unpacked() {
        let (from, to) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let backup = example(from.path());
        read_into(&backup, to.path(), None).expect("restored");
        for name in STORE_FILES {
            let read = |folder: &Path| fs::read(folder.join(name)).expect("there");
            assert_eq!(read(from.path()), read(to.path()), "{name}");
        }
    }

    #[test]
    fn a_damaged_backup_changes_nothing() {
        let (from, to) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let backup = example(from.path());
        let good = fs::read(&backup).expect("there");
        let mut altered = good.clone();
        altered[100_000] ^= 1;
        let renamed = String::from_utf8_lossy(&good[..1_536]).replace("events.db", "../../x.d").into_bytes();
        for (bad, reason) in [
            (altered, "digest"),
            (good[..good.len() / 2].to_vec(), "ends too early"),
            (good[..600_000 + 512].to_vec(), "ends too early"),
            (b"something else".to_vec(), "not a backup"),
            (renamed, "not a backup"),
        ] {
            fs::write(&backup, bad).expect("written");
            let failure = read_into(&backup, to.path(), None).expect_err(reason).to_string();
            assert!(failure.contains(reason), "{failure}");
            assert_eq!(fs::read_dir(to.path()).expect("readable").count(), 0, "{reason}");
        }
    }

    #[test]
    fn a_sealed_backup_is_restored_by_its_key_alone_and_a_damaged_one_changes_nothing() {
        let (from, to) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        example(from.path());
        let (key, other) = (from.path().join("key"), from.path().join("other"));
        let (key, other) = (BackupKey::make(&key).expect("made"), BackupKey::make(&other).expect("made"));
        let backup = from.path().join("sealed");
        pack(&STORE_FILES.map(|name| from.path().join(name)), &backup, Some(&key)).expect("packed");
        let good = fs::read(&backup).expect("there");
        let refused = |bytes: &[u8], key: Option<&BackupKey>, reason: &str| {
            fs::write(&backup, bytes).expect("written");
            let failure = read_into(&backup, to.path(), key).expect_err(reason).to_string();
            assert!(failure.contains(reason) && failure.contains("nothing was changed"), "{failure}");
            assert_eq!(fs::read_dir(to.path()).expect("readable").count(), 0, "{reason}");
        };
        refused(&good, None, "--key-file");
        refused(&good, Some(&other), "encrypted with another key");
        refused(&good[..20], Some(&key), "ends too early");
        for length in [50, 100, 70_000, good.len() / 2, good.len() - 1, good.len() - 500] {
            refused(&good[..length], Some(&key), "changed, moved or cut off");
        }
        let mut altered = good.clone();
        altered[100_000] ^= 1;
        refused(&altered, Some(&key), "changed, moved or cut off");
        refused(&[&good[..], b"more"].concat(), Some(&key), "changed, moved or cut off");
        fs::write(&backup, &good).expect("written");
        read_into(&backup, to.path(), Some(&key)).expect("restored");
        for name in STORE_FILES {
            let read = |folder: &Path| fs::read(folder.join(name)).expect("there");
            assert_eq!(read(from.path()), read(to.path()), "{name}");
        }
    }
}
