//! Making, changing, rotating and deleting webhooks.

use askline_domain::{
    edited_field::given,
    id::{Id as _, WebhookId},
    ports::{TargetRefusal, WebhookCreation, WebhookEdit},
    violation::Violations,
    webhook::{EventName, WEBHOOKS_PER_ORGANIZATION_MOST, Webhook, check_description, check_events, check_webhook_url},
    webhook_secret::WebhookSecret,
};
use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{WebhookPath, WebhookView, absent, find, webhook_target};
use crate::{
    caller::{Call, OrgAccess},
    error::ApiError,
    input::{Input, Json, Nothing, OptionalJson},
    present_fields::every_field_present,
    reply::Reply,
    sites::Deleted,
};

/// Seconds for which the old secret signs as well when the caller does not say: a day.
const OVERLAP_SECONDS_DEFAULT: u32 = 86_400;
/// The longest overlap: 30 days.
const OVERLAP_SECONDS_MOST: u32 = 2_592_000;

/// A webhook to be made.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CreateWebhook")]
pub struct NewWebhook {
    /// Where to send messages: `https://`, and a public address unless the operator allows others.
    #[schemars(length(min = 1, max = 2048), extend("format" = "uri"))]
    pub url: String,
    /// What to tell it of.
    #[schemars(with = "Vec<EventName>", length(min = 1, max = 12), extend("uniqueItems" = true))]
    pub events: Vec<String>,
    /// What you say about it.
    #[schemars(length(max = 200))]
    pub description: Option<String>,
    /// Whether to send messages; true when left out.
    pub enabled: Option<bool>,
}

/// Changes to a webhook; what is left out stays.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "WebhookEdit")]
pub struct WebhookChange {
    /// Where to send messages.
    #[schemars(length(min = 1, max = 2048), extend("format" = "uri"))]
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What to tell it of.
    #[schemars(with = "Vec<EventName>", skip_serializing_if = "Option::is_none", length(min = 1, max = 12), extend("uniqueItems" = true))]
    #[serde(default, deserialize_with = "given")]
    pub events: Option<Vec<String>>,
    /// What you say about it.
    #[schemars(length(max = 200))]
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether to send messages. Enabling forgets the failures so far.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
}

/// How to rotate.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SecretRotation {
    /// Seconds for which messages are signed with the old secret as well.
    #[schemars(range(min = 0, max = 2_592_000), extend("default" = 86_400))]
    pub overlap_seconds: Option<u32>,
}

/// A webhook with its new secret.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NewWebhook", transform = every_field_present)]
pub struct WebhookWithSecret {
    /// The webhook.
    #[serde(flatten)]
    pub webhook: WebhookView,
    /// The secret (`whsec_…`), shown this once; null when the answer repeats an earlier one with the same
    /// `Idempotency-Key`; there, `url` is the address's origin alone.
    pub secret: Option<String>,
}

impl WebhookWithSecret {
    /// The one answer that shows the secret.
    fn reply(webhook: Webhook, secret: &WebhookSecret) -> Result<Reply<Self>, ApiError> {
        let origin = webhook.origin();
        let shown = Self { webhook: webhook.into(), secret: Some(secret.expose().to_owned()) };
        // What is kept for a repetition is kept in the clear, and an address may carry a token.
        let repeated = Self { webhook: WebhookView { url: origin, ..shown.webhook.clone() }, secret: None };
        let repeated = serde_json::to_value(repeated).map_err(ApiError::internal)?;
        Ok(Reply::new(shown).no_store().replayed_as(repeated))
    }
}

/// Makes a webhook and shows its secret once.
pub async fn create_webhook(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewWebhook>>,
) -> Result<Reply<WebhookWithSecret>, ApiError> {
    let Json(new) = input.body;
    let mut violations = Violations::new();
    let url = check_target(&call, &new.url, &mut violations).await;
    let events = check_events("events", &new.events, &mut violations);
    let description = check_description("description", new.description.as_deref().unwrap_or(""), &mut violations);
    let url = violations.finish(url)?.unwrap_or_default();
    let at = call.request.at;
    let webhook = Webhook {
        id: WebhookId::new(at, &mut rand::rng()),
        org_id: call.tenant.id,
        url,
        address_lost: false,
        events,
        description,
        enabled: new.enabled.unwrap_or(true),
        disabled_reason: None,
        failures_in_a_row: 0,
        failing_since: None,
        previous_secret_until: None,
        created_at: at,
        updated_at: at,
    };
    let secret = WebhookSecret::generate(&mut rand::rng());
    let metadata = json!({ "events": webhook.events, "enabled": webhook.enabled });
    let audit = call.audit(call.tenant.id, "webhook.created", vec![webhook_target(&webhook)], metadata);
    match call.app.ports().webhooks.create_webhook(&webhook, &secret, audit).await? {
        WebhookCreation::Created => WebhookWithSecret::reply(webhook, &secret),
        WebhookCreation::LimitReached => Err(ApiError::limit_reached(format!(
            "An organization may have {WEBHOOKS_PER_ORGANIZATION_MOST} webhooks, and this one has."
        ))),
    }
}

