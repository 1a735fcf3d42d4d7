//! The list of pages: summed, searched, ordered and cut, from one snapshot.

use std::{cmp::Ordering, collections::HashMap};

use askline_domain::{
    analytics::{PageRow, PageSort},
    calendar::Window,
    event::CounterKind,
    id::{Id, SiteId},
    ports::{PageTotals, PagesAnswer, PagesQuestion, StoreError, StoreResult},
};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use super::{
    books::{OTHER_PAGE, PageNumber, SiteNumber},
    counts::LabelFilter,
    sums::PageDay,
};
use crate::sqlite::rows::rusqlite_error;

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

/// Answers a question about pages.
pub(super) fn read_pages(
    connection: &Connection,
    site: SiteId,
    window: Window,
    question: &PagesQuestion,
) -> StoreResult<PagesAnswer> {
    // A site without events can be cited all the same; NULL is the number of no site.
    let site = site_number(connection, site).map_err(rusqlite_error)?;
    let scope = Scope { connection, site, window };
    let mut pages = scope.matching_pages(question).map_err(rusqlite_error)?;
    if let Some(platform) = &question.filter.platform {
        for page in &mut pages {
            scope.restrict(page, platform).map_err(rusqlite_error)?;
        }
    }
    let totals = totals(&pages);
    pages.sort_by(|a, b| compare(a, b, question.sort, question.descending));
    let mut shown = pages.into_iter().skip(question.offset as usize);
    let rows = shown.by_ref().take(question.limit as usize).map(|page| scope.row(page)).collect::<StoreResult<_>>()?;
    Ok(PagesAnswer { totals, rows, has_more: shown.next().is_some() })
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
    /// Pages with activity in the window, or cited in it, that the question is about, in no order.
    fn matching_pages(&self, question: &PagesQuestion) -> rusqlite::Result<Vec<Summed>> {
        let search = question.search.as_deref().map(str::to_lowercase);
        let matches = |path: &str, title: Option<&str>| {
            if path == OTHER_PAGE {
                return question.filter.page.is_none() && search.is_none();
            }
            question.filter.page.as_deref().is_none_or(|page| page == path)
                && search.as_deref().is_none_or(|text| {
                    path.to_lowercase().contains(text) || title.is_some_and(|title| title.to_lowercase().contains(text))
                })
        };
        let mut find = self.connection.prepare_cached("SELECT path, title, last_click_at FROM pages WHERE id = ?1")?;
        let mut pages = Vec::new();
        let mut uncounted = question.citations.clone();
        for (number, sums) in self.sums()? {
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
            pages.extend(page);
        }
        for (path, citations) in uncounted {
            let page = self.cited_page(path, citations)?;
            if matches(&page.path, page.title.as_deref()) {
                pages.push(page);
            }
        }
        Ok(pages)
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

    fn sums(&self) -> rusqlite::Result<HashMap<PageNumber, PageDay>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT page, views, ai_clicks, social_clicks, question_clicks, ai_referrals FROM page_days
             WHERE site = ?1 AND day BETWEEN ?2 AND ?3",
        )?;
        let mut rows = statement.query(params![self.site, self.window.from.0, self.window.to.0])?;
        // Summed here: grouping in SQL would sort days × pages rows first.
        let mut sums = HashMap::<PageNumber, PageDay>::new();
        while let Some(row) = rows.next()? {
            let sum = sums.entry(row.get(0)?).or_default();
            sum.views += row.get::<_, i64>(1)?;
            sum.ai_clicks += row.get::<_, i64>(2)?;
            sum.social_clicks += row.get::<_, i64>(3)?;
            sum.question_clicks += row.get::<_, i64>(4)?;
            sum.ai_referrals += row.get::<_, i64>(5)?;
        }
        Ok(sums)
    }

    /// Leaves of the page's sums what belongs to one platform, network or assistant. Views belong to none and stay.
    fn restrict(&self, page: &mut Summed, platform: &str) -> rusqlite::Result<()> {
        let number = page.number;
        let sums = &mut page.sums;
        for (kind, sum) in [
            (CounterKind::AiClick, &mut sums.ai_clicks),
            (CounterKind::SocialClick, &mut sums.social_clicks),
            (CounterKind::QuestionClick, &mut sums.question_clicks),
            (CounterKind::Visit, &mut sums.ai_referrals),
        ] {
            // What is zero for all is zero for one.
            if *sum != 0
                && let Some(labels) = LabelFilter::of(kind, Some(platform))
            {
                *sum = self
                    .connection
                    .prepare_cached(
                        "WITH RECURSIVE days (day) AS (SELECT ?4 UNION ALL SELECT day + 1 FROM days WHERE day < ?5)
                         SELECT coalesce(sum(value), 0) FROM days CROSS JOIN page_counters counter
                         WHERE counter.site = ?1 AND counter.day = days.day AND counter.page = ?2 AND counter.kind = ?3
                           AND label = ?6 AND (?7 IS NULL OR detail = ?7)",
                    )?
                    .query_row(
                        params![
                            self.site,
                            number,
                            kind as u8,
                            self.window.from.0,
                            self.window.to.0,
                            labels.label,
                            labels.detail
                        ],
                        |row| row.get(0),
                    )?;
            }
        }
        Ok(())
    }

    fn row(&self, page: Summed) -> StoreResult<PageRow> {
        let top_platform = self.top_platform(page.number).map_err(rusqlite_error)?;
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

/// The sums of all, also of the row of other pages, which is no page.
fn totals(pages: &[Summed]) -> PageTotals {
    let number = pages.iter().filter(|page| !page.is_other()).count();
    let mut totals = PageTotals { pages: number as u64, ..PageTotals::default() };
    // A counter is never negative.
    for sums in pages.iter().map(|page| page.sums) {
        totals.views += sums.views.unsigned_abs();
        totals.ai_clicks += sums.ai_clicks.unsigned_abs();
        totals.social_clicks += sums.social_clicks.unsigned_abs();
        totals.question_clicks += sums.question_clicks.unsigned_abs();
    }
    totals
}

/// The order of two pages. Equals stand by path, and what has no value stands last, in either direction; the row of
/// other pages after all.
fn compare(a: &Summed, b: &Summed, sort: PageSort, descending: bool) -> Ordering {
    if a.is_other() || b.is_other() {
        return a.is_other().cmp(&b.is_other());
    }
    let directed = |order: Ordering| if descending { order.reverse() } else { order };
    let by = |value: fn(&PageDay) -> i64| directed(value(&a.sums).cmp(&value(&b.sums)));
    let order = match sort {
        PageSort::AiClicks => by(|sums| sums.ai_clicks),
        PageSort::Views => by(|sums| sums.views),
        PageSort::SocialClicks => by(|sums| sums.social_clicks),
        PageSort::QuestionClicks => by(|sums| sums.question_clicks),
        PageSort::AiReferrals => by(|sums| sums.ai_referrals),
        PageSort::Citations => directed(a.citations.cmp(&b.citations)),
        PageSort::Path => directed(a.path.cmp(&b.path)),
        PageSort::ClickRate => match (a.sums.views != 0, b.sums.views != 0) {
            (true, true) => directed(compare_click_rates(&a.sums, &b.sums)),
            (a_has, b_has) => b_has.cmp(&a_has),
        },
        PageSort::LastClickAt => match (a.last_click_at, b.last_click_at) {
            (Some(a), Some(b)) => directed(a.cmp(&b)),
            (a, b) => b.is_some().cmp(&a.is_some()),
        },
    };
    order.then_with(|| a.path.cmp(&b.path))
}

/// Compares clicks by views as fractions, multiplied out so that nothing is rounded.
fn compare_click_rates(a: &PageDay, b: &PageDay) -> Ordering {
    let clicks = |sums: &PageDay| i128::from(sums.ai_clicks + sums.social_clicks + sums.question_clicks);
    (clicks(a) * i128::from(b.views)).cmp(&(clicks(b) * i128::from(a.views)))
}
