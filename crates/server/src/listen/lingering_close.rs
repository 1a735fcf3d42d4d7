//! Reads on for a moment when a connection closes whose client may be sending.
//!
//! If bytes arrive for a closed connection, the operating system resets it, and a client that is still sending loses the
//! response: a proxy then answers 502 where the service answered 413 or 429. So the sending side is closed first, and what
//! still arrives is read and dropped, within limits.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use hyper::rt::{Read, ReadBuf, ReadBufCursor, Write};
use tokio::time::Sleep;

/// The maximum number of bytes that are read and dropped: more than a body that nginx.conf passes on (6 MiB).
const MAX_DROPPED_BYTES: usize = 8 * 1024 * 1024;
/// How long bytes are read and dropped. Less than the time for accepted requests after the signal to stop.
const MAX_LINGER: Duration = Duration::from_secs(5);
const BUFFER_BYTES: usize = 16 * 1024;

/// Whether the client of a connection may still be sending something that nobody reads. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct UnreadBytes(Arc<AtomicBool>);

impl UnreadBytes {
    /// Records whether there may be some.
    pub(super) fn set(&self, may_come: bool) {
        self.0.store(may_come, Ordering::Relaxed);
    }

    fn may_come(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A connection that lingers at its end if the client may still be sending.
pub(super) struct LingeringClose<I> {
    io: I,
    unread: UnreadBytes,
    state: State,
}

enum State {
    Open,
    /// So many bytes were read and dropped.
    Lingering(usize, Pin<Box<Sleep>>),
    Closed,
}

impl<I> LingeringClose<I> {
    pub(super) fn new(io: I, unread: UnreadBytes) -> Self {
        Self { io, unread, state: State::Open }
    }

    /// Lingers when the connection is closed.
    pub(super) fn linger(&self) {
        self.unread.set(true);
    }
}

impl<I: Read + Unpin> Read for LingeringClose<I> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(cx, buffer)
    }
}

impl<I: Read + Write + Unpin> Write for LingeringClose<I> {
    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(cx, parts)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        loop {
            match &mut this.state {
                State::Open => {
                    ready!(Pin::new(&mut this.io).poll_shutdown(cx))?;
                    this.state = if this.unread.may_come() {
                        State::Lingering(0, Box::pin(tokio::time::sleep(MAX_LINGER)))
                    } else {
                        State::Closed
                    };
                }
                State::Lingering(dropped, end) => {
                    let mut bytes = [0; BUFFER_BYTES];
                    let mut buffer = ReadBuf::new(&mut bytes);
                    let is_late = end.as_mut().poll(cx).is_ready() || *dropped > MAX_DROPPED_BYTES;
                    let is_at_end = !is_late
                        && match Pin::new(&mut this.io).poll_read(cx, buffer.unfilled()) {
                            Poll::Pending => return Poll::Pending,
                            Poll::Ready(read) => read.is_err() || buffer.filled().is_empty(),
                        };
                    *dropped += buffer.filled().len();
                    if is_late || is_at_end {
                        this.state = State::Closed;
                    }
                }
                State::Closed => return Poll::Ready(Ok(())),
            }
        }
    }
}
