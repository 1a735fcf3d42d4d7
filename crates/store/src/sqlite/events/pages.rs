//! The list of pages: summed, searched, ordered and cut, from one snapshot and in bounded memory, however many there are.

mod first_pages;
mod merged_days;

use askline_domain::{
    analytics::PageRow,
    calendar::Window,
    event::CounterKind,
    id::{Id, SiteId},
    ports::{PageTotals, PagesAnswer, PagesQuestion, StoreError, StoreResult},
};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use self::first_pages::{FirstPages, Order};
use super::{
    books::{OTHER_PAGE, PageNumber, SiteNumber},
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

/// Answers a question about pages. Goes through all of them, and keeps those alone that come first.
pub(super) fn read_pages(
    connection: &Connection,
    site: SiteId,
    window: Window,
    question: &PagesQuestion,
) -> StoreResult<PagesAnswer> {
    // A site without events can be cited all the same; NULL is the number of no site.
    let site = site_number(connection, site).map_err(rusqlite_error)?;
    let scope = Scope { connection, site, window };
    let order = Order { by: question.sort, descending: question.descending };
    let (mut offset, limit) = (question.offset as usize, question.limit as usize);
    let mut after = None;
    loop {
        // One more than is shown tells whether there are more.
        let mut first = FirstPages::new(order, after.take(), offset + limit + 1);
        let mut totals = PageTotals::default();
        let take = |page: Summed| {
            add(&mut totals, &page);
            first.offer(page);
        };
        scope.each_matching_page(question, take).map_err(rusqlite_error)?;
        let (mut pages, cut_short) = first.into_sorted();
        if cut_short && offset > 0 && pages.len() < offset + limit {
            // More are to be passed over than can be kept at once: these are, and then those after them come first.
            pages.truncate(offset);
            offset -= pages.len();
            after = pages.pop();
            continue;
        }
        let mut shown = pages.into_iter().skip(offset);
        let rows: Vec<PageRow> = shown.by_ref().take(limit).map(|page| scope.row(page)).collect::<StoreResult<_>>()?;
        let has_more = shown.next().is_some() || (cut_short && rows.len() < limit);
        return Ok(PagesAnswer { totals, rows, has_more });
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
    /// Hands over each page with activity in the window, or cited in it, that the question is about, in no order.
    fn each_matching_page(&self, question: &PagesQuestion, mut take: impl FnMut(Summed)) -> rusqlite::Result<()> {
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

/// Adds a page to the totals; the row of other pages is no page.
fn add(totals: &mut PageTotals, page: &Summed) {
    totals.pages += u64::from(!page.is_other());
    // A counter is never negative.
    totals.views += page.sums.views.unsigned_abs();
    totals.ai_clicks += page.sums.ai_clicks.unsigned_abs();
    totals.social_clicks += page.sums.social_clicks.unsigned_abs();
    totals.question_clicks += page.sums.question_clicks.unsigned_abs();
}
