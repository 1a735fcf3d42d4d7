//! The list of pages, read from one snapshot.

pub(crate) mod asks;
mod merged_days;

use askline_app::ports::StoreResult;
use askline_domain::{
    analytics::{
        page_day::PageDay,
        page_list::{
            Elsewhere, Listing, PageWords, Summed,
            question::{PagesAnswer, PagesQuestion},
        },
        page_orders::{PageNumber, PageOrders},
    },
    events::CounterKind,
    shared::{
        calendar::Window,
        ids::{Id, SiteId},
    },
};
use rusqlite::{Connection, OptionalExtension, params};

use crate::{events::model::stored::SiteNumber, sql::rows::rusqlite_error};

/// Answers a question about pages. Reads all of them, and keeps only the first ones in the requested order. `revision`
/// is the site's from before this read.
pub(crate) fn read_pages(
    connection: &Connection,
    (site, revision): (SiteId, u64),
    window: Window,
    question: &PagesQuestion,
    orders: &PageOrders,
) -> StoreResult<PagesAnswer> {
    // A site without events can still be cited; NULL matches no site's number.
    let number = site_number(connection, site).map_err(rusqlite_error)?;
    let scope = Scope { connection, site: number, window };
    let platform = question.filter.platform.as_deref();
    let mut listing = Listing::new((site, revision), window, question, orders);
    scope.hand_over(&mut listing, platform).map_err(rusqlite_error)?;
    let most_pressed = |page: &Summed| scope.top_platform(page.number).map_err(rusqlite_error);
    listing.into_listed().into_answer(platform, most_pressed)
}

/// Returns the number of a site, if it ever had events.
pub(crate) fn site_number(connection: &Connection, site: SiteId) -> rusqlite::Result<Option<SiteNumber>> {
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
    /// Adds each page with activity in the window, or cited in it, to the list; if changes are listed, those of the previous window as well.
    fn hand_over(&self, listing: &mut Listing<'_>, platform: Option<&str>) -> rusqlite::Result<()> {
        let mut find = self.connection.prepare_cached(
            "SELECT path, title, last_click_at, coalesce(canonical, spelling) FROM pages WHERE id = ?1",
        )?;
        merged_days::each_page(self.connection, self.site, self.window, platform, |number, sums| {
            find.query_row([number], |row| {
                let words = PageWords {
                    path: row.get_ref(0)?.as_str()?,
                    spelling: row.get_ref(3)?.as_str_or_null()?,
                    title: row.get_ref(1)?.as_str_or_null()?,
                };
                listing.add_counted(number, words, row.get(2)?, sums);
                Ok(())
            })
        })?;
        for (path, known) in listing.take_uncounted() {
            listing.add_uncounted(self.uncounted_page(path, known)?);
        }
        Ok(())
    }

    /// Reads a page that had no activity in the window.
    fn uncounted_page(
        &self,
        path: String,
        Elsewhere { citations, previous_asks }: Elsewhere,
    ) -> rusqlite::Result<Summed> {
        let known = self
            .connection
            .prepare_cached(
                "SELECT id, title, last_click_at, coalesce(canonical, spelling) FROM pages WHERE site = ?1 AND path = ?2",
            )?
            .query_row(params![self.site, path], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
            .optional()?;
        let (number, title, last_click_at, spelling) = known.unwrap_or_default();
        Ok(Summed { number, path, spelling, title, last_click_at, sums: PageDay::default(), citations, previous_asks })
    }

    /// Reads the platform whose button was clicked most on the page, regardless of the filter.
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
