//! HTTP/2 without a library, for clients that behave as no library does. It implements the parts of RFC 9113 that the tests
//! need.

use super::{Front, Wire};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

pub const DATA: u8 = 0;
pub const HEADERS: u8 = 1;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
pub const GO_AWAY: u8 = 7;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const ACK: u8 = 1;
/// The setting for the initial window of a stream. Source: RFC 9113 §6.5.2.
const INITIAL_WINDOW_SIZE: u16 = 4;

/// A frame.
pub struct Frame {
    pub kind: u8,
    flags: u8,
    pub payload: Vec<u8>,
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let mut bytes = u32::try_from(payload.len()).unwrap().to_be_bytes()[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// An HTTP/2 connection whose preface has been sent.
pub struct Http2(pub Wire);

impl Http2 {
    pub async fn connect(front: &Front) -> Self {
        Self::over(front.connect().await, None).await
    }

    /// Uses this connection, with an initial window of this many bytes for each stream.
    pub async fn over(mut wire: Wire, window: Option<u32>) -> Self {
        let settings = window.map(|bytes| {
            let mut setting = INITIAL_WINDOW_SIZE.to_be_bytes().to_vec();
            setting.extend(bytes.to_be_bytes());
            setting
        });
        wire.send(PREFACE).await;
        wire.send(frame(SETTINGS, 0, 0, &settings.unwrap_or_default())).await;
        Self(wire)
    }

    /// Begins a request: a GET, or a POST of JSON whose body follows.
    pub async fn request(&mut self, stream: u32, path: &str, is_post: bool) {
        // Indexed: the method, and the scheme http. Literal: path and authority. Source: RFC 7541, appendix A.
        let mut headers = vec![if is_post { 0x83 } else { 0x82 }, 0x86];
        for (index, value) in [(0x04, path), (0x01, "localhost")] {
            headers.extend([index, u8::try_from(value.len()).unwrap()]);
            headers.extend(value.as_bytes());
        }
        if is_post {
            let value = "application/json";
            headers.extend([0x0f, 0x10, u8::try_from(value.len()).unwrap()]);
            headers.extend(value.as_bytes());
        }
        let flags = if is_post { END_HEADERS } else { END_HEADERS | END_STREAM };
        self.0.send(frame(HEADERS, flags, stream, &headers)).await;
    }

    /// Sends a part of a body.
    pub async fn data(&mut self, stream: u32, bytes: &[u8]) {
        self.0.send(frame(DATA, 0, stream, bytes)).await;
    }

    /// The next frame except settings; `None` at the end.
    pub async fn next(&mut self) -> Option<Frame> {
        loop {
            let head = self.0.exactly(9).await?;
            let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
            let payload = self.0.exactly(usize::try_from(length).unwrap()).await?;
            match head[3] {
                SETTINGS if head[4] & ACK == 0 => self.0.send(frame(SETTINGS, ACK, 0, &[])).await,
                SETTINGS => {}
                kind => return Some(Frame { kind, flags: head[4], payload }),
            }
        }
    }

    /// The next frame of this kind; skips all others.
    pub async fn next_of(&mut self, kind: u8) -> Option<Frame> {
        loop {
            let frame = self.next().await?;
            if frame.kind == kind {
                return Some(frame);
            }
        }
    }

    /// Whether the server answers a ping.
    pub async fn answers_ping(&mut self) -> bool {
        // The connection may be closed.
        let sent = tokio::io::AsyncWriteExt::write_all(&mut self.0.stream, &frame(PING, 0, 0, &[7; 8])).await;
        if sent.is_err() {
            return false;
        }
        while let Some(frame) = self.next_of(PING).await {
            if frame.flags & ACK != 0 {
                return true;
            }
        }
        false
    }
}
