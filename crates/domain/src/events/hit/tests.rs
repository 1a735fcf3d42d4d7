//! Tests of which events are accepted, and which are refused.

use super::*;
use crate::{
    events::{CounterKind, Detail},
    shared::ids::Id as _,
};
use jiff::tz::TimeZone;
use proptest::prelude::*;

struct Example(TimeZone, PageIdentifier);
impl HitContext for Example {
    fn day_of(&self, at: Timestamp) -> DaySpan {
        DaySpan::of(at, &self.0)
    }
    fn allows_origin(&self, origin: &str) -> bool {
        origin == "https://example.com"
    }
    fn knows_platform(&self, id: &str) -> bool {
        id == "chatgpt"
    }
    fn knows_network(&self, id: &str) -> bool {
        id == "x"
    }
    fn had_question(&self, id: QuestionId) -> bool {
        id == QuestionId::from_bits(1)
    }
    fn takes_own_questions(&self) -> bool {
        false
    }
    fn had_prompt(&self, id: PromptId) -> bool {
        id == PromptId::from_bits(1)
    }
    fn had_item(&self, id: MenuItemId) -> bool {
        id == MenuItemId::from_bits(1)
    }
    fn page_identifier(&self) -> &PageIdentifier {
        &self.1
    }
}

fn take(body: &str, origin: Option<&str>) -> Result<Event, HitRefusal> {
    let body = body.replace("SITE", &SiteId::from_bits_for_tests(1).to_string());
    let hit: Hit<'_> = serde_json::from_str(&body).expect("well-formed");
    let at = "2026-03-01T23:30:00Z".parse().expect("a timestamp");
    hit.into_event(
        &Example(TimeZone::get("Europe/Berlin").expect("a zone"), PageIdentifier::default()),
        origin,
        Sender::default(),
        at,
    )
    .map(|taken| taken.event)
}

impl SiteId {
    fn from_bits_for_tests(bits: u128) -> Self {
        <Self as crate::shared::ids::Id>::from_bits(bits)
    }
}

const UUID: &str = "0193a1b2-c3d4-7abc-8def-0123456789ab";

