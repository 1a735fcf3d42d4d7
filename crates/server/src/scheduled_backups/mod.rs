//! Makes scheduled backups while the server runs.
//!
//! Never makes two backups at the same time. Each is restored into a scratch folder before it counts as made. Never
//! deletes a file that does not have the name of a backup, nor an old backup before a new one is verified.

mod blocking;
mod bucket;
mod fault;
mod folder;
mod history;
mod names;
mod place;
mod schedule;
mod verify;

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use askline_domain::shared::clock::{Clock, whole_milliseconds};
use jiff::Timestamp;
use metrics::{counter, gauge};

use blocking::blocking;
pub use bucket::Bucket;
pub use fault::Fault;
pub use folder::{BackupFolder, Kept};
pub use history::History;
use history::{FailedTry, Success};
pub use names::time_of;
pub use place::Place;
use schedule::Schedule;
use verify::Verifier;

use crate::{
    backups::file::{self as backup_file, Source},
    backups::room::bytes_of_databases,
    backups::sealed_file::BackupKey,
    config::Settings,
    failure::Failure,
    listen::{Stop, stopped},
    scratch::note_place,
    stores::Stores,
};

/// How often the schedule is checked.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Makes backups on a schedule.
pub struct ScheduledBackups {
    keep: usize,
    place: Place,
    /// The folder in which a backup is assembled.
    folder: BackupFolder,
    key_file: Option<PathBuf>,
    data: PathBuf,
    stores: Stores,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

struct State {
    schedule: Schedule,
    /// Whether the existing backups were listed.
    has_looked: bool,
    /// Whether a backup is being made.
    is_busy: bool,
    history: History,
}

impl ScheduledBackups {
    /// Prepares backups of the data folder that this process has locked; `None` if none are configured.
    pub fn new(settings: &Settings, stores: Stores, clock: Arc<dyn Clock>) -> Result<Option<Arc<Self>>, Failure> {
        let Some(every) = settings.backups.every else { return Ok(None) };
        let place = Place::of(settings)?;
        let mut history = History::read(&settings.data);
        if history.since.is_none() {
            history.since = Some(whole_milliseconds(clock.now()));
            history.write(&settings.data);
        }
        let schedule = Schedule::unknown(every, clock.elapsed());
        gauge!("askline_backup_every_seconds").set(every.as_secs_f64());
        // Set at the start, so that the metrics exist with 0 before the first failure and the first backup.
        counter!("askline_backup_failures_total").absolute(0);
        gauge!("askline_backup_last_success_timestamp_seconds").set(0.0);
        Ok(Some(Arc::new(Self {
            keep: settings.backups.keep,
            folder: place.work_folder(&settings.data),
            place,
            key_file: settings.backups.key_file.clone(),
            data: settings.data.clone(),
            stores,
            clock,
            state: Mutex::new(State { schedule, has_looked: false, is_busy: false, history }),
        })))
    }

    /// Makes backups until `stop` is signaled. An unfinished backup is then abandoned: it is never listed, and the next
    /// attempt removes what it left.
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

    /// Makes a backup if one is due.
    pub async fn look(&self) {
        if !self.state().schedule.is_due(self.clock.elapsed()) {
            return;
        }
        if !self.state().has_looked {
            if let Place::Bucket(bucket) = &self.place
                && let Err(fault) = bucket.remove_unfinished().await
            {
                return self.failed(&fault);
            }
            match self.place.list().await {
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
        if let (Err(_), Place::Bucket(bucket)) = (&made, &self.place) {
            // If this fails, the next attempt does it.
            let _ = bucket.remove_unfinished().await;
        }
        self.state().is_busy = false;
        match made {
            Ok(success) => self.made(success, self.clock.elapsed().saturating_sub(began)).await,
            Err(fault) => self.failed(&fault),
        }
    }

    /// The state of the backups, in one line that anyone may read.
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
            // A data folder that was restored from a backup has no history.
            let seen = Success { at, name: kept.name.clone(), bytes: kept.bytes };
            state.history.success.get_or_insert(seen);
        }
        state.schedule.saw(times, now, elapsed);
        state.has_looked = true;
    }

    async fn made(&self, success: Success, took: Duration) {
        gauge!("askline_backup_last_success_timestamp_seconds").set(success.at.as_second() as f64);
        gauge!("askline_backup_bytes").set(success.bytes as f64);
        gauge!("askline_backup_duration_seconds").set(took.as_secs_f64());
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
        tracing::error!(reason = fault.detail, "A backup could not be made; another attempt follows");
        history.write(&self.data);
    }

    async fn make(&self, at: Timestamp) -> Result<Success, Fault> {
        // Read each time, so that a missing key is noticed now and not when it is needed.
        let key = self.key_file.as_deref().map(BackupKey::read).transpose();
        let key = key.map_err(|failure| Fault::of("the backup key cannot be used", &failure))?;
        let name = names::name_of(at, key.is_some());
        note_place(&self.data, &self.folder.path().join(&name));
        let (folder, data) = (self.folder.clone(), self.data.clone());
        let scratch = blocking(move || folder.begin(bytes_of_databases(&data))).await??;
        let failed = |told: &str, failure: String| self.folder.failed(told, failure);
        let copies = backup_file::copy_in(Source::Open(&self.stores), scratch.path()).await;
        let copies = copies.map_err(|failure| failed("the databases could not be copied", failure.to_string()))?;
        let made = backup_file::pack_in(copies, scratch.path(), key.clone()).await;
        let made = made.map_err(|error| failed("the copies could not be packed", error.to_string()))?;
        let (bytes, verifier) = (made.bytes, Verifier { data: &self.data, key });
        match &self.place {
            Place::Folder(folder) => {
                verifier.file(made.file.clone()).await?;
                let (folder, published) = (folder.clone(), name.clone());
                blocking(move || folder.publish(&scratch, &made.file, &published)).await??;
            }
            Place::Bucket(bucket) => {
                bucket.send(&made.file, &name).await?;
                // Frees the space for the restored copy.
                drop(scratch);
                verifier.in_bucket(bucket, &name).await?;
                bucket.verified()?;
            }
        }
        Ok(Success { at, name, bytes })
    }

    async fn delete_old(&self, newest: &str) {
        let kept = match self.place.list().await {
            Ok(kept) => kept,
            Err(fault) => {
                return tracing::warn!(reason = fault.detail, "Old backups could not be listed, so none was deleted");
            }
        };
        for name in names::surplus(kept.into_iter().map(|each| each.name).collect(), newest, self.keep) {
            match self.place.delete(&name).await {
                Ok(()) => tracing::info!(name, "Deleted an old backup"),
                Err(fault) => tracing::warn!(name, reason = fault.detail, "An old backup could not be deleted"),
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
