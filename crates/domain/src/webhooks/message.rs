//! Messages to webhooks: `{ type, timestamp, data }`. They never contain a secret.

pub mod alert_data;
pub mod data;
mod manual_changes;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    alerts::day_change::{DayChange, Direction},
    citations::citation_change::CitationChange,
    engines::Engine,
    keys::KeyRecord,
    monitors::{failing_engine::FailingEngine, run::MonitorRun, run_end::RunEnd},
    organizations::ledger::CreditAccount,
    shared::{
        calendar::Day,
        ids::{JobId, OrgId, SiteId, WebhookId},
        rfc3339::Moment,
    },
    sites::{Site, credit_bound::SiteCredits},
    webhooks::{DisabledReason, EventName, TEST_MESSAGE, Webhook},
};
use alert_data::{
    CrawlerRefusedMessageData, FailingMessageData, MessageFailingMonitor, MessageWebhook, NextStep,
    ReferralsMessageData, Refusal, WebhookDisabledMessageData,
};
use data::{
    CitationMessageData, CreditsMessageData, KeyMessageData, KeyRotatedMessageData, MessageCitation,
    MessageGeneratedSite, MessageRun, MessageSiteCredits, PromptGeneratedMessageData, RunMessageData, SiteMessageData,
    StaleReason, TestMessageData,
};

/// How long before the expiration of an API key its organization is notified.
pub const EXPIRY_TOLD_BEFORE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Something that happened in an organization.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The organization.
    pub org_id: OrgId,
    /// The event's name.
    pub name: EventName,
    /// When the event happened.
    pub occurred_at: Timestamp,
    /// The `data` of the message, a JSON object. Contains no secret.
    pub data: Value,
}

impl Event {
    fn new(org_id: OrgId, name: EventName, occurred_at: Timestamp, data: impl Serialize) -> Self {
        Self { org_id, name, occurred_at, data: json!(data) }
    }

    /// An event about a key.
    pub fn of_key(name: EventName, key: &KeyRecord, at: Timestamp) -> Self {
        let next_step = NextStep::of(name, key.org_id, None);
        Self::new(key.org_id, name, at, KeyMessageData { key: key.into(), next_step })
    }

    /// The event that a key was rotated.
    pub fn of_rotation(new: &KeyRecord, replaced: &KeyRecord, at: Timestamp) -> Self {
        let data = KeyRotatedMessageData { key: new.into(), replaced_key: replaced.into() };
        Self::new(new.org_id, EventName::KeyRotated, at, data)
    }

    /// An event about the installation of the widget on a site.
    pub fn of_site(name: EventName, site: &Site, at: Timestamp) -> Self {
        let reason = (name == EventName::SiteStale).then_some(StaleReason::NotSeen);
        let next_step = NextStep::of(name, site.org_id, Some(site.id));
        Self::new(site.org_id, name, at, SiteMessageData { site: site.into(), reason, silent_since: None, next_step })
    }

    /// The event that no views of a site arrive although its widget is loaded.
    pub fn of_missing_views(site: &Site, since: Day, at: Timestamp) -> Self {
        let data = SiteMessageData {
            site: site.into(),
            reason: Some(StaleReason::NoViews),
            silent_since: Some(since.date().to_string()),
            next_step: NextStep::of(EventName::SiteStale, site.org_id, Some(site.id)),
        };
        Self::new(site.org_id, EventName::SiteStale, at, data)
    }

    /// The event that assistants sent clearly more or fewer visits than usual on a day.
    pub fn of_referrals(site: &Site, change: &DayChange, at: Timestamp) -> Self {
        let name = match change.direction {
            Direction::Dropped => EventName::ReferralsDropped,
            Direction::Risen => EventName::ReferralsRisen,
        };
        let next_step = NextStep::of(name, site.org_id, Some(site.id));
        Self::new(
            site.org_id,
            name,
            at,
            ReferralsMessageData { site: site.into(), referrals: change.into(), next_step },
        )
    }

    /// The event that the server of a site began to refuse a crawler.
    pub fn of_refusal(site: &Site, refusal: Refusal, at: Timestamp) -> Self {
        let name = EventName::CrawlerRefused;
        let next_step = NextStep::of(name, site.org_id, Some(site.id));
        let data = CrawlerRefusedMessageData { site: site.into(), crawler: refusal.into(), next_step };
        Self::new(site.org_id, name, at, data)
    }

    /// The event that a failed attempt at `at` disabled a webhook; `before` is the webhook before the attempt.
    pub fn of_disabled_webhook(before: &Webhook, reason: DisabledReason, at: Timestamp) -> Self {
        let name = EventName::WebhookDisabled;
        let next_step = NextStep::of(name, before.org_id, None);
        let webhook = MessageWebhook::disabled(before, reason, at);
        Self::new(before.org_id, name, at, WebhookDisabledMessageData { webhook, next_step })
    }

