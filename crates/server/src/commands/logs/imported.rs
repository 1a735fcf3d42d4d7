//! What was imported of logs, by the digests of their beginnings.
//!
//! A log that has grown is continued where the import before ended, also after it was renamed or packed.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::input::LogInput;

/// The number of imported logs that are remembered; the oldest are forgotten.
const MAX_PARTS: usize = 10_000;

/// The beginning of a log: its length in bytes, unpacked, and their digest.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Part {
    end: u64,
    digest: String,
}

/// What was imported.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imported {
    parts: Vec<Part>,
}

impl Imported {
    /// How many bytes of a log were imported before.
    pub fn end_in(&self, log: LogInput) -> u64 {
        if self.parts.is_empty() {
            return 0;
        }
        let parts: HashSet<&Part> = self.parts.iter().collect();
        let mut ends: Vec<u64> = self.parts.iter().map(|part| part.end).collect();
        ends.sort_unstable();
        ends.dedup();
        let (mut ends, mut passed, mut found) = (ends.into_iter().peekable(), Passed::default(), 0);
        // A log that ends early is refused when it is sent.
        let _ = log.read_pieces(|mut piece| {
            while let Some(end) = ends.next_if(|end| *end <= passed.length + piece.len() as u64) {
                let (before, rest) = piece.split_at(usize::try_from(end - passed.length).unwrap_or(piece.len()));
                passed.push(before);
                piece = rest;
                if parts.contains(&passed.part()) {
                    found = end;
                }
            }
            passed.push(piece);
        });
        found
    }

    /// Remembers that the beginning of a log was imported.
    pub fn note(&mut self, part: Part) {
        self.parts.retain(|known| *known != part);
        self.parts.push(part);
        let too_many = self.parts.len().saturating_sub(MAX_PARTS);
        self.parts.drain(..too_many);
    }
}

/// The bytes of a log that were passed.
#[derive(Default)]
pub struct Passed {
    pub length: u64,
    digest: Sha256,
}

impl Passed {
    /// Passes on.
    pub fn push(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        self.digest.update(bytes);
    }

    /// What was passed.
    pub fn part(&self) -> Part {
        Part { end: self.length, digest: hex::encode(self.digest.clone().finalize()) }
    }
}
