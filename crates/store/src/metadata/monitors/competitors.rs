//! What answers say about competitors, summed by run, engine and competitor. It is computed and never stored.

use askline_app::ports::{StoreResult, monitors::CitationFilter};
use askline_domain::{
    citations::summary::{AnswerCounts, CompetitorAnswers},
    shared::ids::SiteId,
};

use super::{citations::TABLE, new_readings::CountedVersions, run_rows::of_run};
use crate::{
    metadata::MetadataStore,
    sql::{Dialects, Row, rows::RowReader, sql},
};

/// The sums over the competitors in citations. Each database reads a field of the JSON differently.
macro_rules! sums_of {
    ($sightings:literal, $before:literal, $flag:literal, $number:literal) => {
        concat!(
            "SELECT c.run_id, MIN(c.monitor_id) AS monitor_id, MIN(c.ran_ms) AS first_ms, c.engine, MIN(c.reading_version) AS reading_version, k.value ->> 'domain' AS domain, ",
            "COUNT(*) AS samples, CAST(SUM(", $before, "'cited'", $flag, ") AS BIGINT) AS cited, ",
            "CAST(SUM(", $before, "'mentioned'", $flag, ") AS BIGINT) AS mentioned, ",
            "CAST(COALESCE(SUM(", $before, "'position'", $number, "), 0) AS BIGINT) AS position_sum, ",
            "CAST(SUM(c.cited + c.competitors_cited) AS BIGINT) AS all_cited ",
            "FROM citations c ", $sightings, " WHERE c.site_id = $1 AND c.ran_ms >= $2 AND c.ran_ms < $3 ",
            "AND ($4 IS NULL OR c.engine = $4) AND ($5 IS NULL OR c.monitor_id = $5) AND c.outcome IS NOT NULL ",
            "AND c.monitor_id NOT IN (SELECT id FROM monitors WHERE site_id = $1 AND is_removed = 1) ",
            "GROUP BY c.run_id, c.engine, k.value ->> 'domain' ORDER BY first_ms, c.run_id, c.engine, domain"
        )
    };
}

pub(super) async fn answers(
    store: &MetadataStore,
    site: SiteId,
    filter: &CitationFilter,
) -> StoreResult<Vec<CompetitorAnswers>> {
    let mut connection = store.inner.read.acquire().await?;
    let counted = CountedVersions::of(&mut connection, site).await?;
    let read = |row: &Row| {
        let CompetitorAnswers { domain, answers } = read(row)?;
        Ok(CompetitorAnswers { domain, answers: counted.counting(answers) })
    };
    sql(Dialects {
        sqlite: sums_of!("JOIN json_each(c.competitors) k", "k.value ->> ", "", ""),
        postgres: sums_of!(
            "CROSS JOIN LATERAL jsonb_array_elements(c.competitors::jsonb) AS k (value)",
            "(k.value ->> ",
            ")::boolean::int",
            ")::bigint"
        ),
    })
    .of(site, filter)
    .all(&mut connection, read)
    .await
}

fn read(row: &Row) -> StoreResult<CompetitorAnswers> {
    let row = RowReader::new(row, TABLE, "run_id");
    let cited: u64 = row.number("cited")?;
    let all: u64 = row.number("all_cited")?;
    let counts = AnswerCounts {
        samples: row.number("samples")?,
        cited,
        mentioned: row.number("mentioned")?,
        competitors_cited: all.saturating_sub(cited),
        position_sum: row.number("position_sum")?,
        ..AnswerCounts::default()
    };
    Ok(CompetitorAnswers { domain: row.text("domain")?, answers: of_run(&row, counts)? })
}
