//! Random events and restarts, compared with a list that is scanned each time.

use std::collections::{BTreeMap, BTreeSet};

use askline_app::ports::{
    analytics::{CountsQuestion, Split},
    events::{EventPosition, EventStore},
};
use askline_domain::{
    analytics::{
        clear_rows::ByDay,
        filter::{AnalyticsFilter, PageFilter},
        page_list::question::PagesQuestion,
        series::Cut,
    },
    events::{Action, CounterKind, Event, device::Device, visit_source::VisitKind},
    shared::calendar::Day,
};
use proptest::prelude::*;

use crate::{
    backend::{Backend, Postgres, Sqlite},
    contract::{Store, all_pages},
    memory_model::MemoryModel,
    runtime,
    sample::*,
};

fn action() -> impl Strategy<Value = Action> {
    let platform = prop::sample::select(vec!["chatgpt", "claude", "x"]);
    let kind = prop::sample::select(vec![VisitKind::AiAssistant, VisitKind::Search, VisitKind::Direct]);
    prop_oneof![
        Just(view()),
        Just(view_without_widget()),
        (kind, platform.clone()).prop_map(|(kind, name)| visit(kind, name)),
        platform.clone().prop_map(ai_click),
        (platform.clone(), 0_u128..3).prop_map(|(platform, number)| prompt_click(platform, number)),
        platform.clone().prop_map(social_click),
        (prop::option::of(platform), 0_u128..3).prop_map(|(platform, number)| question_click(platform, number)),
        (0_u128..3).prop_map(item_click),
        Just(Action::Copy),
    ]
}

pub fn any_event() -> impl Strategy<Value = Event> {
    let title = prop::option::of(prop::sample::select(vec!["One", "Two"]));
    let path = prop::sample::select(vec!["/", "/1", "/1/", "/1/a", "/1/a/b", "/12", "/2"]);
    let device = prop::option::of(prop::sample::select(Device::EVERY.to_vec()));
    let labels = (path, title, action(), device, prop::bool::weighted(0.1), any::<bool>());
    // Few distinct ids, so that some events are repeats.
    (0_u128..600, 0_u128..2, 0_i32..5, 0_i64..1_440, any::<bool>(), labels).prop_map(
        |(number, of_site, ago, minute, has_hour, (path, title, action, device, crawls, spelled))| {
            let day = Day(TODAY.0 - ago);
            Event {
                day,
                at: at(day, minute),
                hour: has_hour.then(|| u8::try_from(minute / 60).unwrap()),
                title: title.map(Into::into),
                crawler: crawls.then(|| "GPTBot".into()),
                device,
                library: None,
                spelling: spelled.then(|| format!("{path}/")),
                ..event(number, site(of_site), path, action)
            }
        },
    )
}

#[derive(Debug, Clone)]
enum Step {
    Append(Vec<Event>),
    Reopen,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        9 => prop::collection::vec(any_event(), 1..40).prop_map(Step::Append),
        1 => Just(Step::Reopen),
    ];
    prop::collection::vec(step, 1..25)
}

async fn check_counts(database: &impl Store, model: &MemoryModel, filter: &AnalyticsFilter) {
    let cut = Cut { day: Day(TODAY.0 - 1), hour: 11 };
    for number in 0..2 {
        for kind in CounterKind::EVERY {
            for (days, cut, by_hour, label, split) in [
                (1, None, false, None, Split::None),
                (3, Some(cut), false, None, Split::Label),
                (3, Some(cut), true, Some("ai_assistant"), Split::Detail),
                (30, None, true, None, Split::Label),
            ] {
                let question = CountsQuestion { kind, window: window(days), cut, by_hour, label, split };
                let mut counts = ask(database, site(number), filter, &question).await;
                counts.breakdown.sort_by(|a, b| (&a.label, &a.detail).cmp(&(&b.label, &b.detail)));
                assert_eq!(counts, model.counts(site(number), filter, &question), "{question:?} {filter:?}");
            }
        }
    }
}

