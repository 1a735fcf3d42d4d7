//! A citation as callers see it.

use askline_app::present_fields::every_field_present;
use askline_domain::{
    citations::{
        Citation, CitationResult, RawAnswer,
        answer_reading::{CitationOutcome, CitedUrl, CompetitorSighting},
    },
    engines::Engine,
    identity::role::Role,
    jobs::JobFailure,
    monitors::run_end::code_of,
    shared::{
        ids::{CitationId, MonitorId, RunId},
        rfc3339::Moment,
    },
};
use schemars::JsonSchema;
use serde::Serialize;

/// Where an engine was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Surface {
    /// Through its API. Its app may answer differently.
    Api,
}

/// Whether there is an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CitationStatus {
    /// The engine answered.
    Succeeded,
    /// The engine did not answer, which says nothing about the site.
    Failed,
}

/// What one answer of one engine says about a site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Citation", transform = every_field_present)]
pub struct CitationView {
    /// Its id.
    pub id: CitationId,
    /// The run in which the engine was asked.
    pub run_id: RunId,
    /// The monitor of the run.
    pub monitor_id: MonitorId,
    /// The question as it was asked.
    pub query: String,
    /// The engine that was asked.
    pub engine: Engine,
    /// The model that answered; for a failure, the requested one.
    pub model: String,
    /// Where it was asked.
    pub surface: Surface,
    /// The number of the sample among the run's samples of this engine, from 1.
    pub sample: u8,
    /// When the answer or the failure arrived.
    pub ran_at: Moment,
    /// The version of the rules that read the answer. Answers of different versions are not compared with each other.
    pub reading_version: u16,
    /// Whether there is an answer.
    pub status: CitationStatus,
    /// Why there is no answer; null if there is one.
    pub failure: Option<JobFailure>,
    /// What the answer says about the site, the first that applies: it links the site (`cited`), the engine read it
    /// (`consulted`), the text names it (`mentioned`), none of these (`absent`). Null without an answer.
    pub outcome: Option<CitationOutcome>,
    /// Whether the engine searched the web for this answer; false without an answer.
    pub searched: bool,
    /// Whether the text contains the site's domain or a brand name.
    pub mentioned: bool,
    /// Whether the text links the site.
    pub cited: bool,
    /// The position of the site's first page among the distinct pages that are cited, from 1; null if it is not cited.
    pub position: Option<u32>,
    /// The distinct cited pages, in their order, at most 100.
    pub cited_urls: Vec<CitedUrl>,
    /// The distinct pages that the engine retrieved, cited or not, in its order, at most 100.
    pub consulted_urls: Vec<CitedUrl>,
    /// One entry for each competitor that the monitor had at that time.
    pub competitors: Vec<CompetitorSighting>,
    /// The answer's text around the first mention or link, otherwise its beginning; at most 500 characters. Null without an answer.
    pub answer_excerpt: Option<String>,
    /// The number of markers such as `[7]` in the text beyond the list of sources that arrived. They are text, and link nothing.
    pub dangling_markers: u32,
    /// The number of searches that the engine bills the operator for the answer, according to its response; 0 if it does not say. Null
    /// for viewers, who do not see costs.
    pub billed_queries: Option<u32>,
    /// The credits that were charged. An engine that gives no answer costs nothing. Null for viewers, who do not see costs.
    pub credits_used: Option<u32>,
}

/// A citation with the engine's raw response.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CitationDetail {
    /// The citation.
    #[serde(flatten)]
    pub citation: CitationView,
    /// The body of the engine's response as received, at most 256 KiB. Null without one, after 90 days, and for
    /// viewers.
    pub raw_answer: Option<String>,
    /// Whether the body was shortened.
    pub raw_answer_truncated: bool,
}

impl From<Citation> for CitationView {
    fn from(citation: Citation) -> Self {
        let (reading, failure) = match citation.result {
            CitationResult::Succeeded(reading) => (Some(reading), None),
            CitationResult::Failed(failure) => (None, Some(JobFailure::new(&code_of(failure.kind), failure.message))),
        };
        let flags = reading.as_ref();
        Self {
            id: citation.id,
            run_id: citation.run_id,
            monitor_id: citation.monitor_id,
            query: citation.query,
            engine: citation.engine,
            model: citation.model,
            surface: Surface::Api,
            sample: citation.sample,
            ran_at: citation.ran_at.into(),
            reading_version: citation.reading_version,
            status: if failure.is_some() { CitationStatus::Failed } else { CitationStatus::Succeeded },
            failure,
            outcome: flags.map(|reading| reading.outcome),
            searched: flags.is_some_and(|reading| reading.searched),
            mentioned: flags.is_some_and(|reading| reading.mentioned),
            cited: flags.is_some_and(|reading| reading.cited),
            position: flags.and_then(|reading| reading.position),
            answer_excerpt: flags.map(|reading| reading.excerpt.clone()),
            dangling_markers: flags.map_or(0, |reading| reading.dangling_markers),
            billed_queries: Some(flags.map_or(0, |reading| reading.billed_queries)),
            credits_used: Some(citation.credits_used),
            cited_urls: flags.map(|reading| reading.cited_urls.clone()).unwrap_or_default(),
            consulted_urls: flags.map(|reading| reading.consulted_urls.clone()).unwrap_or_default(),
            competitors: reading.map(|reading| reading.competitors).unwrap_or_default(),
        }
    }
}

impl CitationView {
    /// The view for a member with this role; `None` is a key.
    pub(super) fn seen_by(self, role: Option<Role>) -> Self {
        let sees_costs = role != Some(Role::Viewer);
        let credits_used = self.credits_used.filter(|_| sees_costs);
        let billed_queries = self.billed_queries.filter(|_| sees_costs);
        Self { credits_used, billed_queries, ..self }
    }
}

impl CitationDetail {
    /// The view for a member with this role; `None` is a key.
    pub(super) fn seen_by(self, role: Option<Role>) -> Self {
        let citation = self.citation.seen_by(role);
        match role {
            Some(Role::Viewer) => Self { citation, raw_answer: None, raw_answer_truncated: false },
            _ => Self { citation, ..self },
        }
    }

    pub(super) fn of(citation: Citation, raw: Option<RawAnswer>) -> Self {
        let raw_answer_truncated = raw.as_ref().is_some_and(|raw| raw.cut);
        Self { citation: citation.into(), raw_answer: raw.map(|raw| raw.text), raw_answer_truncated }
    }
}
