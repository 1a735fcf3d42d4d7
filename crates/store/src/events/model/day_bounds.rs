//! How much new data a site may store on one of its days. It is counted in the transaction that stores the data, so
//! that a restart changes nothing and two concurrent writers together stay within the limits.

use std::collections::BTreeMap;

use super::{
    name_tables::NameTables,
    stored::{DayUse, SiteNumber},
};

/// The limits for a site and day.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DayLimits {
    /// The maximum number of raw events; 0 means unlimited.
    pub(crate) max_events: u64,
    pub(crate) max_new_pages: u32,
    pub(crate) max_new_referrers: u32,
    /// The maximum number of new pairs of labels of all other kinds together.
    pub(crate) max_new_pairs: u32,
}

/// The days of a site in memory.
#[derive(Debug, Default)]
pub(crate) struct Days {
    known: BTreeMap<i32, DayUse>,
    /// Days whose use is not yet written.
    changed: Vec<i32>,
}

impl Days {
    /// Returns what was stored on a day. A caller that raises it must call [`Days::note_change`].
    pub(crate) fn of<S: NameTables>(
        &mut self,
        tables: &mut S,
        site: SiteNumber,
        day: i32,
    ) -> Result<&mut DayUse, S::Error> {
        use std::collections::btree_map::Entry;
        match self.known.entry(day) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => Ok(place.insert(tables.read_day(site, day)?)),
        }
    }

    /// Records that the day's use differs from the tables.
    pub(crate) fn note_change(&mut self, day: i32) {
        if self.changed.last() != Some(&day) {
            self.changed.push(day);
        }
    }

    /// Writes the changes. This is part of the transaction that made them.
    pub(crate) fn write<S: NameTables>(&mut self, tables: &mut S, site: SiteNumber) -> Result<(), S::Error> {
        self.changed.sort_unstable();
        self.changed.dedup();
        for day in self.changed.drain(..) {
            tables.write_day(site, day, self.known.get(&day).copied().unwrap_or_default())?;
        }
        Ok(())
    }
}
