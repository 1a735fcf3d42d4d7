//! Upgrades a data folder after a backup, and rehearses the upgrade on a copy.
//!
//! A new folder and an up-to-date one are not changed.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use askline_store::{
    sealing::SEALING_KEY_FILE,
    sqlite::upgrade::{AppliedStep, Upgrade, UpgradeError, copy_databases, missing_steps},
};

use crate::{
    backups::{
        before_upgrades,
        room::{bytes_of_databases, check_room},
    },
    data_folder::{DataFolder, STORE_FILES, private_file, reason},
    failure::Failure,
    scratch::{Purpose, Scratch},
    stores::Stores,
};

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

/// What a rehearsal did to a copy.
#[derive(Debug)]
pub struct Rehearsal {
    /// How long it took to copy the databases.
    pub copying: Duration,
    /// The steps; none if there is nothing to do.
    pub steps: Vec<AppliedStep>,
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
    let backup = match backs_up {
        true => Some(before_upgrades::make(folder).await?),
        false => None,
    };
    let applied = blocking(move || upgrade.apply()).await?;
    let steps = applied.map_err(|error| failed(folder, backup.as_deref(), &error))?;
    Ok(Upgraded { steps, backup })
}

/// Applies the steps that the folder lacks to a copy of it, and opens the copy. The folder itself is not changed.
pub async fn rehearse(folder: &DataFolder) -> Result<Rehearsal, Failure> {
    let path = folder.path().to_owned();
    if blocking(move || missing_steps(&path)).await??.is_empty() {
        return Ok(Rehearsal { copying: Duration::ZERO, steps: Vec::new() });
    }
    let told =
        |why: String| Failure::failed(format!("the upgrade of {} cannot be rehearsed: {why}", folder.path().display()));
    // Space for the copy, and for what the steps write before they are committed.
    check_room(folder.path(), bytes_of_databases(folder.path()) * 2).map_err(told)?;
    let scratch = Scratch::make(folder.path(), Purpose::Rehearsal).map_err(|error| told(reason(&error)))?;
    let (from, to) = (folder.path().to_owned(), scratch.path().to_owned());
    let began = Instant::now();
    blocking(move || copy(&from, &to)).await?.map_err(told)?;
    let copying = began.elapsed();
    let copied = DataFolder::open(scratch.path())?;
    let upgraded = bring_up_to_date(&copied, false, By::Holder)
        .await
        .map_err(|failure| told(in_copy(&failure, folder, &copied)))?;
    check_opens(&copied).await.map_err(|failure| told(in_copy(&failure, folder, &copied)))?;
    Ok(Rehearsal { copying, steps: upgraded.steps })
}

/// Opens the upgraded copy, which also does the work that follows the steps, and verifies the audit log.
async fn check_opens(copy: &DataFolder) -> Result<(), Failure> {
    let stores = Stores::open_copy(copy).await?;
    stores.ping().await?;
    let chains = stores.metadata.verify_chains().await;
    stores.close().await;
    match chains?.iter().find(|chain| chain.broken_at.is_some() || chain.truncated) {
        Some(chain) => Err(Failure::failed(format!("the audit log of {} is broken", chain.org_id))),
        None => Ok(()),
    }
}

/// A failure without the name of the copy, which no longer exists.
fn in_copy(failure: &Failure, folder: &DataFolder, copy: &DataFolder) -> String {
    let (copy, folder) = (copy.path().display().to_string(), folder.path().display().to_string());
    format!("{}. Nothing was changed.", failure.to_string().replace(&copy, &folder).trim_end_matches('.'))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let [metadata, events] = STORE_FILES.map(|name| to.join(name));
    copy_databases(from, &metadata, &events).map_err(|error| error.to_string())?;
    // An upgrade step needs this key to encrypt the URLs of webhooks that an early release stored unencrypted.
    match fs::read(from.join(SEALING_KEY_FILE)) {
        Ok(key) => private_file(&to.join(SEALING_KEY_FILE))
            .and_then(|mut file| io::Write::write_all(&mut file, &key))
            .map_err(|error| reason(&error)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(format!("{SEALING_KEY_FILE} {}", reason(&error))),
    }
}

fn failed(folder: &DataFolder, backup: Option<&Path>, error: &UpgradeError) -> Failure {
    let data = folder.path().display();
    let state = match error.is_half_done {
        false => "Nothing was changed: the earlier release still starts on this folder.",
        true => "metadata.db is upgraded, events.db is not: free space on the disk and start again, or go back.",
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

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Failure::failed(format!("the upgrade ended early: {error}")))
}
