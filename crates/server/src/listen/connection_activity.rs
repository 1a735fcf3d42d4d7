//! Tracks whether a connection waits for the server or the client, and the client's timeouts.
//!
//! Only requests count: bytes of a head, and HTTP/2 pings and settings, do not end the idle time of a connection.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::Notify;

use super::timer::SharedTimer;

/// How long a client may take in total to read a response, in addition to the time for its bytes.
const ANSWER_PATIENCE: Duration = Duration::from_secs(60);
/// The number of response bytes that give a client another second. The slowest mobile networks of today are faster.
const ANSWER_BYTES_PER_SECOND: u32 = 8 * 1024;
/// How long a client may take within its requests before another client may get its slot, when slots run short.
const SLOW_AFTER: Duration = Duration::from_secs(10);
/// How long a new connection may take to send its first request before another client may get its slot, when slots run
/// short. A proxy opens a connection for a request that it has, and sends it when the connection is open.
const NEW_FOR: Duration = Duration::from_secs(1);
/// How long an HTTP/2 client may take to close an idle connection whose end the server has announced.
const GOODBYE: Duration = Duration::from_secs(5);

/// Whose turn it is on one connection.
pub struct ConnectionActivity {
    idle: Duration,
    timer: SharedTimer,
    shortage: Arc<Shortage>,
    state: Mutex<State>,
    /// Wakes the connection's task to check the verdict.
    look: Notify,
}

struct State {
    /// Requests whose responses are not completely written.
    requests: usize,
    /// The requests among them that the server works on; not those whose client is not ready for the next part.
    with_us: usize,
    /// The bodies that the server waits for, of requests that it works on.
    bodies: usize,
    /// Whether the client currently accepts no more bytes.
    is_blocked: bool,
    /// When the current turn began, or the client last accepted bytes during its turn.
    since: Instant,
    /// The time that the client used before that, in the current requests.
    spent: Duration,
    /// When the connection's task checks the verdict next.
    looks_at: Option<Instant>,
    /// Until when the client may close the connection itself, if its end was announced.
    goodbye_until: Option<Instant>,
    is_told: bool,
    is_over: bool,
    /// Whether there was a request.
    was_used: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Neither,
    Server,
    Client,
}

/// What happens to a connection next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It continues; the next check is at this time, or when notified.
    GoesOn(Option<Instant>),
    /// It ends.
    Ends(Why),
}

/// Why a connection is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// It was idle for too long.
    Idle,
    /// Its client reads its response too slowly.
    Slow,
    /// Another client needs its slot.
    Short,
}

impl Why {
    /// The value of the metric's label.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Why::Idle => "idle",
            Why::Slow => "slow",
            Why::Short => "short",
        }
    }
}

impl State {
    fn whose(&self) -> Side {
        match self {
            _ if self.with_us > self.bodies => Side::Server,
            _ if self.requests == 0 && !self.is_blocked => Side::Neither,
            _ => Side::Client,
        }
    }

    /// Whether the first request may still be on its way.
    fn is_new(&self, now: Instant) -> bool {
        !self.was_used && now < self.since + NEW_FOR
    }

    fn spent_at(&self, now: Instant) -> Duration {
        self.spent + now.saturating_duration_since(self.since)
    }

    /// When the client's time is over. Bodies have their own time limit, after which the sender gets a response.
    fn ends_at(&self, idle: Duration) -> Option<Instant> {
        let waits_for_bodies_alone = self.requests <= self.bodies && !self.is_blocked;
        match self.whose() {
            Side::Server => None,
            Side::Neither => Some(self.goodbye_until.unwrap_or(self.since + idle)),
            Side::Client if waits_for_bodies_alone => None,
            Side::Client => Some(self.since + ANSWER_PATIENCE.saturating_sub(self.spent)),
        }
    }
}

