//! The names of sites, pages and labels in the tables, kept in memory. The cache belongs to the running writer: call
//! [`NameCache::forget`] after a rollback and after every commit by another process.
//!
//! The limits here keep anonymous callers from filling the file with invented pages and labels. A name that was counted
//! before is never displaced.

use std::{
    borrow::Cow,
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use askline_domain::{
    analytics::{OTHER_PAGE, page_orders::PageNumber},
    events::Event,
    shared::ids::SiteId,
};

use super::{
    day_bounds::{DayLimits, Days},
    known_labels::KnownLabels,
    name_tables::NameTables,
    sender_bounds::Sender,
    stored::{Labels, LabelsKey, SiteNumber, StoredPage},
};

/// The maximum number of sites, pages and pairs of labels in memory, all together; beyond it the cache is cleared.
const MAX_ENTRIES: usize = 60_000;
/// One part in this many of a day's new pages is reserved for pages that two networks opened, so that no single network
/// uses up the day's limit.
const KEPT_PART: u32 = 10;

/// Where an event is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) site: SiteNumber,
    pub(crate) page: PageTarget,
}

/// Where an event on a page is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PageTarget {
    pub(crate) number: PageNumber,
    /// Whether it is counted under [`OTHER_PAGE`], so that the event itself must store its path.
    pub(crate) is_other: bool,
    /// Whether the event's title becomes the page's title.
    pub(crate) has_new_title: bool,
    /// Whether the event's spelling becomes the page's spelling.
    pub(crate) has_new_spelling: bool,
    /// Whether the day is outside the range of days on which the page was counted.
    pub(crate) is_new_day: bool,
}

/// What the writer has read from the tables.
#[derive(Debug)]
pub(crate) struct NameCache {
    limits: DayLimits,
    sites: HashMap<SiteId, Site>,
    /// The ids of the sites above by their numbers.
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
    /// A hash of the page's title, which is enough to detect a change.
    title: u64,
    /// A hash of the spelling of the page's address.
    spelling: u64,
    first_day: i32,
    last_day: i32,
}

impl NameCache {
    pub(crate) fn new(limits: DayLimits) -> Self {
        Self { limits, sites: HashMap::new(), ids: HashMap::new(), entries: 0 }
    }

    /// Clears the cache; names are read from the tables again when they are needed.
    pub(crate) fn forget(&mut self) {
        self.sites.clear();
        self.ids.clear();
        self.entries = 0;
    }

    /// Returns where a new event is counted, and counts it for its day and its sender. `None` if one of them has
    /// reached its limit.
    pub(crate) fn target<S: NameTables>(
        &mut self,
        tables: &mut S,
        event: &Event,
        sender: &mut Sender<'_>,
    ) -> Result<Option<Target>, S::Error> {
        let Self { limits, sites, ids, entries } = self;
        let site = match sites.get_mut(&event.site) {
            Some(site) => site,
            None => {
                *entries += 1;
                let number = tables.number_of_site(event.site)?;
                ids.insert(number, event.site);
                sites.entry(event.site).or_insert(Site::new(number))
            }
        };
        let used = site.days.of(tables, site.number, event.day.0)?;
        if limits.max_events > 0
            && (used.events >= limits.max_events || !sender.brings_event(event.site, event.day.0, limits.max_events))
        {
            return Ok(None);
        }
        used.events += 1;
        site.days.note_change(event.day.0);
        let known = site.known.len();
        let page = site.page(tables, limits.max_new_pages, event, sender)?;
        *entries += site.known.len() - known;
        Ok(Some(Target { site: site.number, page }))
    }

    /// Returns the labels under which something is counted: its own, or `other` for the second or both, if its own are
    /// new and the day has its maximum number of new ones. Call [`NameCache::target`] first.
    pub(crate) fn labels<'l, S: NameTables>(
        &mut self,
        tables: &mut S,
        key: LabelsKey,
        label: &'l str,
        detail: Cow<'l, str>,
    ) -> Result<Labels<'l>, S::Error> {
        let id = self.ids.get(&key.0).expect("the site was entered with the event that is counted");
        let site = self.sites.get_mut(id).expect("sites are entered and forgotten together with their numbers");
        let before = site.labels.len();
        let admitted = site.labels.admit(tables, key, (label, detail), &mut site.days, &self.limits);
        self.entries += site.labels.len() - before;
        admitted
    }

    /// Writes the new totals of the days. Call it last in the transaction that raised them.
    pub(crate) fn write_days<S: NameTables>(&mut self, tables: &mut S) -> Result<(), S::Error> {
        for site in self.sites.values_mut() {
            site.days.write(tables, site.number)?;
        }
        if self.entries > MAX_ENTRIES {
            self.forget();
        }
        Ok(())
    }
}

