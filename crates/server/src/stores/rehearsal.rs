//! Rehearses the upgrade of a data folder on a copy.

use std::{
    fs, io,
    path::Path,
    time::{Duration, Instant},
};

use askline_store::{
    data_folder::upgrade::{AppliedStep, copy_databases, missing_steps},
    sealing::SEALING_KEY_FILE,
};

use super::{
    Stores,
    merged_pages::{MergeCounts, Merged},
    upgrade::{By, blocking, bring_up_to_date},
};
use crate::{
    backups::room::{bytes_of_databases, check_room},
    data_folder::{DataFolder, STORE_FILES, private_file, reason},
    failure::Failure,
    scratch::{Purpose, Scratch},
};

/// What a rehearsal did to a copy.
#[derive(Debug)]
pub struct Rehearsal {
    /// How long it took to copy the databases.
    pub copying: Duration,
    /// The steps; none if there is nothing to do.
    pub steps: Vec<AppliedStep>,
    /// What the service merges after the upgrade, while it runs, and how long that took on the copy.
    pub merged: (MergeCounts, Duration),
}

/// Applies the steps that the folder lacks to a copy of it, and opens the copy. The folder itself is not changed.
pub async fn rehearse(folder: &DataFolder) -> Result<Rehearsal, Failure> {
    let path = folder.path().to_owned();
    if blocking(move || missing_steps(&path)).await??.is_empty() {
        return Ok(Rehearsal { copying: Duration::ZERO, steps: Vec::new(), merged: Default::default() });
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
    let merged = check_opens(&copied).await.map_err(|failure| told(in_copy(&failure, folder, &copied)))?;
    Ok(Rehearsal { copying, steps: upgraded.steps, merged })
}

/// Opens the upgraded copy, which also does the work that follows the steps, verifies the audit log, and merges pages that are one
/// page, as the service does while it runs.
async fn check_opens(copy: &DataFolder) -> Result<(MergeCounts, Duration), Failure> {
    let stores = Stores::open_copy(copy).await?;
    stores.ping().await?;
    let chains = stores.metadata.verify_chains().await;
    let began = Instant::now();
    let merged = Merged::default().merge_changed(&stores).await;
    let merging = began.elapsed();
    stores.close().await;
    match chains?.iter().find(|chain| chain.broken_at.is_some() || chain.truncated) {
        Some(chain) => Err(Failure::failed(format!("the audit log of {} is broken", chain.org_id))),
        None => Ok((merged?, merging)),
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
