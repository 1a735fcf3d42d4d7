//! Backups that are made by themselves while the service runs: when one is due, never two at once, and each restored into a
//! scratch folder before it counts. Never deletes a file that it did not make, nor an old one before a new one was verified.

mod fault;
mod folder;
mod history;
mod names;
mod schedule;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use askline_domain::shared::clock::{Clock, whole_milliseconds};
use jiff::Timestamp;
use metrics::{counter, gauge};

pub use fault::Fault;
pub use folder::{BackupFolder, Kept};
pub use history::History;
use history::{FailedTry, Success};
pub use names::time_of;
use schedule::Schedule;

use crate::{
    backups::before_upgrades::BACKUPS_FOLDER,
    backups::file::{self as backup_file, Source},
    backups::room::{bytes_of_databases, check_room},
    backups::sealed_file::BackupKey,
    config::Settings,
    data_folder::DataFolder,
    failure::Failure,
    listen::{Stop, stopped},
    scratch::{Purpose, Scratch, note_place},
    stores::Stores,
};

/// How often it is looked whether one is due.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// How long a folder may take to list its files.
const LIST_TIME_MOST: Duration = Duration::from_secs(60);

/// What makes backups.
pub struct ScheduledBackups {
    keep: usize,
    folder: BackupFolder,
    key_file: Option<PathBuf>,
    data: PathBuf,
    stores: Stores,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

struct State {
    schedule: Schedule,
    /// Whether the backups that are there were looked at.
    has_looked: bool,
    /// Whether one is being made.
    is_busy: bool,
    history: History,
}

impl ScheduledBackups {
    /// What makes backups of a data folder that this process holds; `None` if none are wanted. Does nothing yet.
    pub fn new(settings: &Settings, stores: Stores, clock: Arc<dyn Clock>) -> Option<Arc<Self>> {
        let every = settings.backups.every?;
        let mut history = History::read(&settings.data);
        if history.since.is_none() {
            history.since = Some(whole_milliseconds(clock.now()));
            history.write(&settings.data);
        }
        let schedule = Schedule::unknown(every, clock.elapsed());
        gauge!("askline_backup_every_seconds").set(every.as_secs_f64());
        // There from the beginning: a failure that never happened is 0, and so is a backup that was never made.
        counter!("askline_backup_failures_total").absolute(0);
        gauge!("askline_backup_last_success_timestamp_seconds").set(0.0);
        Some(Arc::new(Self {
            keep: settings.backups.keep,
            folder: BackupFolder::of(&settings.backups.to),
            key_file: settings.backups.key_file.clone(),
            data: settings.data.clone(),
            stores,
            clock,
            state: Mutex::new(State { schedule, has_looked: false, is_busy: false, history }),
        }))
    }

