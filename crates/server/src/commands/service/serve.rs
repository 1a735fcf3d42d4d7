//! `askline serve`: starts the server from its settings, and stops it in an orderly way.

use std::{sync::Arc, time::Duration};

use askline_api::pipeline::app::App;
use askline_domain::prompts::policy::{OwnAddresses, examine};
use askline_jobs::runner::JobRunner;
use clap::Args;
use serde_json::json;
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::watch,
};

use crate::{
    background::{self, Readers, measurements},
    commands::{
        answer::{Context, print_json},
        service_address::ServedAt,
    },
    config::Settings,
    data_folder::{DataFolder, FolderLock, LOCK_FILE},
    disk_space::DiskWatch,
    documents::{self, DemoPage, DocumentContext, MetricsAccess},
    failure::{Failure, say, unless_unread},
    listen::{
        Ending, Listener,
        connection_slots::ConnectionBounds,
        own_address::{OwnAddress, local_origin},
    },
    logs,
    scheduled_backups::ScheduledBackups,
    several_servers::{common_clock::CommonClock, server_group::ServerGroup},
    stores::{Stores, setup_seed},
    traces::Traces,
    wiring,
};

/// The maximum number of connections of the listener for metrics.
const MAX_METRICS_CONNECTIONS: usize = 64;
/// How long the last writes may take after the last response.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// A second Ctrl-C ends the process, at the earliest this long after the shutdown began.
const SECOND_INTERRUPT_AFTER: Duration = Duration::from_secs(1);

/// `askline serve`
#[derive(Debug, Args)]
pub struct Serve {
    /// Address and port to listen on [default: 127.0.0.1:8080; also: ASKLINE_LISTEN]
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
}

/// Runs the server until a signal.
pub async fn run(context: Context) -> Result<(), Failure> {
    let traces = context.settings.traces.as_ref().map(Traces::new).transpose()?;
    logs::start(&context.settings.log, traces.as_ref());
    let instance = Instance::open(&context.settings).await?;
    let listener = Listener::bind(context.settings.listen).await?;
    let listening = listener.address();
    let own = OwnAddress::new(context.settings.api.public_url.as_deref(), Some(listening));
    ServedAt::of(&context.settings, listener.address()).write_down(&context.settings);
    let setup_token = if instance.stores.metadata.any_user().await? {
        None
    } else {
        Some(match setup_seed(&context.settings).await? {
            Some(seed) => instance.app.setup_token().issue_of(seed),
            None => instance.app.setup_token().issue(),
        })
    };
    // Installed before anyone can know that the server listens, so that an early signal ends it properly.
    let ending = stop_at_signal(&context.settings)?;
    // Not written to the log, which may be stored: the token is only for the person who starts the server.
    let here = local_origin(listening);
    if listening.ip().is_unspecified() {
        say(&format!("askline: listening on all addresses of this machine, which itself reaches {here}"))
    } else {
        say(&format!("askline: listening on {here}"))
    }
    if let Some(token) = &setup_token {
        let place = own.origin();
        say(&format!(
            "askline: there is no owner yet. To create one, open this link, which works once:\n  {place}/setup#{}\n\
             askline: or, without a browser, run this command with the same settings; it asks for the password:\n  \
             askline org create --name NAME --owner-email EMAIL --owner-password-stdin",
            token.expose()
        ));
    }
    if context.json {
        let said = json!({ "listening": here, "setupToken": setup_token.as_ref().map(|token| token.expose()) });
        unless_unread(print_json(&said))?;
    }
    drop(setup_token);
    let served = instance.serve(&context.settings, listener, ending, None).await;
    if let Some(traces) = traces {
        traces.end().await;
    }
    served
}

/// The stores, the application, and the lock of the data folder.
pub struct Instance {
    /// The stores.
    pub stores: Stores,
    /// The application.
    pub app: App,
    jobs: JobRunner,
    server_group: ServerGroup,
    clock: Arc<CommonClock>,
    /// `None` on PostgreSQL, which any number of processes may use.
    lock: Option<FolderLock>,
}

impl Instance {
    /// Locks the data folder and opens its stores, or connects to PostgreSQL.
    pub async fn open(settings: &Settings) -> Result<Self, Failure> {
        let lock = match &settings.servers {
            Some(_) => None,
            None => Some(DataFolder::open(&settings.data)?.lock()?),
        };
        let clock = Arc::new(CommonClock::default());
        let stores = Stores::open(settings, clock.clone()).await?;
        Self::on(stores, settings, clock, lock).await
    }

    /// Opens the data folder with stores that are fast to fill. [`Instance::reopen`] must open them again before they are served.
    pub async fn open_to_fill(settings: &Settings) -> Result<Self, Failure> {
        let folder = DataFolder::open(&settings.data)?;
        let lock = folder.lock()?;
        let stores = Stores::open_to_fill(&folder, settings).await?;
        Self::on(stores, settings, Arc::default(), Some(lock)).await
    }

    /// Stores what was filled in, and opens it to be served. The folder stays locked.
    pub async fn reopen(self, settings: &Settings) -> Result<Self, Failure> {
        self.stores.close().await;
        let clock = Arc::new(CommonClock::default());
        let stores = Stores::open(settings, clock.clone()).await?;
        Self::on(stores, settings, clock, self.lock).await
    }

    async fn on(
        stores: Stores,
        settings: &Settings,
        clock: Arc<CommonClock>,
        lock: Option<FolderLock>,
    ) -> Result<Self, Failure> {
        let server_group = ServerGroup::join(settings, clock.clone()).await?;
        let (app, jobs) = wiring::application(settings, &stores, server_group.limiter(), clock.clone())?;
        Ok(Self { stores, app, jobs, server_group, clock, lock })
    }

