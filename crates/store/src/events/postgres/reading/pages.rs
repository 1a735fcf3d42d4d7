//! The list of pages, read from one state of the database.

use std::collections::{BTreeMap, HashMap};

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
        calendar::{Day, Window},
        ids::SiteId,
    },
};
use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Row as _};

use crate::{
    events::{
        model::counts::LabelFilter,
        postgres::{
            site_key::{SiteKey, key_of},
            weeks::{Parts, rest_of_week},
        },
    },
    sql::{Link, rows::store_error},
};

/// The rows of a window: of its whole weeks ($2 to $3), and of the days before ($4 to $5) and after them ($6 to $7).
/// PostgreSQL adds 64-bit integers as 128-bit numbers, which takes longer; as `float8` sums are exact up to 2^53.
pub(super) const ROWS: &str = "(
        SELECT page, views::float8, ai_clicks::float8, social_clicks::float8, question_clicks::float8, ai_referrals::float8,
            views_without_widget::float8
        FROM event_page_weeks WHERE site = $1 AND week BETWEEN $2 AND $3
        UNION ALL
        SELECT page, views, ai_clicks, social_clicks, question_clicks, ai_referrals, views_without_widget
        FROM event_page_days WHERE site = $1 AND (day BETWEEN $4 AND $5 OR day BETWEEN $6 AND $7)
    ) r";

/// Each page with activity, and its sums.
const PAGES: &str =
    "SELECT s.page, p.path, p.title, p.last_click_at, s.views, s.ai_clicks, s.social_clicks, s.question_clicks,
        s.ai_referrals, s.views_without_widget, coalesce(p.canonical, p.spelling)
    FROM (
        SELECT page, sum(views)::bigint AS views, sum(ai_clicks)::bigint AS ai_clicks,
            sum(social_clicks)::bigint AS social_clicks, sum(question_clicks)::bigint AS question_clicks,
            sum(ai_referrals)::bigint AS ai_referrals, sum(views_without_widget)::bigint AS views_without_widget
        FROM {rows} GROUP BY page
    ) s JOIN event_pages p ON p.site = $1 AND p.page = s.page";

/// Like [`PAGES`], but with only the clicks and visits of one platform, network or assistant. Views belong to no
/// platform and are included.
const PAGES_OF_PLATFORM: &str = r#"SELECT s.page, p.path, p.title, p.last_click_at, s.views, coalesce(c.ai_clicks, 0),
        coalesce(c.social_clicks, 0), coalesce(c.question_clicks, 0), coalesce(c.ai_referrals, 0),
        s.views_without_widget, coalesce(p.canonical, p.spelling)
    FROM (
        SELECT page, sum(views)::bigint AS views, sum(views_without_widget)::bigint AS views_without_widget
        FROM {rows} GROUP BY page
    ) s JOIN event_pages p ON p.site = $1 AND p.page = s.page
    LEFT JOIN (
        SELECT page, (sum(value::float8) FILTER (WHERE kind = $10))::bigint AS ai_clicks,
            (sum(value::float8) FILTER (WHERE kind = $11))::bigint AS social_clicks,
            (sum(value::float8) FILTER (WHERE kind = $12))::bigint AS question_clicks,
            (sum(value::float8) FILTER (WHERE kind = $13))::bigint AS ai_referrals
        FROM event_page_counters
        WHERE site = $1 AND day BETWEEN $8 AND $9 AND (
            kind IN ($10, $11, $12) AND label = $14 COLLATE "C"
            OR kind = $13 AND label = $15 COLLATE "C" AND detail = $16 COLLATE "C"
        ) GROUP BY page
    ) c ON c.page = s.page"#;

/// Whether a site's pages had activity on one of these days.
const HAS_DAYS: &str = "SELECT EXISTS (SELECT 1 FROM event_page_days WHERE site = $1 AND day BETWEEN $2 AND $3)";

/// The platform whose button was clicked most on each page.
const TOP_PLATFORMS: &str = "SELECT DISTINCT ON (page) page, label FROM (
        SELECT c.page, c.label, sum(c.value) AS value
        FROM unnest($2::bigint[]) AS q (page) CROSS JOIN generate_series($4::int, $5::int) AS d (day)
            JOIN event_page_counters c ON c.site = $1 AND c.day = d.day AND c.page = q.page AND c.kind = $3
        GROUP BY c.page, c.label
    ) pressed ORDER BY page, value DESC, label";

/// Answers a question about pages. Reads all of them, and keeps only the first ones in the requested order. `revision`
/// is the site's from before this read.
pub(crate) async fn read_pages(
    connection: &mut Link,
    (site, revision): (SiteId, u64),
    window: Window,
    question: &PagesQuestion,
    orders: &PageOrders,
) -> StoreResult<PagesAnswer> {
    let mut scope = Scope { connection, site: key_of(site), window };
    let platform = question.filter.platform.as_deref();
    let mut listing = Listing::new((site, revision), window, question, orders);
    scope.hand_over(&mut listing, platform).await.map_err(store_error)?;
    let listed = listing.into_listed();
    let mut top = match platform {
        Some(_) => HashMap::new(),
        None => scope.top_platforms(&listed.shown).await.map_err(store_error)?,
    };
    listed.into_answer(platform, |page| Ok(page.number.and_then(|number| top.remove(&number))))
}

