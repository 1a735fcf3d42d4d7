//! What sites, pages and labels are called in the file, kept in memory. Belongs to the running writer:
//! [`Books::forget`] must follow a rollback and every commit by another process.
//!
//! Here stand the bounds that keep a stranger from filling the file with made-up pages and labels. What was counted under
//! its own name before is never displaced by them.

use std::{
    borrow::Cow,
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use askline_domain::{
    event::{CounterKind, Event},
    id::{Id, SiteId},
};
use rusqlite::{Connection, OptionalExtension, params};

use super::{
    day_bounds::{DayLimits, Days},
    known_labels::KnownLabels,
};

/// The path under which pages beyond the bound are counted. No real path lacks the leading slash.
pub(super) const OTHER_PAGE: &str = "(other)";
/// Pages and pairs of labels kept in memory, of all sites together; beyond it the books are begun anew.
const ENTRIES_MOST: usize = 60_000;

/// A site's number in the file.
pub(super) type SiteNumber = i64;
/// A page's number in the file.
pub(super) type PageNumber = i64;

/// Where an event is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) site: SiteNumber,
    pub(super) page: PagePlace,
}

/// Where an event on a page is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PagePlace {
    pub(super) number: PageNumber,
    /// Whether it is counted under [`OTHER_PAGE`], so that the event itself must keep its path.
    pub(super) is_other: bool,
    /// Whether the event's title is to become the page's.
    pub(super) has_new_title: bool,
    /// Whether the page was not counted on that day before, nor on one before and one after.
    pub(super) is_new_day: bool,
}

/// The pairs of labels of a site, kind and day.
pub(super) type LabelsKey = (SiteNumber, CounterKind, i32);

/// The books.
#[derive(Debug)]
pub(super) struct Books {
    limits: DayLimits,
    sites: HashMap<SiteId, Site>,
    /// The sites above by their number.
    ids: HashMap<SiteNumber, SiteId>,
    entries: usize,
}

#[derive(Debug)]
struct Site {
    number: SiteNumber,
    known: HashMap<String, Page>,
    labels: KnownLabels,
    days: Days,
}

#[derive(Debug, Clone, Copy)]
struct Page {
    number: PageNumber,
    /// A hash of its title: enough to see that it is another one.
    title: u64,
    first_day: i32,
    last_day: i32,
}

impl Books {
    pub(super) fn new(limits: DayLimits) -> Self {
        Self { limits, sites: HashMap::new(), ids: HashMap::new(), entries: 0 }
    }

    /// Begins anew: what is needed is read from the file again.
    pub(super) fn forget(&mut self) {
        self.sites.clear();
        self.ids.clear();
        self.entries = 0;
    }

    /// Where a new event is counted, which counts it among its day's; `None` when the day has as many as it may have.
    pub(super) fn place(&mut self, connection: &Connection, event: &Event) -> rusqlite::Result<Option<Place>> {
        let Self { limits, sites, ids, entries } = self;
        let site = match sites.get_mut(&event.site) {
            Some(site) => site,
            None => {
                *entries += 1;
                let number = number_of_site(connection, event.site)?;
                ids.insert(number, event.site);
                sites.entry(event.site).or_insert(Site::new(number))
            }
        };
        let used = site.days.of(connection, site.number, event.day.0)?;
        if limits.events_most > 0 && used.events >= limits.events_most {
            return Ok(None);
        }
        used.events += 1;
        site.days.note_change(event.day.0);
        let known = site.known.len();
        let page = site.page(connection, limits.new_pages_most, event)?;
        *entries += site.known.len() - known;
        Ok(Some(Place { site: site.number, page }))
    }

    /// The labels under which something is counted: its own, or `other` where those are new and the day has as many new
    /// ones as it may have. [`Books::place`] was asked before.
    pub(super) fn labels<'l>(
        &mut self,
        connection: &Connection,
        key: LabelsKey,
        label: &'l str,
        detail: Cow<'l, str>,
    ) -> rusqlite::Result<(Cow<'l, str>, Cow<'l, str>)> {
        let id = self.ids.get(&key.0).expect("the site was entered with the event that is counted");
        let site = self.sites.get_mut(id).expect("sites are entered and forgotten together with their numbers");
        let before = site.labels.len();
        let admitted = site.labels.admit(connection, key, (label, detail), &mut site.days, &self.limits);
        self.entries += site.labels.len() - before;
        admitted
    }

    /// Writes how much the days have by now. Part of the transaction that added it, after everything else.
    pub(super) fn write_days(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        for site in self.sites.values_mut() {
            site.days.write(connection, site.number)?;
        }
        if self.entries > ENTRIES_MOST {
            self.forget();
        }
        Ok(())
    }
}

