//! Messages to webhooks: `{ type, timestamp, data }`. They never contain a secret.

pub mod data;
mod manual_changes;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    citations::citation_change::CitationChange,
    keys::KeyRecord,
    monitors::{engine::Engine, failing_engine::FailingEngine, run::MonitorRun, run_end::RunEnd},
    organizations::ledger::CreditAccount,
    shared::{
        ids::{JobId, OrgId, SiteId, WebhookId},
        rfc3339::Moment,
    },
    sites::Site,
    webhooks::{EventName, TEST_MESSAGE},
};
use data::{
    CitationMessageData, CreditsMessageData, FailingMessageData, KeyMessageData, KeyRotatedMessageData,
    MessageCitation, MessageFailingMonitor, MessageGeneratedSite, MessageRun, PromptGeneratedMessageData,
    RunMessageData, SiteMessageData, TestMessageData,
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
        Self::new(key.org_id, name, at, KeyMessageData { key: key.into() })
    }

    /// The event that a key was rotated.
    pub fn of_rotation(new: &KeyRecord, replaced: &KeyRecord, at: Timestamp) -> Self {
        let data = KeyRotatedMessageData { key: new.into(), replaced_key: replaced.into() };
        Self::new(new.org_id, EventName::KeyRotated, at, data)
    }

    /// An event about the installation of the widget on a site.
    pub fn of_site(name: EventName, site: &Site, at: Timestamp) -> Self {
        Self::new(site.org_id, name, at, SiteMessageData { site: site.into() })
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
        Self::new(account.org_id, name, at, CreditsMessageData { credits: account.into() })
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
        let data = FailingMessageData { monitor: MessageFailingMonitor::of(run, (engine, reason), failing) };
        Self::new(org_id, EventName::MonitorFailing, at, data)
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
        change.is_reported().then(|| Self::new(org_id, name, at, CitationMessageData { citation }))
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