pub(super) struct Scope<'c> {
    pub(super) connection: &'c mut Link,
    pub(super) site: SiteKey,
    pub(super) window: Window,
}

impl Scope<'_> {
    /// Adds each page with activity in the window, or cited in it, to the list.
    async fn hand_over(&mut self, listing: &mut Listing<'_>, platform: Option<&str>) -> sqlx::Result<()> {
        let text = if platform.is_some() { PAGES_OF_PLATFORM } else { PAGES }.replace("{rows}", ROWS);
        let mut query = sqlx::query(AssertSqlSafe(text)).bind(self.site);
        let Parts { weeks, before, after } = Parts::of(self.extended_window().await?);
        for range in [weeks, before, after] {
            query = query.bind(*range.start()).bind(*range.end());
        }
        if let Some(platform) = platform {
            query = query.bind(self.window.from.0).bind(self.window.to.0);
            let visits = LabelFilter::of(CounterKind::Visit, Some(platform));
            for kind in [CounterKind::AiClick, CounterKind::SocialClick, CounterKind::QuestionClick, CounterKind::Visit]
            {
                query = query.bind(i16::from(kind as u8));
            }
            query = query
                .bind(platform)
                .bind(visits.and_then(|filter| filter.label))
                .bind(visits.and_then(|filter| filter.detail));
        }
        let mut rows = query.fetch(&mut *self.connection);
        while let Some(row) = rows.try_next().await? {
            let sums = PageDay {
                views: row.try_get(4)?,
                ai_clicks: row.try_get(5)?,
                social_clicks: row.try_get(6)?,
                question_clicks: row.try_get(7)?,
                ai_referrals: row.try_get(8)?,
                views_without_widget: row.try_get(9)?,
                // The list of pages does not show them.
                device_views: [0; 3],
            };
            let words = PageWords { path: row.try_get(1)?, spelling: row.try_get(10)?, title: row.try_get(2)? };
            listing.add_counted(row.try_get(0)?, words, row.try_get(3)?, sums);
        }
        drop(rows);
        let uncounted = listing.take_uncounted();
        if !uncounted.is_empty() {
            self.uncounted_pages(uncounted).await?.into_iter().for_each(|page| listing.add_uncounted(page));
        }
        Ok(())
    }

    /// Extends the window to the end of its last week if there was no activity after it in that week, as in each window
    /// that ends today: the week is then one row for each page.
    pub(super) async fn extended_window(&mut self) -> sqlx::Result<Window> {
        let rest = rest_of_week(self.window.to.0);
        let has_days = sqlx::query_scalar(HAS_DAYS).bind(self.site).bind(*rest.start()).bind(*rest.end());
        let has_days: bool = has_days.fetch_one(&mut *self.connection).await?;
        Ok(if has_days { self.window } else { Window { to: Day(*rest.end()), ..self.window } })
    }

    /// Returns pages that had no activity in the window.
    async fn uncounted_pages(&mut self, pages: BTreeMap<String, Elsewhere>) -> sqlx::Result<Vec<Summed>> {
        let paths: Vec<&String> = pages.keys().collect();
        let rows = sqlx::query(
            r#"SELECT p.path, p.page, p.title, p.last_click_at, coalesce(p.canonical, p.spelling) FROM unnest($2::text[]) AS q (path)
               JOIN event_pages p ON p.site = $1 AND p.path = q.path COLLATE "C""#,
        );
        let mut known = HashMap::new();
        for row in rows.bind(self.site).bind(paths).fetch_all(&mut *self.connection).await? {
            let details = (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
            known.insert(row.try_get::<String, _>(0)?, details);
        }
        let page = |(path, Elsewhere { citations, previous_asks }): (String, Elsewhere)| {
            let (number, title, last_click_at, spelling) = known.remove(&path).unwrap_or_default();
            Summed { number, path, spelling, title, last_click_at, sums: PageDay::default(), citations, previous_asks }
        };
        Ok(pages.into_iter().map(page).collect())
    }

    async fn top_platforms(&mut self, shown: &[Summed]) -> sqlx::Result<HashMap<PageNumber, String>> {
        let pages: Vec<PageNumber> = shown.iter().filter_map(|page| page.number).collect();
        if pages.is_empty() {
            return Ok(HashMap::new());
        }
        let rows = sqlx::query_as(TOP_PLATFORMS)
            .bind(self.site)
            .bind(pages)
            .bind(i16::from(CounterKind::AiClick as u8))
            .bind(self.window.from.0)
            .bind(self.window.to.0);
        Ok(rows.fetch_all(&mut *self.connection).await?.into_iter().collect())
    }
}