/// Changes a webhook.
pub async fn update_webhook(
    call: Call<OrgAccess>,
    input: Input<WebhookPath, Nothing, Json<WebhookChange>>,
) -> Result<Reply<WebhookView>, ApiError> {
    let id = input.path.webhook_id;
    let before = find(&call, id).await?;
    let Json(WebhookChange { url, events, description, enabled }) = input.body;
    let mut violations = Violations::new();
    let edit = WebhookEdit {
        url: match &url {
            Some(url) => check_target(&call, url, &mut violations).await,
            None => None,
        },
        events: events.map(|events| check_events("events", &events, &mut violations)),
        description: description.map(|text| check_description("description", &text, &mut violations)),
        enabled,
    };
    violations.finish(())?;
    if edit == WebhookEdit::default() {
        return Ok(Reply::new(before.into()));
    }
    let named = Webhook { url: edit.url.clone().unwrap_or_else(|| before.url.clone()), ..before };
    let mut changed = serde_json::Map::new();
    if edit.url.is_some() {
        changed.insert("origin".into(), json!(named.origin()));
    }
    if let Some(events) = &edit.events {
        changed.insert("events".into(), json!(events));
    }
    if edit.description.is_some() {
        changed.insert("description".into(), json!(edit.description));
    }
    if let Some(enabled) = edit.enabled {
        changed.insert("enabled".into(), json!(enabled));
    }
    let audit = call.audit(call.tenant.id, "webhook.updated", vec![webhook_target(&named)], changed.into());
    let webhooks = &call.app.ports().webhooks;
    let webhook = webhooks.update_webhook(call.tenant.id, id, &edit, call.request.at, audit).await?;
    Ok(Reply::new(webhook.ok_or_else(absent)?.into()))
}

/// Deletes a webhook. What was not delivered yet is not delivered any more.
pub async fn delete_webhook(call: Call<OrgAccess>, input: Input<WebhookPath>) -> Result<Reply<Deleted>, ApiError> {
    let webhook = find(&call, input.path.webhook_id).await?;
    let audit = call.audit(call.tenant.id, "webhook.deleted", vec![webhook_target(&webhook)], json!({}));
    match call.app.ports().webhooks.delete_webhook(call.tenant.id, webhook.id, audit).await? {
        true => Ok(Reply::new(Deleted::of(webhook.id))),
        false => Err(absent()),
    }
}

/// Gives a webhook a new secret and shows it once. Of secrets before, only the latest still signs.
pub async fn rotate_webhook_secret(
    call: Call<OrgAccess>,
    input: Input<WebhookPath, Nothing, OptionalJson<SecretRotation>>,
) -> Result<Reply<WebhookWithSecret>, ApiError> {
    let webhook = find(&call, input.path.webhook_id).await?;
    let OptionalJson(rotation) = input.body;
    let overlap = rotation.overlap_seconds.unwrap_or(OVERLAP_SECONDS_DEFAULT);
    let mut violations = Violations::new();
    if overlap > OVERLAP_SECONDS_MOST {
        let message = format!("overlapSeconds must be from 0 to {OVERLAP_SECONDS_MOST}.");
        violations.add("overlapSeconds", "OUT_OF_RANGE", message);
    }
    violations.finish(())?;
    let secret = WebhookSecret::generate(&mut rand::rng());
    let until = call.request.at + SignedDuration::from_secs(overlap.into());
    let metadata = json!({ "overlapSeconds": overlap });
    let audit = call.audit(call.tenant.id, "webhook.rotated", vec![webhook_target(&webhook)], metadata);
    let webhooks = &call.app.ports().webhooks;
    let webhook = webhooks.rotate_webhook_secret(call.tenant.id, webhook.id, &secret, until, audit).await?;
    WebhookWithSecret::reply(webhook.ok_or_else(absent)?, &secret)
}

/// An address that messages may be sent to, as it is stored; what is wrong with it is noted.
async fn check_target(call: &Call<OrgAccess>, text: &str, violations: &mut Violations) -> Option<String> {
    let url = check_webhook_url("url", text, violations)?;
    if let Err(refusal) = call.app.ports().webhook_targets.check(&url).await {
        let code = match refusal {
            TargetRefusal::NotPublic => "NOT_PUBLIC",
            TargetRefusal::NotHttps => "NOT_HTTPS",
            TargetRefusal::UnusualPort => "UNUSUAL_PORT",
        };
        violations.add("url", code, format!("url is refused: {refusal}."));
        return None;
    }
    Some(url.into())
}
