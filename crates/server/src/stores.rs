//! Opens the stores of an instance together: two database files, or PostgreSQL. The files are in a data folder; several
//! machines can share PostgreSQL.

pub mod merged_pages;
pub mod rehearsal;
pub mod upgrade;

use std::{path::Path, sync::Arc};

use askline_app::ports::{
    again::again_if_rolled_back,
    whole_stores::{Events, Metadata},
};
use askline_domain::shared::clock::{Clock, SystemClock};
use askline_store::{
    data_folder::pairing::pair_databases,
    events::{
        postgres::{EventServerOptions, connect_events},
        sqlite::{EventDatabase, EventOptions},
    },
    metadata::{MetadataStore, SealedUrls, postgres::connect_metadata},
    postgres::{ConnectError, PostgresOptions, UPGRADE_WAIT},
    sealing::SealingKey,
    sqlite::{Commits, OpenError},
};

use async_trait::async_trait;

use crate::{
    backups::file::OpenStores,
    config::{ServerSettings, Settings},
    data_folder::DataFolder,
    failure::Failure,
    stores::upgrade::{By, blocking},
};

/// Metadata and events. Cheap to clone.
#[derive(Clone)]
pub struct Stores {
    /// Everything except events and counters, such as organizations, sites, keys, jobs and the audit log.
    pub metadata: Arc<dyn Metadata>,
    /// Events and counters.
    pub events: Arc<dyn Events>,
    files: Option<Files>,
}

/// The stores when they are files in a data folder.
#[derive(Clone)]
struct Files {
    metadata: Arc<MetadataStore>,
    events: Arc<EventDatabase>,
}

impl Stores {
    /// Opens both for a server, creates what is missing, and upgrades their layouts.
    pub async fn open(settings: &Settings, clock: Arc<dyn Clock>) -> Result<Self, Failure> {
        Self::open_silent(settings, clock).await?.telling(settings).await
    }

    /// Turns on emails about changes that are made from now on, if a mail server is set.
    async fn telling(self, settings: &Settings) -> Result<Self, Failure> {
        if settings.mail.is_some() {
            let now = SystemClock::default().now();
            again_if_rolled_back(|| self.metadata.start_mail(now)).await?;
        }
        Ok(self)
    }

    async fn open_silent(settings: &Settings, clock: Arc<dyn Clock>) -> Result<Self, Failure> {
        if let Some(servers) = &settings.servers {
            return Self::connect(servers, settings, clock).await;
        }
        let folder = DataFolder::open(&settings.data)?;
        let options = EventOptions {
            max_waiting_events: settings.events_queue,
            events_per_site_and_day: settings.events_per_site_and_day,
            ..EventOptions::default()
        };
        Self::open_upgraded(&folder, options, settings, By::Holder).await
    }

    /// Opens both to fill an empty folder. Not every commit waits for the disk, since a half-filled folder has no value. Both
    /// must be closed and opened again before they are served.
    pub async fn open_to_fill(folder: &DataFolder, settings: &Settings) -> Result<Self, Failure> {
        let options = EventOptions { commits: Commits::Fast, ..EventOptions::default() };
        Self::open_upgraded(folder, options, settings, By::Holder).await
    }

    /// Opens both in a folder that this process has locked and restored from a backup. An upgrade makes no further one.
    pub async fn open_restored(folder: &DataFolder, settings: &Settings) -> Result<Self, Failure> {
        upgrade::bring_up_to_date(folder, false, By::Holder).await?;
        Self::open_files(folder, EventOptions::beside_a_server()).await?.telling(settings).await
    }

    /// Opens both in a temporary copy.
    pub async fn open_copy(folder: &DataFolder) -> Result<Self, Failure> {
        Self::open_files(folder, EventOptions::beside_a_server()).await
    }

    /// Opens both for a command, which must not block a server on the same stores.
    pub async fn open_beside_a_server(settings: &Settings) -> Result<Self, Failure> {
        let opened = match &settings.servers {
            Some(servers) => Self::connect(servers, settings, Arc::new(SystemClock::default())).await,
            None => {
                let (folder, options) = (DataFolder::open(&settings.data)?, EventOptions::beside_a_server());
                Self::open_upgraded(&folder, options, settings, By::Command).await
            }
        };
        opened?.telling(settings).await
    }

