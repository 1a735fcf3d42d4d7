//! `askline backup`, `askline restore` and `askline migrate`.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::answer::Context;
use crate::{backup_file, failure::Failure};

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
        let written = backup_file::write(&stores, &self.file).await;
        stores.close().await;
        let bytes = written?;
        let text = format!("{} holds everything, {bytes} bytes.", self.file.display());
        context.answer(&json!({ "file": self.file, "bytes": bytes }), &text)
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
        let stores = context.stores().await?;
        stores.ping().await?;
        stores.close().await;
        drop(lock);
        let text = format!("{} was restored into {}.", self.file.display(), folder.path().display());
        context
            .answer(&json!({ "data": folder.path(), "createdAt": header.created_at, "version": header.version }), &text)
    }
}

/// `askline migrate`
#[derive(Debug, Args)]
pub struct Migrate {}

impl Migrate {
    /// Runs it: opening a store is what migrates it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        let stores = context.stores().await?;
        stores.ping().await?;
        stores.close().await;
        let path = &context.settings.data;
        context.answer(&json!({ "data": path, "migrated": true }), &format!("{} is up to date.", path.display()))
    }
}