    /// The event that prompts, questions or proposed rules were generated for a site; `result` is the job's result.
    pub fn of_generation(site: &Site, job: JobId, result: &Value, at: Timestamp) -> Self {
        let data = PromptGeneratedMessageData {
            site: MessageGeneratedSite { id: site.id, name: site.name.clone(), domain: site.domain.clone() },
            job_id: job,
            model: result["model"].clone(),
            created_prompt_ids: result["createdPromptIds"].clone(),
            updated_prompt_ids: result["updatedPromptIds"].clone(),
            questions_stored: result["questionsStored"].clone(),
        };
        Self::new(site.org_id, EventName::PromptGenerated, at, data)
    }

    /// The event that few or no credits are left.
    pub fn of_credits(name: EventName, account: &CreditAccount, at: Timestamp) -> Self {
        let next_step = NextStep::of(name, account.org_id, None);
        Self::new(account.org_id, name, at, CreditsMessageData { credits: account.into(), site: None, next_step })
    }

    /// The event that a site has used most of its own limit of credits.
    pub fn of_site_credits(account: &CreditAccount, site: &Site, credits: SiteCredits, at: Timestamp) -> Self {
        let next_step = NextStep::of(EventName::CreditsLow, account.org_id, Some(site.id));
        let of_site = MessageSiteCredits {
            id: site.id,
            name: site.name.clone(),
            credits_per_month: credits.most,
            credits_used: credits.taken,
        };
        let data = CreditsMessageData { credits: account.into(), site: Some(of_site), next_step };
        Self::new(account.org_id, EventName::CreditsLow, at, data)
    }

    /// The event that a run of a monitor ended.
    pub fn of_run(org_id: OrgId, run: &MonitorRun, end: &RunEnd, at: Timestamp) -> Self {
        let data = RunMessageData { run: MessageRun::of(run, end, Moment(at)) };
        Self::new(org_id, EventName::CitationRunCompleted, at, data)
    }

    /// The event that responses of an engine can no longer be read; `reason` says what is missing.
    pub fn of_failing_engine(
        org_id: OrgId,
        run: &MonitorRun,
        (engine, reason): (Engine, &str),
        failing: &FailingEngine,
        at: Timestamp,
    ) -> Self {
        let monitor = MessageFailingMonitor::of(run, (engine, reason), failing);
        let next_step = NextStep::of(EventName::MonitorFailing, org_id, Some(run.site_id));
        Self::new(org_id, EventName::MonitorFailing, at, FailingMessageData { monitor, next_step })
    }

    /// The event that a citation rate rose or fell; `None` for a change that is part of another, or that an upgrade found.
    /// `cited_urls` are the site's distinct cited pages: after a rise, those in the run that made it clear; after a fall, those in
    /// the latest run before the change in which the site was cited.
    pub fn of_citation_change(
        org_id: OrgId,
        change: &CitationChange,
        cited_urls: &[String],
        at: Timestamp,
    ) -> Option<Self> {
        let name = if change.is_rise() { EventName::CitationGained } else { EventName::CitationLost };
        let citation = MessageCitation {
            change: change.clone(),
            monitor_id: change.monitor_id,
            engine: change.engine,
            site_id: change.site_id,
            query: change.query.clone(),
            run_id: change.clear_run_id,
            cited_urls: cited_urls.to_vec(),
        };
        let next_step = NextStep::of(name, org_id, Some(change.site_id));
        change.is_reported().then(|| Self::new(org_id, name, at, CitationMessageData { citation, next_step }))
    }

    /// The site that the event is about, which its data name: by `siteId` or `site.id`, at the top or in their object.
    pub fn site_id(&self) -> Option<SiteId> {
        let named = |value: &Value| {
            let id = value.get("siteId").or_else(|| value.get("site")?.get("id"));
            id.and_then(Value::as_str)?.parse().ok()
        };
        named(&self.data).or_else(|| self.data.as_object()?.values().find_map(named))
    }

    /// The message's body as JSON.
    pub fn payload(&self) -> String {
        payload(self.name.as_str(), self.occurred_at, &self.data)
    }
}

/// The body of a test message as JSON.
pub fn test_payload(webhook: WebhookId, at: Timestamp) -> String {
    payload(TEST_MESSAGE, at, &json!(TestMessageData { webhook_id: webhook }))
}

fn payload(kind: &str, at: Timestamp, data: &Value) -> String {
    json!({ "type": kind, "timestamp": Moment(at), "data": data }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    #[test]
    fn a_body_has_type_time_and_data_and_nothing_else() {
        let event = Event {
            org_id: OrgId::from_bits(1),
            name: EventName::CreditsLow,
            occurred_at: "2026-06-15T12:00:00Z".parse().expect("a timestamp"),
            data: json!({ "available": 3 }),
        };
        let expected = r#"{"data":{"available":3},"timestamp":"2026-06-15T12:00:00.000Z","type":"credits.low"}"#;
        let body: Value = serde_json::from_str(&event.payload()).expect("JSON");
        assert_eq!(body, serde_json::from_str::<Value>(expected).expect("JSON"));
    }
}
