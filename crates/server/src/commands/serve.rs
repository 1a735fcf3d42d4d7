//! `askline serve`: from settings to a running service, and back in order.

use std::{sync::Arc, time::Duration};

use askline_api::app::App;
use askline_domain::clock::SystemClock;
use askline_jobs::runner::JobRunner;
use clap::Args;
use serde_json::json;
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::watch,
};

use super::answer::{Context, print_json};
use crate::{
    config::Settings,
    connection_places::ConnectionBounds,
    data_folder::{DataFolder, FolderLock},
    documents::{self, DemoPage, DocumentPlace, MetricsAccess},
    failure::Failure,
    housekeeping,
    listen::{Listener, Stop},
    logs, measurements,
    stores::Stores,
    wiring,
};

/// Connections of the listener that shows measurements.
const METRICS_CONNECTIONS_MOST: usize = 64;
/// How long the last writes may take after the last request was answered.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// A second Ctrl-C this long after the first ends the process at once.
const SECOND_INTERRUPT_AFTER: Duration = Duration::from_secs(1);

/// `askline serve`
#[derive(Debug, Args)]
pub struct Serve {
    /// Address and port to listen on [default: 127.0.0.1:8080; also: ASKLINE_LISTEN]
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
}

/// Serves until a signal.
pub async fn run(context: Context) -> Result<(), Failure> {
    logs::start(&context.settings.log);
    let instance = Instance::open(&context.settings).await?;
    let listener = Listener::bind(context.settings.listen).await?;
    let address = format!("http://{}", listener.address());
    let setup_token = match instance.stores.metadata.any_user().await? {
        true => None,
        false => Some(instance.app.setup_token().issue()),
    };
    // Not through the log, which is kept: this token is for whoever starts the server.
    eprintln!("askline: listening on {address}");
    if let Some(token) = &setup_token {
        eprintln!(
            "askline: there is no owner yet. Make the first one with this one-time token:\n  \
             curl -X POST {address}/api/v1/auth/setup -H 'Content-Type: application/json' \\\n    \
             -d '{{\"token\": \"{}\", \"email\": \"you@example.com\", \"password\": \"…\", \"organizationName\": \"…\"}}'",
            token.expose()
        );
    }
    if context.json {
        print_json(&json!({ "listening": address, "setupToken": setup_token.as_ref().map(|token| token.expose()) }))?;
    }
    drop(setup_token);
    instance.serve(&context.settings, listener, None).await
}

/// Stores, application and the right to serve them.
pub struct Instance {
    /// The stores.
    pub stores: Stores,
    /// The application.
    pub app: App,
    jobs: JobRunner,
    lock: FolderLock,
}

impl Instance {
    /// Takes the data folder and opens what is in it.
    pub async fn open(settings: &Settings) -> Result<Self, Failure> {
        let folder = DataFolder::open(&settings.data)?;
        let lock = folder.lock()?;
        let stores = Stores::open(&folder, settings).await?;
        Self::on(stores, settings, lock)
    }

    /// The same with stores that are fast to fill. What is to be served is opened anew after that, by [`Instance::reopen`].
    pub async fn open_to_fill(settings: &Settings) -> Result<Self, Failure> {
        let folder = DataFolder::open(&settings.data)?;
        let lock = folder.lock()?;
        let stores = Stores::open_to_fill(&folder).await?;
        Self::on(stores, settings, lock)
    }

    /// Writes down what was filled in, and opens it to be served. The folder stays taken.
    pub async fn reopen(self, settings: &Settings) -> Result<Self, Failure> {
        self.stores.close().await;
        let stores = Stores::open(&DataFolder::open(&settings.data)?, settings).await?;
        Self::on(stores, settings, self.lock)
    }

    fn on(stores: Stores, settings: &Settings, lock: FolderLock) -> Result<Self, Failure> {
        let (app, jobs) = wiring::application(settings, &stores, Arc::new(SystemClock::default()))?;
        Ok(Self { stores, app, jobs, lock })
    }

    /// Serves until SIGTERM or SIGINT, then finishes what was taken.
    pub async fn serve(self, settings: &Settings, listener: Listener, demo: Option<DemoPage>) -> Result<(), Failure> {
        let recorder = measurements::recorder()?;
        let stop = stop_at_signal()?;
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
            let bounds = ConnectionBounds { all: METRICS_CONNECTIONS_MOST, each: 0, proxies: Vec::new() };
            tokio::spawn(listener.serve(router, wiring::refuser(self.app.clone()), bounds, stop.clone()));
        }
        self.stores.metadata.watch_other_processes();
        tokio::task::spawn_blocking(prepare);
        housekeeping::start(self.app.clone(), self.stores.clone(), recorder.clone(), stop.clone());
        let (jobs, stop_jobs) = (self.jobs.clone(), stop.clone());
        let jobs = tokio::spawn(async move { jobs.run(stop_jobs).await });
        let place = DocumentPlace {
            stores: self.stores.clone(),
            recorder,
            metrics: access,
            demo,
            sample: askline_api::sites::sample_payload(&self.app).into(),
        };
        let doors = wiring::Doors::new(self.app.clone(), place);
        let finished =
            listener.serve(doors, wiring::refuser(self.app.clone()), settings.connections.clone(), stop).await;
        if !finished {
            tracing::warn!("Some requests did not end in time and were cut off");
        }
        // Stopped by the same sign, and sooner than the listener at the latest.
        let _ = jobs.await;
        self.close().await;
        Ok(())
    }

    async fn close(self) {
        if let Err(error) = self.app.flush_all_notes().await {
            tracing::warn!(%error, "The latest uses could not be written down");
        }
        if tokio::time::timeout(CLOSE_TIMEOUT, self.stores.close()).await.is_err() {
            tracing::warn!("The stores did not close in time; nothing that was acknowledged is lost");
        }
    }
}

/// What the first requests would else pay for.
fn prepare() {
    askline_domain::crawler::prepare();
    askline_domain::password::prepare_decoy();
}

fn stop_at_signal() -> Result<Stop, Failure> {
    let listen = |kind| signal(kind).map_err(|error| Failure::failed(format!("signals cannot be received: {error}")));
    let (mut terminate, mut interrupt) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    let (ask, stop) = watch::channel(false);
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("Stopping: finishing the requests that were taken");
        let _ = ask.send(true);
        // Some programs send a signal twice, to the process and to its group: that is one wish and not two.
        tokio::time::sleep(SECOND_INTERRUPT_AFTER).await;
        // Somebody at the keyboard who presses Ctrl-C again does not want to wait.
        interrupt.recv().await;
        std::process::exit(1);
    });
    Ok(stop)
}
