//! The types of each message's `data`, for sending and for the OpenAPI document.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::alert_data::NextStep;
use crate::{
    audit::ActorKind,
    citations::citation_change::CitationChange,
    engines::Engine,
    identity::role::Role,
    jobs::JobFailure,
    keys::{KeyRecord, scope::ScopeSet},
    monitors::{
        run::{MonitorRun, RunStatus},
        run_end::RunEnd,
    },
    organizations::ledger::CreditAccount,
    present_fields::every_field_present,
    shared::{
        ids::{AuditId, JobId, KeyId, MonitorId, OrgId, PromptId, RunId, SiteId},
        rfc3339::Moment,
    },
    sites::{Site, visible::VisibleSites},
};

/// `data` of `key.created`, `key.revoked` and `key.expiring`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KeyMessageData", transform = every_field_present)]
pub struct KeyMessageData {
    /// The key.
    pub key: MessageKey,
    /// What to do about a key that expires; null for other events.
    pub next_step: Option<NextStep>,
}

/// `data` of `key.rotated`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KeyRotatedMessageData")]
pub struct KeyRotatedMessageData {
    /// The new key.
    pub key: MessageKey,
    /// The key that the new key replaces.
    pub replaced_key: MessageKey,
}

/// A key, without its secret.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MessageKey", extend("required" = [
    "id", "name", "maskedKey", "scopes", "siteIds", "createdAt", "expiresAt", "revokedAt"
]))]
pub struct MessageKey {
    /// The key's id.
    pub id: KeyId,
    /// The key's name; may be empty.
    pub name: String,
    /// The beginning and the end of the key.
    pub masked_key: String,
    /// The key's scopes.
    pub scopes: ScopeSet,
    /// The only sites that the key may access; null for all.
    #[schemars(with = "Option<Vec<SiteId>>")]
    pub site_ids: VisibleSites,
    /// When the key was created.
    pub created_at: Moment,
    /// When the key expires; null for never.
    pub expires_at: Option<Moment>,
    /// When the key was revoked; null if it was not.
    pub revoked_at: Option<Moment>,
}

impl From<&KeyRecord> for MessageKey {
    fn from(key: &KeyRecord) -> Self {
        Self {
            id: key.id,
            name: key.name.clone(),
            masked_key: key.masked.clone(),
            scopes: key.scopes,
            site_ids: key.site_ids.clone(),
            created_at: Moment(key.created_at),
            expires_at: key.expires_at.map(Moment),
            revoked_at: key.revoked_at.map(Moment),
        }
    }
}

/// `data` of events about what someone changed: `config.published`, `site.created`, `site.deleted`, and those of prompts, rules and
/// members. It contains ids and roles, and no names or addresses.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChangeMessageData", transform = every_field_present)]
pub struct ChangeMessageData {
    /// The action in the audit log.
    pub action: String,
    /// The entry of the audit log.
    pub audit_entry_id: AuditId,
    /// Who changed it.
    pub actor: MessageActor,
    /// What was changed.
    pub targets: Vec<MessageObject>,
    /// The site that the change is about; null for members.
    pub site_id: Option<SiteId>,
    /// The role of the member, after the change; null for other objects.
    pub role: Option<Role>,
    /// The role of the member before the change, if it changed.
    pub previous_role: Option<Role>,
}

/// Who changed something.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MessageActor")]
pub struct MessageActor {
    /// The kind of actor.
    #[serde(rename = "type")]
    pub kind: ActorKind,
    /// The id of the user, the key or the service account; `askline` for the system.
    pub id: String,
}

/// What was changed.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MessageObject")]
pub struct MessageObject {
    /// What it is, such as `site`, `prompt` or `member`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its id.
    pub id: String,
}

/// `data` of `site.installed` and `site.stale`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SiteMessageData", transform = every_field_present)]
pub struct SiteMessageData {
    /// The site.
    pub site: MessageSite,
    /// Why the site is stale; null for `site.installed`.
    pub reason: Option<StaleReason>,
    /// The first day without any event, in the site's time zone, if the reason is `no_views`; null otherwise.
    #[schemars(extend("format" = "date"))]
    pub silent_since: Option<String>,
    /// What to do about a stale site; null for `site.installed`.
    pub next_step: Option<NextStep>,
}

/// Why a site is stale.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StaleReason {
    /// The widget was not seen for seven days.
    NotSeen,
    /// The widget is still loaded, but no views arrive.
    NoViews,
}

/// A site, and when the widget was last seen on it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MessageSite", extend("required" = ["id", "name", "domain", "lastSeenAt", "lastSeenUrl"]))]
pub struct MessageSite {
    /// The site's id.
    pub id: SiteId,
    /// The site's name.
    pub name: String,
    /// The site's domain.
    pub domain: String,
    /// When the widget was last seen.
    pub last_seen_at: Option<Moment>,
    /// The page on which the widget was last seen, without its query.
    pub last_seen_url: Option<String>,
}

impl From<&Site> for MessageSite {
    fn from(site: &Site) -> Self {
        Self {
            id: site.id,
            name: site.name.clone(),
            domain: site.domain.clone(),
            last_seen_at: site.sightings.last_seen_at.map(Moment),
            last_seen_url: site.sightings.last_seen_url.clone(),
        }
    }
}

