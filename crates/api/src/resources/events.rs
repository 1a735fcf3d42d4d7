//! `POST /events`: the event intake. The 202 is sent only after the events are committed.

use std::{sync::Arc, time::Duration};

use askline_app::ports::{StoreError, sites::Sighting};
use askline_domain::{
    events::{
        Event, EventType,
        asked_question::AskedQuestion,
        crawler::AUTOMATED_BROWSER,
        hit::{Hit, HitRefusal, MAX_AGE_SECONDS, MAX_URL_BYTES, Sender, TakenHit},
    },
    requests::quota::AddressCaller,
    shared::{
        calendar::{Day, Window},
        ids::{PromptId, SiteId},
        violation::Violation,
    },
    widget::version::{MAX_WIDGET_VERSION_BYTES, is_widget_version},
};
use bytes::Bytes;
use jiff::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, de::IgnoredAny};
use serde_json::value::RawValue;

use crate::{
    caches::site_entry::{Intake, SiteEntry},
    pipeline::{
        handling::{ApiError, Call, Code, Input, NoTenant, Nothing, Reply},
        request::input::{Body, parse_json_as, parse_json_part},
    },
};

/// The maximum number of events in one request.
pub const MAX_EVENTS: usize = 50;

/// How long a sender waits for the response, however long the stores take. If an event is stored after all, its id shows that
/// when it is sent again.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// The maximum length of the reason why an event cannot be read, in characters.
const MAX_REASON_CHARACTERS: usize = 300;

/// Query parameters of the intake.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct IntakeQuery {
    /// The widget's version, such as `1.0.0`.
    #[schemars(length(max = MAX_WIDGET_VERSION_BYTES), extend("pattern" = "^[0-9]+[.][0-9]+[.][0-9]+([-+][0-9A-Za-z.+-]+)?$"))]
    pub widget_version: Option<String>,
}

/// The unparsed body. Each event in it is parsed separately, so that an invalid one does not affect the others.
pub struct EventsBody(Bytes);

/// One event, or up to 50.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(
    dead_code,
    clippy::large_enum_variant,
    reason = "describes the body; the parser reads the text event by event"
)]
#[schemars(rename = "EventOrEventList")]
enum EventsShape {
    /// Several events.
    Many(EventList),
    /// One event.
    One(EventShape),
}

/// Several events.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes the body")]
struct EventList {
    /// The events.
    #[schemars(length(min = 1, max = MAX_EVENTS))]
    events: Vec<EventShape>,
}

/// An event of a widget.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Event")]
#[expect(dead_code, reason = "describes the body; `domain::events::hit::Hit` reads it")]
struct EventShape {
    /// The site.
    site_id: SiteId,
    /// The type of the event.
    #[schemars(rename = "type")]
    kind: EventType,
    /// A UUID; a site counts the same one only once within seven days.
    #[schemars(extend("format" = "uuid"))]
    event_id: String,
    /// The page.
    #[schemars(length(max = MAX_URL_BYTES), extend("format" = "uri"))]
    url: String,
    /// The page's title.
    title: Option<String>,
    /// The page that the reader came from.
    referrer: Option<String>,
    /// The assistant of an `ai_click` or a `question_click`.
    platform: Option<String>,
    /// The network of a `social_click`.
    network: Option<String>,
    /// The question of a `question_click`: one that the site has or had, or `own` for a reader's own question, if `questions.own`
    /// allows these. The words of such a question are not sent.
    question_id: Option<AskedQuestion>,
    /// The prompt of an `ai_click`; one that the site has or had.
    prompt_id: Option<PromptId>,
    /// Whole seconds since the event happened, if it could not be sent immediately: it counts on the day, in the site's time
    /// zone, on which it happened.
    #[schemars(range(min = 0, max = MAX_AGE_SECONDS))]
    age: Option<u32>,
    /// For a `view`: whether the page had a widget. A view without one counts as a view, but rates such as asks per 100
    /// views do not include it.
    #[schemars(extend("default" = true))]
    widget: Option<bool>,
    /// Whether a program drives the browser, according to the browser itself (`navigator.webdriver`). Such an event counts as an
    /// automated browser's, and not as a reader's.
    #[schemars(extend("default" = false))]
    automated: Option<bool>,
}

impl Body for EventsBody {
    const MEDIA_TYPE: Option<&'static str> = Some("application/json");
    const OTHER_MEDIA_TYPES: &'static [&'static str] = &["text/plain"];
    fn accepts(media_type: &str) -> bool {
        // sendBeacon sends text/plain, which needs no preflight.
        matches!(media_type, "application/json" | "text/plain")
    }
    fn parse(bytes: Bytes) -> Result<Self, ApiError> {
        Ok(Self(bytes))
    }
    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<EventsShape>())
    }
}

