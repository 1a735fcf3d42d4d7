//! Sample events, and the questions that many tests ask.

use askline_app::ports::analytics::{AnalyticsStore, Counts, CountsQuestion};
use askline_domain::{
    analytics::filter::{AnalyticsFilter, PageFilter},
    events::{
        Action, Campaign, CounterKind, Event, EventId,
        visit_source::{VisitKind, VisitSource},
    },
    pages::identity::PageIdentifier,
    shared::{
        calendar::{Day, Window},
        ids::{Id, MenuItemId, PromptId, QuestionId, SiteId},
    },
};
use jiff::{Timestamp, tz::TimeZone};

pub const TODAY: Day = Day(20_000);

pub fn site(number: u128) -> SiteId {
    SiteId::from_bits((1 << 100) + number)
}

pub fn question(number: u128) -> QuestionId {
    QuestionId::from_bits((2 << 100) + number)
}

pub fn prompt(number: u128) -> PromptId {
    PromptId::from_bits((3 << 100) + number)
}

/// An id spread over all 128 bits, different for every number.
pub fn event_id(number: u128) -> EventId {
    EventId(number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
}

pub fn window(days: i32) -> Window {
    Window::last_days(days, TODAY)
}

/// Windows that a list of pages reads in different ways: by days, by weeks, and up to a day within a week.
pub fn windows_of_lists() -> [Window; 3] {
    [window(3), window(30), Window { to: Day(TODAY.0 - 1), ..window(30) }]
}

/// A time on `day`; larger minutes are later.
pub fn at(day: Day, minute: i64) -> Timestamp {
    let midnight = day.date().to_zoned(TimeZone::UTC).unwrap().timestamp().as_millisecond();
    Timestamp::from_millisecond(midnight + minute * 60_000 + 7).unwrap()
}

/// An event of today on `path`.
pub fn event(number: u128, site: SiteId, path: &str, action: Action) -> Event {
    Event {
        event_id: event_id(number),
        site,
        at: at(TODAY, 600),
        day: TODAY,
        hour: Some(10),
        path: path.into(),
        title: None,
        referrer: None,
        campaign: Campaign::default(),
        action,
        crawler: None,
        device: None,
        library: None,
        spelling: None,
    }
}

pub fn view() -> Action {
    Action::View { source: None, with_widget: true }
}

pub fn view_without_widget() -> Action {
    Action::View { source: None, with_widget: false }
}

pub fn visit(kind: VisitKind, name: &str) -> Action {
    Action::View { source: Some(VisitSource { kind, name: name.into() }), with_widget: true }
}

pub fn ai_click(platform: &str) -> Action {
    Action::AiClick { platform: platform.into(), prompt_id: None }
}

pub fn prompt_click(platform: &str, number: u128) -> Action {
    Action::AiClick { platform: platform.into(), prompt_id: Some(prompt(number)) }
}

pub fn social_click(network: &str) -> Action {
    Action::SocialClick { network: network.into() }
}

pub fn question_click(platform: Option<&str>, number: u128) -> Action {
    Action::QuestionClick { platform: platform.map(Into::into), question_id: question(number) }
}

pub fn item_click(number: u128) -> Action {
    Action::ItemClick { item_id: MenuItemId::from_bits((4 << 100) + number) }
}

/// A filter by a page or, written as `/guides/**`, by a folder.
pub fn of_page(text: &str) -> AnalyticsFilter {
    AnalyticsFilter { page: PageFilter::of(text, &PageIdentifier::default()), platform: None }
}

/// The answer to one question.
pub async fn ask(
    store: &impl AnalyticsStore,
    site: SiteId,
    filter: &AnalyticsFilter,
    question: &CountsQuestion,
) -> Counts {
    store.counts(site, filter, vec![question.clone()]).await.unwrap().pop().unwrap()
}

/// The counters of a window by day.
pub async fn counts_of(
    store: &impl AnalyticsStore,
    site: SiteId,
    kind: CounterKind,
    window: Window,
    filter: &AnalyticsFilter,
) -> Counts {
    ask(store, site, filter, &CountsQuestion::by_day(kind, window)).await
}
