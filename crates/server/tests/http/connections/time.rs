//! A timer for tests, which stands still until a test advances it.

use std::{
    collections::HashMap,
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, Waker},
    time::{Duration, Instant},
};

use hyper::rt::{Sleep, Timer};
use tokio::sync::Notify;

/// The time of a listener.
#[derive(Default)]
pub struct MovedTimer(Arc<Parts>);

struct Parts {
    began: Instant,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Default)]
struct State {
    moved: Duration,
    next: u64,
    /// Timers that a task waits for.
    waiting: HashMap<u64, (Instant, Waker)>,
}

impl Default for Parts {
    fn default() -> Self {
        Self { began: Instant::now(), state: Mutex::default(), changed: Notify::new() }
    }
}

impl MovedTimer {
    /// Advances the time.
    pub fn advance(&self, by: Duration) {
        let mut state = self.0.state.lock().unwrap();
        state.moved += by;
        let now = self.0.began + state.moved;
        for (at, waker) in state.waiting.values() {
            if *at <= now {
                waker.wake_by_ref();
            }
        }
    }

    pub fn advance_seconds(&self, seconds: u64) {
        self.advance(Duration::from_secs(seconds));
    }

    /// Completes when at least `count` alarms are pending that will fire within the second that begins `seconds`
    /// from now.
    pub async fn until_alarms(&self, count: usize, seconds: u64) {
        let span = Duration::from_secs(seconds);
        self.until(|state, now| {
            let is_then = |at: &Instant| *at >= now + span && *at < now + span + Duration::from_secs(1);
            state.waiting.values().filter(|(at, _)| is_then(at)).count() >= count
        })
        .await;
    }

    /// Completes when no alarm is pending, since all connections are closed.
    pub async fn until_no_alarms(&self) {
        self.until(|state, _| state.waiting.is_empty()).await;
    }

    async fn until(&self, is_so: impl Fn(&State, Instant) -> bool) {
        loop {
            let changed = self.0.changed.notified();
            {
                let state = self.0.state.lock().unwrap();
                if is_so(&state, self.0.began + state.moved) {
                    return;
                }
            }
            changed.await;
        }
    }
}

impl Timer for MovedTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(self.now() + duration)
    }

    fn sleep_until(&self, at: Instant) -> Pin<Box<dyn Sleep>> {
        let mut state = self.0.state.lock().unwrap();
        state.next += 1;
        Box::pin(Alarm { parts: Arc::clone(&self.0), id: state.next, at })
    }

    fn now(&self) -> Instant {
        self.0.began + self.0.state.lock().unwrap().moved
    }
}

struct Alarm {
    parts: Arc<Parts>,
    id: u64,
    at: Instant,
}

impl Sleep for Alarm {}

impl Future for Alarm {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.parts.state.lock().unwrap();
        if self.parts.began + state.moved >= self.at {
            state.waiting.remove(&self.id);
            return Poll::Ready(());
        }
        state.waiting.insert(self.id, (self.at, cx.waker().clone()));
        self.parts.changed.notify_one();
        Poll::Pending
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.parts.state.lock().unwrap().waiting.remove(&self.id);
        self.parts.changed.notify_one();
    }
}
