//! The list of pages: summed, searched, ordered and cut, from one snapshot and in bounded memory, however many there are.

mod first_pages;
mod folders;
mod merged_days;

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use askline_domain::{
    analytics::PageRow,
    calendar::Window,
    event::CounterKind,
    id::{Id, SiteId},
    ports::{PagePlace, PageTotals, PagesAnswer, PagesQuestion, StoreError, StoreResult},
};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use self::{
    first_pages::{FirstPages, Order},
    folders::Folders,
};
use super::{
    books::{OTHER_PAGE, PageNumber, SiteNumber},
    page_orders::{KeptOrder, PageOrders, Place},
    sums::PageDay,
};
use crate::sql::rows::rusqlite_error;

/// A page and its sums.
struct Summed {
    /// `None` for one that is cited and was never counted.
    number: Option<PageNumber>,
    path: String,
    title: Option<String>,
    last_click_at: Option<i64>,
    sums: PageDay,
    citations: i64,
}

impl Summed {
    /// Whether this is the row of all pages that have none of their own.
    fn is_other(&self) -> bool {
        self.path == OTHER_PAGE
    }
}

/// Pages whose order is kept while somebody reads on; those after them are read by key.
const ORDERED_MOST: usize = 50_000;

/// Answers a question about pages. Goes through all of them, and keeps those alone that come first. `revision` is the
/// site's, read before.
pub(super) fn read_pages(
    connection: &Connection,
    (site, revision): (SiteId, u64),
    window: Window,
    question: &PagesQuestion,
    orders: &PageOrders,
) -> StoreResult<PagesAnswer> {
    // A site without events can be cited all the same; NULL is the number of no site.
    let number = site_number(connection, site).map_err(rusqlite_error)?;
    let scope = Scope { connection, site: number, window };
    let limit = question.limit as usize;
    let kept = question.after.as_ref().and_then(|place| Some((place, place.order?, orders.get(site, place.order?)?)));
    let (totals, shown, next) = match kept {
        Some((place, id, order)) => {
            let passed = place.passed as usize;
            let wanted: HashMap<Place<'_>, usize> =
                order.from(passed).take(limit).enumerate().map(|(at, page)| (page, at)).collect();
            let mut found = Vec::new();
            let totals = scope.sums_of_all(question, |page| {
                // A page that was cited alone may have been viewed since.
                let at = wanted.get(&page.place()).or_else(|| wanted.get(&Place::Cited(&page.path))).copied();
                found.extend(at.map(|at| (at, page)));
            })?;
            found.sort_by_key(|(at, _)| *at);
            // What is gone since then is passed over.
            let shown: Vec<Summed> = found.into_iter().map(|(_, page)| page).collect();
            let passed = passed + wanted.len();
            let last = || shown.last().map_or_else(|| place.clone(), |page| page.next(None, 0));
            let next = match order.from(passed).next() {
                Some(_) => Some(PagePlace { order: Some(id), passed: passed.try_into().unwrap_or(u32::MAX), ..last() }),
                None => order.is_cut_short().then(|| PagePlace { order: None, passed: 0, ..last() }),
            };
            (totals, shown, next)
        }
        None => {
            let by = Order { by: question.sort, descending: question.descending };
            let asked = asked(revision, window, question);
            let known = orders.of_question(site, asked);
            // One more than is shown tells whether there are more.
            let wanted = if known.is_some() || limit == 0 { limit + 1 } else { ORDERED_MOST };
            let mut first = FirstPages::new(by, question.after.as_ref().map(Summed::of_place), wanted);
            let totals = scope.sums_of_all(question, |page| first.offer(page))?;
            let (mut pages, cut_short) = first.into_sorted();
            let has_more = limit > 0 && (pages.len() > limit || cut_short);
            let next = pages.get(limit.min(pages.len()).wrapping_sub(1)).filter(|_| has_more).map(|last| {
                let keep = || orders.keep(site, asked, KeptOrder::of(pages.iter().map(Summed::place), cut_short));
                last.next(known.or_else(keep), limit)
            });
            pages.truncate(limit);
            (totals, pages, next)
        }
    };
    let platform = question.filter.platform.as_deref();
    let rows = shown.into_iter().map(|page| scope.row(page, platform)).collect::<StoreResult<_>>()?;
    Ok(PagesAnswer { totals, rows, next })
}

