//! The `data` of messages that are alerts, and what each says to do.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    alerts::day_change::DayChange,
    citations::summary::four_digits,
    engines::Engine,
    logs::purpose::ReadPurpose,
    monitors::{failing_engine::FailingEngine, run::MonitorRun},
    present_fields::every_field_present,
    shared::{
        calendar::Day,
        ids::{MonitorId, OrgId, RunId, SiteId, WebhookId},
        rfc3339::Moment,
    },
    sites::Site,
    webhooks::{DisabledReason, EventName, Webhook},
};

/// What to do about an alert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "MessageNextStep")]
pub struct NextStep {
    /// What to do, in one sentence.
    pub text: String,
    /// The page of the dashboard for it, as a path on this instance, such as `/sites/site_…/crawlers`.
    pub path: String,
}

impl NextStep {
    /// The next step after an event; `None` if the event is no alert.
    pub fn of(event: EventName, org: OrgId, site: Option<SiteId>) -> Option<Self> {
        let advice = crate::webhooks::next_step::advice(event)?;
        Some(Self { text: advice.english.to_owned(), path: advice.page.path(org, site) })
    }
}

/// A site that an alert is about.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MessageAlertSite")]
pub struct MessageAlertSite {
    /// Its id.
    pub id: SiteId,
    /// Its name.
    pub name: String,
    /// Its domain.
    pub domain: String,
}

impl From<&Site> for MessageAlertSite {
    fn from(site: &Site) -> Self {
        Self { id: site.id, name: site.name.clone(), domain: site.domain.clone() }
    }
}

/// `data` of `referrals.dropped` and `referrals.risen`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReferralsMessageData", transform = every_field_present)]
pub struct ReferralsMessageData {
    /// The site.
    pub site: MessageAlertSite,
    /// The day, and what was expected.
    pub referrals: MessageReferrals,
    /// What to do.
    pub next_step: Option<NextStep>,
}

/// The visits from assistants on a day that is not as usual.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MessageReferrals")]
pub struct MessageReferrals {
    /// The day, in the site's time zone.
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// The visits that assistants sent on that day.
    pub visits: i64,
    /// The mean of the same weekday in the eight weeks before.
    pub expected: f64,
}

impl From<&DayChange> for MessageReferrals {
    fn from(change: &DayChange) -> Self {
        Self { date: change.day.date().to_string(), visits: change.visits, expected: four_digits(change.expected) }
    }
}

/// A crawler that the server of a site began to refuse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The crawler's name.
    pub crawler: String,
    /// Who runs it, if that is known.
    pub maker: Option<String>,
    /// What it reads for.
    pub purpose: ReadPurpose,
    /// The first of the latest days on which it was refused.
    pub since: Day,
    /// Its requests on these days.
    pub requests: u64,
    /// How many of them were refused or failed.
    pub refused: u64,
}

/// `data` of `crawler.refused`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CrawlerRefusedMessageData", transform = every_field_present)]
pub struct CrawlerRefusedMessageData {
    /// The site.
    pub site: MessageAlertSite,
    /// The crawler.
    pub crawler: MessageRefusedCrawler,
    /// What to do.
    pub next_step: Option<NextStep>,
}

/// An AI crawler that the server refuses.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MessageRefusedCrawler", transform = every_field_present)]
pub struct MessageRefusedCrawler {
    /// The crawler's name.
    pub name: String,
    /// Who runs it; null if that is not known.
    pub maker: Option<String>,
    /// What it reads for: `search` or `user`.
    pub purpose: ReadPurpose,
    /// The first of the latest days on which it was refused, in the site's time zone.
    #[schemars(extend("format" = "date"))]
    pub refused_since: String,
    /// Its requests on these days, without refuted ones.
    pub requests: u64,
    /// How many of these requests the server refused (401, 403, 429, 451) or could not answer (5xx).
    pub refused: u64,
}

impl From<Refusal> for MessageRefusedCrawler {
    fn from(Refusal { crawler, maker, purpose, since, requests, refused }: Refusal) -> Self {
        Self { name: crawler, maker, purpose, refused_since: since.date().to_string(), requests, refused }
    }
}

/// `data` of `webhook.disabled`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookDisabledMessageData", transform = every_field_present)]
pub struct WebhookDisabledMessageData {
    /// The webhook.
    pub webhook: MessageWebhook,
    /// What to do.
    pub next_step: Option<NextStep>,
}

/// A webhook that the service disabled.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MessageWebhook")]
pub struct MessageWebhook {
    /// The webhook's id.
    pub id: WebhookId,
    /// The scheme, host and port of its URL. The rest may be secret.
    pub origin: String,
    /// The webhook's description; may be empty.
    pub description: String,
    /// Why it was disabled.
    pub disabled_reason: DisabledReason,
    /// The number of failed attempts since the last success.
    pub consecutive_failures: u32,
    /// When the first of these attempts failed.
    pub failing_since: Moment,
}

impl MessageWebhook {
    /// The data of a webhook that a failed attempt at `at` disables.
    pub fn disabled(before: &Webhook, reason: DisabledReason, at: Timestamp) -> Self {
        Self {
            id: before.id,
            origin: before.origin(),
            description: before.description.clone(),
            disabled_reason: reason,
            consecutive_failures: before.consecutive_failures.saturating_add(1),
            failing_since: Moment(before.failing_since.unwrap_or(at)),
        }
    }
}

/// `data` of `monitor.failing`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "FailingMessageData", transform = every_field_present)]
pub struct FailingMessageData {
    /// The monitor with whose run it was noticed.
    pub monitor: MessageFailingMonitor,
    /// What to do.
    pub next_step: Option<NextStep>,
}

/// An engine whose responses can no longer be read, and the run with which it was noticed.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MessageFailingMonitor", transform = every_field_present)]
pub struct MessageFailingMonitor {
    /// The monitor's id.
    pub id: MonitorId,
    /// The site's id.
    pub site_id: SiteId,
    /// The question that was asked.
    pub query: String,
    /// The run's id.
    pub run_id: RunId,
    /// The engine.
    pub engine: Engine,
    /// The number of the engine's latest requests for the site that are compared: those of at least 20 requests, of all monitors.
    pub requests: u64,
    /// The number of these whose response could not be read. They count in no rate.
    pub unreadable_count: u64,
    /// Their share of `requests`, between 0 and 1.
    pub unreadable_rate: f64,
    /// The share before this run; null if the engine was not asked before.
    pub previous_unreadable_rate: Option<f64>,
    /// What was missing in a response of this run.
    pub reason: String,
}

impl MessageFailingMonitor {
    /// The data of an engine that began to fail with this run.
    pub fn of(run: &MonitorRun, (engine, reason): (Engine, &str), failing: &FailingEngine) -> Self {
        Self {
            id: run.monitor_id,
            site_id: run.site_id,
            query: run.plan.question.query.clone(),
            run_id: run.id,
            engine,
            requests: failing.now.requests,
            unreadable_count: failing.now.unreadable,
            unreadable_rate: four_digits(failing.now.rate()),
            previous_unreadable_rate: failing.before.map(|before| four_digits(before.rate())),
            reason: reason.to_owned(),
        }
    }
}
