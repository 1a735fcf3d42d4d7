//! Counters of single kinds. Several questions are one statement and so see one state of the database.

use std::collections::{BTreeSet, HashMap};

use askline_app::ports::analytics::{Counts, CountsQuestion};
use askline_domain::{
    analytics::filter::{AnalyticsFilter, PageFilter},
    events::{CounterKind, visit_source::VisitKind},
    shared::{calendar::Window, ids::SiteId},
};
use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Row as _, postgres::PgRow};

use crate::{
    events::{
        model::counts::{CounterRow, LabelFilter, SummingUp},
        postgres::site_key::{SiteKey, key_of},
    },
    sql::Link,
};

/// The numbered questions: their kinds in $2, first days in $3, last days in $4.
const ASKED: &str = "unnest($2::smallint[], $3::int[], $4::int[]) WITH ORDINALITY AS q (kind, first, last, number)";

const OF_SITE: &str = "SELECT q.number, c.day, c.label, c.detail, c.value, c.hours
    FROM {asked} CROSS JOIN LATERAL (
        SELECT * FROM event_site_counters c WHERE c.site = $1 AND c.kind = q.kind AND c.day BETWEEN q.first AND q.last
    ) c ORDER BY q.number, c.day";

/// One step per day and page: see the table for its order. Views by device are in the rows of pages and days.
const OF_PAGES: &str = "WITH wanted AS MATERIALIZED (
        SELECT page FROM event_pages WHERE site = $1 AND {wanted}
    )
    SELECT q.number, c.day, c.label, c.detail, c.value, c.hours
    FROM {asked} CROSS JOIN generate_series(q.first, q.last) AS d (day) CROSS JOIN wanted CROSS JOIN LATERAL (
        SELECT c.day, c.label, c.detail, c.value, c.hours FROM event_page_counters c
        WHERE c.site = $1 AND c.day = d.day AND c.page = wanted.page AND c.kind = q.kind
        UNION ALL
        SELECT c.day, device.label, '', device.views, NULL::bytea FROM event_page_days c
            CROSS JOIN LATERAL (VALUES ('phone', phone_views), ('tablet', tablet_views), ('desktop', desktop_views))
                AS device (label, views)
        WHERE q.kind = $6 AND c.site = $1 AND c.day = d.day AND c.page = wanted.page AND device.views > 0
    ) c ORDER BY q.number, c.day";
const PAGE: &str = r#"path = $5::text COLLATE "C""#;
/// The page and those below it, its query parameters and hash routes included: each range ends before the next character.
const FOLDER: &str = r##"(path = $5::text COLLATE "C"
    OR (path >= ($5::text || '/') COLLATE "C" AND path < ($5::text || '0') COLLATE "C")
    OR (path >= ($5::text || '?') COLLATE "C" AND path < ($5::text || '@') COLLATE "C")
    OR (path >= ($5::text || '#') COLLATE "C" AND path < ($5::text || '$') COLLATE "C"))"##;

/// The paths of a site's pages, in their order.
pub(crate) async fn read_page_paths(connection: &mut Link, site: SiteId, limit: u32) -> sqlx::Result<Vec<String>> {
    let paths = r#"SELECT path FROM event_pages WHERE site = $1 ORDER BY path COLLATE "C" LIMIT $2"#;
    sqlx::query_scalar(paths).bind(key_of(site)).bind(i64::from(limit)).fetch_all(connection).await
}

/// Whether a site has a page with this path.
pub(crate) async fn read_knows_page(connection: &mut Link, site: SiteId, path: &str) -> sqlx::Result<bool> {
    let known = r#"SELECT EXISTS (SELECT 1 FROM event_pages WHERE site = $1 AND path = $2 COLLATE "C")"#;
    sqlx::query_scalar(known).bind(key_of(site)).bind(path).fetch_one(connection).await
}

/// Reads the counters that the questions are about.
pub(crate) async fn read_counts(
    connection: &mut Link,
    site: SiteId,
    filter: &AnalyticsFilter,
    questions: &[CountsQuestion],
) -> sqlx::Result<Vec<Counts>> {
    let platform = filter.platform.as_deref();
    // A kind of which no event can match the filter's platform has no counts and is not queried.
    let mut sums: Vec<Option<SummingUp<'_>>> = questions
        .iter()
        .map(|question| LabelFilter::of(question.kind, platform).map(|labels| SummingUp::new(question, labels)))
        .collect();
    let asked: Vec<usize> = (0..questions.len()).filter(|place| sums[*place].is_some()).collect();
    let kinds: Vec<i16> = asked.iter().map(|place| i16::from(questions[*place].kind as u8)).collect();
    let first: Vec<i32> = asked.iter().map(|place| questions[*place].window.from.0).collect();
    let last: Vec<i32> = asked.iter().map(|place| questions[*place].window.to.0).collect();
    let (text, path) = match &filter.page {
        None => (OF_SITE.replace("{asked}", ASKED), None),
        Some(PageFilter::Page(path)) => (OF_PAGES.replace("{asked}", ASKED).replace("{wanted}", PAGE), Some(path)),
        Some(PageFilter::Folder(path)) => (OF_PAGES.replace("{asked}", ASKED).replace("{wanted}", FOLDER), Some(path)),
    };
    let query = sqlx::query(AssertSqlSafe(text)).bind(key_of(site)).bind(kinds).bind(first).bind(last);
    let query = match path {
        None => query,
        Some(path) => query.bind(path).bind(i16::from(CounterKind::DeviceView as u8)),
    };
    let mut rows = query.fetch(connection);
    while let Some(row) = rows.try_next().await? {
        let number = usize::try_from(row.try_get::<i64, _>(0)? - 1).unwrap_or(usize::MAX);
        let place = asked.get(number).and_then(|place| sums.get_mut(*place)?.as_mut());
        if let Some(sum) = place {
            sum.add(counter_row(&row)?);
        }
    }
    Ok(sums.into_iter().map(|sum| sum.map(SummingUp::into_counts).unwrap_or_default()).collect())
}

