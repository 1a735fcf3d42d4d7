//! Stored clear changes of citation rates.
//!
//! They are written by the change that ends a run, and read by everything that says about a citation rate that it changed.

use std::collections::{BTreeMap, BTreeSet};

use askline_app::ports::{
    StoreError, StoreResult,
    monitors::{ChangeFilter, CitationChangeStore},
};
use askline_domain::{
    board::attention::SiteCitationState,
    citations::{
        change_evidence::ChangeEvidence,
        citation_change::{CURRENT_FOR, CitationChange},
        found_changes::{ChangesBefore, FoundChanges},
    },
    engines::Engine,
    monitors::run::MonitorRun,
    shared::{
        ids::{ChangeId, Id as _, MonitorId, SiteId, first_ulid_at},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{change_evidence, past_answers};
use crate::{
    metadata::MetadataStore,
    sql::{
        Connection, Dialects, Row,
        rows::{RowReader, json_text, page_bound},
        sql,
    },
};

const TABLE: &str = "citation_changes";

/// A statement that selects changes `c` of the site `$2`, or of the list of sites `$2`, each with whether it is current: it became clear
/// after `$1`, no other change ended it, and a monitor that is enabled still asks its question and its engine.
macro_rules! changes {
    (of_site $after:literal) => {
        changes!("", "= $2", "= $2", $after)
    };
    (of_sites $before:literal, $after:literal) => {
        changes!(
            $before,
            "IN (SELECT value FROM json_each($2))",
            "IN (SELECT value FROM jsonb_array_elements_text($2::jsonb) AS s (value))",
            $after
        )
    };
    ($before:literal, $sqlite:literal, $postgres:literal, $after:literal) => {
        Dialects {
            sqlite: selected!(
                $before,
                "EXISTS (SELECT 1 FROM json_each(m.engines) e WHERE e.value = c.engine)",
                $sqlite,
                $after
            ),
            postgres: selected!($before, "jsonb_exists(m.engines::jsonb, c.engine)", $postgres, $after),
        }
    };
}
macro_rules! selected {
    ($before:literal, $asks:literal, $site:literal, $after:literal) => {
        concat!(
            $before,
            "SELECT c.*, CAST(CASE WHEN c.ended_ms IS NULL AND c.clear_ms > $1 AND EXISTS (SELECT 1 FROM monitors m \
             WHERE m.site_id = c.site_id AND m.is_removed = 0 AND m.enabled = 1 \
             AND (c.monitor_id IS NULL OR (m.id = c.monitor_id AND m.query = c.query)) AND (c.engine IS NULL OR ",
            $asks,
            ")) THEN 1 ELSE 0 END AS BIGINT) AS is_current FROM citation_changes c WHERE c.site_id ",
            $site,
            " AND (c.monitor_id IS NULL OR c.monitor_id NOT IN (SELECT id FROM monitors WHERE is_removed = 1))",
            $after
        )
    };
}

/// Changes that became clear since a moment have this id or a larger one.
///
/// The id of a change begins with the time at which it became clear; those of earlier releases with the start of the run that made it
/// clear, which is less than a week earlier.
fn first_id_since(since: Timestamp) -> String {
    const WEEK_MS: i64 = 7 * 24 * 3_600 * 1_000;
    let earliest = Timestamp::from_millisecond(since.as_millisecond().saturating_sub(WEEK_MS));
    ChangeId::from_bits(first_ulid_at(earliest.unwrap_or(Timestamp::UNIX_EPOCH))).to_string()
}

#[async_trait]
impl CitationChangeStore for MetadataStore {
    async fn citation_changes(
        &self,
        site: SiteId,
        filter: &ChangeFilter,
        page: PageRequest,
        now: Timestamp,
    ) -> StoreResult<Page<CitationChange>> {
        // With a filter, only rows of its level and time are read, in the order of an index.
        let statement = sql(match filter.level {
            None => changes!(of_site " AND c.id < $3 AND c.id >= $4 AND c.clear_ms >= $5 ORDER BY c.id DESC LIMIT $6"),
            Some(_) => changes!(
                of_site " AND c.id < $3 AND c.id >= $4 AND c.clear_ms >= $5 AND c.level = $6 ORDER BY c.id DESC LIMIT $7"
            ),
        })
        .bind(now - CURRENT_FOR)
        .bind(site)
        .bind(page_bound::<ChangeId>(page))
        .bind(filter.since.map_or_else(String::new, first_id_since))
        .bind(filter.since.unwrap_or(Timestamp::MIN));
        let statement = match filter.level {
            None => statement,
            Some(level) => statement.bind(level.as_str()),
        };
        statement.page(&self.inner.read, page, read).await
    }

    async fn current_changes(&self, sites: &[SiteId], now: Timestamp) -> StoreResult<Vec<CitationChange>> {
        sql(changes!(of_sites "SELECT * FROM (", " AND c.ended_ms IS NULL AND c.clear_ms > $1) found WHERE is_current = 1 ORDER BY id DESC"))
            .bind(now - CURRENT_FOR)
            .bind(json_text(sites)?)
            .all(&self.inner.read, read)
            .await
    }

    async fn change_evidence(
        &self,
        site: SiteId,
        question: Option<MonitorId>,
        now: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<ChangeEvidence>> {
        change_evidence::of_site(&self.inner.read, site, question, now, limit).await
    }

    async fn standings(&self, sites: &[SiteId], now: Timestamp) -> StoreResult<Vec<SiteCitationState>> {
        let enabled: Vec<SiteId> = sql(Dialects {
            sqlite: "SELECT s.value AS id FROM json_each($1) s \
                     WHERE EXISTS (SELECT 1 FROM monitors WHERE site_id = s.value AND is_removed = 0 AND enabled = 1)",
            postgres: "SELECT s.value AS id FROM jsonb_array_elements_text($1::jsonb) AS s (value) \
                       WHERE EXISTS (SELECT 1 FROM monitors WHERE site_id = s.value AND is_removed = 0 AND enabled = 1)",
        })
        .bind(json_text(sites)?)
        .all(&self.inner.read, |row| RowReader::new(row, "monitors", "id").parsed("id"))
        .await?;
        let mut changes: BTreeMap<SiteId, Vec<CitationChange>> = BTreeMap::new();
        for change in self.current_changes(&enabled, now).await? {
            changes.entry(change.site_id).or_default().push(change);
        }
        let standing = |site_id| SiteCitationState { site_id, changes: changes.remove(&site_id).unwrap_or_default() };
        Ok(enabled.into_iter().map(standing).collect())
    }

    async fn latest_models(&self, run: &MonitorRun, engine: Engine, most: u32) -> StoreResult<Vec<String>> {
        sql("SELECT id, model FROM citations WHERE site_id = $1 AND engine = $2 AND run_id <> $3 AND failure IS NULL \
             ORDER BY id DESC LIMIT $4")
        .bind(run.site_id)
        .bind(engine.as_str())
        .bind(run.id)
        .bind(most)
        .all(&self.inner.read, |row: &Row| RowReader::new(row, "citations", "id").text("model"))
        .await
    }

    async fn changes_before(&self, run: &MonitorRun, now: Timestamp) -> StoreResult<ChangesBefore> {
        let mut connection = self.inner.read.acquire().await?;
        let since: Option<i64> = sql("SELECT 1 FROM citation_watches WHERE site_id = $1")
            .bind(run.site_id)
            .optional_value(&mut connection)
            .await?;
        let known = sql(changes!(of_site " AND c.ended_ms IS NULL ORDER BY c.id"))
            .bind(now - CURRENT_FOR)
            .bind(run.site_id)
            .all(&mut connection, read)
            .await?;
        let [of_question, of_site] = past_answers::of(&mut connection, run, now).await?;
        Ok(ChangesBefore { of_question, of_site, known, is_first_look: since.is_none() })
    }
}

/// Stores what a run found. What was found must have been decided with the latest changes of the site: another run may have stored one
/// since they were read.
pub(super) async fn store(
    connection: &mut Connection,
    run: &MonitorRun,
    found: &FoundChanges,
    known: &[ChangeId],
    at: Timestamp,
) -> StoreResult<()> {
    let site = run.site_id;
    sql("INSERT INTO citation_watches (site_id, since_ms) VALUES ($1, $2) ON CONFLICT (site_id) DO NOTHING")
        .bind(site)
        .bind(at)
        .execute(&mut *connection)
        .await?;
    change_evidence::store(connection, run, found, at).await?;
    if found.new.is_empty() && found.updated.is_empty() {
        return Ok(());
    }
    let now: BTreeSet<ChangeId> = sql("SELECT id FROM citation_changes WHERE site_id = $1 AND ended_ms IS NULL \
         AND (monitor_id IS NULL OR monitor_id NOT IN (SELECT id FROM monitors WHERE is_removed = 1))")
    .bind(site)
    .all(&mut *connection, |row| RowReader::new(row, TABLE, "id").parsed("id"))
    .await?
    .into_iter()
    .collect();
    if now != known.iter().copied().collect() {
        return Err(StoreError::RolledBack("another run of the site stored a change".into()));
    }
    for change in &found.updated {
        sql("UPDATE citation_changes SET strength = $1, part_of = $2, note = $3 WHERE id = $4")
            .bind(change.strength.as_str())
            .bind(change.part_of)
            .bind(change.note.map(|note| note.as_str()))
            .bind(change.id)
            .execute(&mut *connection)
            .await?;
    }
    for change in &found.new {
        insert(connection, change).await?;
    }
    Ok(())
}

/// Stores a change, which ends the previous one of the same rate.
async fn insert(connection: &mut Connection, change: &CitationChange) -> StoreResult<()> {
    sql(
        "UPDATE citation_changes SET ended_ms = $1 WHERE site_id = $2 AND level = $3 AND COALESCE(monitor_id, '') = $4 \
         AND COALESCE(engine, '') = $5 AND ended_ms IS NULL",
    )
    .bind(change.clear_at)
    .bind(change.site_id)
    .bind(change.level.as_str())
    .bind(change.monitor_id.map_or_else(String::new, |id| id.to_string()))
    .bind(change.engine.map_or("", |engine| engine.as_str()))
    .execute(&mut *connection)
    .await?;
    sql("INSERT INTO citation_changes (id, site_id, level, monitor_id, query, engine, direction, first_run_id, first_run_ms, \
         clear_run_id, clear_ms, answers_before, answers_after, strength, reading_version, part_of, note) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)")
    .bind(change.id)
    .bind(change.site_id)
    .bind(change.level.as_str())
    .bind(change.monitor_id)
    .bind(change.query.as_deref())
    .bind(change.engine.map(|engine| engine.as_str()))
    .bind(change.direction.as_str())
    .bind(change.first_run_id)
    .bind(change.first_run_at)
    .bind(change.clear_run_id)
    .bind(change.clear_at)
    .bind(json_text(&change.before)?)
    .bind(json_text(&change.after)?)
    .bind(change.strength.as_str())
    .bind(change.reading_version)
    .bind(change.part_of)
    .bind(change.note.map(|note| note.as_str()))
    .execute(connection)
    .await
    .map(|_| ())
}

fn read(row: &Row) -> StoreResult<CitationChange> {
    let row = RowReader::new(row, TABLE, "id");
    Ok(CitationChange {
        id: row.parsed("id")?,
        site_id: row.parsed("site_id")?,
        level: row.parsed("level")?,
        monitor_id: row.optional_parsed("monitor_id")?,
        query: row.optional_text("query")?,
        engine: row.optional_parsed("engine")?,
        direction: row.parsed("direction")?,
        first_run_id: row.parsed("first_run_id")?,
        first_run_at: row.time("first_run_ms")?,
        clear_run_id: row.parsed("clear_run_id")?,
        clear_at: row.time("clear_ms")?,
        before: row.json("answers_before")?,
        after: row.json("answers_after")?,
        strength: row.parsed("strength")?,
        reading_version: row.number("reading_version")?,
        part_of: row.optional_parsed("part_of")?,
        note: row.optional_parsed("note")?,
        ended_at: row.optional_time("ended_ms")?,
        is_current: row.flag("is_current")?,
    })
}
