//! What sites, pages and labels are called in the file, kept in memory. Belongs to the running writer:
//! [`Books::forget`] must follow a rollback and every commit by another process.
//!
//! Here stand the bounds that keep a stranger from filling the file with made-up pages and labels.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use askline_domain::{
    analytics::OTHER,
    event::CounterKind,
    id::{Id, SiteId},
};
use rusqlite::{Connection, OptionalExtension, params};

/// The path under which pages beyond the bound are counted. No real path lacks the leading slash.
pub(super) const OTHER_PAGE: &str = "(other)";
/// Pages and pairs of labels kept in memory, of all sites together; beyond it the books are begun anew.
const ENTRIES_MOST: usize = 60_000;
/// Rows `other` beyond the bound of labels: one for each of a few first labels.
const OTHER_ROWS_MOST: usize = 64;

/// A site's number in the file.
pub(super) type SiteNumber = i64;
/// A page's number in the file.
pub(super) type PageNumber = i64;

/// Where an event on a page is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PagePlace {
    pub(super) number: PageNumber,
    /// Whether it is counted under [`OTHER_PAGE`], so that the event itself must keep its path.
    pub(super) is_other: bool,
    /// Whether the event's title is to become the page's.
    pub(super) has_new_title: bool,
}

/// The pairs of labels of a site, kind and day.
type LabelsKey = (SiteNumber, CounterKind, i32);
type Pairs = HashMap<String, HashSet<String>>;

/// The books.
#[derive(Debug)]
pub(super) struct Books {
    pages_per_site_most: u32,
    labels_per_day_most: usize,
    sites: HashMap<SiteId, Site>,
    labels: HashMap<LabelsKey, (Pairs, usize)>,
    entries: usize,
}

#[derive(Debug)]
struct Site {
    number: SiteNumber,
    /// How many pages have a number.
    pages: u32,
    pages_changed: bool,
    known: HashMap<String, Page>,
}

#[derive(Debug, Clone, Copy)]
struct Page {
    number: PageNumber,
    /// A hash of its title: enough to see that it is another one.
    title: u64,
}

impl Books {
    pub(super) fn new(pages_per_site_most: u32, labels_per_day_most: usize) -> Self {
        Self { pages_per_site_most, labels_per_day_most, sites: HashMap::new(), labels: HashMap::new(), entries: 0 }
    }

    /// Begins anew: what is needed is read from the file again.
    pub(super) fn forget(&mut self) {
        self.sites.clear();
        self.labels.clear();
        self.entries = 0;
    }