impl ConnectionActivity {
    /// Creates the state of a connection that is idle from now on.
    pub fn new(idle: Duration, timer: SharedTimer, shortage: Arc<Shortage>) -> Self {
        let state = State {
            requests: 0,
            with_us: 0,
            bodies: 0,
            is_blocked: false,
            since: timer.now(),
            spent: Duration::ZERO,
            looks_at: None,
            goodbye_until: None,
            is_told: false,
            is_over: false,
            was_used: false,
        };
        Self { idle, timer, shortage, state: Mutex::new(state), look: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Applies a change, and records whose turn it is after it.
    fn step(&self, step: impl FnOnce(&mut State)) {
        let mut state = self.state();
        let before = state.whose();
        step(&mut state);
        let after = state.whose();
        if before == after {
            return;
        }
        let now = self.timer.now();
        if before == Side::Client {
            state.spent = state.spent_at(now);
        }
        if before == Side::Neither {
            state.goodbye_until = None;
        }
        if after == Side::Neither {
            state.spent = Duration::ZERO;
        }
        state.since = now;
        let ends_at = state.ends_at(self.idle);
        let is_sooner = ends_at.is_some_and(|at| state.looks_at.is_none_or(|looks_at| at < looks_at));
        drop(state);
        if is_sooner {
            self.look.notify_one();
        }
        if after == Side::Neither {
            self.shortage.tell_of_idle();
        }
    }

    /// Records that a request begins; it is in progress until the returned value is dropped.
    pub fn begin_request(self: &Arc<Self>) -> InWork {
        self.step(|state| {
            state.was_used = true;
            state.requests += 1;
            state.with_us += 1;
        });
        InWork { turn: Arc::clone(self), is_with_us: true }
    }

    /// Records that the server waits for the body of a request, or no longer does.
    pub(super) fn wait_for_body(&self, is_waited_for: bool) {
        self.step(|state| if is_waited_for { state.bodies += 1 } else { state.bodies -= 1 });
    }

    /// Records that the client accepts no more bytes.
    pub(super) fn block(&self) {
        self.step(|state| state.is_blocked = true);
    }

    /// Records that the client accepted this number of bytes.
    pub(super) fn took(&self, bytes: usize) {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.step(|state| {
            if state.whose() == Side::Client {
                let now = self.timer.now();
                let more = Duration::from_secs(1) * bytes / ANSWER_BYTES_PER_SECOND;
                state.spent = state.spent_at(now).saturating_sub(more);
                state.since = now;
            }
            state.is_blocked = false;
        });
    }

    /// When the connection was last used, if it is idle and has not been told to end. One that is new is not idle.
    pub fn idle_since(&self) -> Option<Instant> {
        let now = self.timer.now();
        let state = self.state();
        let is_idle = state.whose() == Side::Neither && !state.is_new(now);
        (is_idle && !state.is_told && !state.is_over).then_some(state.since)
    }

    /// Tells the connection to end if it has been idle since then. Returns whether it has.
    pub fn tell_idle_since(&self, since: Instant) -> bool {
        let mut state = self.state();
        let is_idle = state.whose() == Side::Neither && state.since == since && !state.is_told && !state.is_over;
        state.is_told |= is_idle;
        drop(state);
        if is_idle {
            self.look.notify_one();
        }
        is_idle
    }

    /// Whether the connection was told to end, and has not looked at it yet.
    pub(super) fn is_told(&self) -> bool {
        self.state().is_told
    }

    /// Records that bytes have arrived which nobody has read: an idle connection is about to have a request, and continues.
    pub(super) fn bytes_arrived(&self) {
        let mut state = self.state();
        if state.whose() == Side::Neither && std::mem::take(&mut state.is_told) {
            state.since = self.timer.now();
            drop(state);
            self.shortage.decline();
        }
    }

    /// When the client will count as slow in the current requests, or with its first one; `None` if it is not the client's
    /// turn.
    pub fn slow_at(&self, now: Instant) -> Option<Instant> {
        let state = self.state();
        match state.whose() {
            _ if state.is_told || state.is_over => None,
            Side::Client => Some(now + SLOW_AFTER.saturating_sub(state.spent_at(now))),
            Side::Neither if state.is_new(now) => Some(state.since + NEW_FOR),
            Side::Neither | Side::Server => None,
        }
    }

    /// Tells the connection to end if its client is slow. Returns whether it is.
    pub fn tell_slow(&self, now: Instant) -> bool {
        let is_slow = self.slow_at(now).is_some_and(|at| at <= now);
        if is_slow {
            self.state().is_told = true;
            self.look.notify_one();
        }
        is_slow
    }

    /// What happens to the connection next. Its task checks again at the time in the verdict, or when notified.
    pub(super) fn verdict(&self) -> Verdict {
        let now = self.timer.now();
        let mut state = self.state();
        let whose = state.whose();
        if std::mem::take(&mut state.is_told) {
            let is_slow = whose == Side::Client && state.spent_at(now) >= SLOW_AFTER;
            if whose == Side::Neither || is_slow {
                return Verdict::Ends(Why::Short);
            }
            // A request arrived, or the client accepted bytes, before the connection ended.
            self.shortage.decline();
        }
        let ends_at = state.ends_at(self.idle);
        if ends_at.is_some_and(|at| at <= now) {
            return Verdict::Ends(if whose == Side::Neither { Why::Idle } else { Why::Slow });
        }
        state.looks_at = ends_at;
        Verdict::GoesOn(ends_at)
    }

    /// Starts the time in which the client may close an idle connection. `false` if it has started before.
    pub(super) fn say_goodbye(&self) -> bool {
        let until = self.timer.now() + GOODBYE;
        let mut state = self.state();
        let is_first = state.goodbye_until.is_none();
        state.goodbye_until.get_or_insert(until);
        is_first
    }

    /// Completes when the verdict must be checked again.
    pub(super) async fn told(&self) {
        self.look.notified().await;
    }

    /// Records that the connection is closed.
    pub fn end(&self) {
        self.state().is_over = true;
    }

    #[cfg(test)]
    pub(crate) fn take_told(&self) -> bool {
        let mut state = self.state();
        state.is_over |= state.is_told;
        std::mem::take(&mut state.is_told)
    }
}

/// A request in progress.
pub struct InWork {
    turn: Arc<ConnectionActivity>,
    is_with_us: bool,
}

impl InWork {
    /// Records whether the next step is the server's or the client's.
    pub(super) fn pass(&mut self, is_with_us: bool) {
        if is_with_us != std::mem::replace(&mut self.is_with_us, is_with_us) {
            self.turn.step(|state| if is_with_us { state.with_us += 1 } else { state.with_us -= 1 });
        }
    }
}

impl Drop for InWork {
    fn drop(&mut self) {
        self.turn.step(|state| {
            state.requests -= 1;
            state.with_us -= usize::from(self.is_with_us);
        });
    }
}

/// Whether a new connection waits for a slot, and the notifications that it waits for.
#[derive(Default)]
pub struct Shortage {
    is_there: AtomicBool,
    idle_again: Notify,
    declined: Notify,
}

impl Shortage {
    /// Records that a new connection waits for a slot.
    pub fn begin(&self) {
        self.is_there.store(true, Ordering::SeqCst);
    }

    /// Records that none waits any more.
    pub fn end(&self) {
        self.is_there.store(false, Ordering::SeqCst);
    }

    /// Completes when a connection becomes idle.
    pub async fn idle_again(&self) {
        self.idle_again.notified().await;
    }

    /// Completes when a connection that was told to end continues instead.
    pub async fn declined(&self) {
        self.declined.notified().await;
    }

    fn tell_of_idle(&self) {
        if self.is_there.load(Ordering::SeqCst) {
            self.idle_again.notify_one();
        }
    }

    fn decline(&self) {
        self.declined.notify_one();
    }
}
