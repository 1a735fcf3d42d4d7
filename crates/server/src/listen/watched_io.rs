//! Watches whether the client of a connection accepts the outgoing bytes.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use hyper::rt::{Read, ReadBufCursor, Write};

use super::turn::Turn;

/// A connection that notifies its `Turn` when the client stops accepting bytes, and when it accepts some.
pub(super) struct WatchedIo<I> {
    io: I,
    turn: Arc<Turn>,
    is_blocked: bool,
}

impl<I> WatchedIo<I> {
    pub(super) fn new(io: I, turn: Arc<Turn>) -> Self {
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

impl<I: Read + Unpin> Read for WatchedIo<I> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(cx, buffer)
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
