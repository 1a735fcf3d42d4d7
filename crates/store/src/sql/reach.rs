//! Which server the pools connect to, and why no connection can be opened. sqlx's pool retries until its timeout and
//! then reports only the timeout.

use std::{
    collections::HashMap,
    error::Error,
    fmt::{self, Display, Formatter},
    io,
    sync::{
        Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::watch;

use super::servers::{Servers, reason_of};

/// If a caller waits longer than this for a connection, the reason is looked for.
pub(super) const QUIET: Duration = Duration::from_millis(300);
/// The minimum interval for logging the same reason, and the time for which it is considered valid.
const REASON_STANDS: Duration = Duration::from_secs(10);

/// This process's routes to databases by their addresses: all pools of one database share what is known about it.
static WAYS: LazyLock<Mutex<HashMap<String, Weak<Way>>>> = LazyLock::new(Mutex::default);

/// The server in use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    /// The server's index in the address.
    pub(super) server: usize,
    /// Connections that are older lead to another server.
    pub(super) since: Instant,
}

/// What is known about the route to a database.
#[derive(Debug)]
pub(super) struct Way {
    choice: watch::Sender<Choice>,
    trouble: Mutex<Option<Trouble>>,
    /// When the last check ended. Only one runs at a time, since it takes a connection in addition to those of the pools.
    looking: tokio::sync::Mutex<Option<Instant>>,
    /// Whether a connection was opened before: until then, the error at start-up reports everything.
    was_reached: AtomicBool,
}

#[derive(Debug)]
struct Trouble {
    reason: String,
    noted: Instant,
    logged: Instant,
}

impl Way {
    pub(super) fn to(servers: &Servers) -> Arc<Self> {
        let place = servers.key();
        let mut ways = WAYS.lock().unwrap_or_else(PoisonError::into_inner);
        ways.retain(|_, way| way.strong_count() > 0);
        match ways.get(&place).and_then(Weak::upgrade) {
            Some(way) => way,
            None => {
                let way = Arc::new(Self {
                    choice: watch::Sender::new(Choice { server: 0, since: Instant::now() }),
                    trouble: Mutex::default(),
                    looking: tokio::sync::Mutex::default(),
                    was_reached: AtomicBool::new(false),
                });
                ways.insert(place, Arc::downgrade(&way));
                way
            }
        }
    }

    /// Returns the server in use.
    pub(super) fn choice(&self) -> Choice {
        *self.choice.borrow()
    }

    /// Returns a receiver that notices later choices.
    pub(super) fn choices(&self) -> watch::Receiver<Choice> {
        self.choice.subscribe()
    }

    /// Records that a connection was opened.
    pub(super) fn note_reached(&self) {
        self.was_reached.store(true, Ordering::Relaxed);
    }

    /// Returns why no connection can be opened at present, if that is known.
    pub(super) fn trouble(&self) -> Option<String> {
        let trouble = self.lock();
        trouble.as_ref().filter(|known| known.noted.elapsed() < REASON_STANDS).map(|known| known.reason.clone())
    }

    /// Finds out in the background which server can be used, or why none can.
    pub(super) fn look(self: &Arc<Self>, servers: &Servers) {
        // One that is running is enough.
        if self.looking.try_lock().is_ok() {
            let (way, servers) = (Arc::clone(self), servers.clone());
            tokio::spawn(async move { way.find(&servers).await });
        }
    }

    /// Finds the server to use, or records why none can be used, unless that was just checked.
    async fn find(&self, servers: &Servers) {
        let mut ended = self.looking.lock().await;
        if ended.is_some_and(|ended| ended.elapsed() < QUIET) {
            return;
        }
        match servers.find(self.choice().server).await {
            Ok(server) => {
                *self.lock() = None;
                self.choose(server, servers);
            }
            Err(reason) => self.note(reason),
        }
        *ended = Some(Instant::now());
    }

    /// Finds out, after a server refused, whether a server other than that of `choices` is now chosen.
    pub(super) async fn is_moved(&self, servers: &Servers, choices: &watch::Receiver<Choice>) -> bool {
        if servers.needs_primary() && !choices.has_changed().unwrap_or(false) {
            self.find(servers).await;
        }
        choices.has_changed().unwrap_or(false)
    }

    fn choose(&self, server: usize, servers: &Servers) {
        let is_other = self.choice.send_if_modified(|choice| {
            let is_other = choice.server != server;
            if is_other {
                *choice = Choice { server, since: Instant::now() };
            }
            is_other
        });
        if is_other {
            tracing::info!(server = server + 1, place = servers.place(), "Another PostgreSQL server is used now");
        }
    }

    fn note(&self, reason: String) {
        let now = Instant::now();
        let mut trouble = self.lock();
        let told = trouble.as_ref().filter(|told| told.reason == reason && told.logged.elapsed() < REASON_STANDS);
        let logged = told.map_or(now, |told| told.logged);
        if logged == now && self.was_reached.load(Ordering::Relaxed) {
            tracing::warn!(%reason, "PostgreSQL cannot be reached");
        }
        *trouble = Some(Trouble { reason, noted: now, logged });
    }

    /// Returns what an error of a pool means, with the reason if the pool does not know it.
    pub(super) fn error(&self, servers: &Servers, error: sqlx::Error) -> sqlx::Error {
        match error {
            sqlx::Error::PoolClosed => error,
            sqlx::Error::PoolTimedOut => match self.trouble() {
                // The wait was long enough, so there is no other attempt.
                Some(reason) => {
                    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, NotConnected { reason, error: None }))
                }
                None => error,
            },
            error => {
                let reason = match self.trouble() {
                    // The known reason is about all servers, not only the last one.
                    Some(known) if servers.needs_primary() => known,
                    _ => {
                        let reason = reason_of(&error);
                        self.note(reason.clone());
                        reason
                    }
                };
                let error = NotConnected { reason, error: Some(error) };
                sqlx::Error::Io(io::Error::new(io::ErrorKind::NotConnected, error))
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Trouble>> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// No connection could be opened, so nothing was sent and nothing was done.
#[derive(Debug)]
pub(crate) struct NotConnected {
    reason: String,
    error: Option<sqlx::Error>,
}

impl NotConnected {
    /// Returns the content of an error of this kind, if it is one.
    pub(crate) fn of(error: &sqlx::Error) -> Option<&Self> {
        match error {
            sqlx::Error::Io(error) => error.get_ref()?.downcast_ref(),
            _ => None,
        }
    }

    /// The reason.
    pub(crate) fn reason(&self) -> &str {
        &self.reason
    }

    /// The driver's error, unless the pool's wait timed out.
    pub(crate) fn cause(&self) -> Option<&sqlx::Error> {
        self.error.as_ref()
    }
}

impl Display for NotConnected {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "PostgreSQL cannot be reached: {}", self.reason)
    }
}

impl Error for NotConnected {}
