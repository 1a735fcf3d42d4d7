//! The objects that the service stores, and the planned faults.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The only bucket.
pub const BUCKET: &str = "backups";
/// The region that requests must be signed for.
pub const REGION: &str = "eu-test-1";
/// The id of the access key.
pub const ACCESS_KEY_ID: &str = "AKIASTANDIN";
/// The secret access key.
pub const SECRET_ACCESS_KEY: &str = "stand-in/secret+7Zb0c4e21d95";

/// The operation of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// Lists a page of objects.
    List,
    /// Checks whether an object exists.
    Head,
    /// Reads an object.
    Get,
    /// Stores an object in one piece.
    Put,
    /// Deletes an object.
    Delete,
    /// Starts an upload in parts.
    Create,
    /// Uploads a part.
    Part,
    /// Completes an upload, which stores the object.
    Complete,
    /// Aborts an upload.
    Abort,
}

/// What happens instead of the normal response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// An error with this status and code.
    Refuse(u16, &'static str),
    /// No response; the connection stays open.
    Hang,
    /// The connection is closed in the middle of the response.
    BreakOff,
    /// A byte in the middle of the response is changed.
    Corrupt,
}

/// An upload that was started.
#[derive(Debug, Default)]
pub(super) struct Upload {
    pub key: String,
    pub parts: BTreeMap<u32, Vec<u8>>,
}

/// The state of the service.
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

    /// Counts a request and returns its planned fault.
    pub fn next_fault(&mut self, operation: Operation) -> Option<Fault> {
        *self.counts.entry(operation).or_default() += 1;
        let (_, times, fault) = self.faults.iter_mut().find(|(of, times, _)| *of == operation && *times > 0)?;
        *times -= 1;
        Some(*fault)
    }
}

/// The state, even after a test panicked while it had the lock.
pub(super) fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