/// The asks of each page are those that a filter by the page counts, and so are those of each day.
async fn check_asks(database: &impl Store, model: &MemoryModel) {
    for number in 0..2 {
        let of_site = model.events.iter().filter(|event| event.site == site(number));
        let pages: BTreeSet<&String> = of_site.map(|event| &event.path).collect();
        for (days, cut) in [(1, None), (3, Some(Cut { day: Day(TODAY.0 - 1), hour: 11 })), (30, None)] {
            let (mut asks, mut by_day) = (BTreeMap::new(), BTreeMap::<String, ByDay>::new());
            for page in &pages {
                for kind in [CounterKind::AiClick, CounterKind::QuestionClick] {
                    let question = CountsQuestion { cut, ..CountsQuestion::by_day(kind, window(days)) };
                    let filter = AnalyticsFilter { page: Some(PageFilter::Page((*page).clone())), platform: None };
                    let counts = model.counts(site(number), &filter, &question);
                    if counts.total() > 0 {
                        *asks.entry((*page).clone()).or_default() += counts.total();
                    }
                    let counts = model.counts(site(number), &filter, &CountsQuestion { cut: None, ..question });
                    for value in counts.by_slot {
                        *by_day.entry((*page).clone()).or_default().entry(value.slot.day).or_default() += value.value;
                    }
                }
            }
            assert_eq!(database.asks_by_page(site(number), window(days), cut).await.unwrap(), asks, "{cut:?}");
            let pages = pages.iter().copied().cloned().chain(["/unknown".to_owned()]).collect();
            assert_eq!(database.asks_by_day(site(number), window(days), pages).await.unwrap(), by_day);
        }
    }
}

async fn check(database: &impl Store, model: &MemoryModel) {
    check_asks(database, model).await;
    for page in ["/**", "/1", "/1/**", "/unknown", "/unknown/**"] {
        for platform in [None, Some("chatgpt")] {
            let filter = AnalyticsFilter { platform: platform.map(Into::into), ..of_page(page) };
            check_counts(database, model, &filter).await;
        }
    }
    for number in 0..2 {
        for minute in [0, 17, 600, 1_439] {
            let now = at(TODAY, minute);
            // An event with a time after `now` has advanced the ring: only the newest half hour is kept.
            let newest = model.events.iter().filter(|one| one.site == site(number) && one.crawler.is_none());
            if newest.map(|one| one.at).max().is_none_or(|newest| newest <= now) {
                let recent = database.recent(site(number), now).await.unwrap();
                assert_eq!(recent.minutes, model.minutes(site(number), now));
            }
        }
    }
    for number in 0..2 {
        for platform in [None, Some("chatgpt"), Some("x")] {
            let filter = AnalyticsFilter { page: None, platform: platform.map(Into::into) };
            let question = PagesQuestion { filter, ..all_pages() };
            for window in windows_of_lists() {
                let answer = database.pages(site(number), window, &question).await.unwrap();
                assert_eq!((answer.totals, answer.rows), model.pages(site(number), window, platform), "{platform:?}");
            }
        }
        for ago in 0..5 {
            let recount = database.recount(site(number), Day(TODAY.0 - ago)).await.unwrap();
            assert_eq!(recount.differences, []);
        }
        let stored = database.events_after(site(number), EventPosition::START, 10_000).await.unwrap();
        let of_site = model.events.iter().filter(|event| event.site == site(number)).cloned();
        // The device is counted but not stored, and the spelling is stored with the page.
        let spelling = |path: &str| model.spelling(site(number), path);
        let expected: Vec<_> =
            of_site.map(|event| Event { device: None, spelling: spelling(&event.path), ..event }).collect();
        assert_eq!(stored.into_iter().map(|stored| stored.event).collect::<Vec<_>>(), expected);
    }
}

async fn check_steps(backend: &impl Backend, steps: Vec<Step>) {
    let mut database = backend.open().await;
    let mut model = MemoryModel::default();
    for step in steps {
        match step {
            Step::Append(events) => {
                let expected = model.append(events.clone());
                assert_eq!(database.append(events).await.unwrap(), expected);
            }
            Step::Reopen => {
                drop(database);
                database = backend.open().await;
            }
        }
    }
    check(&database, &model).await;
    drop(database);
    check(&backend.open().await, &model).await;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn every_answer_equals_a_count_of_the_raw_events(steps in steps()) {
        runtime().block_on(async { check_steps(&Sqlite::empty().await, steps).await });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    #[test]
    fn every_answer_of_a_server_equals_a_count_of_the_raw_events(steps in steps()) {
        runtime().block_on(async { check_steps(&Postgres::empty().await, steps).await });
    }
}
