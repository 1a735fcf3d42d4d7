//! `askline backup` and `askline restore`: write, list and restore backups.

use std::path::{Path, PathBuf};

use askline_domain::shared::rfc3339::Moment;
use askline_store::sealing::SEALING_KEY_FILE;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::{
    backups::{
        file::{self as backup_file, Contents, Source},
        sealed_file::BackupKey,
    },
    commands::answer::{Context, table},
    config::{BucketAddress, Settings},
    data_folder::{DataFolder, MissingFolders},
    failure::Failure,
    scheduled_backups::{Bucket, Kept, Place, time_of},
    scratch::{cannot_be_written, note_place},
    stores::Stores,
};

/// The message if the key that encrypts secrets is missing; no backup contains it.
const WITHOUT_KEY: &str = "\nsecrets.key is missing, and no backup contains it. If there were webhooks, copy it from the old \
    data folder, or enter the URL of each webhook again and rotate its secret.";

/// `askline backup FILE`, and commands about backups
#[derive(Debug, Args)]
#[command(subcommand_negates_reqs = true)]
pub struct Backup {
    /// The file to write; it must not exist
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// Encrypt the backup with the key in this file, which `askline backup key` creates
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<BackupCommand>,
}

#[derive(Debug, Subcommand)]
enum BackupCommand {
    /// List the scheduled backups
    List,
    /// Create a key that encrypts backups, in a file that only you can read
    Key {
        /// The file to write; it must not exist
        file: PathBuf,
    },
}

impl Backup {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        match (&self.command, &self.file) {
            (Some(BackupCommand::List), None) => list(context).await,
            (Some(BackupCommand::Key { file }), None) => make_key(context, file),
            (None, Some(file)) => write(context, file, self.key_file.as_deref()).await,
            _ => Err(Failure::misuse("askline backup takes a file to write, or a command (see askline backup --help)")),
        }
    }
}

async fn write(context: &Context, file: &Path, key_file: Option<&Path>) -> Result<(), Failure> {
    if file.to_str().is_some_and(BucketAddress::is_meant) {
        let text = "askline backup writes a file; the server sends backups to a bucket automatically: see backup.to and backup.every";
        return Err(Failure::misuse(text));
    }
    let key = key_file.map(BackupKey::read).transpose()?;
    let stores = context.existing_stores().await?;
    note_place(&context.settings.data, file);
    let written = backup_file::write(Source::Open(&stores), file, key).await;
    stores.close().await;
    let bytes = written?;
    let text = format!("The backup was written to {}: {bytes} bytes. It does not contain secrets.key.", file.display());
    context.answer_change(true, json!({ "file": file, "bytes": bytes }), &text)
}

fn make_key(context: &Context, file: &Path) -> Result<(), Failure> {
    BackupKey::make(file).map_err(|error| cannot_be_written(file, &error))?;
    let text = format!(
        "{} contains the key. Without it, no backup that it encrypts can be restored: keep a copy in a different place from the backups.",
        file.display()
    );
    context.answer_change(true, json!({ "file": file }), &text)
}

async fn list(context: &Context) -> Result<(), Failure> {
    let kept_at = Place::of(&context.settings)?;
    let kept = kept_at.list().await.map_err(|fault| Failure::failed(fault.detail))?;
    let place = |each: &Kept| kept_at.address_of(&each.name);
    let made_at = |each: &Kept| time_of(&each.name).map(|at| Moment(at).to_string()).unwrap_or_default();
    let items: Vec<Value> = kept
        .iter()
        .map(|each| json!({ "file": place(each), "createdAt": made_at(each), "bytes": each.bytes }))
        .collect();
    let rows: Vec<Vec<String>> =
        kept.iter().map(|each| vec![made_at(each), each.bytes.to_string(), place(each)]).collect();
    context.answer(&json!({ "items": items }), &table(&["CREATED", "BYTES", "FILE"], &rows))
}

/// `askline restore FILE`
#[derive(Debug, Args)]
pub struct Restore {
    /// The backup: a file, or its address in a bucket, s3://bucket/prefix/name, read with the access key in [backup.s3]
    file: PathBuf,
    /// Replace what the data folder holds
    #[arg(long)]
    force: bool,
    /// The file with the key of an encrypted backup [default: the setting backup.key_file]
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
}

impl Restore {
    /// Runs it. A restore that is refused leaves no folder behind.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        let missing = MissingFolders::above(&context.settings.data);
        let restored = self.restore(context).await;
        if restored.is_err() {
            missing.remove();
        }
        restored
    }

    async fn restore(&self, context: &Context) -> Result<(), Failure> {
        // What is missing or broken in the folder is replaced.
        let folder = DataFolder::open_any(&context.settings.data)?;
        // Checked before the lock, which would change a file of the folder.
        if folder.has_stores() && !self.force {
            return Err(Failure::failed(format!(
                "the data folder {} is not empty; add --force to replace what it holds",
                folder.path().display()
            )));
        }
        let lock = folder.lock()?;
        let key = match (&self.key_file, &context.settings.backups.key_file) {
            (Some(file), _) => Some(BackupKey::read(file)?),
            // The key of the settings may be missing if the backup is not encrypted.
            (None, Some(file)) => BackupKey::read(file).ok(),
            (None, None) => None,
        };
        let header = match self.file.to_str().filter(|text| BucketAddress::is_meant(text)) {
            Some(address) => read_from_bucket(address, &context.settings, key).await?,
            None => backup_file::read_into(&self.file, folder.path(), key.as_ref())?,
        };
        // Opening the stores upgrades the backup of an older release, and detects damage now.
        let stores = Stores::open_restored(&folder, &context.settings).await?;
        stores.ping().await?;
        stores.close().await;
        drop(lock);
        let mut text = format!("{} was restored into {}.", self.file.display(), folder.path().display());
        let has_key = folder.path().join(SEALING_KEY_FILE).exists();
        if !has_key {
            text.push_str(WITHOUT_KEY);
        }
        let (data, created_at, version) = (folder.path(), header.created_at, header.version);
        let answer = json!({ "data": data, "createdAt": created_at, "version": version, "hasSecretsKey": has_key });
        context.answer_change(true, answer, &text)
    }
}

/// Restores a backup from a bucket into the data folder while it arrives.
async fn read_from_bucket(text: &str, settings: &Settings, key: Option<BackupKey>) -> Result<Contents, Failure> {
    let (address, name) = BucketAddress::read_object(text).ok_or_else(|| {
        Failure::misuse("the address of a backup in a bucket must be of the form s3://bucket/prefix/name")
    })?;
    let access = settings.backups.bucket_access.as_ref();
    let access = access.ok_or_else(|| {
        Failure::misuse(format!("{text} needs an access key: set backup.s3.access_key_id and its secret"))
    })?;
    let (folder, file) = (settings.data.clone(), PathBuf::from(text));
    let read = Bucket::new(&address, access, &settings.data)?
        .read(&name, move |incoming| backup_file::read_from(incoming, &file, &folder, key.as_ref()))
        .await;
    read.map_err(|fault| Failure::failed(format!("{}; nothing was changed", fault.detail)))?
}