    /// The number of a site, which is entered if it is new.
    pub(super) fn site(&mut self, connection: &Connection, id: SiteId) -> rusqlite::Result<SiteNumber> {
        if let Some(site) = self.sites.get(&id) {
            return Ok(site.number);
        }
        let bits = id.bits().to_be_bytes();
        let known = connection
            .prepare_cached("SELECT id, pages FROM sites WHERE site = ?1")?
            .query_row([&bits], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let (number, pages) = match known {
            Some(found) => found,
            None => {
                connection.prepare_cached("INSERT INTO sites (site, identity) VALUES (?1, ?1)")?.execute([&bits])?;
                (connection.last_insert_rowid(), 0)
            }
        };
        self.sites.insert(id, Site { number, pages, pages_changed: false, known: HashMap::new() });
        self.entries += 1;
        Ok(number)
    }

    /// Where an event on the page `path` is counted. [`Books::site`] was asked before.
    pub(super) fn page(
        &mut self,
        connection: &Connection,
        id: SiteId,
        path: &str,
        title: Option<&str>,
    ) -> rusqlite::Result<PagePlace> {
        let most = self.pages_per_site_most;
        let site = self.sites.get_mut(&id).expect("the site was entered just before its page");
        let title_hash = title.map(hash);
        if let Some(page) = site.known.get_mut(path) {
            let has_new_title = title_hash.is_some_and(|title| title != page.title);
            page.title = title_hash.unwrap_or(page.title);
            return Ok(PagePlace { number: page.number, is_other: false, has_new_title });
        }
        let (page, is_other) = match site.find(connection, path)? {
            Some(page) => (page, false),
            None if site.pages < most => (site.add(connection, path)?, false),
            None => (site.other(connection)?, true),
        };
        if is_other {
            return Ok(PagePlace { number: page.number, is_other, has_new_title: false });
        }
        let has_new_title = title_hash.is_some_and(|title| title != page.title);
        site.known.insert(path.to_owned(), Page { title: title_hash.unwrap_or(page.title), ..page });
        self.entries += 1;
        Ok(PagePlace { number: page.number, is_other, has_new_title })
    }

    /// The labels under which something is counted: its own, or `other` once the day has too many.
    pub(super) fn labels<'l>(
        &mut self,
        connection: &Connection,
        key: LabelsKey,
        label: &'l str,
        detail: Cow<'l, str>,
    ) -> rusqlite::Result<(Cow<'l, str>, Cow<'l, str>)> {
        if matches!(key.1, CounterKind::View | CounterKind::Copy) {
            return Ok((label.into(), detail));
        }
        if !self.labels.contains_key(&key) {
            let pairs = read_pairs(connection, key)?;
            self.entries += pairs.1;
            self.labels.insert(key, pairs);
        }
        let (pairs, number) = self.labels.get_mut(&key).expect("entered just before");
        let most = self.labels_per_day_most;
        let mut admits = |label: &str, detail: &str, most: usize| {
            if pairs.get(label).is_some_and(|details| details.contains(detail)) {
                return true;
            }
            let has_room = *number < most;
            if has_room {
                pairs.entry(label.to_owned()).or_default().insert(detail.to_owned());
                *number += 1;
                self.entries += 1;
            }
            has_room
        };
        if admits(label, &detail, most) {
            return Ok((label.into(), detail));
        }
        let detail: Cow<'_, str> = if detail.is_empty() { detail } else { OTHER.into() };
        // A kind with details keeps its first label as long as those are few.
        if !detail.is_empty() && admits(label, &detail, most + OTHER_ROWS_MOST) {
            return Ok((label.into(), detail));
        }
        Ok((OTHER.into(), detail))
    }

    /// Writes how many pages the sites have by now. Part of the transaction that added them.
    pub(super) fn write_page_numbers(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        for site in self.sites.values_mut().filter(|site| site.pages_changed) {
            connection
                .prepare_cached("UPDATE sites SET pages = ?2 WHERE id = ?1")?
                .execute(params![site.number, site.pages])?;
            site.pages_changed = false;
        }
        if self.entries > ENTRIES_MOST {
            self.forget();
        }
        Ok(())
    }
}

impl Site {
    fn find(&self, connection: &Connection, path: &str) -> rusqlite::Result<Option<Page>> {
        connection
            .prepare_cached("SELECT id, title FROM pages WHERE site = ?1 AND path = ?2")?
            .query_row(params![self.number, path], |row| {
                let title = row.get_ref(1)?.as_str_or_null()?.map_or(0, hash);
                Ok(Page { number: row.get(0)?, title })
            })
            .optional()
    }

    fn add(&mut self, connection: &Connection, path: &str) -> rusqlite::Result<Page> {
        connection
            .prepare_cached("INSERT INTO pages (site, path) VALUES (?1, ?2)")?
            .execute(params![self.number, path])?;
        self.pages += 1;
        self.pages_changed = true;
        Ok(Page { number: connection.last_insert_rowid(), title: 0 })
    }

    /// The page of all pages beyond the bound; it may itself stand beyond it.
    fn other(&mut self, connection: &Connection) -> rusqlite::Result<Page> {
        if let Some(page) = self.known.get(OTHER_PAGE) {
            return Ok(*page);
        }
        let page = match self.find(connection, OTHER_PAGE)? {
            Some(page) => page,
            None => self.add(connection, OTHER_PAGE)?,
        };
        self.known.insert(OTHER_PAGE.to_owned(), page);
        Ok(page)
    }
}

fn read_pairs(connection: &Connection, (site, kind, day): LabelsKey) -> rusqlite::Result<(Pairs, usize)> {
    let mut pairs = Pairs::new();
    let mut number = 0;
    let mut statement = connection
        .prepare_cached("SELECT label, detail FROM site_counters WHERE site = ?1 AND kind = ?2 AND day = ?3")?;
    let mut rows = statement.query(params![site, kind as u8, day])?;
    while let Some(row) = rows.next()? {
        pairs.entry(row.get(0)?).or_default().insert(row.get(1)?);
        number += 1;
    }
    Ok((pairs, number))
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    // 0 stands for "no title".
    hasher.finish().max(1)
}