/// The number of a site, which is entered if it is new.
fn number_of_site(connection: &Connection, id: SiteId) -> rusqlite::Result<SiteNumber> {
    let bits = id.bits().to_be_bytes();
    let known = connection
        .prepare_cached("SELECT id FROM sites WHERE site = ?1")?
        .query_row([&bits], |row| row.get(0))
        .optional()?;
    if let Some(number) = known {
        return Ok(number);
    }
    connection.prepare_cached("INSERT INTO sites (site, identity) VALUES (?1, ?1)")?.execute([&bits])?;
    Ok(connection.last_insert_rowid())
}

/// The number of the page of all pages beyond the bounds, which is entered if it is new. It counts as no new page.
pub(super) fn number_of_other_page(connection: &Connection, site: SiteNumber) -> rusqlite::Result<PageNumber> {
    let known = connection
        .prepare_cached("SELECT id FROM pages WHERE site = ?1 AND path = ?2")?
        .query_row(params![site, OTHER_PAGE], |row| row.get(0))
        .optional()?;
    if let Some(number) = known {
        return Ok(number);
    }
    connection.prepare_cached("INSERT INTO pages (site, path) VALUES (?1, ?2)")?.execute(params![site, OTHER_PAGE])?;
    Ok(connection.last_insert_rowid())
}

impl Site {
    fn new(number: SiteNumber) -> Self {
        Self { number, known: HashMap::new(), labels: KnownLabels::default(), days: Days::default() }
    }

    /// Where an event on its page is counted: under the page's own name if that was counted before, or is among the first
    /// new ones of the day.
    fn page(&mut self, connection: &Connection, new_most: u32, event: &Event) -> rusqlite::Result<PagePlace> {
        let day = event.day.0;
        let title = event.title.as_deref().map(hash);
        if let Some(page) = self.known.get_mut(&*event.path) {
            return Ok(page.place(title, day));
        }
        let mut page = match self.find(connection, &event.path)? {
            Some(page) => page,
            None => {
                let used = self.days.of(connection, self.number, day)?;
                if used.new_pages >= new_most {
                    return self.other(connection);
                }
                used.new_pages += 1;
                self.add(connection, &event.path, day)?
            }
        };
        let place = page.place(title, day);
        self.known.insert(event.path.clone(), page);
        Ok(place)
    }

    fn find(&self, connection: &Connection, path: &str) -> rusqlite::Result<Option<Page>> {
        connection
            .prepare_cached("SELECT id, title, first_day, last_day FROM pages WHERE site = ?1 AND path = ?2")?
            .query_row(params![self.number, path], |row| {
                let title = row.get_ref(1)?.as_str_or_null()?.map_or(0, hash);
                Ok(Page { number: row.get(0)?, title, first_day: row.get(2)?, last_day: row.get(3)? })
            })
            .optional()
    }

    fn add(&self, connection: &Connection, path: &str, day: i32) -> rusqlite::Result<Page> {
        connection
            .prepare_cached("INSERT INTO pages (site, path, first_day, last_day) VALUES (?1, ?2, ?3, ?3)")?
            .execute(params![self.number, path, day])?;
        Ok(Page { number: connection.last_insert_rowid(), title: 0, first_day: day, last_day: day })
    }

    fn other(&mut self, connection: &Connection) -> rusqlite::Result<PagePlace> {
        let number = match self.known.get(OTHER_PAGE) {
            Some(page) => page.number,
            None => {
                let number = number_of_other_page(connection, self.number)?;
                self.known.insert(OTHER_PAGE.to_owned(), Page { number, title: 0, first_day: 0, last_day: 0 });
                number
            }
        };
        Ok(PagePlace { number, is_other: true, has_new_title: false, is_new_day: false })
    }
}

impl Page {
    fn place(&mut self, title: Option<u64>, day: i32) -> PagePlace {
        let has_new_title = title.is_some_and(|title| title != self.title);
        self.title = title.unwrap_or(self.title);
        let is_new_day = day < self.first_day || day > self.last_day;
        (self.first_day, self.last_day) = (self.first_day.min(day), self.last_day.max(day));
        PagePlace { number: self.number, is_other: false, has_new_title, is_new_day }
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    // 0 stands for "no title".
    hasher.finish().max(1)
}