/// Tells apart what is asked of one site, and when.
fn asked(revision: u64, window: Window, question: &PagesQuestion) -> u64 {
    let mut hasher = DefaultHasher::new();
    (revision, window.from.0, window.to.0).hash(&mut hasher);
    // Where the first part ends makes no difference to the order.
    PagesQuestion { limit: 0, ..question.clone() }.hash(&mut hasher);
    hasher.finish()
}

impl Summed {
    fn place(&self) -> Place<'_> {
        self.number.map_or(Place::Cited(&self.path), Place::Counted)
    }

    /// Where to read on behind this page.
    fn next(&self, order: Option<u64>, passed: usize) -> PagePlace {
        let sums = &self.sums;
        PagePlace {
            order,
            passed: u32::try_from(passed).unwrap_or(u32::MAX),
            path: self.path.clone(),
            figures: [
                sums.views,
                sums.ai_clicks,
                sums.social_clicks,
                sums.question_clicks,
                sums.ai_referrals,
                self.citations,
            ],
            last_click_at_ms: self.last_click_at,
        }
    }

    /// The page at a place, as it was shown.
    fn of_place(place: &PagePlace) -> Self {
        let [views, ai_clicks, social_clicks, question_clicks, ai_referrals, citations] = place.figures;
        Self {
            number: None,
            path: place.path.clone(),
            title: None,
            last_click_at: place.last_click_at_ms,
            sums: PageDay { views, ai_clicks, social_clicks, question_clicks, ai_referrals, ..PageDay::default() },
            citations,
        }
    }
}

/// The number of a site, if it ever had events.
pub(super) fn site_number(connection: &Connection, site: SiteId) -> rusqlite::Result<Option<SiteNumber>> {
    connection
        .prepare_cached("SELECT id FROM sites WHERE site = ?1")?
        .query_row([site.bits().to_be_bytes()], |row| row.get(0))
        .optional()
}

struct Scope<'c> {
    connection: &'c Connection,
    site: Option<SiteNumber>,
    window: Window,
}

