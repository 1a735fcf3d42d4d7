//! Watches whether a client accepts bytes, and whether some wait when its connection ends.

use std::{
    io,
    net::TcpStream as StdStream,
    os::fd::AsFd as _,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::connection_activity::ConnectionActivity;

/// A connection that can say whether bytes wait in it.
pub(super) trait Waiting {
    /// Whether bytes have arrived that were not read.
    fn has_bytes(&self) -> bool;
}

impl Waiting for TokioIo<TcpStream> {
    /// Asks the operating system, which may not have reported them to the runtime yet. This is seldom needed, so that a copy of
    /// the descriptor for each question costs less than one for each connection.
    fn has_bytes(&self) -> bool {
        let copy = self.inner().as_fd().try_clone_to_owned();
        copy.is_ok_and(|copy| StdStream::from(copy).peek(&mut [0]).is_ok_and(|bytes| bytes > 0))
    }
}

/// A connection that notifies its `ConnectionActivity` when the client stops accepting bytes, when it accepts some, and when bytes wait
/// although the connection is told to end.
pub(super) struct WatchedIo<I> {
    io: I,
    turn: Arc<ConnectionActivity>,
    is_blocked: bool,
}

impl<I> WatchedIo<I> {
    pub(super) fn new(io: I, turn: Arc<ConnectionActivity>) -> Self {
        Self { io, turn, is_blocked: false }
    }

    fn tell(&mut self, written: &Poll<io::Result<usize>>) {
        match written {
            Poll::Pending if !self.is_blocked => {
                self.is_blocked = true;
                self.turn.block();
            }
            Poll::Pending => {}
            Poll::Ready(written) => {
                self.is_blocked = false;
                self.turn.took(written.as_ref().map_or(0, |bytes| *bytes));
            }
        }
    }
}

impl<I: Read + Waiting + Unpin> Read for WatchedIo<I> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.io).poll_read(cx, buffer);
        if read.is_pending() && self.turn.is_told() && self.io.has_bytes() {
            self.turn.bytes_arrived();
        }
        read
    }
}

impl<I: Write + Unpin> Write for WatchedIo<I> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.io).poll_write(cx, bytes);
        self.tell(&written);
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.io).poll_write_vectored(cx, parts);
        self.tell(&written);
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}