impl Site {
    fn new(number: SiteNumber) -> Self {
        Self { number, known: HashMap::new(), labels: KnownLabels::default(), days: Days::default() }
    }

    /// Returns where an event on its page is counted: under the page's own name if that was counted before or is within
    /// the limits on new pages of the day and of its sender.
    fn page<S: NameTables>(
        &mut self,
        tables: &mut S,
        max_new: u32,
        event: &Event,
        sender: &mut Sender<'_>,
    ) -> Result<PageTarget, S::Error> {
        let day = event.day.0;
        if let Some(page) = self.known.get_mut(&*event.path) {
            return Ok(page.target(event));
        }
        let mut page = match tables.find_page(self.number, &event.path)? {
            Some(page) => Page::of(&page),
            None => {
                let used = self.days.of(tables, self.number, day)?;
                let needs_two = used.new_pages >= max_new - max_new / KEPT_PART;
                if used.new_pages >= max_new || !sender.brings_page(event.site, day, &event.path, needs_two) {
                    return self.other(tables);
                }
                used.new_pages += 1;
                let number = tables.add_page(self.number, &event.path, day)?;
                Page { number, title: 0, spelling: hash(""), first_day: day, last_day: day }
            }
        };
        let place = page.target(event);
        self.known.insert(event.path.clone(), page);
        Ok(place)
    }

    fn other<S: NameTables>(&mut self, tables: &mut S) -> Result<PageTarget, S::Error> {
        let number = match self.known.get(OTHER_PAGE) {
            Some(page) => page.number,
            None => {
                let number = number_of_other_page(tables, self.number)?;
                let page = Page { number, title: 0, spelling: 0, first_day: 0, last_day: 0 };
                self.known.insert(OTHER_PAGE.to_owned(), page);
                number
            }
        };
        Ok(PageTarget { number, is_other: true, has_new_title: false, has_new_spelling: false, is_new_day: false })
    }
}

/// Returns the number of the page that stands for all pages beyond the limits, and adds it if it is new. It does not
/// count as a new page.
pub(crate) fn number_of_other_page<S: NameTables>(tables: &mut S, site: SiteNumber) -> Result<PageNumber, S::Error> {
    match tables.find_page(site, OTHER_PAGE)? {
        Some(page) => Ok(page.number),
        None => tables.add_page(site, OTHER_PAGE, 0),
    }
}

impl Page {
    fn of(stored: &StoredPage) -> Self {
        let hash = |text: &Option<String>| text.as_deref().map_or(0, hash);
        let StoredPage { number, title, spelling, first_day, last_day } = stored;
        let (title, spelling) = (hash(title), hash(spelling));
        Self { number: *number, title, spelling, first_day: *first_day, last_day: *last_day }
    }

    fn target(&mut self, event: &Event) -> PageTarget {
        let day = event.day.0;
        let has_new_title = replaces(&mut self.title, event.title.as_deref());
        let has_new_spelling = replaces(&mut self.spelling, spelling_of(event));
        let is_new_day = day < self.first_day || day > self.last_day;
        (self.first_day, self.last_day) = (self.first_day.min(day), self.last_day.max(day));
        PageTarget { number: self.number, is_other: false, has_new_title, has_new_spelling, is_new_day }
    }
}

/// How a reader's event spells its page's address, empty if as the page's path. Crawlers try spellings that the site's links do not
/// have, so theirs do not count.
pub(crate) fn spelling_of(event: &Event) -> Option<&str> {
    event.crawler.is_none().then(|| event.spelling.as_deref().unwrap_or_default())
}

/// Whether a text differs from the known one; if so, it is the known one from now on.
fn replaces(known: &mut u64, text: Option<&str>) -> bool {
    let Some(new) = text.map(hash) else { return false };
    std::mem::replace(known, new) != new
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    // 0 stands for no text.
    hasher.finish().max(1)
}