/// What happened to the events of a request.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "AcceptedEvents")]
pub struct Taken {
    /// Events that are stored now, or were stored within the last seven days with the same `eventId`.
    pub accepted: u32,
    /// Events that are not stored: refused, or not wanted by the site's privacy settings.
    pub dropped: u32,
    /// Why events were refused.
    pub errors: Vec<EventError>,
}

/// Why one event was refused.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EventError {
    /// Its position in the request, from 0.
    pub index: usize,
    /// A stable code.
    pub code: String,
    /// The field and the reason.
    pub message: String,
}

/// Distinguishes a list from a single event.
#[derive(Deserialize)]
#[serde(expecting = "a map")]
struct Outside {
    #[serde(default, deserialize_with = "is_there")]
    events: bool,
}

fn is_there<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| true)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Many<'a> {
    #[serde(borrow)]
    events: Vec<&'a RawValue>,
}

/// Any object.
type Object = serde_json::Map<String, serde_json::Value>;

#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes the body; `Many` reads it")]
struct ManyShape {
    events: Vec<serde_json::Value>,
}

/// `POST /events`
pub async fn send_events(
    call: Call<NoTenant>,
    input: Input<Nothing, IntakeQuery, EventsBody>,
) -> Result<Reply<Taken>, ApiError> {
    in_time(store_events(call, input)).await
}

/// Limits the time of a response. If it is exceeded, it is unknown whether the events were stored.
async fn in_time<T>(answer: impl Future<Output = Result<T, ApiError>>) -> Result<T, ApiError> {
    let late = |_| StoreError::Uncertain(format!("events were not stored within {ANSWER_WITHIN:?}"));
    tokio::time::timeout(ANSWER_WITHIN, answer).await.map_err(late)?
}

async fn store_events(
    call: Call<NoTenant>,
    input: Input<Nothing, IntakeQuery, EventsBody>,
) -> Result<Reply<Taken>, ApiError> {
    let bytes = input.body.0;
    let texts = split(&bytes)?;
    let widget_version = input.query.widget_version;
    if widget_version.as_deref().is_some_and(|version| !is_widget_version(version)) {
        return Err(ApiError::parameter(
            "widgetVersion",
            "widgetVersion must be a version such as 1.0.0, of at most 20 characters.",
        ));
    }
    let sender = Sender::of_user_agent(call.request.header("user-agent").unwrap_or(""));
    let mut taken = Taken { accepted: 0, dropped: 0, errors: Vec::new() };
    let mut events = Vec::with_capacity(texts.len());
    let mut places = Vec::with_capacity(texts.len());
    for (index, text) in texts.into_iter().enumerate() {
        match take(&call, text, sender, widget_version.as_deref()).await? {
            Ok(Some((event, site))) => {
                events.push(event);
                places.push((index, site));
            }
            Ok(None) => taken.dropped += 1,
            Err(refusal) => {
                taken.dropped += 1;
                taken.errors.push(EventError { index, code: refusal.code.into(), message: refusal.message });
            }
        }
    }
    if !events.is_empty() {
        // An operator may disable the limit per address if something in front of the service counts requests.
        let counts_senders = call.app.settings().limits.intake_per_minute > 0;
        let sender = counts_senders.then(|| AddressCaller::from(call.request.address));
        let appended = call.app.ports().events.append_from(events, sender).await?;
        taken.accepted = appended.stored + appended.repeated;
        let full = appended.over_limit.iter().filter_map(|place| places.get(*place));
        taken.refuse_full_days(full, call.request.at)?;
    }
    metrics::counter!("askline_events_accepted_total").increment(u64::from(taken.accepted));
    metrics::counter!("askline_events_dropped_total").increment(u64::from(taken.dropped));
    Ok(Reply::new(taken))
}

impl Taken {
    /// Reports the events that exceed a daily limit, of their site or of the sender's address. If no event is accepted, the whole
    /// request is refused, so that the sender keeps its events for the next day.
    fn refuse_full_days<'a>(
        &mut self,
        full: impl Iterator<Item = &'a (usize, Arc<SiteEntry>)>,
        at: Timestamp,
    ) -> Result<(), ApiError> {
        const MESSAGE: &str = "The site has reached its limit of events for this day, in total or from this address. It accepts more on its next day.";
        let mut next_day: Option<Timestamp> = None;
        for (index, site) in full {
            self.dropped += 1;
            let code = Code::RateLimited.as_str().into();
            self.errors.push(EventError { index: *index, code, message: MESSAGE.into() });
            let today = Day::of(at, &site.time_zone);
            let (_, ends) = Window { from: today, to: today }.moments(&site.time_zone);
            next_day = Some(next_day.map_or(ends, |earlier| earlier.min(ends)));
        }
        match next_day {
            Some(next_day) if self.accepted == 0 => {
                let seconds = next_day.duration_since(at).as_millis_f64() / 1_000.0;
                Err(ApiError {
                    retry_after: Some((seconds.ceil() as u64).max(1)),
                    ..ApiError::new(Code::RateLimited, MESSAGE)
                })
            }
            _ => {
                self.errors.sort_by_key(|error| error.index);
                Ok(())
            }
        }
    }
}

