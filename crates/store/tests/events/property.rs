//! Random events, restarts and removals against the list that is gone through each time.

use askline_domain::{
    calendar::Day,
    event::{Action, CounterKind, Event},
    ports::{AnalyticsFilter, AnalyticsStore, EventStore, PagesQuestion},
    visit_source::VisitKind,
};
use askline_store::sqlite::events::EventDatabase;
use proptest::prelude::*;

use crate::{contract::all_pages, memory_model::MemoryModel, open, runtime, sample::*};

fn action() -> impl Strategy<Value = Action> {
    let platform = prop::sample::select(vec!["chatgpt", "claude", "x"]);
    let kind = prop::sample::select(vec![VisitKind::AiAssistant, VisitKind::Search, VisitKind::Direct]);
    prop_oneof![
        Just(view()),
        (kind, platform.clone()).prop_map(|(kind, name)| visit(kind, name)),
        platform.clone().prop_map(ai_click),
        (platform.clone(), 0_u128..3).prop_map(|(platform, number)| prompt_click(platform, number)),
        platform.clone().prop_map(social_click),
        (prop::option::of(platform), 0_u128..3).prop_map(|(platform, number)| question_click(platform, number)),
        Just(Action::Copy),
    ]
}

fn any_event() -> impl Strategy<Value = Event> {
    let title = prop::option::of(prop::sample::select(vec!["One", "Two"]));
    // Few ids, so that a third of the events are repeats.
    (0_u128..600, 0_u128..2, 0_u8..4, 0_i32..5, 0_i64..1_440, title, action(), prop::bool::weighted(0.1)).prop_map(
        |(number, of_site, page, ago, minute, title, action, crawls)| {
            let day = Day(TODAY.0 - ago);
            Event {
                day,
                at: at(day, minute),
                title: title.map(Into::into),
                crawler: crawls.then(|| "GPTBot".into()),
                ..event(number, site(of_site), &format!("/{page}"), action)
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

async fn check_counts(database: &EventDatabase, model: &MemoryModel, filter: &AnalyticsFilter) {
    for number in 0..2 {
        for kind in CounterKind::EVERY {
            for days in [1, 3, 30] {
                let mut counts = database.counts(site(number), kind, window(days), filter).await.unwrap();
                counts.breakdown.sort_by(|a, b| (&a.label, &a.detail).cmp(&(&b.label, &b.detail)));
                assert_eq!(
                    counts,
                    model.counts(site(number), kind, window(days), filter),
                    "{kind:?} {days} {filter:?}"
                );
            }
        }
    }
}

async fn check(database: &EventDatabase, model: &MemoryModel) {
    for page in [None, Some("/1"), Some("/unknown")] {
        for platform in [None, Some("chatgpt")] {
            let filter = AnalyticsFilter { page: page.map(Into::into), platform: platform.map(Into::into) };
            check_counts(database, model, &filter).await;
        }
    }
    for number in 0..2 {
        for platform in [None, Some("chatgpt"), Some("x")] {
            let filter = AnalyticsFilter { page: None, platform: platform.map(Into::into) };
            let question = PagesQuestion { filter, ..all_pages() };
            let answer = database.pages(site(number), window(3), &question).await.unwrap();
            assert_eq!((answer.totals, answer.rows), model.pages(site(number), window(3), platform), "{platform:?}");
        }
        for ago in 0..5 {
            let recount = database.recount(site(number), Day(TODAY.0 - ago)).await.unwrap();
            assert_eq!(recount.differences, []);
        }
        let stored = database.events_after(site(number), 0, 10_000).await.unwrap();
        let expected: Vec<_> = model.events.iter().filter(|event| event.site == site(number)).cloned().collect();
        assert_eq!(stored.into_iter().map(|stored| stored.event).collect::<Vec<_>>(), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn every_answer_equals_a_count_of_the_raw_events(steps in steps()) {
        let dir = tempfile::tempdir().unwrap();
        runtime().block_on(async {
            let mut database = open(dir.path());
            let mut model = MemoryModel::default();
            for step in steps {
                match step {
                    Step::Append(events) => {
                        let expected = model.append(events.clone());
                        assert_eq!(database.append(events).await.unwrap(), expected);
                    }
                    Step::Reopen => {
                        drop(database);
                        database = open(dir.path());
                    }
                }
            }
            check(&database, &model).await;
            drop(database);
            check(&open(dir.path()), &model).await;
        });
    }
}
