//! Reads stored answers again when the rules that read answers have changed.

use std::collections::BTreeMap;

use askline_domain::{
    citations::answer_reading::CitedUrl,
    engines::{Engine, answer::EngineAnswer},
};

use crate::ports::{
    StoreError, StoreResult,
    again::again_if_rolled_back,
    monitors::new_readings::{AnswerReadings, NewReading, RawAnswerToRead, RunToRead},
};

/// A stored response of an engine.
#[derive(Debug, Clone, Copy)]
pub struct StoredResponse<'a> {
    /// The engine.
    pub engine: Engine,
    /// The model that answered.
    pub model: &'a str,
    /// The body of the response.
    pub body: &'a str,
    /// Where the redirects among its sources lead; `None` if that was not kept.
    pub targets: Option<&'a BTreeMap<String, String>>,
    /// The pages that its earlier reading found to be retrieved.
    pub consulted: &'a [CitedUrl],
}

/// Reads a stored response. `None` if it cannot be read as it was: it was cut, or it is not known where its redirects lead.
pub type ReadStored = fn(StoredResponse<'_>) -> Option<EngineAnswer>;

/// Reads the answers of the next run again, with version `version` of the rules. Returns whether there was one. May be interrupted and
/// repeated: each run is stored at once.
pub async fn read_next_run_again(store: &dyn AnswerReadings, version: u16, read: ReadStored) -> StoreResult<bool> {
    let Some(run) = store.run_to_read_again(version).await? else { return Ok(false) };
    // Responses of up to a quarter of a megabyte are parsed.
    let reading = move || {
        let readings: Vec<NewReading> = run.answers.iter().map(|answer| read_again(&run, answer, read)).collect();
        (run, readings)
    };
    let (run, readings) =
        tokio::task::spawn_blocking(reading).await.map_err(|error| StoreError::Internal(error.to_string()))?;
    again_if_rolled_back(|| store.store_new_readings(&run, version, &readings)).await?;
    Ok(true)
}

/// An answer that was cut, that failed, or in which the new rules find no answer keeps its reading.
fn read_again(run: &RunToRead, answer: &RawAnswerToRead, read: ReadStored) -> NewReading {
    let citation = &answer.citation;
    let before = citation.reading().filter(|_| !answer.cut);
    let found = before.zip(run.watched.as_ref()).and_then(|(before, watched)| {
        let found = read(StoredResponse {
            engine: citation.engine,
            model: &citation.model,
            body: &answer.body,
            targets: answer.targets.as_ref(),
            consulted: &before.consulted_urls,
        })?;
        let reading = watched.read(&found);
        let pages = watched.pages(&reading.cited_urls);
        Some((before.outcome != reading.outcome, (reading, pages)))
    });
    let (has_new_outcome, reading) = found.map_or((false, None), |(is_new, reading)| (is_new, Some(reading)));
    NewReading {
        citation: citation.id,
        engine: citation.engine,
        from_version: citation.reading_version,
        reading,
        has_new_outcome,
    }
}
