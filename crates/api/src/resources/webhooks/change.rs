//! Making, changing, rotating and deleting webhooks.

use askline_app::{ports::webhooks::WebhookCreation, present_fields::every_field_present};
use askline_domain::{
    shared::ids::{Id as _, WebhookId},
    webhooks::{
        MAX_WEBHOOKS_PER_ORGANIZATION, Webhook, WebhookEdit,
        input::{NewWebhook, SecretRotation, WebhookChange},
        secret::WebhookSecret,
        target::TargetRefusal,
    },
};
use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use url::Url;

use super::{WebhookPath, WebhookView, absent, find, webhook_target};
use crate::{
    pipeline::{
        call::Call,
        caller::OrgAccess,
        error::ApiError,
        request::input::{Input, Json, Nothing, OptionalJson},
        response::reply::Reply,
    },
    resources::sites::Deleted,
};

/// A webhook with its new secret.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CreatedWebhook", transform = every_field_present)]
pub struct WebhookWithSecret {
    /// The webhook.
    #[serde(flatten)]
    pub webhook: WebhookView,
    /// The secret (`whsec_…`), shown this once; null when the answer repeats an earlier one with the same
    /// `Idempotency-Key`; there, `url` is only the address's origin.
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
    let refusal = refusal_of(&call, new.target()).await;
    let settings = new.check(refusal)?;
    let at = call.request.at;
    let webhook = Webhook::new(WebhookId::new(at, &mut rand::rng()), call.tenant.id, settings, at);
    let secret = WebhookSecret::generate(&mut rand::rng());
    let metadata = json!({ "events": webhook.events, "enabled": webhook.enabled });
    let audit = call.audit(call.tenant.id, "webhook.created", vec![webhook_target(&webhook)], metadata);
    match call.app.ports().webhooks.create_webhook(&webhook, &secret, audit).await? {
        WebhookCreation::Created => WebhookWithSecret::reply(webhook, &secret),
        WebhookCreation::LimitReached => Err(ApiError::limit_reached(format!(
            "The organization has reached the limit of {MAX_WEBHOOKS_PER_ORGANIZATION} webhooks."
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
    let Json(change) = input.body;
    let refusal = refusal_of(&call, change.target()).await;
    let edit = change.check(refusal)?;
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
    let overlap = rotation.check()?;
    let secret = WebhookSecret::generate(&mut rand::rng());
    let until = call.request.at + SignedDuration::from_secs(overlap.into());
    let metadata = json!({ "overlapSeconds": overlap });
    let audit = call.audit(call.tenant.id, "webhook.rotated", vec![webhook_target(&webhook)], metadata);
    let webhooks = &call.app.ports().webhooks;
    let webhook = webhooks.rotate_webhook_secret(call.tenant.id, webhook.id, &secret, until, audit).await?;
    WebhookWithSecret::reply(webhook.ok_or_else(absent)?, &secret)
}

/// What the guard on outgoing requests has against an address.
async fn refusal_of(call: &Call<OrgAccess>, target: Option<Url>) -> Option<TargetRefusal> {
    call.app.ports().webhook_targets.check(&target?).await.err()
}
