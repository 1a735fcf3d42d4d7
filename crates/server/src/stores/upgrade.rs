//! Upgrades a data folder after a backup.
//!
//! A new folder and an up-to-date one are not changed.

use std::path::{Path, PathBuf};

use askline_store::data_folder::upgrade::{AppliedStep, Upgrade, UpgradeError};

use crate::{backups::before_upgrades, data_folder::DataFolder, failure::Failure};

/// Who upgrades.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// A process that has locked the folder, as a server does.
    Holder,
    /// A command, which may run beside a server.
    Command,
}

/// What an upgrade did.
#[derive(Debug, Default)]
pub struct Upgraded {
    /// The steps; none if the folder was up to date.
    pub steps: Vec<AppliedStep>,
    /// The backup that was made before the upgrade.
    pub backup: Option<PathBuf>,
}

impl Upgraded {
    /// The result in one sentence, for people.
    pub fn text(&self, folder: &Path) -> String {
        let backup = match &self.backup {
            Some(backup) => format!("the backup made beforehand is {}", backup.display()),
            None => "no backup was made beforehand".into(),
        };
        let folder = folder.display();
        format!("the data folder {folder} was upgraded in {}; {backup}", counted(self.steps.len()))
    }
}

/// A number of steps in words.
pub fn counted(steps: usize) -> String {
    if steps == 1 { "1 step".into() } else { format!("{steps} steps") }
}

/// Applies the steps that the folder lacks, after a backup of it if `backs_up`. If this fails, the folder is as it was, unless
/// the error says that only one database is upgraded. A command fails while a server, which knows only the old layout, runs
/// on the folder.
pub async fn bring_up_to_date(folder: &DataFolder, backs_up: bool, by: By) -> Result<Upgraded, Failure> {
    let path = folder.path().to_owned();
    let Some(upgrade) = blocking(move || Upgrade::of_folder(&path)).await?? else { return Ok(Upgraded::default()) };
    if by == By::Command {
        drop(folder.lock().map_err(|failure| {
            Failure::failed(format!("the layout of the data must be upgraded, and {failure}. Nothing was changed"))
        })?);
    }
    let backup = if backs_up { Some(before_upgrades::make(folder).await?) } else { None };
    let applied = blocking(move || upgrade.apply()).await?;
    let steps = applied.map_err(|error| failed(folder, backup.as_deref(), &error))?;
    Ok(Upgraded { steps, backup })
}

fn failed(folder: &DataFolder, backup: Option<&Path>, error: &UpgradeError) -> Failure {
    let data = folder.path().display();
    let state = if error.is_half_done {
        "metadata.db is upgraded, events.db is not: free space on the disk and start again, or go back."
    } else {
        "Nothing was changed: the earlier release still starts on this folder."
    };
    let back = match backup {
        Some(backup) => format!(
            "The backup made beforehand is {backup}; the earlier release restores it with: \
             askline restore {backup} --data {data} --force",
            backup = backup.display()
        ),
        None => "No backup was made beforehand, since backup.before_upgrade is off.".into(),
    };
    let why = error.to_string();
    Failure::failed(format!(
        "the data folder {data} could not be upgraded: {}. {state} {back}",
        why.trim_end_matches('.')
    ))
}

pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Failure::failed(format!("the opening of the data ended early: {error}")))
}