impl Scope<'_> {
    /// Hands over each page that the question is about, and gives the sums of all.
    fn sums_of_all(&self, question: &PagesQuestion, mut take: impl FnMut(Summed)) -> StoreResult<PageTotals> {
        let mut totals = PageTotals::default();
        let of_platform = question.filter.platform.is_some();
        let mut folders = question.by_folder.then(|| Folders::below(question.filter.page.as_ref()));
        self.each_matching_page(question, |page| {
            if !of_platform || page.sums.has_platform() {
                add(&mut totals, &page);
                match &mut folders {
                    Some(folders) => folders.add(page),
                    None => take(page),
                }
            }
        })
        .map_err(rusqlite_error)?;
        folders.into_iter().flat_map(Folders::into_rows).for_each(take);
        Ok(totals)
    }

    /// Hands over each page with activity in the window, or cited in it, that the question is about, in no order.
    fn each_matching_page(&self, question: &PagesQuestion, mut take: impl FnMut(Summed)) -> rusqlite::Result<()> {
        let search = question.search.as_deref().map(str::to_lowercase);
        let matches = |path: &str, title: Option<&str>| {
            if path == OTHER_PAGE {
                return question.filter.page.is_none() && search.is_none();
            }
            question.filter.page.as_ref().is_none_or(|wanted| wanted.admits(path))
                && search.as_deref().is_none_or(|text| {
                    path.to_lowercase().contains(text) || title.is_some_and(|title| title.to_lowercase().contains(text))
                })
        };
        let mut find = self.connection.prepare_cached("SELECT path, title, last_click_at FROM pages WHERE id = ?1")?;
        let mut uncounted = question.citations.clone();
        merged_days::each_page(
            self.connection,
            self.site,
            self.window,
            question.filter.platform.as_deref(),
            |number, sums| {
                let page = find.query_row([number], |row| {
                    let (path, title) = (row.get_ref(0)?.as_str()?, row.get_ref(1)?.as_str_or_null()?);
                    let citations = uncounted.remove(path).unwrap_or(0);
                    if !matches(path, title) {
                        return Ok(None);
                    }
                    let (path, title) = (path.to_owned(), title.map(str::to_owned));
                    let (number, last_click_at) = (Some(number), row.get(2)?);
                    Ok(Some(Summed { number, path, title, last_click_at, sums, citations }))
                })?;
                page.into_iter().for_each(&mut take);
                Ok(())
            },
        )?;
        for (path, citations) in uncounted {
            let page = self.cited_page(path, citations)?;
            if matches(&page.path, page.title.as_deref()) {
                take(page);
            }
        }
        Ok(())
    }

    /// A page that is cited and had no activity in the window.
    fn cited_page(&self, path: String, citations: i64) -> rusqlite::Result<Summed> {
        let known = self
            .connection
            .prepare_cached("SELECT id, title, last_click_at FROM pages WHERE site = ?1 AND path = ?2")?
            .query_row(params![self.site, path], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let (number, title, last_click_at) = known.unwrap_or_default();
        Ok(Summed { number, path, title, last_click_at, sums: PageDay::default(), citations })
    }

    fn row(&self, page: Summed, platform: Option<&str>) -> StoreResult<PageRow> {
        let top_platform = match platform {
            // Others were pressed perhaps, but they are not what is asked about.
            Some(platform) => Some(platform).filter(|_| page.sums.ai_clicks > 0).map(str::to_owned),
            None => self.top_platform(page.number).map_err(rusqlite_error)?,
        };
        let last_click_at = page.last_click_at.map(Timestamp::from_millisecond).transpose().map_err(|_| {
            let id = page.number.map_or_else(|| page.path.clone(), |number| number.to_string());
            StoreError::Corrupt { table: "pages", column: "last_click_at", id }
        })?;
        Ok(PageRow {
            path: (!page.is_other()).then_some(page.path),
            title: page.title,
            views: page.sums.views,
            ai_clicks: page.sums.ai_clicks,
            social_clicks: page.sums.social_clicks,
            question_clicks: page.sums.question_clicks,
            ai_referrals: page.sums.ai_referrals,
            citations: page.citations,
            top_platform,
            last_click_at,
        })
    }

    /// The platform whose button was pressed most on the page, whatever the filter.
    fn top_platform(&self, page: Option<PageNumber>) -> rusqlite::Result<Option<String>> {
        self.connection
            .prepare_cached(
                "WITH RECURSIVE days (day) AS (SELECT ?4 UNION ALL SELECT day + 1 FROM days WHERE day < ?5)
                 SELECT label FROM days CROSS JOIN page_counters counter
                 WHERE counter.site = ?1 AND counter.day = days.day AND counter.page = ?2 AND counter.kind = ?3
                 GROUP BY label ORDER BY sum(value) DESC, label LIMIT 1",
            )?
            .query_row(
                params![self.site, page, CounterKind::AiClick as u8, self.window.from.0, self.window.to.0],
                |row| row.get(0),
            )
            .optional()
    }
}

/// Adds a page to the totals; the row of other pages is no page.
fn add(totals: &mut PageTotals, page: &Summed) {
    totals.pages += u64::from(!page.is_other());
    // A counter is never negative.
    totals.views += page.sums.views.unsigned_abs();
    totals.ai_clicks += page.sums.ai_clicks.unsigned_abs();
    totals.social_clicks += page.sums.social_clicks.unsigned_abs();
    totals.question_clicks += page.sums.question_clicks.unsigned_abs();
}