fn body(rest: &str) -> String {
    format!(r#"{{"siteId":"SITE","eventId":"{UUID}",{rest}}}"#)
}

#[test]
fn a_campaign_parameter_that_carries_a_secret_or_a_person_is_not_kept() {
    let url = "https://example.com/a?utm_source=mail&utm_medium=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln&utm_campaign=spring%20sale&utm_token=1";
    let event = take(&body(&format!(r#""type":"view","url":"{url}""#)), None).expect("taken");
    let Campaign { source, medium, name, term, content } = event.campaign;
    assert_eq!(
        (source.as_deref(), medium, name.as_deref(), term, content),
        (Some("mail"), None, Some("spring sale"), None, None)
    );
}

#[test]
fn of_a_query_only_campaign_parameters_are_kept() {
    let event = take(
        &body(r#""type":"view","url":"https://example.com/a%20b?email=x@y.z&utm_source=ChatGPT.com#part","referrer":"https://other.example/s?q=secret#x","title":"  A \n B ""#),
        Some("https://example.com"),
    )
    .expect("taken");
    assert_eq!(event.path, "/a%20b");
    assert_eq!(event.campaign.source.as_deref(), Some("ChatGPT.com"));
    assert_eq!(event.referrer.as_deref(), Some("https://other.example/s"));
    assert_eq!(event.title.as_deref(), Some("A B"));
    assert_eq!(event.day.date().to_string(), "2026-03-02");
    assert!(!format!("{event:?}").contains("secret"));
    let kinds: Vec<_> = event.counts().map(|count| count.kind).collect();
    assert_eq!(kinds, [CounterKind::View, CounterKind::Visit]);
}

fn check_refused(rest: &str, origin: Option<&str>, code: &str) {
    assert_eq!(take(&body(rest), origin).expect_err(rest).code, code, "{rest}");
}

#[test]
fn each_refusal_has_its_code() {
    let ok = Some("https://example.com");
    check_refused(r#""type":"view","url":"https://other.example/""#, ok, "ORIGIN_NOT_ALLOWED");
    check_refused(r#""type":"view","url":"https://example.com/""#, Some("null"), "ORIGIN_NOT_ALLOWED");
    check_refused(r#""type":"view","url":"https://example.com:8443/""#, None, "ORIGIN_NOT_ALLOWED");
    check_refused(r#""type":"view","url":"/relative""#, ok, "INVALID_URL");
    check_refused(r#""type":"view","url":"file:///etc/passwd""#, ok, "INVALID_URL");
    check_refused(r#""type":"ai_click","url":"https://example.com/""#, ok, "MISSING_PLATFORM");
    check_refused(r#""type":"ai_click","platform":"hal","url":"https://example.com/""#, ok, "UNKNOWN_PLATFORM");
    check_refused(r#""type":"social_click","network":"y","url":"https://example.com/""#, ok, "UNKNOWN_NETWORK");
    check_refused(r#""type":"question_click","url":"https://example.com/""#, ok, "MISSING_QUESTION");
    let question =
        r#""type":"question_click","questionId":"q_00000000000000000000000002","url":"https://example.com/""#;
    check_refused(question, ok, "UNKNOWN_QUESTION");
    let own = r#""type":"question_click","questionId":"own","url":"https://example.com/""#;
    check_refused(own, ok, "OWN_QUESTIONS_DISABLED");
    let prompt = r#""type":"ai_click","platform":"chatgpt","promptId":"prm_00000000000000000000000002","url":"https://example.com/""#;
    check_refused(prompt, ok, "UNKNOWN_PROMPT");
}

#[test]
fn an_event_that_was_kept_counts_on_the_day_on_which_it_happened() {
    // The events arrive at half past midnight on March 2 in Berlin.
    for (age, day, hour) in [
        ("0", "2026-03-02", 0),
        ("1799", "2026-03-02", 0),
        ("1800", "2026-03-02", 0),
        ("1801", "2026-03-01", 23),
        ("86400", "2026-03-01", 0),
        ("null", "2026-03-02", 0),
    ] {
        let event =
            take(&body(&format!(r#""type":"view","url":"https://example.com/","age":{age}"#)), None).expect(age);
        assert_eq!((event.day.date().to_string().as_str(), event.hour), (day, Some(hour)), "{age}");
    }
    for age in ["86401", "-1", "1.5", "1e3", "18446744073709551616", "-0.0"] {
        let refused = take(&body(&format!(r#""type":"view","url":"https://example.com/","age":{age}"#)), None);
        let refused = refused.expect_err(age);
        assert_eq!(refused.code, "INVALID_AGE", "{age}");
        assert!(
            refused.message.starts_with("age is ") && refused.message.contains("0 to 86400"),
            "{}",
            refused.message
        );
    }
}

#[test]
fn a_view_without_a_widget_is_a_view_and_counted_apart_once_more() {
    let kinds = |fields: &str| {
        let event =
            take(&body(&format!(r#""url":"https://example.com/","referrer":"https://chatgpt.com/",{fields}"#)), None);
        event.expect(fields).counts().map(|count| count.kind).collect::<Vec<_>>()
    };
    let seen = [CounterKind::View, CounterKind::Visit];
    assert_eq!(kinds(r#""type":"view""#), seen);
    assert_eq!(kinds(r#""type":"view","widget":true"#), seen);
    assert_eq!(
        kinds(r#""type":"view","widget":false"#),
        [CounterKind::View, CounterKind::Visit, CounterKind::ViewWithoutWidget]
    );
    assert_eq!(kinds(r#""type":"copy","widget":false"#), [CounterKind::Copy]);
}

#[test]
fn a_crawler_is_counted_apart_from_people() {
    let body = body(r#""type":"view","url":"https://example.com/""#)
        .replace("SITE", &SiteId::from_bits_for_tests(1).to_string());
    let hit: Hit<'_> = serde_json::from_str(&body).expect("well-formed");
    let event = hit
        .into_event(
            &Example(TimeZone::UTC, PageIdentifier::default()),
            None,
            Sender { crawler: Some("GPTBot"), device: None, library: None },
            Timestamp::UNIX_EPOCH,
        )
        .expect("taken")
        .event;
    let kinds: Vec<_> = event.counts().map(|count| (count.kind, count.label.to_owned())).collect();
    assert_eq!(kinds, [(CounterKind::Crawler, "GPTBot".to_owned())]);
    assert!(!event.is_click());
}

#[test]
fn a_browser_that_says_that_a_program_drives_it_is_no_reader() {
    for (automated, crawler) in [("true", Some("automated browsers")), ("false", None)] {
        let body = body(&format!(r#""type":"view","url":"https://example.com/","automated":{automated}"#))
            .replace("SITE", &SiteId::from_bits_for_tests(1).to_string());
        let hit: Hit<'_> = serde_json::from_str(&body).expect("well-formed");
        let sender = Sender::of_user_agent("Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36");
        let taken = hit
            .into_event(&Example(TimeZone::UTC, PageIdentifier::default()), None, sender, Timestamp::UNIX_EPOCH)
            .expect("taken");
        assert_eq!(taken.event.crawler.as_deref(), crawler);
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(url: String, referrer: String, title: String) {
        let hit = Hit {
            site_id: SiteId::from_bits_for_tests(1),
            kind: EventType::View,
            event_id: UUID.into(),
            url: format!("https://example.com/{url}").into(),
            title: Some(title.into()),
            referrer: Some(referrer.into()),
            platform: None,
            network: None,
            question_id: None,
            prompt_id: None,
            item_id: None,
            age: None,
            widget: None,
            automated: None,
        };
        let _ = hit.into_event(&Example(TimeZone::UTC, PageIdentifier::default()), None, Sender::default(), Timestamp::UNIX_EPOCH);
    }
}

#[test]
fn a_click_on_an_owners_item_is_counted_by_its_item_and_as_nothing_else() {
    let known = r#""type":"item_click","itemId":"m_00000000000000000000000001","url":"https://example.com/""#;
    let event = take(&body(known), None).expect("taken");
    let kinds: Vec<_> = event.counts().map(|count| (count.kind, count.label, count.detail)).collect();
    assert_eq!(kinds, [(CounterKind::ItemClick, "", Detail::Item(MenuItemId::from_bits(1)))]);
    let ok = Some("https://example.com");
    check_refused(r#""type":"item_click","url":"https://example.com/""#, ok, "MISSING_ITEM");
    let unknown = known.replace("0001", "0002");
    check_refused(&unknown, ok, "UNKNOWN_ITEM");
    check_refused(&unknown.replace("item_click", "view"), ok, "UNKNOWN_ITEM");
}
