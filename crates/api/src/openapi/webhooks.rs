//! Describes webhook messages in OpenAPI, as requests to the receiver.

use askline_domain::webhooks::{
    EventName, TEST_MESSAGE,
    message::{alert_data, data},
};
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Messages have their own tag, because generators write one file per tag and kind.
const TAG: &str = "webhook-messages";

/// The tag with its description.
pub(super) fn tag() -> Value {
    json!({ "name": TAG, "description": "What a webhook sends to its `url`. Your receiver implements these operations." })
}

/// Every message by its type.
pub(super) fn webhooks(generator: &mut SchemaGenerator) -> Map<String, Value> {
    let mut messages: Map<String, Value> = EventName::EVERY
        .into_iter()
        .map(|event| {
            let data = data_of(event, generator);
            (event.as_str().to_owned(), message(event.as_str(), about(event), data))
        })
        .collect();
    let data = generator.subschema_for::<data::TestMessageData>();
    messages.insert(TEST_MESSAGE.into(), message(TEST_MESSAGE, "Someone tests the webhook.", data));
    messages
}

fn data_of(event: EventName, generator: &mut SchemaGenerator) -> Schema {
    match event {
        EventName::KeyCreated | EventName::KeyRevoked | EventName::KeyExpiring => {
            generator.subschema_for::<data::KeyMessageData>()
        }
        EventName::KeyRotated => generator.subschema_for::<data::KeyRotatedMessageData>(),
        EventName::SiteInstalled | EventName::SiteStale => generator.subschema_for::<data::SiteMessageData>(),
        EventName::PromptGenerated => generator.subschema_for::<data::PromptGeneratedMessageData>(),
        EventName::CitationRunCompleted => generator.subschema_for::<data::RunMessageData>(),
        EventName::CitationGained | EventName::CitationLost => generator.subschema_for::<data::CitationMessageData>(),
        EventName::MonitorFailing => generator.subschema_for::<alert_data::FailingMessageData>(),
        EventName::CrawlerRefused => generator.subschema_for::<alert_data::CrawlerRefusedMessageData>(),
        EventName::ReferralsDropped | EventName::ReferralsRisen => {
            generator.subschema_for::<alert_data::ReferralsMessageData>()
        }
        EventName::WebhookDisabled => generator.subschema_for::<alert_data::WebhookDisabledMessageData>(),
        EventName::CreditsLow | EventName::CreditsExhausted => generator.subschema_for::<data::CreditsMessageData>(),
        EventName::ConfigPublished
        | EventName::SiteCreated
        | EventName::SiteDeleted
        | EventName::PromptCreated
        | EventName::PromptUpdated
        | EventName::PromptDeleted
        | EventName::PromptImported
        | EventName::RuleCreated
        | EventName::RuleUpdated
        | EventName::RuleDeleted
        | EventName::RuleReordered
        | EventName::MemberInvited
        | EventName::MemberJoined
        | EventName::MemberUpdated
        | EventName::MemberRemoved => generator.subschema_for::<data::ChangeMessageData>(),
    }
}

fn about(event: EventName) -> &'static str {
    match event {
        EventName::KeyCreated => "Someone created an API key.",
        EventName::KeyRotated => "An API key was replaced by a new one.",
        EventName::KeyRevoked => "Someone revoked an API key.",
        EventName::KeyExpiring => "An API key that was not replaced expires within seven days.",
        EventName::SiteInstalled => "The widget was seen on a site for the first time, or again after `site.stale`.",
        EventName::SiteStale => {
            "The widget was not seen on a site for seven days, or it is still loaded and no views arrive."
        }
        EventName::CrawlerRefused => "The server of a site began to refuse an AI crawler that it answered before.",
        EventName::ReferralsDropped => "On a day, assistants sent clearly fewer visits to a site than usual.",
        EventName::ReferralsRisen => "On a day, assistants sent clearly more visits to a site than usual.",
        EventName::WebhookDisabled => "The service disabled a webhook, because its receiver failed.",
        EventName::PromptGenerated => "Prompts or questions were generated.",
        EventName::CitationRunCompleted => "A monitor run finished or failed.",
        EventName::CitationGained => "Over many runs it became clear that a citation rate of the site rose.",
        EventName::CitationLost => "Over many runs it became clear that a citation rate of the site fell.",
        EventName::MonitorFailing => "Responses of an engine can no longer be read.",
        EventName::CreditsLow => "Less than a tenth of the plan's credits is left.",
        EventName::CreditsExhausted => "The balance of credits is zero.",
        EventName::ConfigPublished => "A widget configuration was published, or an earlier version restored.",
        EventName::SiteCreated => "A site was created.",
        EventName::SiteDeleted => "A site was deleted.",
        EventName::PromptCreated => "A prompt was created.",
        EventName::PromptUpdated => "A prompt was changed.",
        EventName::PromptDeleted => "A prompt was deleted.",
        EventName::PromptImported => "Prompts of a site were imported.",
        EventName::RuleCreated => "A rule was created, or proposed rules were approved.",
        EventName::RuleUpdated => "A rule was changed.",
        EventName::RuleDeleted => "A rule was deleted.",
        EventName::RuleReordered => "The rules of a site were reordered.",
        EventName::MemberInvited => "A person was invited.",
        EventName::MemberJoined => "A person accepted an invitation.",
        EventName::MemberUpdated => "The role or the sites of a member changed.",
        EventName::MemberRemoved => "A member was removed or left.",
    }
}

fn message(name: &str, about: &str, data: Schema) -> Value {
    let body = json!({
        "type": "object",
        "properties": {
            "type": { "type": "string", "const": name },
            "timestamp": { "type": "string", "format": "date-time", "description": "When it happened." },
            "data": data,
        },
        "required": ["type", "timestamp", "data"],
    });
    json!({ "post": {
        "operationId": format!("receive_{}", name.replace('.', "_")),
        "summary": about,
        "description": "Sent to a webhook's `url`, signed according to the Standard Webhooks specification. Sent again unless a 2xx comes within 15 seconds.",
        "tags": [TAG],
        "security": [],
        "parameters": headers(),
        "requestBody": { "required": true, "content": { "application/json": { "schema": body } } },
        "responses": {
            "2XX": { "description": "Accepted." },
            "410": { "description": "The receiver wants no more messages: the webhook is disabled." },
        },
    } })
}

/// The headers of every message.
fn headers() -> Vec<Value> {
    let header = |name: &str, description: &str| json!({ "name": name, "in": "header", "required": true, "description": description, "schema": { "type": "string" } });
    vec![
        header("webhook-id", "The message's id, the same at every attempt."),
        header("webhook-timestamp", "Unix seconds of the attempt."),
        header("webhook-signature", "`v1,` and a base64 HMAC-SHA-256; two of them during a rotation."),
    ]
}
