//! Why no connection can be made. sqlx's pool retries until its time is over and then says only that.

use std::{
    collections::HashMap,
    error::Error,
    fmt::{self, Display, Formatter},
    io,
    sync::{
        Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use sqlx::{Connection as _, PgConnection, PgPool, postgres::PgConnectOptions};
use tokio::time::timeout;

/// A caller who waits longer for a connection makes this server find out why.
pub(super) const QUIET: Duration = Duration::from_millis(300);
/// How long the server may take to answer the check.
const LOOK_WITHIN: Duration = Duration::from_secs(2);
/// The same reason is logged at most this often, and is considered valid for this long.
const REASON_STANDS: Duration = Duration::from_secs(10);

/// This process's routes to databases, by their place: all pools of one database share what is known about it.
static WAYS: LazyLock<Mutex<HashMap<String, Weak<Way>>>> = LazyLock::new(Mutex::default);

/// What is known about the route to a database.
#[derive(Debug, Default)]
struct Way {
    trouble: Mutex<Option<Trouble>>,
    /// One check at a time: it takes a connection besides those of the pools.
    is_looked_at: AtomicBool,
    /// Before the first connection, the error of the start says everything.
    was_reached: AtomicBool,
}

#[derive(Debug)]
struct Trouble {
    reason: String,
    noted: Instant,
    logged: Instant,
}

impl Way {
    fn to(place: &PgConnectOptions) -> Arc<Self> {
        let (host, port) = (place.get_host(), place.get_port());
        let (database, user) = (place.get_database().unwrap_or_default(), place.get_username());
        let place = format!("{user}@{host}:{port}/{database} {:?}", place.get_socket());
        let mut ways = WAYS.lock().unwrap_or_else(PoisonError::into_inner);
        ways.retain(|_, way| way.strong_count() > 0);
        match ways.get(&place).and_then(Weak::upgrade) {
            Some(way) => way,
            None => {
                let way = Arc::default();
                ways.insert(place, Arc::downgrade(&way));
                way
            }
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

    fn clear(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Trouble>> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The route of one pool.
#[derive(Debug)]
pub(super) struct Reach {
    way: Arc<Way>,
    /// Connections in use.
    held: AtomicU32,
}

impl Reach {
    pub(super) fn of(pool: &PgPool) -> Self {
        Self { way: Way::to(&pool.connect_options()), held: AtomicU32::new(0) }
    }

    /// Why no connection can be made at present, as far as it is known.
    pub(super) fn trouble(&self) -> Option<String> {
        let trouble = self.way.lock();
        trouble.as_ref().filter(|known| known.noted.elapsed() < REASON_STANDS).map(|known| known.reason.clone())
    }

    /// Finds out in the background why callers get no connection, unless all of the pool's are in use: that is reason
    /// enough.
    pub(super) fn look(&self, pool: &PgPool) {
        if self.is_full(pool) || self.way.is_looked_at.swap(true, Ordering::AcqRel) {
            return;
        }
        let (looking, options) = (Looking(Arc::clone(&self.way)), pool.connect_options());
        tokio::spawn(async move {
            match timeout(LOOK_WITHIN, PgConnection::connect_with(&options)).await {
                Ok(Ok(connection)) => {
                    looking.0.clear();
                    // No statement was sent on it.
                    let _ = timeout(LOOK_WITHIN, connection.close()).await;
                }
                Ok(Err(error)) => looking.0.note(reason_of(&error)),
                Err(_) => looking.0.note("it does not answer".into()),
            }
        });
    }

    fn is_full(&self, pool: &PgPool) -> bool {
        let live = self.held.load(Ordering::Relaxed) as usize + pool.num_idle();
        live >= pool.options().get_max_connections() as usize
    }

    /// A connection was taken.
    pub(super) fn note_held(&self) {
        self.held.fetch_add(1, Ordering::Relaxed);
        self.way.was_reached.store(true, Ordering::Relaxed);
    }

    /// A connection was given back.
    pub(super) fn note_free(&self) {
        self.held.fetch_sub(1, Ordering::Relaxed);
    }

    /// What an error of the pool means, with the reason if the pool does not know it.
    pub(super) fn error(&self, pool: &PgPool, error: sqlx::Error) -> sqlx::Error {
        match error {
            sqlx::Error::PoolClosed => error,
            sqlx::Error::PoolTimedOut => match self.trouble() {
                // The wait was long enough, so it is not tried again.
                Some(reason) if !self.is_full(pool) => {
                    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, NotConnected { reason, error: None }))
                }
                _ => error,
            },
            error => {
                let reason = reason_of(&error);
                self.way.note(reason.clone());
                let error = NotConnected { reason, error: Some(error) };
                sqlx::Error::Io(io::Error::new(io::ErrorKind::NotConnected, error))
            }
        }
    }
}

/// Ends the check even if it is dropped.
struct Looking(Arc<Way>);

impl Drop for Looking {
    fn drop(&mut self) {
        self.0.is_looked_at.store(false, Ordering::Release);
    }
}

/// No connection could be made: nothing was sent, and nothing was done.
#[derive(Debug)]
pub(crate) struct NotConnected {
    reason: String,
    error: Option<sqlx::Error>,
}

impl NotConnected {
    /// The content of an error of this kind, if it is one.
    pub(crate) fn of(error: &sqlx::Error) -> Option<&Self> {
        match error {
            sqlx::Error::Io(error) => error.get_ref()?.downcast_ref(),
            _ => None,
        }
    }

    /// Why.
    pub(crate) fn reason(&self) -> &str {
        &self.reason
    }

    /// The driver's error, if it was not the pool that waited.
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

/// What went wrong, in words without a password.
fn reason_of(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(inner) => inner.message().to_owned(),
        // No byte came in answer to the very first message.
        sqlx::Error::Protocol(text) if text.contains("SSLRequest: 0x00") => "it closes connections at once".into(),
        sqlx::Error::Protocol(text) => {
            // The driver ends with its own line.
            let text = text.split(" (sqlx").next().unwrap_or_default();
            format!("what answers does not speak its protocol ({text})")
        }
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::Tls(error) => format!("no encrypted connection can be made ({error})"),
        other => other.to_string(),
    }
}
