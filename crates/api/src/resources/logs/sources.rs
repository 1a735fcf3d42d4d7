//! Sources of logs. A plaintext token appears only in the response that creates it.

use askline_app::{logs, ports::logs::crawler_reads::SourceState, present_fields::every_field_present};
use askline_domain::{
    logs::source::{
        LogSource, SourceSettings,
        input::{LogSourceEdit, NewLogSource},
    },
    shared::{
        ids::{LogSourceId, OrgId, SiteId},
        rfc3339::Moment,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    pipeline::handling::{ApiError, Call, Input, Items, Json, Nothing, Reply, SiteAccess},
    resources::sites::Deleted,
};

/// A source of logs, and what it sent.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LogSource", transform = every_field_present)]
pub struct LogSourceView {
    /// Its id.
    pub id: LogSourceId,
    /// The site whose lines it sends.
    pub site_id: SiteId,
    /// Its settings.
    #[serde(flatten)]
    pub settings: SourceSettings,
    /// Whether each batch must have the signature of a drain's secret.
    pub has_drain_secret: bool,
    /// Enough to recognize the token by: `lg_9fKq…x7Zb`.
    pub masked_token: String,
    /// When it was created.
    pub created_at: Moment,
    /// What it sent.
    pub state: SourceStateView,
}

/// What a source sent since it was created.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LogSourceState", transform = every_field_present)]
pub struct SourceStateView {
    /// The requests, and the lines that could not be read.
    pub lines: u64,
    /// The reads of crawlers that were counted.
    pub kept: u64,
    /// The lines that could not be read.
    pub unreadable: u64,
    /// The requests for hosts that are not the site's.
    pub other_hosts: u64,
    /// The requests that were in the future, or older than a year.
    pub out_of_range: u64,
    /// The time of the latest line; null before the first one.
    pub last_line_at: Option<Moment>,
    /// When the latest batch arrived; null before the first one.
    pub last_batch_at: Option<Moment>,
}

/// A source with its new token.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CreatedLogSource {
    /// The source.
    pub source: LogSourceView,
    /// The token itself, shown only once; null if the response repeats an earlier one with the same `Idempotency-Key`.
    pub token: Option<String>,
}

/// The source in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogSourcePath {
    /// Its id.
    pub source_id: LogSourceId,
}

impl LogSourceView {
    fn of(source: LogSource, state: SourceState) -> Self {
        Self {
            id: source.id,
            site_id: source.site_id,
            settings: source.settings,
            has_drain_secret: source.has_drain_secret,
            masked_token: source.masked,
            created_at: source.created_at.into(),
            state: SourceStateView {
                lines: state.lines,
                kept: state.kept,
                unreadable: state.unreadable,
                other_hosts: state.other_hosts,
                out_of_range: state.out_of_range,
                last_line_at: state.last_line_at.map(Moment),
                last_batch_at: state.last_batch_at.map(Moment),
            },
        }
    }
}

/// `GET /logs/:siteId/sources`
pub async fn list_log_sources(call: Call<SiteAccess>, _: Input) -> Result<Reply<Items<LogSourceView>>, ApiError> {
    let (ports, site) = (call.app.ports(), call.tenant.site.site.id);
    let sources = ports.log_sources.log_sources(site).await?;
    let states = ports.crawler_reads.source_states(site).await?;
    let state = |source: &LogSource| states.get(&source.id).copied().unwrap_or_default();
    let items = sources.into_iter().map(|source| (state(&source), source));
    Ok(Reply::new(Items { items: items.map(|(state, source)| LogSourceView::of(source, state)).collect() }))
}

/// `POST /logs/:siteId/sources`
pub async fn create_log_source(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<NewLogSource>>,
) -> Result<Reply<CreatedLogSource>, ApiError> {
    let of = (call.tenant.organization.id, call.tenant.site.site.id);
    let made = logs::create(&*call.app.ports().log_sources, of, input.body.0, &call.audit_context()).await?;
    shown_once(made, SourceState::default())
}

/// `PATCH /logs/:siteId/sources/:sourceId`
pub async fn update_log_source(
    call: Call<SiteAccess>,
    input: Input<LogSourcePath, Nothing, Json<LogSourceEdit>>,
) -> Result<Reply<LogSourceView>, ApiError> {
    let (of, Json(edit)) = (named(&call, input.path.source_id), input.body);
    let source = logs::update(&*call.app.ports().log_sources, of, edit, &call.audit_context()).await?;
    let state = state_of(&call, source.id).await?;
    Ok(Reply::new(LogSourceView::of(source, state)))
}

/// `POST /logs/:siteId/sources/:sourceId/rotate`
pub async fn rotate_log_source(
    call: Call<SiteAccess>,
    input: Input<LogSourcePath>,
) -> Result<Reply<CreatedLogSource>, ApiError> {
    let of = named(&call, input.path.source_id);
    let made = logs::rotate(&*call.app.ports().log_sources, of, &call.audit_context()).await?;
    let state = state_of(&call, made.source.id).await?;
    shown_once(made, state)
}

/// `DELETE /logs/:siteId/sources/:sourceId`
pub async fn delete_log_source(
    call: Call<SiteAccess>,
    input: Input<LogSourcePath>,
) -> Result<Reply<Deleted>, ApiError> {
    let id = input.path.source_id;
    logs::delete(&*call.app.ports().log_sources, named(&call, id), &call.audit_context()).await?;
    Ok(Reply::new(Deleted::of(id)))
}

fn named(call: &Call<SiteAccess>, source: LogSourceId) -> (OrgId, SiteId, LogSourceId) {
    (call.tenant.organization.id, call.tenant.site.site.id, source)
}

async fn state_of(call: &Call<SiteAccess>, source: LogSourceId) -> Result<SourceState, ApiError> {
    let states = call.app.ports().crawler_reads.source_states(call.tenant.site.site.id).await?;
    Ok(states.get(&source).copied().unwrap_or_default())
}

fn shown_once(made: logs::MadeLogSource, state: SourceState) -> Result<Reply<CreatedLogSource>, ApiError> {
    let source = LogSourceView::of(made.source, state);
    let created = CreatedLogSource { source, token: Some(made.token.expose().to_owned()) };
    let repeated = CreatedLogSource { token: None, ..created.clone() };
    let repeated = serde_json::to_value(repeated).map_err(ApiError::internal)?;
    Ok(Reply::new(created).no_store().replayed_as(repeated))
}