    /// Opens both after an upgrade if one is needed. The log or stderr reports the upgrade.
    async fn open_upgraded(
        folder: &DataFolder,
        options: EventOptions,
        settings: &Settings,
        by: By,
    ) -> Result<Self, Failure> {
        let upgraded = upgrade::bring_up_to_date(folder, settings.backup_before_upgrade, by).await?;
        let text = upgraded.text(folder.path());
        match by {
            _ if upgraded.steps.is_empty() => {}
            By::Holder => tracing::info!("{text}"),
            By::Command => eprintln!("askline: {text}"),
        }
        Self::open_files(folder, options).await
    }

    async fn open_files(folder: &DataFolder, options: EventOptions) -> Result<Self, Failure> {
        let metadata = match options.commits {
            Commits::Durable => MetadataStore::open(folder.path()).await?,
            Commits::Fast => MetadataStore::open_to_fill(folder.path()).await?,
        };
        let events = EventDatabase::open(folder.path(), options, Arc::new(SystemClock::default()))?;
        let path = folder.path().to_owned();
        blocking(move || pair_databases(&path)).await??;
        let files = Files { metadata: Arc::new(metadata), events: Arc::new(events) };
        Ok(Self { metadata: files.metadata.clone(), events: files.events.clone(), files: Some(files) })
    }

    async fn connect(servers: &ServerSettings, settings: &Settings, clock: Arc<dyn Clock>) -> Result<Self, Failure> {
        let server = database(servers);
        let options = EventServerOptions {
            max_waiting_events: settings.events_queue,
            events_per_site_and_day: settings.events_per_site_and_day,
            ..EventServerOptions::default()
        };
        let metadata = connect_metadata(&server, sealing_key(servers)?).await?;
        let events = connect_events(&server, options, clock).await?;
        Ok(Self { metadata: Arc::new(metadata), events: Arc::new(events), files: None })
    }

    /// How many URLs of webhooks the key in the data folder decrypts; `None` on PostgreSQL, where each server compares its key.
    pub async fn sealed_urls(&self) -> Result<Option<SealedUrls>, Failure> {
        match &self.files {
            None => Ok(None),
            Some(files) => Ok(Some(files.metadata.check_sealed_urls().await?)),
        }
    }

    /// Fails unless both respond.
    pub async fn ping(&self) -> Result<(), Failure> {
        self.metadata.ping().await?;
        self.events.ping().await?;
        Ok(())
    }

    /// Why the server of one of them cannot currently be reached, if that is known.
    pub fn trouble(&self) -> Option<String> {
        self.metadata.trouble().or_else(|| self.events.trouble())
    }

    /// Waits for pending writes, and closes both.
    pub async fn close(&self) {
        self.events.close().await;
        self.metadata.close().await;
    }
}

/// The seed from which all servers with these settings compute the same setup token; `None` for a data folder.
pub async fn setup_seed(settings: &Settings) -> Result<Option<[u8; 32]>, Failure> {
    let Some(servers) = &settings.servers else { return Ok(None) };
    Ok(Some(askline_store::metadata::postgres::setup_seed(&database(servers), &sealing_key(servers)?).await?))
}

/// The key that encrypts secrets, which the servers share.
pub fn sealing_key(servers: &ServerSettings) -> Result<SealingKey, Failure> {
    let key = SealingKey::of_file(&servers.key_file);
    key.map_err(|error| Failure::misuse(format!("the setting secrets.key_file: {error}")))
}

/// The options for connections to the database server.
pub fn database(servers: &ServerSettings) -> PostgresOptions {
    PostgresOptions {
        url: servers.database.expose().to_owned(),
        password: servers.database_password.clone(),
        connections: servers.connections,
        statement_cache: servers.statement_cache,
        is_backup_done: servers.is_backup_done,
        upgrade_wait: UPGRADE_WAIT,
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        Self::failed(error.to_string())
    }
}

/// Connection errors are reported like wrong settings, since the operator must fix them.
impl From<ConnectError> for Failure {
    fn from(error: ConnectError) -> Self {
        Self::misuse(error.to_string())
    }
}

#[async_trait]
impl OpenStores for Stores {
    async fn copy_into(&self, metadata: &Path, events: &Path) -> Result<(), Failure> {
        let Some(files) = &self.files else {
            return Err(Failure::failed("a database server is copied by its own tools, such as pg_dump"));
        };
        // Events first: a site that is created in between has no events. In the other order, its events would have no site.
        files.events.backup_into(events).await?;
        files.metadata.backup_into(metadata).await?;
        Ok(())
    }
}