    /// Serves until `ending`, and then finishes the accepted requests.
    pub async fn serve(
        self,
        settings: &Settings,
        listener: Listener,
        ending: Ending,
        demo: Option<DemoPage>,
    ) -> Result<(), Failure> {
        let recorder = measurements::recorder()?;
        let stop = ending.stop.clone();
        let metrics = match settings.metrics.listen {
            None => None,
            Some(address) => Some(Listener::bind(address).await?),
        };
        let access = match (&metrics, &settings.metrics.token) {
            (Some(_), _) => MetricsAccess::Elsewhere,
            (None, Some(token)) => MetricsAccess::Token(token.clone()),
            (None, None) => MetricsAccess::ThisMachine,
        };
        if let Some(listener) = metrics {
            let router = documents::prometheus_router(recorder.clone(), listener.address());
            let bounds = ConnectionBounds::new(MAX_METRICS_CONNECTIONS, 0);
            tokio::spawn(listener.serve(router, wiring::refuser(self.app.clone()), bounds, ending.clone()));
        }
        self.stores.metadata.watch_other_processes();
        self.server_group.start(stop.clone());
        tokio::task::spawn_blocking(prepare);
        // On PostgreSQL, the disk of this machine holds no data.
        let disk = settings.servers.is_none().then(|| Arc::new(DiskWatch::new(settings.data.clone(), LOCK_FILE)));
        background::start(
            self.app.clone(),
            self.stores.clone(),
            self.server_group.clone(),
            disk.clone(),
            recorder.clone(),
            readers(settings, demo.is_some())?,
            stop.clone(),
        );
        // The demo has only sample data: its backups must not replace those of another instance.
        let backups = match demo {
            Some(_) => None,
            None => ScheduledBackups::new(settings, self.stores.clone(), self.clock.clone())?,
        };
        let making = backups.clone().map(|backups| tokio::spawn(backups.run(stop.clone())));
        let (jobs, stop_jobs) = (self.jobs.clone(), stop.clone());
        let jobs = tokio::spawn(async move { jobs.run(stop_jobs).await });
        let place = DocumentContext {
            listening: listener.address(),
            stores: self.stores.clone(),
            server_group: self.server_group.clone(),
            disk,
            backups,
            end_is_near: ending.near.clone(),
            recorder,
            metrics: access,
            demo,
            sample: askline_app::sites::sample::sample_payload(self.app.link_registry()).into(),
        };
        let doors = wiring::MainRouters::new(self.app.clone(), place);
        let doors = if settings.traces.is_some() { doors.traced(&self.app) } else { doors };
        let finished =
            listener.serve(doors, wiring::refuser(self.app.clone()), settings.connections.clone(), ending).await;
        if !finished {
            tracing::warn!("Some requests did not end in time and were cut off");
        }
        // The jobs stop at the same signal as the listener.
        let _ = jobs.await;
        if let Some(making) = making {
            let _ = making.await;
        }
        self.close().await;
        Ok(())
    }

    async fn close(self) {
        if let Err(error) = self.app.flush_all_notes().await {
            tracing::warn!(%error, "The latest uses of keys and sessions, or failed sign-ins, could not be stored");
        }
        self.server_group.leave().await;
        if tokio::time::timeout(CLOSE_TIMEOUT, self.stores.close()).await.is_err() {
            tracing::warn!("The stores did not close in time; nothing that was acknowledged is lost");
        }
    }
}

/// Does work that the first requests would otherwise wait for.
fn prepare() {
    askline_domain::events::crawler::prepare();
    prepare_policy();
    askline_domain::identity::password::prepare_decoy();
    tracing::debug!("What the first requests need is ready");
}

/// Builds the patterns that check texts in Latin letters: about 12 MiB, of the 32 MiB that one request may use. Those for Arabic
/// and Japanese take 6 and 1 MiB, and are built for the first text in these languages.
fn prepare_policy() {
    const IN_LATIN_LETTERS: &str = "Remember https://example.com, r e m e m b e r";
    drop(examine(IN_LATIN_LETTERS, OwnAddresses::Hosts(&[])));
}

/// The signals to stop, sent at SIGTERM or SIGINT: `near` immediately, `stop` after the notice in the settings.
pub fn stop_at_signal(settings: &Settings) -> Result<Ending, Failure> {
    let notice = settings.servers.as_ref().map_or(Duration::ZERO, |servers| servers.stop_notice);
    let listen = |kind| signal(kind).map_err(|error| Failure::failed(format!("signals cannot be received: {error}")));
    let (mut terminate, mut interrupt) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    let ((tell, near), (ask, stop)) = (watch::channel(false), watch::channel(false));
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        let _ = tell.send(true);
        if !notice.is_zero() {
            tracing::info!(
                seconds = notice.as_secs(),
                "Stopping soon: /readyz says so, and load balancers can send new requests elsewhere"
            );
            tokio::time::sleep(notice).await;
        }
        tracing::info!("Stopping: finishing the requests that were accepted");
        let _ = ask.send(true);
        // Some programs send a signal twice, to the process and to its group. Even then, requests have at least this long.
        tokio::time::sleep(SECOND_INTERRUPT_AFTER).await;
        // A person who types Ctrl-C again does not want to wait.
        interrupt.recv().await;
        std::process::exit(1);
    });
    Ok(Ending { near, stop })
}

/// The requests of scheduled work. The demo has made-up crawlers and pages.
fn readers(settings: &Settings, is_demo: bool) -> Result<Readers, Failure> {
    let wanted = |is_on: bool| is_on && !is_demo;
    Ok(Readers {
        lists: wanted(settings.updates_crawlers).then(|| wiring::list_reader(settings)).transpose()?,
        pages: wanted(settings.reads_pages).then(|| wiring::page_readers(settings)).transpose()?,
    })
}
