//! Reads an object while it arrives, on a blocking thread. Holds a few pieces of it at a time.

use std::io::{self, Read};

use bytes::{Buf as _, Bytes};
use tokio::sync::mpsc::Receiver;

/// The content of an object that is being downloaded.
pub struct Incoming {
    pieces: Receiver<io::Result<Bytes>>,
    rest: Bytes,
}

impl Incoming {
    pub(super) fn new(pieces: Receiver<io::Result<Bytes>>) -> Self {
        Self { pieces, rest: Bytes::new() }
    }
}

impl Read for Incoming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.pieces.blocking_recv() {
                None => return Ok(0),
                Some(piece) => self.rest = piece?,
            }
        }
        let taken = self.rest.len().min(buffer.len());
        self.rest.copy_to_slice(&mut buffer[..taken]);
        Ok(taken)
    }
}
