//! Stored answers that a new version of the rules reads again, run by run.
//!
//! A run's answers, their sums and the counts of changed outcomes are stored in one transaction. What is left to do is read from the
//! answers, so the work continues after an interruption, and two servers may do it at the same time.

use std::collections::HashMap;

use askline_app::ports::{
    StoreResult,
    monitors::new_readings::{AnswerReadings, NewReading, RawAnswerToRead, RunToRead},
};
use askline_domain::{
    citations::{answer_reading::Watched, summary::RunAnswers},
    engines::Engine,
    shared::ids::{MonitorId, SiteId},
};
use async_trait::async_trait;

use super::{
    citations::{self, store_reading},
    run_rows::{self, read_run},
    summing,
};
use crate::{
    metadata::{
        MetadataStore,
        changes::{change::Change, scope::Scope},
        sites,
    },
    sql::{Connection, rows::RowReader, sql},
};

const TABLE: &str = "new_readings";

#[async_trait]
impl AnswerReadings for MetadataStore {
    async fn run_to_read_again(&self, version: u16) -> StoreResult<Option<RunToRead>> {
        let mut connection = self.inner.read.acquire().await?;
        // In the order of the index, so that nothing is sorted. A run in progress follows when it has ended.
        let row = sql("SELECT r.*, s.org_id FROM raw_answers a JOIN citations c ON c.id = a.citation_id \
             JOIN monitor_runs r ON r.id = c.run_id JOIN sites s ON s.id = r.site_id \
             WHERE a.read_version < $1 AND r.finished_ms IS NOT NULL ORDER BY a.read_version, a.citation_id LIMIT 1")
        .bind(version)
        .fetch_optional(&mut connection)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let org = RowReader::new(&row, run_rows::TABLE, "id").parsed("org_id")?;
        let run = read_run(&row)?;
        // Nothing is read for a site that is being removed.
        let site = sites::site_of(&mut connection, run.site_id).await?;
        let watched = site.map(|site| Watched::new(&site, &run.plan.question.competitors));
        let mut answers = Vec::new();
        for citation in citations::of_run(&mut connection, run.id).await? {
            let raw = sql("SELECT body, cut, targets FROM raw_answers WHERE citation_id = $1 AND read_version < $2")
                .bind(citation.id)
                .bind(version)
                .fetch_optional(&mut connection)
                .await?;
            let Some(raw) = raw else { continue };
            let raw = RowReader::new(&raw, "raw_answers", "citation_id");
            let (body, cut, targets) = (raw.text("body")?, raw.flag("cut")?, raw.optional_json("targets")?);
            answers.push(RawAnswerToRead { citation, body, cut, targets });
        }
        Ok(Some(RunToRead { org, run, watched, answers }))
    }

    async fn store_new_readings(&self, run: &RunToRead, version: u16, readings: &[NewReading]) -> StoreResult<()> {
        let mut change = self.begin([Scope::Organization(run.org)]).await?;
        let mut is_changed = false;
        for new in readings {
            let marked = sql("UPDATE raw_answers SET read_version = $1 WHERE citation_id = $2 AND read_version < $1")
                .bind(version)
                .bind(new.citation)
                .execute(change.connection())
                .await?;
            // Another server read it in the meantime, or it was removed.
            if marked == 0 {
                continue;
            }
            if let Some((reading, pages)) = &new.reading {
                store_reading(&mut change, new.citation, reading, pages, version).await?;
                count(&mut change, run.run.monitor_id, new, version).await?;
                is_changed = true;
            }
        }
        if is_changed {
            summing::make_again(change.connection(), run.run.id).await?;
        }
        if !has_more(change.connection(), run.run.monitor_id, version).await? {
            sql("UPDATE new_readings SET is_done = 1 WHERE monitor_id = $1 AND to_version = $2 AND is_done = 0")
                .bind(run.run.monitor_id)
                .bind(version)
                .execute(change.connection())
                .await?;
        }
        change.commit_without_notice().await
    }
}

