//! Wraps request and response bodies to track whose turn it is. Request bodies have a time limit.

use std::{
    error::Error,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use askline_api::pipeline::request::slow_body::SlowBody;
use axum::body::Body;
use bytes::Bytes;
use hyper::{
    body::{Body as HttpBody, Frame, Incoming, SizeHint},
    rt::Sleep,
};

use super::{
    connection_activity::{ConnectionActivity, InWork},
    lingering_close::UnreadBytes,
    timer::SharedTimer,
};

/// How long a client may pause while it sends a body.
const MAX_PAUSE: Duration = Duration::from_secs(20);
/// The number of body bytes that give the sender another second, so that a large file can be sent over a slow connection.
const BODY_BYTES_PER_SECOND: u32 = 32 * 1024;

/// The body of a request. It ends with [`SlowBody`] if its sender takes too long.
pub(super) struct RequestBody {
    inner: Incoming,
    turn: Arc<ConnectionActivity>,
    timer: SharedTimer,
    time: Duration,
    wait: Wait,
    /// Whether its end was read. The body itself does not know this of chunks.
    is_read: bool,
    unread: UnreadBytes,
}

/// The state of waiting for a body.
enum Wait {
    /// No wait was necessary yet.
    NotYet,
    /// The client has to send the next part.
    ClientsTurn(Times),
    /// A part has arrived.
    OurTurn(Times),
    /// The wait timed out.
    GivenUp,
}

struct Times {
    begun: Instant,
    whole_by: Instant,
    next_by: Instant,
    alarm: Pin<Box<dyn Sleep>>,
}

impl RequestBody {
    /// Wraps the body of a new request. `unread` says from its drop on whether its client may still be sending it.
    pub(super) fn new(
        inner: Incoming,
        turn: Arc<ConnectionActivity>,
        timer: SharedTimer,
        time: Duration,
        unread: UnreadBytes,
    ) -> Self {
        unread.set(false);
        Self { inner, turn, timer, time, wait: Wait::NotYet, is_read: false, unread }
    }

    /// Records that a part of the body arrived, or its end.
    fn came(&mut self, bytes: usize) {
        self.wait = match std::mem::replace(&mut self.wait, Wait::NotYet) {
            Wait::ClientsTurn(mut times) => {
                self.turn.wait_for_body(false);
                times.whole_by += more_time(bytes);
                Wait::OurTurn(times)
            }
            Wait::OurTurn(mut times) => {
                times.whole_by += more_time(bytes);
                Wait::OurTurn(times)
            }
            as_before => as_before,
        };
    }

    /// Waits for data. Returns the reason once the wait has taken too long.
    fn poll_wait(&mut self, cx: &mut Context<'_>) -> Poll<SlowBody> {
        let now = self.timer.now();
        let mut times = match std::mem::replace(&mut self.wait, Wait::GivenUp) {
            Wait::ClientsTurn(times) => times,
            Wait::NotYet => {
                self.turn.wait_for_body(true);
                let whole_by = now + self.time;
                let next_by = now + MAX_PAUSE;
                Times { begun: now, whole_by, next_by, alarm: self.timer.sleep_until(whole_by.min(next_by)) }
            }
            Wait::OurTurn(mut times) => {
                self.turn.wait_for_body(true);
                times.next_by = now + MAX_PAUSE;
                self.timer.reset(&mut times.alarm, times.whole_by.min(times.next_by));
                times
            }
            Wait::GivenUp => return Poll::Pending,
        };
        if times.alarm.as_mut().poll(cx).is_pending() {
            self.wait = Wait::ClientsTurn(times);
            return Poll::Pending;
        }
        self.turn.wait_for_body(false);
        Poll::Ready(if times.whole_by <= times.next_by {
            SlowBody::Late { seconds: (times.whole_by - times.begun).as_secs() }
        } else {
            SlowBody::Paused { seconds: MAX_PAUSE.as_secs() }
        })
    }
}

fn more_time(bytes: usize) -> Duration {
    Duration::from_secs(1) * u32::try_from(bytes).unwrap_or(u32::MAX) / BODY_BYTES_PER_SECOND
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = Box<dyn Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let this = &mut *self;
        if matches!(this.wait, Wait::GivenUp) {
            return Poll::Ready(None);
        }
        match Pin::new(&mut this.inner).poll_frame(cx) {
            Poll::Ready(frame) => {
                let bytes = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()).map_or(0, Bytes::len);
                this.came(bytes);
                this.is_read |= frame.is_none();
                Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
            }
            Poll::Pending => {
                let slow = ready!(this.poll_wait(cx));
                Poll::Ready(Some(Err(slow.into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        if matches!(self.wait, Wait::ClientsTurn(_)) {
            self.turn.wait_for_body(false);
        }
        self.unread.set(!self.is_read && !self.inner.is_end_stream());
    }
}

/// The body of a response. Its request counts as in progress until this is dropped.
pub(super) struct AnswerBody {
    inner: Body,
    work: InWork,
}

impl AnswerBody {
    pub(super) fn new(inner: Body, mut work: InWork) -> Self {
        // The client may not be ready for the first part.
        work.pass(false);
        Self { inner, work }
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        this.work.pass(true);
        let frame = ready!(Pin::new(&mut this.inner).poll_frame(cx));
        // The next part is requested when the client is ready for it.
        this.work.pass(false);
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
