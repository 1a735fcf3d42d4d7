//! Windows in Redis: one script call for each request, by the clock of Redis.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use askline_app::ports::requests::rate_limiter::{Counted, MAX_WINDOWS, Windows};
use askline_domain::{
    identity::secret::Secret,
    requests::{
        quota::QuotaCaller,
        sliding_minute::{Admission, Decision},
    },
    shared::clock::Clock,
};
use redis::{
    Client, ErrorKind, IntoConnectionInfo as _, RedisError, RedisResult, Script, ServerErrorKind,
    aio::{ConnectionManager, ConnectionManagerConfig},
};
use tokio::{sync::Semaphore, time::timeout};

use super::{ConnectError, presence::Presence};

/// How long a request waits for Redis by default. Long enough that a busy process does not mistake its own delay for
/// a slow Redis, and only the requests that are waiting when Redis stops answering wait this long.
const PATIENCE: Duration = Duration::from_secs(1);
/// The maximum number of concurrent requests to Redis. Others wait here, so that a burst is not mistaken for a hanging
/// Redis.
const MAX_IN_FLIGHT: usize = 64;
/// The interval at which Redis is asked again while it is unavailable.
const ASK_AGAIN: Duration = Duration::from_millis(200);
/// The maximum duration of the first connection.
const FIRST_CONNECTION: Duration = Duration::from_secs(5);
/// The prefix of the key of each caller.
const PREFIX: &str = "askline:minute:";

/// The address of Redis, and how long to wait for it.
#[derive(Clone)]
pub struct RedisOptions {
    /// `redis://user:password@host:port/number`
    pub url: String,
    /// The password as it is; then the address must contain none.
    pub password: Option<Secret>,
    /// How long Redis may take to answer before it counts as unavailable.
    pub patience: Duration,
}

impl RedisOptions {
    /// Options for the Redis at this address, with the default wait.
    pub fn at(url: impl Into<String>) -> Self {
        Self { url: url.into(), password: None, patience: PATIENCE }
    }
}

impl RedisOptions {
    /// Reads the address. No message contains a part of it, since that may be the password.
    fn client(&self) -> Result<Client, ConnectError> {
        let bad = |reason: &str| ConnectError::BadAddress { reason: reason.to_owned() };
        let encode = "its host, port or number is not valid; characters such as / ? # @ in its password must be percent-encoded, \
            or the password given in redis.password or redis.password_file instead";
        let rest = self.url.split_once("://").map_or("", |(_, rest)| rest);
        let after_host = rest.find(['/', '?', '#']).map_or("", |at| &rest[at..]);
        // The path of a socket may contain it.
        if after_host.contains('@') && !self.url.contains("unix://") {
            return Err(bad(encode));
        }
        let info = self.url.as_str().into_connection_info().map_err(|_| bad(encode))?;
        let info = match &self.password {
            None => info,
            Some(_) if info.redis_settings().password().is_some() => {
                return Err(bad("it contains a password, and another one is set"));
            }
            Some(password) => {
                let settings = info.redis_settings().clone().set_password(password.expose());
                info.set_redis_settings(settings)
            }
        };
        Client::open(info).map_err(|_| bad(encode))
    }
}

/// The windows of all servers.
pub(super) struct SharedWindows {
    connection: ConnectionManager,
    patience: Duration,
    on_their_way: Semaphore,
    script: Script,
    presence: Presence,
}