/// Counts an answer that was read again.
async fn count(change: &mut Change, monitor: MonitorId, new: &NewReading, version: u16) -> StoreResult<()> {
    sql("INSERT INTO new_readings (monitor_id, engine, from_version, to_version, answers, changed) \
         VALUES ($1, $2, $3, $4, 1, $5) ON CONFLICT (monitor_id, engine, from_version, to_version) DO UPDATE SET \
         answers = new_readings.answers + 1, changed = new_readings.changed + excluded.changed")
    .bind(monitor)
    .bind(new.engine.as_str())
    .bind(new.from_version)
    .bind(version)
    .bind(new.has_new_outcome)
    .execute(change.connection())
    .await
    .map(|_| ())
}

/// Whether an answer of a monitor is left to be read again. Later runs are looked at first, since earlier ones are read first.
async fn has_more(connection: &mut Connection, monitor: MonitorId, version: u16) -> StoreResult<bool> {
    let left: Option<i64> = sql("SELECT 1 FROM monitor_runs r JOIN citations c ON c.run_id = r.id \
         JOIN raw_answers a ON a.citation_id = c.id WHERE r.monitor_id = $1 AND a.read_version < $2 \
         ORDER BY r.rowid DESC LIMIT 1")
    .bind(monitor)
    .bind(version)
    .optional_value(connection)
    .await?;
    Ok(left.is_some())
}

/// Which versions of the rules count as later ones: those whose answers a later version read again without another outcome.
#[derive(Debug, Default)]
pub(super) struct CountedVersions(HashMap<(MonitorId, Engine, u16), u16>);

impl CountedVersions {
    /// Those of a site.
    pub async fn of(connection: &mut Connection, site: SiteId) -> StoreResult<Self> {
        let rows = sql("SELECT n.monitor_id, n.engine, n.from_version, n.to_version FROM monitors m \
             JOIN new_readings n ON n.monitor_id = m.id \
             WHERE m.site_id = $1 AND n.is_done = 1 AND n.changed = 0 ORDER BY n.monitor_id, n.engine, n.from_version, n.to_version")
        .bind(site)
        .fetch_all(connection)
        .await?;
        let counted = rows.iter().map(|row| {
            let row = RowReader::new(row, TABLE, "monitor_id");
            let from = (row.parsed("monitor_id")?, row.parsed("engine")?, row.number("from_version")?);
            Ok((from, row.number("to_version")?))
        });
        Ok(Self(counted.collect::<StoreResult<_>>()?))
    }

    /// These answers with the version that they count as.
    pub fn counting(&self, answers: RunAnswers) -> RunAnswers {
        let reading_version = self.of_answers(answers.monitor, answers.engine, answers.reading_version);
        RunAnswers { reading_version, ..answers }
    }

    /// The version that answers of a question and engine count as.
    pub fn of_answers(&self, monitor: MonitorId, engine: Engine, mut version: u16) -> u16 {
        while let Some(later) = self.0.get(&(monitor, engine, version)).filter(|later| **later > version) {
            version = *later;
        }
        version
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use askline_domain::shared::ids::Id as _;

    #[test]
    fn versions_count_as_the_latest_that_agrees_with_them_and_never_as_earlier_ones() {
        let (monitor, other) = (MonitorId::from_bits(1), MonitorId::from_bits(2));
        let counted = CountedVersions(
            [((monitor, Engine::Xai, 1), 2), ((monitor, Engine::Xai, 2), 4), ((other, Engine::Xai, 3), 3)].into(),
        );
        let of = |monitor, engine, version| counted.of_answers(monitor, engine, version);
        assert_eq!([1, 2, 3, 4].map(|version| of(monitor, Engine::Xai, version)), [4, 4, 3, 4]);
        assert_eq!((of(monitor, Engine::OpenAi, 1), of(other, Engine::Xai, 1), of(other, Engine::Xai, 3)), (1, 1, 3));
    }
}
