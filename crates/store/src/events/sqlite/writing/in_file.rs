//! The tables for the cache of names, in the file.

use askline_domain::analytics::page_orders::PageNumber;
use askline_domain::shared::ids::{Id as _, SiteId};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::events::model::{
    name_tables::NameTables,
    stored::{DayUse, Pair, SiteNumber, StoredPage},
};

/// The tables, read and written in the running transaction of a connection.
pub(crate) struct InFile<'c>(pub(in crate::events::sqlite) &'c Connection);

impl NameTables for InFile<'_> {
    type Error = rusqlite::Error;

    fn number_of_site(&mut self, site: SiteId) -> rusqlite::Result<SiteNumber> {
        let bits = site.bits().to_be_bytes();
        let known = self
            .0
            .prepare_cached("SELECT id FROM sites WHERE site = ?1")?
            .query_row([&bits], |row| row.get(0))
            .optional()?;
        if let Some(number) = known {
            return Ok(number);
        }
        self.0.prepare_cached("INSERT INTO sites (site, identity) VALUES (?1, ?1)")?.execute([&bits])?;
        Ok(self.0.last_insert_rowid())
    }

    fn find_page(&mut self, site: SiteNumber, path: &str) -> rusqlite::Result<Option<StoredPage>> {
        self.0
            .prepare_cached(
                "SELECT id, title, first_day, last_day, coalesce(spelling, '') FROM pages WHERE site = ?1 AND path = ?2",
            )?
            .query_row(params![site, path], |row| {
                let (number, title, spelling) = (row.get(0)?, row.get(1)?, row.get(4)?);
                Ok(StoredPage { number, title, spelling, first_day: row.get(2)?, last_day: row.get(3)? })
            })
            .optional()
    }

    fn add_page(&mut self, site: SiteNumber, path: &str, day: i32) -> rusqlite::Result<PageNumber> {
        self.0
            .prepare_cached("INSERT INTO pages (site, path, first_day, last_day) VALUES (?1, ?2, ?3, ?3)")?
            .execute(params![site, path, day])?;
        Ok(self.0.last_insert_rowid())
    }

    fn read_day(&mut self, site: SiteNumber, day: i32) -> rusqlite::Result<DayUse> {
        let found = self
            .0
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

    fn write_day(&mut self, site: SiteNumber, day: i32, used: DayUse) -> rusqlite::Result<()> {
        let events = i64::try_from(used.events).unwrap_or(i64::MAX);
        self.0
            .prepare_cached(
                "INSERT INTO site_days (site, day, events, new_pages, new_referrers, new_pairs)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (site, day) DO UPDATE SET events = excluded.events, new_pages = excluded.new_pages,
                    new_referrers = excluded.new_referrers, new_pairs = excluded.new_pairs",
            )?
            .execute(params![site, day, events, used.new_pages, used.new_referrers, used.new_pairs])?;
        Ok(())
    }

    fn read_last_day(&mut self, pair: Pair<'_>) -> rusqlite::Result<Option<i32>> {
        self.0
            .prepare_cached(
                "SELECT last_day FROM known_labels WHERE site = ?1 AND kind = ?2 AND label = ?3 AND detail = ?4",
            )?
            .query_row(params![pair.site, pair.kind as u8, pair.label, pair.detail], |row| row.get(0))
            .optional()
    }

    fn write_last_day(&mut self, pair: Pair<'_>, day: i32) -> rusqlite::Result<()> {
        self.0
            .prepare_cached(
                "INSERT INTO known_labels (site, kind, label, detail, last_day) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (site, kind, label, detail) DO UPDATE SET last_day = excluded.last_day",
            )?
            .execute(params![pair.site, pair.kind as u8, pair.label, pair.detail, day])?;
        Ok(())
    }
}