impl SharedWindows {
    /// Connects to Redis. If Redis cannot be reached, it is considered unavailable; if it refuses, that is an error.
    pub(super) async fn connect(options: &RedisOptions, clock: Arc<dyn Clock>) -> Result<Arc<Self>, ConnectError> {
        let client = options.client()?;
        let place = client.get_connection_info().addr().to_string();
        let unusable = |reason: String| ConnectError::Unusable { place: place.clone(), reason };
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(FIRST_CONNECTION))
            .set_response_timeout(Some(options.patience))
            .set_number_of_retries(0);
        let connection =
            ConnectionManager::new_lazy_with_config(client, config).map_err(|error| unusable(error.to_string()))?;
        let windows = Arc::new(Self {
            connection,
            patience: options.patience,
            on_their_way: Semaphore::new(MAX_IN_FLIGHT),
            script: Script::new(include_str!("count.lua")),
            presence: Presence::new(clock),
        });
        match timeout(FIRST_CONNECTION, windows.ping()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) if !may_come_back(&error) => return Err(unusable(error.to_string())),
            Ok(Err(error)) => windows.lost(&error.to_string()),
            Err(_) => windows.lost("it does not answer"),
        }
        Ok(windows)
    }

    /// Whether Redis answers, and since when.
    pub(super) const fn presence(&self) -> &Presence {
        &self.presence
    }

    /// Checks whether Redis still answers, even if there are no requests.
    pub(super) async fn keep_up(self: &Arc<Self>) {
        if self.presence.is_away() {
            return;
        }
        if let Err(reason) = self.in_time(self.ping()).await {
            self.lost(&reason);
        }
    }

    /// Counts a request in each of its windows or in none, or only reads them if not `takes`; `None` while Redis is
    /// unavailable.
    pub(super) async fn ask(self: &Arc<Self>, windows: &Windows, takes: bool) -> Option<Counted> {
        if self.presence.is_away() {
            return None;
        }
        let _place = self.on_their_way.acquire().await.ok()?;
        // Earlier requests may have found that Redis is unavailable.
        if self.presence.is_away() {
            return None;
        }
        let mut call = self.script.prepare_invoke();
        call.arg(u8::from(takes));
        for (caller, limit) in windows.iter().flatten() {
            let span = u64::try_from(caller.span().as_micros()).unwrap_or(u64::MAX);
            call.key(name_of(*caller)).arg(*limit).arg(span);
        }
        let mut connection = self.connection.clone();
        match self.in_time(call.invoke_async::<Vec<i64>>(&mut connection)).await {
            Ok(answer) => {
                let counted = read(windows, &answer);
                if counted.is_none() {
                    self.lost("an answer that the script does not give");
                }
                counted
            }
            Err(reason) => {
                self.lost(&reason);
                None
            }
        }
    }

    /// Removes a counted request. If that fails, the request is counted for the rest of its span.
    pub(super) async fn give_back(self: &Arc<Self>, caller: QuotaCaller, time: Duration) {
        if self.presence.is_away() {
            return;
        }
        let time = i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
        let mut connection = self.connection.clone();
        // From the end, which contains the latest entries.
        let removed: RedisResult<i64> =
            redis::cmd("LREM").arg(name_of(caller)).arg(-1).arg(time).query_async(&mut connection).await;
        if let Err(error) = removed {
            self.lost(&error.to_string());
        }
    }

    async fn ping(&self) -> RedisResult<()> {
        redis::cmd("PING").query_async::<String>(&mut self.connection.clone()).await.map(drop)
    }

    /// Waits for an answer of Redis, also while the connection for it is being opened.
    async fn in_time<T>(&self, answer: impl Future<Output = RedisResult<T>>) -> Result<T, String> {
        match timeout(self.patience, answer).await {
            Ok(answer) => answer.map_err(|error| error.to_string()),
            Err(_) => Err(format!("no answer within {} ms", self.patience.as_millis())),
        }
    }

    /// Records that Redis did not answer, and asks it repeatedly until it answers again.
    fn lost(self: &Arc<Self>, reason: &str) {
        if !self.presence.lose() {
            return;
        }
        tracing::warn!(reason, "Redis does not answer; this server allows only its share of each limit");
        let windows: Weak<Self> = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(ASK_AGAIN).await;
                let Some(windows) = windows.upgrade() else { return };
                if windows.in_time(windows.ping()).await.is_ok() {
                    windows.presence.find();
                    tracing::info!(
                        "Redis answers again; it counts for all servers after a minute (hourly limits: after an hour)"
                    );
                    return;
                }
            }
        });
    }
}

/// Whether an error at start-up means that Redis is temporarily unavailable, not that the settings are wrong.
fn may_come_back(error: &RedisError) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Io
            | ErrorKind::Server(ServerErrorKind::BusyLoading | ServerErrorKind::MasterDown | ServerErrorKind::TryAgain)
    )
}

/// The key under which a caller is counted.
fn name_of(caller: QuotaCaller) -> String {
    format!("{PREFIX}{caller}")
}

/// Reads the script's answer; `None` if it is malformed.
fn read(windows: &Windows, answer: &[i64]) -> Option<Counted> {
    let (admitted, figures) = answer.split_first()?;
    let mut taken = [None; MAX_WINDOWS];
    let mut tightest: Option<Decision> = None;
    let mut figures = figures.chunks_exact(3);
    for (place, (caller, limit)) in windows.iter().flatten().enumerate() {
        let [used, now, leaving] = figures.next()? else { return None };
        let time = Duration::from_micros(now.unsigned_abs());
        let admission = (*admitted == 1).then_some(Admission::default().with_shared(time));
        let remaining = limit.saturating_sub(u32::try_from(*used).ok()?);
        let free_in = match (remaining, leaving) {
            (1.., _) => Duration::ZERO,
            (0, 0) => caller.span(),
            (0, leaving) => (Duration::from_micros(leaving.unsigned_abs()) + caller.span()).saturating_sub(time),
        };
        let decision = Decision { admission, limit: *limit, remaining, free_in };
        let is_tighter = tightest.is_none_or(|known| match admission {
            Some(_) => decision.remaining < known.remaining,
            None => (decision.remaining == 0, decision.free_in) > (known.remaining == 0, known.free_in),
        });
        if is_tighter {
            tightest = Some(decision);
        }
        taken[place] = admission.map(|admission| (*caller, admission));
    }
    Some(Counted { decision: tightest?, taken })
}
