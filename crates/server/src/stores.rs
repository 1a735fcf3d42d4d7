//! The stores of one data folder, opened together.

use std::{path::Path, sync::Arc};

use askline_domain::{
    clock::SystemClock,
    ports::{Events, Metadata},
};
use askline_store::sqlite::{
    Commits, MetadataStore, OpenError,
    events::{EventDatabase, EventOptions},
};

use crate::{config::Settings, data_folder::DataFolder, failure::Failure};

/// Metadata and events. Cheap to clone.
#[derive(Clone)]
pub struct Stores {
    /// Organizations, users, sites, keys, prompts, audit log.
    pub metadata: Arc<dyn Metadata>,
    /// Events and counters.
    pub events: Arc<dyn Events>,
    files: Files,
}

/// The same stores as the files that they are.
#[derive(Clone)]
struct Files {
    metadata: Arc<MetadataStore>,
    events: Arc<EventDatabase>,
}

impl Stores {
    /// Opens both for a server, makes what is missing, and brings their layouts up to date.
    pub async fn open(folder: &DataFolder, settings: &Settings) -> Result<Self, Failure> {
        let options = EventOptions {
            waiting_events_most: settings.events_queue,
            events_per_site_and_day: settings.events_per_site_and_day,
            ..EventOptions::default()
        };
        Self::open_with(folder, options).await
    }

    /// Opens both to fill an empty folder, which is worth nothing before it is full: not each commit waits for the disk.
    /// Whoever serves closes them, and opens them anew.
    pub async fn open_to_fill(folder: &DataFolder) -> Result<Self, Failure> {
        Self::open_with(folder, EventOptions { commits: Commits::Fast, ..EventOptions::default() }).await
    }

    /// Opens both for a command, which must not hold up a server that runs on the same folder.
    pub async fn open_beside_a_server(folder: &DataFolder) -> Result<Self, Failure> {
        Self::open_with(folder, EventOptions::beside_a_server()).await
    }

    async fn open_with(folder: &DataFolder, options: EventOptions) -> Result<Self, Failure> {
        let metadata = match options.commits {
            Commits::Durable => MetadataStore::open(folder.path()).await?,
            Commits::Fast => MetadataStore::open_to_fill(folder.path()).await?,
        };
        let events = EventDatabase::open(folder.path(), options, Arc::new(SystemClock::default()))?;
        let files = Files { metadata: Arc::new(metadata), events: Arc::new(events) };
        Ok(Self { metadata: files.metadata.clone(), events: files.events.clone(), files })
    }

    /// Writes a copy of each to a file that must not exist, each as of one moment, while others go on.
    pub async fn copy_into(&self, metadata: &Path, events: &Path) -> Result<(), Failure> {
        // Events first: a site that is registered in between has none, while the other way round its events had no site.
        self.files.events.backup_into(events).await?;
        self.files.metadata.backup_into(metadata).await?;
        Ok(())
    }

    /// Whether both answer.
    pub async fn ping(&self) -> Result<(), Failure> {
        self.metadata.ping().await?;
        self.events.ping().await?;
        Ok(())
    }

    /// Waits for what is being written, and closes both.
    pub async fn close(&self) {
        self.events.close().await;
        self.metadata.close().await;
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        Self::failed(error.to_string())
    }
}
