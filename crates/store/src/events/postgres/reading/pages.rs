//! The list of pages, read from one state of the database.

use std::collections::{BTreeMap, HashMap};

use askline_app::ports::StoreResult;
use askline_domain::{
    analytics::{
        page_day::PageDay,
        page_list::{
            Listing, Summed,
            question::{PagesAnswer, PagesQuestion},
        },
        page_orders::{PageNumber, PageOrders},
    },
    events::CounterKind,
    shared::{calendar::Window, ids::SiteId},
};
use futures_util::TryStreamExt as _;
use sqlx::Row as _;

use crate::{
    events::{
        model::counts::LabelFilter,
        postgres::site_key::{SiteKey, key_of},
    },
    sql::{Link, rows::store_error},
};

/// Each page with activity, and its sums. PostgreSQL adds 64-bit integers as 128-bit numbers and passes these between
/// processes, which takes two fifths of the time; as `float8` the sums are exact up to 2^53.
const PAGES: &str =
    "SELECT s.page, p.path, p.title, p.last_click_at, s.views, s.ai_clicks, s.social_clicks, s.question_clicks,
        s.ai_referrals, s.views_without_widget
    FROM (
        SELECT page, sum(views::float8)::bigint AS views, sum(ai_clicks::float8)::bigint AS ai_clicks,
            sum(social_clicks::float8)::bigint AS social_clicks, sum(question_clicks::float8)::bigint AS question_clicks,
            sum(ai_referrals::float8)::bigint AS ai_referrals, sum(views_without_widget::float8)::bigint AS views_without_widget
        FROM event_page_days WHERE site = $1 AND day BETWEEN $2 AND $3 GROUP BY page
    ) s JOIN event_pages p ON p.site = $1 AND p.page = s.page";

/// Like [`PAGES`], but with only the clicks and visits of one platform, network or assistant. Views belong to no
/// platform and are included.
const PAGES_OF_PLATFORM: &str = r#"SELECT s.page, p.path, p.title, p.last_click_at, s.views, coalesce(c.ai_clicks, 0),
        coalesce(c.social_clicks, 0), coalesce(c.question_clicks, 0), coalesce(c.ai_referrals, 0),
        s.views_without_widget
    FROM (
        SELECT page, sum(views::float8)::bigint AS views, sum(views_without_widget::float8)::bigint AS views_without_widget FROM event_page_days
        WHERE site = $1 AND day BETWEEN $2 AND $3 GROUP BY page
    ) s JOIN event_pages p ON p.site = $1 AND p.page = s.page
    LEFT JOIN (
        SELECT page, (sum(value::float8) FILTER (WHERE kind = $4))::bigint AS ai_clicks,
            (sum(value::float8) FILTER (WHERE kind = $5))::bigint AS social_clicks,
            (sum(value::float8) FILTER (WHERE kind = $6))::bigint AS question_clicks,
            (sum(value::float8) FILTER (WHERE kind = $7))::bigint AS ai_referrals
        FROM event_page_counters
        WHERE site = $1 AND day BETWEEN $2 AND $3 AND (
            kind IN ($4, $5, $6) AND label = $8 COLLATE "C"
            OR kind = $7 AND label = $9 COLLATE "C" AND detail = $10 COLLATE "C"
        ) GROUP BY page
    ) c ON c.page = s.page"#;

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

struct Scope<'c> {
    connection: &'c mut Link,
    site: SiteKey,
    window: Window,
}

impl Scope<'_> {
    /// Adds each page with activity in the window, or cited in it, to the list.
    async fn hand_over(&mut self, listing: &mut Listing<'_>, platform: Option<&str>) -> sqlx::Result<()> {
        let text = if platform.is_some() { PAGES_OF_PLATFORM } else { PAGES };
        let mut query = sqlx::query(text).bind(self.site).bind(self.window.from.0).bind(self.window.to.0);
        if let Some(platform) = platform {
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
            listing.add_counted(row.try_get(0)?, (row.try_get(1)?, row.try_get(2)?), row.try_get(3)?, sums);
        }
        drop(rows);
        let uncounted = listing.take_uncounted();
        if !uncounted.is_empty() {
            self.cited_pages(uncounted).await?.into_iter().for_each(|page| listing.add_cited(page));
        }
        Ok(())
    }

    /// Returns pages that are cited and had no activity in the window.
    async fn cited_pages(&mut self, citations: BTreeMap<String, i64>) -> sqlx::Result<Vec<Summed>> {
        let paths: Vec<&String> = citations.keys().collect();
        let rows = sqlx::query(
            r#"SELECT p.path, p.page, p.title, p.last_click_at FROM unnest($2::text[]) AS q (path)
               JOIN event_pages p ON p.site = $1 AND p.path = q.path COLLATE "C""#,
        );
        let mut known = HashMap::new();
        for row in rows.bind(self.site).bind(paths).fetch_all(&mut *self.connection).await? {
            known.insert(row.try_get::<String, _>(0)?, (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?));
        }
        let page = |(path, citations): (String, i64)| {
            let (number, title, last_click_at) = known.remove(&path).unwrap_or_default();
            Summed { number, path, title, last_click_at, sums: PageDay::default(), citations }
        };
        Ok(citations.into_iter().map(page).collect())
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