fn counter_row(row: &PgRow) -> sqlx::Result<CounterRow<'_>> {
    Ok(CounterRow {
        day: row.try_get(1)?,
        label: row.try_get(2)?,
        detail: row.try_get(3)?,
        value: row.try_get(4)?,
        hours: row.try_get(5)?,
    })
}

/// Reads how many asks each site had.
pub(crate) async fn read_asks(connection: &mut Link, windows: &[(SiteId, Window)]) -> sqlx::Result<Vec<i64>> {
    let kinds = [CounterKind::AiClick, CounterKind::QuestionClick].map(|kind| i16::from(kind as u8));
    // Grouped, although each result is one group: otherwise Citus does not send the query to the machines of the sites.
    let rows: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT q.number, counted.asks
         FROM unnest($1::bytea[], $2::int[], $3::int[]) WITH ORDINALITY AS q (site, first, last, number)
         CROSS JOIN LATERAL (
             SELECT sum(c.value)::bigint AS asks FROM event_site_counters c
             WHERE c.site = q.site AND c.kind = ANY ($4) AND c.day BETWEEN q.first AND q.last GROUP BY c.site
         ) counted",
    )
    .bind(windows.iter().map(|(site, _)| key_of(*site)).collect::<Vec<SiteKey>>())
    .bind(windows.iter().map(|(_, window)| window.from.0).collect::<Vec<_>>())
    .bind(windows.iter().map(|(_, window)| window.to.0).collect::<Vec<_>>())
    .bind(kinds)
    .fetch_all(connection)
    .await?;
    let counted: HashMap<i64, i64> = rows.into_iter().collect();
    Ok((1..).zip(windows).map(|(number, _)| counted.get(&number).copied().unwrap_or(0)).collect())
}

/// One step per day and label, since a day has many second labels that are not platforms.
const FIRST_LABELS: &str = "WITH RECURSIVE steps AS (
        (SELECT day, label FROM event_site_counters WHERE site = $1 AND kind = $2 ORDER BY day, label LIMIT 1)
        UNION ALL
        SELECT next.day, next.label FROM steps CROSS JOIN LATERAL (
            SELECT day, label FROM event_site_counters c
            WHERE c.site = $1 AND c.kind = $2 AND (c.day, c.label) > (steps.day, steps.label)
            ORDER BY c.day, c.label LIMIT 1
        ) next
    )
    SELECT DISTINCT label FROM steps";
/// One step per day, and then the second labels of a given first label.
const SECOND_LABELS: &str = r#"WITH RECURSIVE steps AS (
        (SELECT day FROM event_site_counters WHERE site = $1 AND kind = $2 ORDER BY day LIMIT 1)
        UNION ALL
        SELECT next.day FROM steps CROSS JOIN LATERAL (
            SELECT day FROM event_site_counters c WHERE c.site = $1 AND c.kind = $2 AND c.day > steps.day
            ORDER BY c.day LIMIT 1
        ) next
    )
    SELECT DISTINCT c.detail FROM steps JOIN event_site_counters c ON c.day = steps.day
    WHERE c.site = $1 AND c.kind = $2 AND c.label = $3 COLLATE "C""#;

/// Reads every platform, network or assistant that was ever counted.
pub(crate) async fn read_platforms(connection: &mut Link, site: SiteId) -> sqlx::Result<Vec<String>> {
    let key = key_of(site);
    let mut platforms = BTreeSet::new();
    for kind in [CounterKind::AiClick, CounterKind::SocialClick, CounterKind::QuestionClick] {
        let found = sqlx::query_scalar(FIRST_LABELS).bind(key).bind(i16::from(kind as u8));
        platforms.extend(found.fetch_all(&mut *connection).await?);
    }
    let found = sqlx::query_scalar(SECOND_LABELS).bind(key).bind(i16::from(CounterKind::Visit as u8));
    platforms.extend(found.bind(VisitKind::AiAssistant.as_str()).fetch_all(connection).await?);
    // The label of a question that was clicked without a platform.
    platforms.remove("");
    Ok(platforms.into_iter().collect())
}
