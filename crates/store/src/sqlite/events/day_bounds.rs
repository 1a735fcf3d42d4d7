//! What a site may store new on one of its days. Counted in the transaction that stores it, so that a restart changes
//! nothing and two writers together stay below.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::books::SiteNumber;

/// The bounds of a site and day.
#[derive(Debug, Clone, Copy)]
pub(super) struct DayLimits {
    /// Raw events; 0: without end.
    pub(super) events_most: u64,
    pub(super) new_pages_most: u32,
    pub(super) new_referrers_most: u32,
    /// New pairs of labels of every other kind together.
    pub(super) new_pairs_most: u32,
}

/// What a site has stored on a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct DayUse {
    pub(super) events: u64,
    pub(super) new_pages: u32,
    pub(super) new_referrers: u32,
    pub(super) new_pairs: u32,
}

/// The days of a site that are at hand.
#[derive(Debug, Default)]
pub(super) struct Days {
    known: BTreeMap<i32, DayUse>,
    /// Days whose use is not written yet.
    changed: Vec<i32>,
}

impl Days {
    /// What was stored on a day. Whoever raises it must say so by [`Days::note_change`].
    pub(super) fn of(&mut self, connection: &Connection, site: SiteNumber, day: i32) -> rusqlite::Result<&mut DayUse> {
        use std::collections::btree_map::Entry;
        match self.known.entry(day) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => Ok(place.insert(read_day(connection, site, day)?)),
        }
    }

    /// The day's use differs from what is in the file.
    pub(super) fn note_change(&mut self, day: i32) {
        if self.changed.last() != Some(&day) {
            self.changed.push(day);
        }
    }

    /// Writes what has changed. Part of the transaction that changed it.
    pub(super) fn write(&mut self, connection: &Connection, site: SiteNumber) -> rusqlite::Result<()> {
        self.changed.sort_unstable();
        self.changed.dedup();
        let mut write = connection.prepare_cached(
            "INSERT INTO site_days (site, day, events, new_pages, new_referrers, new_pairs)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (site, day) DO UPDATE SET events = excluded.events, new_pages = excluded.new_pages,
                new_referrers = excluded.new_referrers, new_pairs = excluded.new_pairs",
        )?;
        for day in self.changed.drain(..) {
            let used = self.known.get(&day).copied().unwrap_or_default();
            let events = i64::try_from(used.events).unwrap_or(i64::MAX);
            write.execute(params![site, day, events, used.new_pages, used.new_referrers, used.new_pairs])?;
        }
        Ok(())
    }
}

fn read_day(connection: &Connection, site: SiteNumber, day: i32) -> rusqlite::Result<DayUse> {
    let found = connection
        .prepare_cached(
            "SELECT events, new_pages, new_referrers, new_pairs FROM site_days WHERE site = ?1 AND day = ?2",
        )?
        .query_row(params![site, day], |row| {
            Ok(DayUse {
                events: row.get::<_, i64>(0)?.unsigned_abs(),
                new_pages: row.get(1)?,
                new_referrers: row.get(2)?,
                new_pairs: row.get(3)?,
            })
        })
        .optional()?;
    Ok(found.unwrap_or_default())
}
