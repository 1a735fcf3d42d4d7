//! Data that many requests share, compressed once. The beginning of the envelope is compressed too. The end of the envelope
//! differs in each response and is appended uncompressed, which the format allows after any block (RFC 7932, section 9.2).
//!
//! Never compresses a secret together with a text that a caller can choose.

use std::{
    io::Write as _,
    sync::{Arc, OnceLock},
};

use askline_domain::shared::steps;
use brotli::CompressorWriter;
use bytes::Bytes;
use tokio::sync::OwnedSemaphorePermit;

/// The text before the data in every envelope.
pub(crate) const BEFORE_DATA: &[u8] = b"{\"data\":";
/// The name of the format in `Accept-Encoding` and `Content-Encoding`.
pub const ENCODING: &str = "br";

/// The lowest quality that searches for the best encoding. Its output is a seventh smaller than that of quality 9, and for texts
/// of this size no larger than that of quality 11.
const QUALITY: u32 = 10;
/// Above this many bytes the search takes too long.
const MAX_SEARCHED_BYTES: usize = 64 * 1024;
const QUICK_QUALITY: u32 = 5;
/// Base-2 logarithm of the window in bytes. The window is larger than any site's payload.
const WINDOW_BITS: u32 = 19;
const BUFFER_BYTES: usize = 4 * 1024;
/// The maximum number of bytes in an uncompressed block whose length is written as four hexadecimal digits.
const MAX_PLAIN_BYTES: usize = 1 << 16;
/// The empty block that ends every stream: the bits `ISLAST` and `ISLASTEMPTY`.
const LAST_BLOCK: u8 = 0b11;

/// A whole text that many requests share, compressed. Takes as long as [`PackedData::pack`].
pub fn pack_whole(text: &[u8]) -> Option<Bytes> {
    let mut writer = writer_for(text.len());
    writer.write_all(text).ok()?;
    Some(writer.into_inner().into())
}

/// A writer with a quality that suits the size: for large data the better one takes too long.
fn writer_for(bytes: usize) -> CompressorWriter<Vec<u8>> {
    let (quality, steps_for_a_byte) = if bytes <= MAX_SEARCHED_BYTES { (QUALITY, 600) } else { (QUICK_QUALITY, 60) };
    steps::count(steps_for_a_byte * bytes);
    CompressorWriter::new(Vec::new(), BUFFER_BYTES, quality, WINDOW_BITS)
}

/// The beginning of a response, compressed up to and including its data.
#[derive(Debug, Clone)]
pub struct PackedData(Bytes);

impl PackedData {
    /// Compresses `data`, which is JSON text. Takes tens of milliseconds.
    pub fn pack(data: &[u8]) -> Option<Self> {
        let mut writer = writer_for(data.len());
        writer.write_all(BEFORE_DATA).ok()?;
        writer.write_all(data).ok()?;
        // Ends the block at a byte boundary without ending the stream.
        writer.flush().ok()?;
        // A copy, because dropping the writer writes the end of the stream.
        let begun = writer.get_ref().clone();
        Some(Self(begun.into()))
    }

    /// The whole response: the data, followed by `end`.
    pub(crate) fn ended_by(self, end: &str) -> [Bytes; 3] {
        let mut tail = Vec::with_capacity(end.len() + 4);
        for part in end.as_bytes().chunks(MAX_PLAIN_BYTES) {
            tail.extend(plain_block_head(part.len()));
            tail.extend_from_slice(part);
        }
        tail.push(LAST_BLOCK);
        [self.0, Bytes::from(tail), Bytes::new()]
    }
}

/// Data that many requests share, compressed when the first client that accepts brotli requests it.
#[derive(Debug)]
pub struct SharedData {
    json: Bytes,
    packed: OnceLock<PackedData>,
}

impl SharedData {
    /// `json` is JSON text.
    pub fn new(json: Bytes) -> Arc<Self> {
        Arc::new(Self { json, packed: OnceLock::new() })
    }

    /// The JSON text.
    pub fn json(&self) -> &Bytes {
        &self.json
    }

    /// The data compressed with brotli. `None` while another request compresses this or other data: only that request waits
    /// (tens of milliseconds); the other responses get the quick compression instead.
    pub(crate) async fn packed(
        self: &Arc<Self>,
        take_turn: impl FnOnce() -> Option<OwnedSemaphorePermit>,
    ) -> Option<PackedData> {
        if let Some(packed) = self.packed.get() {
            return Some(packed.clone());
        }
        let turn = take_turn()?;
        let shared = self.clone();
        let packing = tokio::task::spawn_blocking(move || {
            let packed = PackedData::pack(&shared.json)?;
            drop(turn);
            Some(shared.packed.get_or_init(|| packed).clone())
        });
        packing.await.ok().flatten()
    }
}

/// The header of an uncompressed block of this many bytes: one bit for "not the last", two for "four hexadecimal digits", the
/// length minus one, one bit for "uncompressed"; then zeros up to the next byte boundary.
fn plain_block_head(bytes: usize) -> [u8; 3] {
    let [first, second, third, ..] = (((bytes - 1) << 3) | (1 << 19)).to_le_bytes();
    [first, second, third]
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn check(data: &str, end: &str) {
        let packed = PackedData::pack(data.as_bytes()).expect("memory takes all").ended_by(end).concat();
        let mut text = String::new();
        brotli::Decompressor::new(&packed[..], 4096).read_to_string(&mut text).expect("brotli");
        assert_eq!(text, format!("{{\"data\":{data}{end}"));
    }

    #[test]
    fn a_whole_text_is_unpacked_as_it_was() {
        let text = "{\"openapi\":\"3.1.0\"}".repeat(10_000);
        let packed = pack_whole(text.as_bytes()).expect("memory takes all");
        let mut unpacked = String::new();
        brotli::Decompressor::new(&packed[..], 4096).read_to_string(&mut unpacked).expect("brotli");
        assert_eq!(unpacked, text);
    }

    #[test]
    fn packed_data_and_its_end_are_unpacked_intact_at_any_length() {
        let long = "a text that is its own like, ".repeat(3_000);
        for data in ["null", "{\"a\":\"ä\"}", &long] {
            for end in [",", ",\"error\":null,\"meta\":{}}", &"x".repeat(65_536), &"y".repeat(65_537)] {
                check(data, end);
            }
        }
    }
}