    /// Makes them until the sign to stop. What is being made then is given up, and leaves nothing under a backup's name.
    pub async fn run(self: Arc<Self>, mut stop: Stop) {
        loop {
            tokio::select! {
                biased;
                () = stopped(&mut stop) => return,
                () = self.look() => {}
            }
            tokio::select! {
                biased;
                () = stopped(&mut stop) => return,
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    }

    /// Makes one if it is due.
    pub async fn look(&self) {
        if !self.state().schedule.is_due(self.clock.elapsed()) {
            return;
        }
        if !self.state().has_looked {
            match self.list().await {
                Ok(kept) => self.saw(&kept),
                Err(fault) => return self.failed(&fault),
            }
            if !self.state().schedule.is_due(self.clock.elapsed()) {
                return;
            }
        }
        self.state().is_busy = true;
        let (at, began) = (whole_milliseconds(self.clock.now()), self.clock.elapsed());
        let made = self.make(at).await;
        self.state().is_busy = false;
        match made {
            Ok(success) => self.made(success, self.clock.elapsed().saturating_sub(began)).await,
            Err(fault) => self.failed(&fault),
        }
    }

    /// The state of the backups, in one line that every member may read.
    pub fn text(&self) -> String {
        let (now, elapsed) = (self.clock.now(), self.clock.elapsed());
        let state = self.state();
        let next = now.checked_add(state.schedule.wait(elapsed)).unwrap_or(now);
        state.history.text((!state.is_busy).then_some(whole_milliseconds(next)))
    }

    fn saw(&self, kept: &[Kept]) {
        let (now, elapsed) = (self.clock.now(), self.clock.elapsed());
        let times: Vec<Timestamp> = kept.iter().filter_map(|each| time_of(&each.name)).collect();
        let newest = kept.iter().rev().find_map(|each| Some((time_of(&each.name).filter(|at| *at <= now)?, each)));
        let mut state = self.state();
        if let Some((at, kept)) = newest {
            gauge!("askline_backup_last_success_timestamp_seconds").set(at.as_second() as f64);
            // A folder that came from elsewhere has no history.
            let seen = Success { at, name: kept.name.clone(), bytes: kept.bytes };
            state.history.success.get_or_insert(seen);
        }
        state.schedule.saw(times, now, elapsed);
        state.has_looked = true;
    }

    async fn made(&self, success: Success, took: Duration) {
        gauge!("askline_backup_last_success_timestamp_seconds").set(success.at.as_second() as f64);
        gauge!("askline_backup_bytes").set(success.bytes as f64);
        gauge!("askline_backup_seconds").set(took.as_secs_f64());
        tracing::info!(
            name = success.name,
            bytes = success.bytes,
            "Made a backup, and restored it into a scratch folder"
        );
        let name = success.name.clone();
        let history = {
            let mut state = self.state();
            state.schedule.made(self.clock.elapsed());
            state.history.success = Some(success);
            state.history.is_failing = false;
            state.history.clone()
        };
        history.write(&self.data);
        self.delete_old(&name).await;
    }

    fn failed(&self, fault: &Fault) {
        counter!("askline_backup_failures_total").increment(1);
        let at = whole_milliseconds(self.clock.now());
        let history = {
            let mut state = self.state();
            state.schedule.failed(self.clock.elapsed());
            state.history.failure = Some(FailedTry { at, told: fault.told.clone(), detail: fault.detail.clone() });
            state.history.is_failing = true;
            state.history.clone()
        };
        tracing::error!(reason = fault.detail, "A backup could not be made; it is tried again");
        history.write(&self.data);
    }

    async fn make(&self, at: Timestamp) -> Result<Success, Fault> {
        // Read each time, so that a missing key is noticed now and not when it is needed.
        let key = self.key_file.as_deref().map(BackupKey::read).transpose();
        let key = key.map_err(|failure| Fault::of("the key of backups cannot be used", &failure))?;
        let name = names::name_of(at, key.is_some());
        note_place(&self.data, &self.folder.path().join(&name));
        let (folder, data) = (self.folder.clone(), self.data.clone());
        let scratch = blocking(move || folder.begin(bytes_of_databases(&data))).await??;
        let failed = |told: &str, failure: String| self.folder.failed(told, failure);
        let copies = backup_file::copy_in(Source::Open(&self.stores), scratch.path()).await;
        let copies = copies.map_err(|failure| failed("the databases could not be copied", failure.to_string()))?;
        let made = backup_file::pack_in(copies, scratch.path(), key.clone()).await;
        let made = made.map_err(|error| failed("the copies could not be packed", error.to_string()))?;
        self.verify(&made.file, key).await?;
        let (folder, bytes, published) = (self.folder.clone(), made.bytes, name.clone());
        blocking(move || folder.publish(&scratch, &made.file, &published)).await??;
        Ok(Success { at, name, bytes })
    }

    /// Restores a backup into a scratch folder, as `askline restore` does, and opens what was restored.
    async fn verify(&self, file: &Path, key: Option<BackupKey>) -> Result<(), Fault> {
        let room = DataFolder::open(&self.data).and_then(|folder| {
            let place = folder.private_folder(BACKUPS_FOLDER);
            place.map_err(|error| Failure::failed(error.to_string()))
        });
        let place = room.map_err(|failure| Fault::of("the data folder cannot be used", &failure))?;
        let (data, within, file) = (self.data.clone(), place.clone(), file.to_owned());
        let restored = blocking(move || {
            let scratch =
                Scratch::make(&within, Purpose::Restore).map_err(|error| Fault::of_io(&within.display(), &error))?;
            check_room(&within, bytes_of_databases(&data))
                .map_err(|why| Fault::new("there is not enough room to verify a backup", why))?;
            let read = backup_file::read_into(&file, scratch.path(), key.as_ref());
            read.map_err(|failure| Fault::of("a new backup could not be restored", &failure))?;
            Ok::<_, Fault>(scratch)
        });
        let scratch = restored.await??;
        let opened = async {
            let stores = Stores::open_copy(&DataFolder::open(scratch.path())?).await?;
            let answered = stores.ping().await;
            stores.close().await;
            answered
        };
        opened.await.map_err(|failure| Fault::of("what was restored from a new backup could not be opened", &failure))
    }

    async fn list(&self) -> Result<Vec<Kept>, Fault> {
        let folder = self.folder.clone();
        let listed = tokio::time::timeout(LIST_TIME_MOST, blocking(move || folder.list())).await;
        listed.map_err(|_| {
            Fault::new("the folder for backups does not answer", "the folder for backups does not answer")
        })??
    }

    async fn delete_old(&self, newest: &str) {
        let kept = match self.list().await {
            Ok(kept) => kept,
            Err(fault) => return tracing::warn!(reason = fault.detail, "Old backups could not be listed, and stay"),
        };
        for name in names::surplus(kept.into_iter().map(|each| each.name).collect(), newest, self.keep) {
            let (folder, old) = (self.folder.clone(), name.clone());
            match blocking(move || folder.delete(&old)).await {
                Ok(Ok(())) => tracing::info!(name, "Deleted an old backup"),
                Ok(Err(error)) => tracing::warn!(name, %error, "An old backup could not be deleted"),
                Err(fault) => tracing::warn!(name, reason = fault.detail, "An old backup could not be deleted"),
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| {
        Fault::new("a part of the work ended early", format!("a part of the work ended early: {error}"))
    })
}

#[cfg(test)]
mod tests;
