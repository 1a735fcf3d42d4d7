//! `askline backup` and `askline restore`.

use std::path::PathBuf;

use askline_store::sealing::SEALING_KEY_FILE;
use clap::Args;
use serde_json::json;

use super::answer::Context;
use crate::{
    backup_file::{self, Source},
    failure::Failure,
    scratch::note_place,
    stores::Stores,
};

/// What is told where the key that seals secrets is missing, which no backup holds.
const WITHOUT_KEY: &str = "\nsecrets.key is not there, and no backup holds it. If there were webhooks, copy it from the old \
    data folder, or give each webhook its address and a new secret.";

/// `askline backup FILE`
#[derive(Debug, Args)]
pub struct Backup {
    /// The file to write; it must not exist
    file: PathBuf,
}

impl Backup {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        let stores = context.existing_stores().await?;
        note_place(&context.settings.data, &self.file);
        let written = backup_file::write(Source::Open(&stores), &self.file).await;
        stores.close().await;
        let bytes = written?;
        let text = format!("{} holds everything, {bytes} bytes.", self.file.display());
        context.answer_change(true, json!({ "file": self.file, "bytes": bytes }), &text)
    }
}

/// `askline restore FILE`
#[derive(Debug, Args)]
pub struct Restore {
    /// The backup
    file: PathBuf,
    /// Replace what the data folder holds
    #[arg(long)]
    force: bool,
}

impl Restore {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        let folder = context.folder()?;
        let lock = folder.lock()?;
        if folder.has_stores() && !self.force {
            return Err(Failure::failed(format!(
                "the data folder {} is not empty; add --force to replace what it holds",
                folder.path().display()
            )));
        }
        let header = backup_file::read_into(&self.file, folder.path())?;
        // Opened once, so that a backup of an older release is brought up to date and a damaged one shows now.
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
