//! A connection that remembers the lines that the server sent first.

use std::{
    fmt, io,
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};
use tokio_rustls::client::TlsStream;

/// The maximum number of bytes that are remembered.
const MAX_BYTES: usize = 8 * 1024;
/// The maximum number of characters of a line that are shown.
const MAX_LINE_CHARACTERS: usize = 300;

/// A connection to a mail server, encrypted or not.
pub(super) trait Connected: AsyncRead + AsyncWrite + Send + Sync + Unpin + fmt::Debug + 'static {
    /// The server's address.
    fn address(&self) -> io::Result<SocketAddr>;
}

impl Connected for TcpStream {
    fn address(&self) -> io::Result<SocketAddr> {
        self.peer_addr()
    }
}

impl Connected for TlsStream<TcpStream> {
    fn address(&self) -> io::Result<SocketAddr> {
        self.get_ref().0.peer_addr()
    }
}

/// What the server sent until [`Heard::lines`] is called.
#[derive(Debug, Clone)]
pub(super) struct Heard(Arc<Mutex<Option<Vec<u8>>>>);

impl Heard {
    /// Returns the lines, and remembers nothing from now on.
    pub(super) fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
        let plain = |line: &str| line.chars().filter(|each| !each.is_control()).take(MAX_LINE_CHARACTERS).collect();
        String::from_utf8_lossy(&bytes).lines().map(plain).collect()
    }

    fn add(&self, bytes: &[u8]) {
        if let Some(heard) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            let free = MAX_BYTES.saturating_sub(heard.len());
            heard.extend_from_slice(&bytes[..bytes.len().min(free)]);
        }
    }
}

/// A connection, and what was heard on it.
#[derive(Debug)]
pub(super) struct HeardStream<S> {
    stream: S,
    heard: Heard,
}

impl<S: Connected> HeardStream<S> {
    /// Wraps a connection. Without `is_heard`, nothing is remembered.
    pub(super) fn new(stream: S, is_heard: bool) -> (Self, Heard) {
        let heard = Heard(Arc::new(Mutex::new(is_heard.then(Vec::new))));
        (Self { stream, heard: heard.clone() }, heard)
    }
}

impl<S: Connected> AsyncTokioStream for HeardStream<S> {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.stream.address()
    }
}

impl<S: Connected> AsyncRead for HeardStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if let Some(new) = buffer.filled().get(before..) {
            self.heard.add(new);
        }
        read
    }
}

impl<S: Connected> AsyncWrite for HeardStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
