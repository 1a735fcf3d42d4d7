//! Replaces the bare responses with which the HTTP library refuses heads of HTTP/1 requests. It refuses a URI or
//! headers beyond its limits, two lengths, or spaces in a URI, and responds with only a status. That response is held
//! back, and one in the usual format is sent instead. Then the connection ends, so that what follows such a head is
//! never read as a request.
//!
//! The end of each write is checked for such a response. A response of the application that ends in the same bytes is
//! sent unchanged.

use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use axum::response::Response;
use hyper::rt::{Read, ReadBufCursor, Write};

use super::lingering_close::LingeringClose;

pub use askline_api::pipeline::unreadable::Unreadable;

/// Makes the response to a head from this address that cannot be read.
pub type Refuser = Arc<dyn Fn(SocketAddr, Unreadable) -> Made<Response> + Send + Sync>;

/// A value that is being made.
type Made<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The bare responses that the library writes, up to the date.
const BARE_ANSWERS: [(&[u8], Unreadable); 3] = [
    (b" 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\ndate: ", Unreadable::Malformed),
    (b" 414 URI Too Long\r\nconnection: close\r\ncontent-length: 0\r\ndate: ", Unreadable::TooLarge),
    (b" 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\ndate: ", Unreadable::TooLarge),
];
/// The number of bytes before the status.
const VERSION_BYTES: usize = b"HTTP/1.1".len();
/// The length of a date in bytes. Source: RFC 9110 §5.6.7.
const DATE_BYTES: usize = b"Sun, 06 Nov 1994 08:49:37 GMT".len();
const END: &[u8] = b"\r\n\r\n";
const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// A connection on which `refuser` answers refused heads.
pub(super) struct RefusedHeads<I> {
    io: LingeringClose<I>,
    peer: SocketAddr,
    refuser: Refuser,
    state: State,
}

enum State {
    /// Nothing is held back.
    Open,
    /// A bare response, or the end of a response of the application that looks like one.
    Held(Unreadable, Vec<u8>),
    /// The held bytes came from the application; these still have to be written.
    Released(Vec<u8>),
    /// The response is being made.
    Made(Made<Vec<u8>>),
    /// The response is being written, from this byte on.
    Written(Vec<u8>, usize),
}

impl<I: Read + Write + Unpin> RefusedHeads<I> {
    pub(super) fn new(io: LingeringClose<I>, peer: SocketAddr, refuser: Refuser) -> Self {
        Self { io, peer, refuser, state: State::Open }
    }

    /// Releases the bytes that were held back, since the connection continues.
    fn poll_release(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if let State::Held(_, bytes) = &mut self.state {
            self.state = State::Released(std::mem::take(bytes));
        }
        while let State::Released(bytes) = &mut self.state {
            let written = ready!(Pin::new(&mut self.io).poll_write(cx, bytes))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            bytes.drain(..written);
            if bytes.is_empty() {
                self.state = State::Open;
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl<I: Read + Write + Unpin> Read for RefusedHeads<I> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        if !matches!(self.state, State::Open) {
            // After a refusal the library reads nothing more.
            ready!(self.poll_release(cx))?;
        }
        Pin::new(&mut self.io).poll_read(cx, buffer)
    }
}

impl<I: Read + Write + Unpin> Write for RefusedHeads<I> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if !matches!(self.state, State::Open) {
            ready!(self.poll_release(cx))?;
        }
        match bare_answer_at_end(bytes) {
            Some((0, kind)) => {
                self.state = State::Held(kind, bytes.to_vec());
                Poll::Ready(Ok(bytes.len()))
            }
            Some((before, _)) => Pin::new(&mut self.io).poll_write(cx, &bytes[..before]),
            None => Pin::new(&mut self.io).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let is_plain = matches!(self.state, State::Open)
            && parts.last().is_none_or(|part| part.is_empty() || bare_answer_at_end(part).is_none());
        if is_plain {
            return Pin::new(&mut self.io).poll_write_vectored(cx, parts);
        }
        let first = parts.iter().find(|part| !part.is_empty()).map_or(&[][..], |part| part);
        self.poll_write(cx, first)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        loop {
            match &mut this.state {
                State::Open => return Pin::new(&mut this.io).poll_shutdown(cx),
                State::Released(_) => ready!(this.poll_release(cx))?,
                State::Held(kind, bare) => {
                    let (answer, bare) = ((this.refuser)(this.peer, *kind), std::mem::take(bare));
                    this.state = State::Made(Box::pin(async move { written(answer.await, &bare).await }));
                }
                State::Made(making) => {
                    let bytes = ready!(making.as_mut().poll(cx));
                    this.state = State::Written(bytes, 0);
                }
                State::Written(bytes, from) if *from < bytes.len() => {
                    let count = ready!(Pin::new(&mut this.io).poll_write(cx, &bytes[*from..]))?;
                    if count == 0 {
                        return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
                    }
                    *from += count;
                }
                State::Written(..) => {
                    this.io.linger();
                    this.state = State::Open;
                }
            }
        }
    }
}

/// The start and the kind of a bare response, if the bytes end with one.
fn bare_answer_at_end(bytes: &[u8]) -> Option<(usize, Unreadable)> {
    let before_date = bytes.strip_suffix(END)?.split_last_chunk::<DATE_BYTES>()?.0;
    BARE_ANSWERS.iter().find_map(|(answer, kind)| {
        let start = before_date.strip_suffix(*answer)?.len().checked_sub(VERSION_BYTES)?;
        bytes[start..].starts_with(b"HTTP/1.").then_some((start, *kind))
    })
}

/// A response as bytes, with the version and the date of the bare response that it replaces.
async fn written(answer: Response, bare: &[u8]) -> Vec<u8> {
    let (head, body) = answer.into_parts();
    let body = axum::body::to_bytes(body, MAX_ANSWER_BYTES).await.unwrap_or_default();
    let mut bytes = bare[..VERSION_BYTES].to_vec();
    bytes.extend_from_slice(format!(" {}\r\n", head.status).as_bytes());
    for (name, value) in &head.headers {
        bytes.extend_from_slice(name.as_str().as_bytes());
        bytes.extend_from_slice(b": ");
        bytes.extend_from_slice(value.as_bytes());
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(format!("content-length: {}\r\ndate: ", body.len()).as_bytes());
    // The date and the end of the head.
    bytes.extend_from_slice(&bare[bare.len() - DATE_BYTES - END.len()..]);
    bytes.extend_from_slice(&body);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "HTTP/1.1 414 URI Too Long\r\nconnection: close\r\ncontent-length: 0\r\ndate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n";

    #[test]
    fn a_bare_answer_is_known_by_its_bytes_and_nothing_else_is() {
        assert_eq!(bare_answer_at_end(BARE.as_bytes()), Some((0, Unreadable::TooLarge)));
        assert_eq!(bare_answer_at_end(format!("body{BARE}").as_bytes()), Some((4, Unreadable::TooLarge)));
        for other in [
            "",
            "\r\n\r\n",
            &BARE[1..],
            &BARE[..BARE.len() - 1],
            &BARE.replace("414 URI", "404 URI"),
            &format!("{BARE}x"),
        ] {
            assert_eq!(bare_answer_at_end(other.as_bytes()), None, "{other}");
        }
    }
}