/// `data` of `prompt.generated`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PromptGeneratedMessageData", extend("required" = [
    "site", "jobId", "model", "createdPromptIds", "updatedPromptIds", "questionsStored"
]))]
pub struct PromptGeneratedMessageData {
    /// The site whose prompts were generated.
    pub site: MessageGeneratedSite,
    /// The id of the generation's job.
    pub job_id: JobId,
    /// The model that wrote the texts; null for the built-in generator.
    #[schemars(with = "Option<String>")]
    pub model: Value,
    /// The ids of prompts that were created.
    #[schemars(with = "Vec<PromptId>")]
    pub created_prompt_ids: Value,
    /// The ids of prompts whose text was replaced.
    #[schemars(with = "Vec<PromptId>")]
    pub updated_prompt_ids: Value,
    /// Whether the suggested questions were stored in the widget's configuration.
    #[schemars(with = "bool")]
    pub questions_stored: Value,
}

/// The site that prompts were generated for.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MessageGeneratedSite")]
pub struct MessageGeneratedSite {
    /// The site's id.
    pub id: SiteId,
    /// The site's name.
    pub name: String,
    /// The site's domain.
    pub domain: String,
}

/// `data` of `credits.low` and `credits.exhausted`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CreditsMessageData", transform = every_field_present)]
pub struct CreditsMessageData {
    /// The organization's credits.
    pub credits: MessageCredits,
    /// The site whose own limit of credits is nearly reached; null if the organization's are meant.
    pub site: Option<MessageSiteCredits>,
    /// What to do.
    pub next_step: Option<NextStep>,
}

/// A site that has a limit of credits.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MessageSiteCredits")]
pub struct MessageSiteCredits {
    /// The site's id.
    pub id: SiteId,
    /// Its name.
    pub name: String,
    /// How many credits work for it may use in a month.
    pub credits_per_month: u32,
    /// How many it used this month, with those that running work has reserved.
    pub credits_used: i64,
}

/// The credits of an organization.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MessageCredits")]
pub struct MessageCredits {
    /// The organization's id.
    pub org_id: OrgId,
    /// The balance.
    pub balance: i64,
    /// Credits that running work has reserved.
    pub reserved: i64,
    /// Credits that new work can use.
    pub available: i64,
    /// The plan's credits per month.
    pub monthly_allowance: i64,
    /// When the current period ends.
    pub period_end: Moment,
}

impl From<&CreditAccount> for MessageCredits {
    fn from(account: &CreditAccount) -> Self {
        Self {
            org_id: account.org_id,
            balance: account.balance,
            reserved: account.reserved,
            available: account.available(),
            monthly_allowance: account.monthly_allowance,
            period_end: Moment(account.period.end()),
        }
    }
}

/// `data` of `citation.run_completed`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RunMessageData")]
pub struct RunMessageData {
    /// The run.
    pub run: MessageRun,
}

/// A monitor run that ended.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MessageRun", extend("required" = [
    "id", "monitorId", "siteId", "query", "status", "failure", "samples", "failed", "citedCount", "creditsUsed",
    "startedAt", "finishedAt"
]))]
pub struct MessageRun {
    /// The run's id.
    pub id: RunId,
    /// The monitor's id.
    pub monitor_id: MonitorId,
    /// The site's id.
    pub site_id: SiteId,
    /// The question that was asked.
    pub query: String,
    /// How the run ended.
    pub status: RunStatus,
    /// Why the run failed; null if it did not.
    pub failure: Option<JobFailure>,
    /// The number of answers.
    pub samples: u32,
    /// The number of requested answers that failed.
    pub failed: u32,
    /// The number of answers that cite the site.
    pub cited_count: u32,
    /// The number of credits charged.
    pub credits_used: u32,
    /// When the run was requested.
    pub started_at: Moment,
    /// When the run ended.
    pub finished_at: Moment,
}

impl MessageRun {
    /// The data of a run that ended at `finished_at`.
    pub fn of(run: &MonitorRun, end: &RunEnd, finished_at: Moment) -> Self {
        Self {
            id: run.id,
            monitor_id: run.monitor_id,
            site_id: run.site_id,
            query: run.plan.question.query.clone(),
            status: end.status(),
            failure: end.failure.clone(),
            samples: end.samples,
            failed: end.failed,
            cited_count: end.cited,
            credits_used: end.credits_used,
            started_at: Moment(run.started_at),
            finished_at,
        }
    }
}

/// `data` of `citation.gained` and `citation.lost`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CitationMessageData", transform = every_field_present)]
pub struct CitationMessageData {
    /// The change.
    pub citation: MessageCitation,
    /// What to do.
    pub next_step: Option<NextStep>,
}

/// A clear change of a citation rate.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MessageCitation", transform = every_field_present)]
pub struct MessageCitation {
    /// The change, as `list_changes` returns it.
    pub change: CitationChange,
    /// The monitor's id; null if the rate of all questions changed.
    pub monitor_id: Option<MonitorId>,
    /// The engine; null if the rate over all engines changed.
    pub engine: Option<Engine>,
    /// The site's id.
    pub site_id: SiteId,
    /// The question that was asked; null if the rate of all questions changed.
    pub query: Option<String>,
    /// The run with which the change became clear.
    pub run_id: RunId,
    /// The site's cited pages, at most 20: after a rise, those in this run; after a fall, those in the latest run of the question
    /// before the change in which the site was cited. Empty after a fall of the rate of all questions.
    pub cited_urls: Vec<String>,
}

/// `data` of `webhook.test`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TestMessageData")]
pub struct TestMessageData {
    /// The id of the tested webhook.
    pub webhook_id: crate::shared::ids::WebhookId,
}
