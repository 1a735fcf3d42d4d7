//! The objects that the service holds, and the faults of its requests.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The bucket that is there.
pub const BUCKET: &str = "backups";
/// The region that requests must be signed for.
pub const REGION: &str = "eu-test-1";
/// The id of the key.
pub const ACCESS_KEY_ID: &str = "AKIASTANDIN";
/// The key.
pub const SECRET_ACCESS_KEY: &str = "stand-in/secret+7Zb0c4e21d95";

/// What a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// A page of the list.
    List,
    /// Whether an object is there.
    Head,
    /// An object.
    Get,
    /// An object in one piece.
    Put,
    /// Deletes an object.
    Delete,
    /// Begins an upload in parts.
    Create,
    /// A part.
    Part,
    /// Ends an upload: the object is there.
    Complete,
    /// Gives an upload up.
    Abort,
}

/// What happens instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A refusal with this status and code.
    Refuse(u16, &'static str),
    /// No answer; the connection stays open.
    Hang,
    /// The connection is closed in the middle of the answer.
    BreakOff,
    /// The answer has another byte in the middle.
    Corrupt,
}

/// An upload that was begun.
#[derive(Debug, Default)]
pub(super) struct Upload {
    pub key: String,
    pub parts: BTreeMap<u32, Vec<u8>>,
}

/// What the service holds.
#[derive(Debug)]
pub(super) struct State {
    pub objects: BTreeMap<String, Vec<u8>>,
    pub uploads: BTreeMap<String, Upload>,
    pub counts: BTreeMap<Operation, usize>,
    pub faults: Vec<(Operation, usize, Fault)>,
    pub page: usize,
    pub begun: usize,
    pub largest_body: usize,
    pub secret: String,
}

impl State {
    /// An empty bucket.
    pub fn new() -> Self {
        Self {
            objects: BTreeMap::new(),
            uploads: BTreeMap::new(),
            counts: BTreeMap::new(),
            faults: Vec::new(),
            page: 1_000,
            begun: 0,
            largest_body: 0,
            secret: SECRET_ACCESS_KEY.into(),
        }
    }

    /// The fault that this request meets.
    pub fn next_fault(&mut self, operation: Operation) -> Option<Fault> {
        *self.counts.entry(operation).or_default() += 1;
        let (_, times, fault) = self.faults.iter_mut().find(|(of, times, _)| *of == operation && *times > 0)?;
        *times -= 1;
        Some(*fault)
    }
}

/// The state, whatever a test did that failed.
pub(super) fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
