//! Ids that a move copies from another store. They are sealed in parts as they arrive.

use askline_domain::{events::EventId, shared::ids::SiteId};
use rusqlite::Connection;

use super::{
    entry::{Entry, Identity},
    run::RunWriter,
};
use crate::events::model::memory_of_ids::Seconds;

/// The maximum number of ids per run: 16 MiB while they are sorted.
const IDS_AT_ONCE: usize = 1 << 20;
/// A level at which runs are not merged with sealed tails.
const LEVEL: i64 = 1;

/// Seals ids in a file that has none, within one transaction. Each id must be added once.
pub(crate) struct MovedIds<'c> {
    connection: &'c Connection,
    /// The sequence number of the newest event; ids of events up to it are not read from the events.
    last_seq: i64,
    waiting: Vec<Entry>,
    runs: i64,
}

impl<'c> MovedIds<'c> {
    /// Starts for a file whose newest event has this sequence number.
    pub(crate) fn new(connection: &'c Connection, last_seq: i64) -> Self {
        Self { connection, last_seq, waiting: Vec::new(), runs: 0 }
    }

    /// Adds the id of an event.
    pub(crate) fn add(&mut self, site: SiteId, id: EventId, taken: Seconds) -> rusqlite::Result<()> {
        self.waiting.push(Entry(Identity::of(site, id).mixed | u128::from(taken)));
        if self.waiting.len() < IDS_AT_ONCE { Ok(()) } else { self.seal() }
    }

    /// Seals the remaining ids. At least one run is written, since it records which ids are sealed.
    pub(crate) fn finish(mut self) -> rusqlite::Result<()> {
        if self.waiting.is_empty() && self.runs > 0 { Ok(()) } else { self.seal() }
    }

    fn seal(&mut self) -> rusqlite::Result<()> {
        self.runs += 1;
        self.waiting.sort_unstable();
        let mut writer = RunWriter::new(self.connection, self.runs, LEVEL, self.last_seq, self.waiting.len());
        for entry in self.waiting.drain(..) {
            writer.push(entry)?;
        }
        writer.finish().map(drop)
    }
}
