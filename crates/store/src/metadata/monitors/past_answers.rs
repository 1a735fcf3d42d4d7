//! The answers that a run's end is judged by.

use std::collections::{BTreeMap, HashMap};

use askline_app::ports::StoreResult;
use askline_domain::{
    citations::{
        found_changes::{PastAnswers, SITE_HISTORY},
        statistics::{levels::MAX_RUNS, samples::Group},
    },
    engines::Engine,
    monitors::run::{MonitorRun, PlannedEngine, RunQuestion},
};
use jiff::Timestamp;

use super::{new_readings::CountedVersions, run_rows::TABLE};
use crate::sql::{Connection, Row, rows::RowReader, sql};

/// The answers to a monitor's question in its latest runs. The order of rows is the order of runs, even if the clock was set back.
const OF_QUESTION: &str = "SELECT s.run_id, s.monitor_id, s.engine, s.first_ms, s.reading_version, s.samples, s.cited, r.question, \
    r.engines FROM (SELECT rowid AS place, id, question, engines, finished_ms FROM monitor_runs WHERE monitor_id = $1 ORDER BY rowid DESC LIMIT $2) r \
    JOIN answer_sums s ON s.run_id = r.id WHERE s.samples > 0 AND (r.finished_ms IS NOT NULL OR r.id = $3) \
    ORDER BY r.place, s.engine, s.first_ms";
/// The answers to all questions of a site since a moment.
const OF_SITE: &str = "SELECT s.run_id, s.monitor_id, s.engine, s.first_ms, s.reading_version, s.samples, s.cited, r.question, \
    r.engines FROM answer_sums s JOIN monitor_runs r ON r.id = s.run_id WHERE s.site_id = $1 AND s.slot_ms >= $2 AND s.samples > 0 \
    AND (r.finished_ms IS NOT NULL OR r.id = $3) \
    AND s.monitor_id NOT IN (SELECT id FROM monitors WHERE site_id = $1 AND is_removed = 1) \
    ORDER BY s.first_ms, s.run_id, s.engine";

/// The answers to the question of a run in its monitor's latest runs, and the answers to all questions of its site, oldest first.
pub(super) async fn of(
    connection: &mut Connection,
    run: &MonitorRun,
    now: Timestamp,
) -> StoreResult<[Vec<PastAnswers>; 2]> {
    let counted = CountedVersions::of(connection, run.site_id).await?;
    let mut versions = Versions { counted, ..Versions::default() };
    let of_question =
        sql(OF_QUESTION).bind(run.monitor_id).bind(MAX_RUNS as i64).bind(run.id).fetch_all(&mut *connection).await?;
    let of_site =
        sql(OF_SITE).bind(run.site_id).bind(now - SITE_HISTORY).bind(run.id).fetch_all(&mut *connection).await?;
    Ok([together(&of_question, &mut versions)?, together(&of_site, &mut versions)?])
}

/// Adds up the sums of each run, engine and version, which are stored by quarters of an hour.
fn together(rows: &[Row], versions: &mut Versions) -> StoreResult<Vec<PastAnswers>> {
    let mut answers: Vec<PastAnswers> = Vec::new();
    let mut indexes = HashMap::new();
    for row in rows {
        let one = read(row, versions)?;
        match indexes.get(&(one.run, one.engine, one.version)) {
            Some(index) => {
                let known: &mut PastAnswers = &mut answers[*index];
                known.group = known.group.plus(one.group);
            }
            None => {
                indexes.insert((one.run, one.engine, one.version), answers.len());
                answers.push(one);
            }
        }
    }
    Ok(answers)
}

fn read(row: &Row, versions: &mut Versions) -> StoreResult<PastAnswers> {
    let row = RowReader::new(row, TABLE, "run_id");
    let (monitor, engine) = (row.parsed("monitor_id")?, row.parsed("engine")?);
    let reading_version = versions.counted.of_answers(monitor, engine, row.number("reading_version")?);
    Ok(PastAnswers {
        monitor,
        engine,
        run: row.parsed("run_id")?,
        first_at: row.time("first_ms")?,
        group: Group { samples: row.number("samples")?, cited: row.number("cited")? },
        reading_version,
        version: versions.number_of(&row, engine, reading_version)?,
    })
}

/// Numbers for what must be equal in answers that are compared: the question, the model and the rules that read them.
#[derive(Default)]
struct Versions {
    counted: CountedVersions,
    /// Many runs have the same question and plan, so their texts are parsed once.
    questions: HashMap<String, Asked>,
    plans: HashMap<String, BTreeMap<Engine, String>>,
    numbers: HashMap<(Asked, Option<String>, u16), u32>,
}

/// The question, its region and its language.
type Asked = (String, Option<String>, Option<String>);

impl Versions {
    fn number_of(&mut self, row: &RowReader<'_, Row>, engine: Engine, reading_version: u16) -> StoreResult<u32> {
        let (question, plan) = (row.text("question")?, row.text("engines")?);
        if !self.questions.contains_key(&question) {
            let RunQuestion { query, region, language, .. } = row.json("question")?;
            self.questions.insert(question.clone(), (query, region, language));
        }
        if !self.plans.contains_key(&plan) {
            let engines: Vec<PlannedEngine> = row.json("engines")?;
            let models = engines.into_iter().map(|planned| (planned.engine, planned.model));
            self.plans.insert(plan.clone(), models.collect());
        }
        let model = self.plans[&plan].get(&engine).cloned();
        let count = self.numbers.len();
        let key = (self.questions[&question].clone(), model, reading_version);
        Ok(*self.numbers.entry(key).or_insert(u32::try_from(count).unwrap_or(u32::MAX)))
    }
}
