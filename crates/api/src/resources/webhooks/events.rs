//! `GET /webhook-events`: events of the last 30 days, for receivers that were away.

use askline_domain::{
    shared::{
        ids::{Id as _, MessageId, first_ulid_at},
        paging::{MAX_PAGE_ROWS, PAGE_ROWS_DEFAULT},
        rfc3339::Moment,
        violation::{Allowed, Violation},
    },
    webhooks::{EVENTS_KEPT, EventName},
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::pipeline::handling::{ApiError, Call, Code, Input, Items, Nothing, OrgAccess, PageQuery, Reply};

/// Filters of the list of events.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventsQuery {
    /// Only events after the one with this id, which a webhook gets as `webhook-id`.
    pub since: Option<MessageId>,
    /// Only events of this type.
    #[serde(rename = "type")]
    pub kind: Option<EventName>,
    /// The maximum number of rows on a page, 1 to 200.
    #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the previous page.
    pub cursor: Option<String>,
}

/// An event, as webhooks get it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "WebhookEvent")]
pub struct WebhookEventView {
    /// The id of the message, the same for every receiver.
    pub id: MessageId,
    /// The type of the event.
    #[serde(rename = "type")]
    pub kind: String,
    /// When it happened.
    #[schemars(with = "Moment")]
    pub timestamp: Value,
    /// What happened, by type, as the message to a webhook has it.
    pub data: Value,
    #[serde(skip)]
    place: u64,
}

/// Lists the events of the organization in the order in which they happened, whether or not a webhook subscribes to them.
pub async fn list_webhook_events(
    call: Call<OrgAccess>,
    input: Input<Nothing, EventsQuery>,
) -> Result<Reply<Items<WebhookEventView>>, ApiError> {
    let EventsQuery { since, kind, limit, cursor } = input.query;
    let page = PageQuery { limit, cursor }.page()?;
    let (webhooks, org) = (&call.app.ports().webhooks, call.tenant.id);
    let place = match (page.before, since) {
        (Some(place), _) => u64::try_from(place).unwrap_or(u64::MAX),
        (None, None) => 0,
        (None, Some(id)) => match webhooks.place_of_event(org, id).await? {
            Some(place) => place,
            None => return Err(not_there(&call, id).await?),
        },
    };
    let events = webhooks.events_after(org, place, kind.map(EventName::as_str), page.limit).await?;
    let views = events.map(|event| {
        let mut payload = event.payload;
        WebhookEventView {
            id: event.id,
            kind: payload["type"].as_str().unwrap_or_default().to_owned(),
            timestamp: payload["timestamp"].take(),
            data: payload["data"].take(),
            place: event.place,
        }
    });
    Ok(Reply::page(views, page.limit, |view| u128::from(view.place)))
}

/// The error for an id without an event: 410 if it is older than what is kept, and names the first event that is there.
async fn not_there(call: &Call<OrgAccess>, id: MessageId) -> Result<ApiError, ApiError> {
    let kept_from = call.request.at.checked_sub(EVENTS_KEPT).unwrap_or(Timestamp::MIN);
    if id.bits() >= first_ulid_at(kept_from) {
        return Ok(ApiError::parameter(
            "since",
            "since: the organization has no event with this id. Send the id of a message.",
        ));
    }
    let first = call.app.ports().webhooks.events_after(call.tenant.id, 0, None, 1).await?;
    let first = first.items.first().map(|event| event.id.to_string());
    let message = match &first {
        Some(first) => format!(
            "since: events can be read for 30 days, and this one is older. The first one that is there is {first}. Read the state from the \
             API, then continue from that event."
        ),
        None => {
            "since: events can be read for 30 days, and this one is older. No later event is there. Read without since."
                .to_owned()
        }
    };
    let detail = Violation {
        allowed: first.map(|first| Allowed::OneOf(vec![first])),
        ..Violation::new("since", Code::Gone.as_str(), message.clone())
    };
    Ok(ApiError { details: vec![detail], ..ApiError::new(Code::Gone, message) })
}
