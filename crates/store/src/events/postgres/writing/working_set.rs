//! The rows that a commit needs, read before it decides and written afterwards.
//!
//! The cache of names reads them here, never from the server.
//!
//! This is correct only while the transaction holds the locks of its sites.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    convert::Infallible,
};

use askline_domain::{
    analytics::{OTHER_PAGE, page_orders::PageNumber},
    events::Event,
    shared::ids::SiteId,
};
use sqlx::Row as _;

use crate::{
    events::{
        model::{
            known_labels::looked_up,
            name_cache::PageTarget,
            name_tables::NameTables,
            stored::{DayUse, Pair, SiteNumber, StoredPage},
            sums::detail_text,
        },
        postgres::site_key::{SiteKey, key_of},
    },
    sql::Link,
};

/// The pairs of labels of a site and kind, each with the newest day on which it was counted.
type Labels = HashMap<(SiteNumber, u8), HashMap<String, HashMap<String, i32>>>;

/// The rows. A site's number is its index in `sites`.
#[derive(Default)]
pub(crate) struct WorkingSet {
    pub(crate) sites: Vec<SiteId>,
    numbers: HashMap<SiteId, SiteNumber>,
    /// The place of each site's next event.
    pub(super) next_places: Vec<i64>,
    pub(super) next_pages: Vec<PageNumber>,
    /// For each site, the number of commits whose additions to pages are not folded in yet.
    pub(crate) page_raises: Vec<i32>,
    pages: HashMap<SiteNumber, HashMap<String, StoredPage>>,
    /// The title of the first event of each page.
    first_titles: HashMap<(SiteNumber, PageNumber), Option<String>>,
    days: HashMap<(SiteNumber, i32), DayUse>,
    labels: Labels,
    pub(crate) new_pages: Vec<(SiteNumber, PageNumber, String, i32)>,
    pub(super) changed_days: BTreeMap<(SiteNumber, i32), DayUse>,
    pub(super) changed_labels: BTreeMap<(SiteNumber, u8, String, String), i32>,
}

impl WorkingSet {
    /// Creates an empty set for these sites, each of which must appear once.
    pub(crate) fn of(sites: Vec<SiteId>) -> Self {
        let numbers = (0..).zip(&sites).map(|(number, site)| (*site, number)).collect();
        let (next_places, next_pages) = (vec![1; sites.len()], vec![1; sites.len()]);
        let page_raises = vec![0; sites.len()];
        Self { sites, numbers, next_places, next_pages, page_raises, ..Self::default() }
    }

    /// Returns the key of a site by its number.
    pub(crate) fn key(&self, site: SiteNumber) -> SiteKey {
        key_of(self.sites[index(site)])
    }

    /// The keys of all sites.
    pub(crate) fn keys(&self) -> Vec<SiteKey> {
        self.sites.iter().copied().map(key_of).collect()
    }

    /// Returns the number of one of the set's sites.
    pub(crate) fn number_of(&self, site: SiteId) -> SiteNumber {
        *self.numbers.get(&site).expect("the set was made for the sites of these events")
    }

    /// Returns the site's next place and advances it.
    pub(super) fn take_place(&mut self, site: SiteNumber) -> i64 {
        let next = &mut self.next_places[index(site)];
        *next += 1;
        *next - 1
    }

