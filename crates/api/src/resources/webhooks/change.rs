//! Creates, changes, rotates and deletes webhooks.

use askline_app::{present_fields::every_field_present, sites::gone::remove_what_is_gone, webhooks};
use askline_domain::webhooks::{
    Webhook,
    input::{NewWebhook, SecretRotation, WebhookChange},
    secret::WebhookSecret,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{WebhookPath, find};
use crate::{
    pipeline::handling::{ApiError, Call, Input, Json, Nothing, OptionalJson, OrgAccess, Reply},
    resources::sites::Deleted,
};

/// A webhook with its new secret.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CreatedWebhook", transform = every_field_present)]
pub struct WebhookWithSecret {
    /// The webhook.
    #[serde(flatten)]
    pub webhook: Webhook,
    /// The secret (`whsec_…`), shown only once; null if the response repeats an earlier one with the same `Idempotency-Key`. In
    /// such a response, `url` contains only the origin.
    pub secret: Option<String>,
}

impl WebhookWithSecret {
    /// The only response that shows the secret.
    fn reply(webhook: Webhook, secret: &WebhookSecret) -> Result<Reply<Self>, ApiError> {
        let origin = webhook.origin();
        let shown = Self { webhook, secret: Some(secret.expose().to_owned()) };
        // The response for repeated requests is stored unencrypted, and a URL may contain a token.
        let repeated = Self { webhook: Webhook { url: origin, ..shown.webhook.clone() }, secret: None };
        let repeated = serde_json::to_value(repeated).map_err(ApiError::internal)?;
        Ok(Reply::new(shown).no_store().replayed_as(repeated))
    }
}

/// Creates a webhook and shows its secret once.
pub async fn create_webhook(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewWebhook>>,
) -> Result<Reply<WebhookWithSecret>, ApiError> {
    let (ports, context) = (call.app.ports(), call.audit_context());
    let (webhook, secret) = webhooks::create(ports, call.tenant.id, input.body.0, &context).await?;
    WebhookWithSecret::reply(webhook, &secret)
}

/// Changes a webhook.
pub async fn update_webhook(
    call: Call<OrgAccess>,
    input: Input<WebhookPath, Nothing, Json<WebhookChange>>,
) -> Result<Reply<Webhook>, ApiError> {
    let before = find(&call, input.path.webhook_id).await?;
    let webhook = webhooks::change(call.app.ports(), before, input.body.0, &call.audit_context()).await?;
    Ok(Reply::new(webhook))
}

/// Deletes a webhook. Pending messages are not delivered.
pub async fn delete_webhook(call: Call<OrgAccess>, input: Input<WebhookPath>) -> Result<Reply<Deleted>, ApiError> {
    let webhook = find(&call, input.path.webhook_id).await?;
    webhooks::delete(&*call.app.ports().webhooks, &webhook, &call.audit_context()).await?;
    // From now on callers cannot see the webhook; its deliveries are removed afterwards.
    remove_what_is_gone(call.app.instance());
    Ok(Reply::new(Deleted::of(webhook.id)))
}

/// Rotates the secret of a webhook and shows the new one once. Of the previous secrets, only the latest still signs.
pub async fn rotate_webhook_secret(
    call: Call<OrgAccess>,
    input: Input<WebhookPath, Nothing, OptionalJson<SecretRotation>>,
) -> Result<Reply<WebhookWithSecret>, ApiError> {
    let before = find(&call, input.path.webhook_id).await?;
    let (ports, context) = (call.app.ports(), call.audit_context());
    let (webhook, secret) = webhooks::rotate(ports, &before, input.body.0, &context).await?;
    WebhookWithSecret::reply(webhook, &secret)
}
