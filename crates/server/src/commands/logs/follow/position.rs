//! How far each log was sent.
//!
//! It is stored before and after each batch.
//! A batch that may have arrived is named in the file before it is sent. After a crash the same bytes are sent with the same name,
//! so the service counts them once.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

/// How far one file was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The device and the inode of the file.
    pub file: (u64, u64),
    /// The bytes that are counted.
    pub offset: u64,
    /// Its size when this was stored.
    pub size: u64,
    /// SHA-256 of its first bytes, and of how many: another file may get the inode.
    pub head: (u64, String),
    /// The latest `#Fields:` line before the offset.
    pub heading: String,
    /// The batch that follows the offset, if it may have been sent.
    pub pending: Option<Pending>,
}

impl Position {
    /// Whether the file had bytes that are not counted when this was stored.
    pub fn has_unsent(&self) -> bool {
        self.pending.is_some() || self.size > self.offset
    }
}

/// A batch that may have been sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Its name.
    pub name: String,
    /// Its end in the file.
    pub end: u64,
}

/// The positions in a log and in the files that it was rotated to.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Positions {
    /// The files that may get more lines, the oldest first.
    pub files: Vec<Position>,
    /// The latest files that were sent to their end.
    pub finished: Vec<Position>,
    /// When the last file was last written to.
    pub written: Option<SystemTime>,
}