    /// Returns the title that is stored with an event: `None` if it equals the first title of its page, an empty text
    /// if only the event has none. For the row of other pages it is always the event's title.
    pub(super) fn kept_title<'e>(
        &mut self,
        site: SiteNumber,
        page: PageTarget,
        title: Option<&'e str>,
    ) -> Option<&'e str> {
        if page.is_other {
            return title;
        }
        let first = self.first_titles.entry((site, page.number)).or_insert_with(|| title.map(str::to_owned));
        if first.as_deref() == title { None } else { title.or(Some("")) }
    }

    /// Returns the first title of a page.
    pub(super) fn first_title(&self, site: SiteNumber, page: PageNumber) -> Option<&str> {
        self.first_titles.get(&(site, page))?.as_deref()
    }

    /// Returns the oldest changed day of each site; the last possible day for a site without changes.
    pub(super) fn oldest_days(&self) -> Vec<i32> {
        let mut oldest = vec![i32::MAX; self.sites.len()];
        for (site, day) in self.changed_days.keys() {
            oldest[index(*site)] = oldest[index(*site)].min(*day);
        }
        oldest
    }

    /// Returns the last place that was assigned for a site.
    pub(super) fn last_place(&self, site: SiteNumber) -> i64 {
        self.next_places[index(site)] - 1
    }

    /// Returns how many of a site's commits have additions to pages that are not folded in yet.
    pub(super) fn page_raises_of(&self, site: SiteNumber) -> i32 {
        self.page_raises[index(site)]
    }

    /// Mutable access to the number of a site's commits whose additions to pages are not folded in yet.
    pub(super) fn page_raises_mut(&mut self, site: SiteNumber) -> &mut i32 {
        &mut self.page_raises[index(site)]
    }

    /// Reads what is needed to decide on these events.
    pub(super) async fn read_for<'e>(
        &mut self,
        connection: &mut Link,
        events: impl Iterator<Item = &'e Event>,
    ) -> sqlx::Result<()> {
        let (mut paths, mut days, mut pairs) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for event in events {
            let site = self.number_of(event.site);
            paths.insert((site, event.path.as_str()));
            paths.insert((site, OTHER_PAGE));
            days.insert((site, event.day.0));
            for count in event.counts() {
                let detail = detail_text(count.detail);
                for (label, detail) in looked_up(count.kind, count.label, &detail).into_iter().flatten() {
                    pairs.insert((site, count.kind as u8, label.to_owned(), detail.to_owned()));
                }
            }
        }
        self.read_next_numbers(connection).await?;
        self.read_pages(connection, paths).await?;
        self.read_days(connection, days).await?;
        if !pairs.is_empty() {
            self.read_labels(connection, pairs).await?;
        }
        Ok(())
    }

    /// Reads the next numbers of the sites.
    pub(crate) async fn read_next_numbers(&mut self, connection: &mut Link) -> sqlx::Result<()> {
        let rows = sqlx::query(
            "SELECT q.number, b.next_place, b.next_page, b.page_raises
             FROM unnest($1::bytea[]) WITH ORDINALITY AS q (site, number) JOIN event_books b ON b.site = q.site",
        );
        for row in rows.bind(self.keys()).fetch_all(connection).await? {
            let number = usize::try_from(row.try_get::<i64, _>(0)? - 1).expect("counted from one");
            self.next_places[number] = row.try_get(1)?;
            self.next_pages[number] = row.try_get(2)?;
            self.page_raises[number] = row.try_get(3)?;
        }
        Ok(())
    }

    /// Reads the pages with these paths, without titles: a newer title may wait to be folded in, so every title is
    /// treated as new.
    pub(crate) async fn read_pages(
        &mut self,
        connection: &mut Link,
        paths: BTreeSet<(SiteNumber, &str)>,
    ) -> sqlx::Result<()> {
        let keys: Vec<SiteKey> = paths.iter().map(|(site, _)| self.key(*site)).collect();
        let (sites, paths): (Vec<i64>, Vec<&str>) = paths.into_iter().unzip();
        let rows = sqlx::query(
            r#"SELECT q.number, p.path, p.page, p.first_day, p.last_day, p.first_title, coalesce(p.spelling, '')
               FROM unnest($1::bytea[], $2::bigint[], $3::text[]) AS q (site, number, path)
               JOIN event_pages p ON p.site = q.site AND p.path = q.path COLLATE "C""#,
        );
        for row in rows.bind(keys).bind(sites).bind(paths).fetch_all(connection).await? {
            let page = StoredPage {
                number: row.try_get(2)?,
                title: None,
                spelling: row.try_get(6)?,
                first_day: row.try_get(3)?,
                last_day: row.try_get(4)?,
            };
            self.first_titles.insert((row.try_get(0)?, page.number), row.try_get(5)?);
            self.pages.entry(row.try_get(0)?).or_default().insert(row.try_get(1)?, page);
        }
        Ok(())
    }

    async fn read_days(&mut self, connection: &mut Link, days: BTreeSet<(SiteNumber, i32)>) -> sqlx::Result<()> {
        let keys: Vec<SiteKey> = days.iter().map(|(site, _)| self.key(*site)).collect();
        let (sites, days): (Vec<i64>, Vec<i32>) = days.into_iter().unzip();
        let rows = sqlx::query(
            "SELECT q.number, d.day, d.events, d.new_pages, d.new_referrers, d.new_pairs
             FROM unnest($1::bytea[], $2::bigint[], $3::int[]) AS q (site, number, day)
             JOIN event_site_days d ON d.site = q.site AND d.day = q.day",
        );
        for row in rows.bind(keys).bind(sites).bind(days).fetch_all(connection).await? {
            let count = |column: usize| Ok::<_, sqlx::Error>(row.try_get::<i64, _>(column)?.unsigned_abs());
            let small = |column| count(column).map(|count| u32::try_from(count).unwrap_or(u32::MAX));
            let used =
                DayUse { events: count(2)?, new_pages: small(3)?, new_referrers: small(4)?, new_pairs: small(5)? };
            self.days.insert((row.try_get(0)?, row.try_get(1)?), used);
        }
        Ok(())
    }

    async fn read_labels(
        &mut self,
        connection: &mut Link,
        pairs: BTreeSet<(SiteNumber, u8, String, String)>,
    ) -> sqlx::Result<()> {
        let (mut keys, mut sites, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
        let (mut labels, mut details) = (Vec::new(), Vec::new());
        for (site, kind, label, detail) in pairs {
            keys.push(self.key(site));
            sites.push(site);
            kinds.push(i16::from(kind));
            labels.push(label);
            details.push(detail);
        }
        let rows = sqlx::query(
            r#"SELECT q.number, l.kind, l.label, l.detail, l.last_day
               FROM unnest($1::bytea[], $2::bigint[], $3::smallint[], $4::text[], $5::text[])
                   AS q (site, number, kind, label, detail)
               JOIN event_labels l ON l.site = q.site AND l.kind = q.kind AND l.label = q.label COLLATE "C"
                   AND l.detail = q.detail COLLATE "C""#,
        );
        let rows = rows.bind(keys).bind(sites).bind(kinds).bind(labels).bind(details);
        for row in rows.fetch_all(connection).await? {
            let kind = u8::try_from(row.try_get::<i16, _>(1)?).unwrap_or_default();
            let of_kind = self.labels.entry((row.try_get(0)?, kind)).or_default();
            of_kind.entry(row.try_get(2)?).or_default().insert(row.try_get(3)?, row.try_get(4)?);
        }
        Ok(())
    }
}

