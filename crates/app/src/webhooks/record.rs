//! Records an attempt at a delivery, and disables a webhook that failed too long.

use askline_domain::{
    audit::context::AuditContext,
    jobs::JobLease,
    shared::ids::OrgId,
    webhooks::{Attempt, Webhook, message::Event},
};
use jiff::Timestamp;
use serde_json::json;

use crate::ports::{
    StoreResult,
    change::{Change, Scope},
    webhooks::{AttemptReport, WebhookStore},
};

/// Stores the result of an attempt, and ends the attempt of its job. Returns false, with nothing stored, if the lease was lost. A
/// success ends the webhook's failures. The webhook is disabled by the twentieth failure in a row or a later one, if the first is
/// at least a day old, and by a receiver that answers 410. Failed tests do not count, and a day without a failure starts the count
/// again.
pub async fn record(
    webhooks: &dyn WebhookStore,
    lease: JobLease,
    org: OrgId,
    report: &AttemptReport,
) -> StoreResult<bool> {
    let (status, outcome) = report.result();
    let mut change = webhooks.begin(&[Scope::Organization(org)]).await?;
    if !change.end_try(lease, &outcome, report.at).await? {
        return Ok(false);
    }
    if let Some((id, event)) = change.put_attempt(report, status).await?
        && let Some(webhook) = change.webhook(org, id).await?
        && let Some(attempt) = &report.attempt
    {
        count(&mut *change, webhook, &event, attempt, report.at).await?;
    }
    change.commit_without_notice().await?;
    Ok(true)
}

/// Counts an attempt, and disables the webhook if it failed too long.
async fn count(
    change: &mut dyn Change,
    webhook: Webhook,
    event: &str,
    attempt: &Attempt,
    at: Timestamp,
) -> StoreResult<()> {
    if !webhook.enabled && !attempt.succeeded() {
        return Ok(());
    }
    let before = change.failures(webhook.id).await?;
    let (after, reason) = before.after(event, attempt, at);
    if after != before {
        change.put_failures(webhook.id, &after).await?;
    }
    let Some(reason) = reason else { return Ok(()) };
    let disabled = Webhook { enabled: false, disabled_reason: Some(reason), ..webhook.clone() };
    change.replace_webhook(&disabled, None).await?;
    let context = AuditContext::system("webhooks", at);
    let metadata = json!({ "reason": reason });
    change.audit(context.entry(webhook.org_id, "webhook.disabled", vec![webhook.audit_target()], metadata)).await?;
    change.raise(&Event::of_disabled_webhook(&webhook, reason, at)).await
}
