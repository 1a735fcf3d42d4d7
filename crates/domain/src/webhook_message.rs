//! Messages to webhooks: `{ type, timestamp, data }`. Built here from the domain's types; never contain a secret.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::{
    api_key::KeyRecord,
    citations::run_change::RunChange,
    id::{JobId, OrgId, WebhookId},
    ledger::CreditAccount,
    moment::Moment,
    monitor_run::{MonitorRun, RunEnd},
    site::Site,
    webhook::{EventName, TEST_MESSAGE},
};

/// How long before a key expires its owner is notified.
pub const EXPIRY_TOLD_BEFORE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Something that happened in an organization.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The organization.
    pub org_id: OrgId,
    /// The event's name.
    pub name: EventName,
    /// The time.
    pub occurred_at: Timestamp,
    /// The subject: an object. Contains no secret.
    pub data: Value,
}

impl Event {
    /// Something that happened to a key.
    pub fn of_key(name: EventName, key: &KeyRecord, at: Timestamp) -> Self {
        Self { org_id: key.org_id, name, occurred_at: at, data: json!({ "key": shown_key(key) }) }
    }

    /// A key was replaced.
    pub fn of_rotation(new: &KeyRecord, replaced: &KeyRecord, at: Timestamp) -> Self {
        let data = json!({ "key": shown_key(new), "replacedKey": shown_key(replaced) });
        Self { org_id: new.org_id, name: EventName::KeyRotated, occurred_at: at, data }
    }

    /// The installation of a site changed.
    pub fn of_site(name: EventName, site: &Site, at: Timestamp) -> Self {
        let seen = &site.sightings;
        let data = json!({ "site": {
            "id": site.id,
            "name": site.name,
            "domain": site.domain,
            "lastSeenAt": seen.last_seen_at.map(Moment),
            "lastSeenUrl": seen.last_seen_url,
        } });
        Self { org_id: site.org_id, name, occurred_at: at, data }
    }

    /// Prompts and questions were generated for a site; `result` is that of the job.
    pub fn of_generation(site: &Site, job: JobId, result: &Value, at: Timestamp) -> Self {
        let data = json!({
            "site": { "id": site.id, "name": site.name, "domain": site.domain },
            "jobId": job,
            "model": result["model"],
            "createdPromptIds": result["createdPromptIds"],
            "updatedPromptIds": result["updatedPromptIds"],
            "questionsStored": result["questionsStored"],
        });
        Self { org_id: site.org_id, name: EventName::PromptGenerated, occurred_at: at, data }
    }

    /// Few or no credits are left.
    pub fn of_credits(name: EventName, account: &CreditAccount, at: Timestamp) -> Self {
        let data = json!({ "credits": {
            "orgId": account.org_id,
            "balance": account.balance,
            "reserved": account.reserved,
            "available": account.available(),
            "monthlyAllowance": account.monthly_allowance,
            "periodEnd": Moment(account.period.end()),
        } });
        Self { org_id: account.org_id, name, occurred_at: at, data }
    }

    /// A run of a monitor ended.
    pub fn of_run(org_id: OrgId, run: &MonitorRun, end: &RunEnd, at: Timestamp) -> Self {
        let data = json!({ "run": {
            "id": run.id,
            "monitorId": run.monitor_id,
            "siteId": run.site_id,
            "query": run.plan.question.query,
            "status": end.status(),
            "failure": end.failure,
            "samples": end.samples,
            "failed": end.failed,
            "citedCount": end.cited,
            "creditsUsed": end.credits_used,
            "startedAt": Moment(run.started_at),
            "finishedAt": Moment(at),
        } });
        Self { org_id, name: EventName::CitationRunCompleted, occurred_at: at, data }
    }

    /// It became clear that an engine cites a site more often, or less; `cited_urls` are the site's cited pages: in
    /// this run after a gain, in the latest one before a loss, each once.
    pub fn of_citation_change(
        org_id: OrgId,
        run: &MonitorRun,
        change: &RunChange,
        cited_urls: &[String],
        at: Timestamp,
    ) -> Option<Self> {
        let name = if change.told()? { EventName::CitationGained } else { EventName::CitationLost };
        let mut citation = json!(change);
        for (field, value) in [
            ("monitorId", json!(run.monitor_id)),
            ("siteId", json!(run.site_id)),
            ("query", json!(run.plan.question.query)),
            ("runId", json!(run.id)),
            ("citedUrls", json!(cited_urls)),
        ] {
            citation[field] = value;
        }
        Some(Self { org_id, name, occurred_at: at, data: json!({ "citation": citation }) })
    }

    /// The body of the message.
    pub fn payload(&self) -> String {
        payload(self.name.as_str(), self.occurred_at, &self.data)
    }
}

/// The body of a test.
pub fn test_payload(webhook: WebhookId, at: Timestamp) -> String {
    payload(TEST_MESSAGE, at, &json!({ "webhookId": webhook }))
}

fn payload(kind: &str, at: Timestamp, data: &Value) -> String {
    json!({ "type": kind, "timestamp": Moment(at), "data": data }).to_string()
}

fn shown_key(key: &KeyRecord) -> Value {
    json!({
        "id": key.id,
        "name": key.name,
        "maskedKey": key.masked,
        "scopes": key.scopes,
        "siteIds": key.site_ids,
        "createdAt": Moment(key.created_at),
        "expiresAt": key.expires_at.map(Moment),
        "revokedAt": key.revoked_at.map(Moment),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Id as _;

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