fn index(site: SiteNumber) -> usize {
    usize::try_from(site).expect("a place in a list")
}

impl NameTables for WorkingSet {
    type Error = Infallible;

    fn number_of_site(&mut self, site: SiteId) -> Result<SiteNumber, Infallible> {
        Ok(self.number_of(site))
    }

    fn find_page(&mut self, site: SiteNumber, path: &str) -> Result<Option<StoredPage>, Infallible> {
        Ok(self.pages.get(&site).and_then(|pages| pages.get(path)).cloned())
    }

    fn add_page(&mut self, site: SiteNumber, path: &str, day: i32) -> Result<PageNumber, Infallible> {
        let next = &mut self.next_pages[index(site)];
        let number = *next;
        *next += 1;
        let page = StoredPage { number, title: None, spelling: Some(String::new()), first_day: day, last_day: day };
        self.pages.entry(site).or_default().insert(path.to_owned(), page);
        self.new_pages.push((site, number, path.to_owned(), day));
        Ok(number)
    }

    fn read_day(&mut self, site: SiteNumber, day: i32) -> Result<DayUse, Infallible> {
        Ok(self.days.get(&(site, day)).copied().unwrap_or_default())
    }

    fn write_day(&mut self, site: SiteNumber, day: i32, used: DayUse) -> Result<(), Infallible> {
        self.changed_days.insert((site, day), used);
        Ok(())
    }

    fn read_last_day(&mut self, pair: Pair<'_>) -> Result<Option<i32>, Infallible> {
        let of_kind = self.labels.get(&(pair.site, pair.kind as u8));
        Ok(of_kind.and_then(|labels| labels.get(pair.label)?.get(pair.detail)).copied())
    }

    fn write_last_day(&mut self, pair: Pair<'_>, day: i32) -> Result<(), Infallible> {
        let Pair { site, kind, label, detail } = pair;
        self.changed_labels.insert((site, kind as u8, label.to_owned(), detail.to_owned()), day);
        Ok(())
    }
}