/// The texts of the events in a body: one event, or `{ "events": […] }`.
fn split(bytes: &[u8]) -> Result<Vec<&str>, ApiError> {
    let whole: &RawValue = parse_json_as::<_, Object>(bytes)?;
    let outside: Outside = parse_json_part::<_, Object>(whole.get().as_bytes())?;
    if !outside.events {
        return Ok(vec![whole.get()]);
    }
    let many: Many<'_> = parse_json_part::<_, ManyShape>(bytes)?;
    let count = many.events.len();
    if !(1..=MAX_EVENTS).contains(&count) {
        let message = format!("events has {count} entries; 1 to {MAX_EVENTS} are allowed.");
        return Err(ApiError::invalid(vec![Violation::new("events", "INVALID_COUNT", message)]));
    }
    Ok(many.events.into_iter().map(RawValue::get).collect())
}

/// Why a text is no event, field by field, in a limited number of characters; `None` if it is one. For imports from files.
pub fn why_no_event(text: &str) -> Option<String> {
    parse_json_as::<Hit<'_>, EventShape>(text.as_bytes()).err().map(|error| reason_of(&error))
}

/// The first reason. It may repeat the input, which may be long.
fn reason_of(error: &ApiError) -> String {
    let reason = error.details.first().map_or(&error.message, |violation| &violation.message);
    reason.chars().take(MAX_REASON_CHARACTERS).collect()
}

/// The event in `text` and its site; `None` if the site does not want it. The inner error says why it is refused.
async fn take(
    call: &Call<NoTenant>,
    text: &str,
    sender: Sender<'_>,
    widget_version: Option<&str>,
) -> Result<Result<Option<(Event, Arc<SiteEntry>)>, HitRefusal>, ApiError> {
    let hit: Hit<'_> = match parse_json_part::<_, EventShape>(text.as_bytes()) {
        Ok(hit) => hit,
        Err(error) => {
            let message = format!("The event cannot be read. {}", reason_of(&error));
            return Ok(Err(HitRefusal::new("INVALID_EVENT", message)));
        }
    };
    let Some(entry) = call.app.site(hit.site_id).await? else {
        return Ok(Err(HitRefusal::new("UNKNOWN_SITE", format!("There is no site {}.", hit.site_id))));
    };
    let context = Intake { link_registry: call.app.link_registry(), entry: &entry };
    let origin = call.request.header("origin");
    let site = hit.site_id;
    let TakenHit { event, origin } = match hit.into_event(&context, origin, sender, call.request.at) {
        Ok(taken) => taken,
        Err(refusal) => {
            if let Some(origin) = refusal.origin.as_deref().filter(|_| sender.crawler.is_none()) {
                call.app.origin_refusals().note(site, origin, call.request.at);
            }
            return Ok(Err(refusal));
        }
    };
    let privacy = &entry.config.config.privacy;
    let objects = call.request.header("dnt") == Some("1") || call.request.header("sec-gpc") == Some("1");
    let wanted = privacy.track && !(privacy.respect_do_not_track && objects);
    // Crawlers run no widget that a reader would see. A browser that a program drives does: the widget is installed there.
    if event.crawler.as_deref().is_none_or(|name| name == AUTOMATED_BROWSER.name) {
        call.app.sightings().note(Sighting {
            site: event.site,
            at: event.at,
            url: format!("{origin}{}", event.path),
            widget_version: widget_version.map(str::to_owned),
            automated: event.crawler.is_some(),
        });
    }
    Ok(Ok(wanted.then_some((event, entry))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn event_sender_is_asked_to_retry_when_stores_do_not_respond() {
        let refused = in_time(std::future::pending::<Result<(), ApiError>>()).await.expect_err("no answer comes");
        assert_eq!((refused.code, refused.retry_after.is_some()), (Code::Unavailable, true));
        assert_eq!(in_time(async { Ok(1) }).await.expect("it comes"), 1);
    }

    #[test]
    fn a_body_is_one_event_or_a_list_of_one_to_fifty() {
        assert_eq!(split(b"{\"a\":1}").expect("one").len(), 1);
        assert_eq!(split(b"{\"events\":[{},{}]}").expect("two").len(), 2);
        let many = format!("{{\"events\":[{}]}}", vec!["{}"; 51].join(","));
        for bad in ["", "[]", "1", "{\"events\":[]}", "{\"events\":[{}],\"x\":1}", "{\"events\":{}}", many.as_str()] {
            assert!(split(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
