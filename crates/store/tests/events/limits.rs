//! What a stranger could make grow without end does not.

use askline_domain::{
    event::{CounterKind, Event},
    ports::{AnalyticsFilter, AnalyticsStore, EventStore},
    visit_source::VisitKind,
};
use askline_store::sqlite::events::{EventDatabase, EventOptions};

use crate::{
    clock,
    contract::{all_pages, total},
    runtime,
    sample::*,
    small,
};

#[test]
fn pages_beyond_the_bound_are_counted_together_and_keep_their_path() {
    let dir = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let options = EventOptions { pages_per_site_most: 20, ..small() };
        let mut database = EventDatabase::open(dir.path(), options, clock()).unwrap();
        let events: Vec<Event> = (0..200)
            .map(|n| Event {
                title: Some("T".into()),
                ..event(n, site(1), &format!("/{}", n % 100), ai_click("chatgpt"))
            })
            .collect();
        for half in events.chunks(100) {
            database.append(half.to_vec()).await.unwrap();
            drop(database);
            database = EventDatabase::open(dir.path(), options, clock()).unwrap();
        }
        // Another site has a bound of its own.
        database.append(vec![event(1_000, site(2), "/new", view())]).await.unwrap();
        let pages = database.pages(site(1), window(1), &all_pages()).await.unwrap();
        assert_eq!((pages.totals.pages, pages.totals.ai_clicks), (21, 200));
        let other = &pages.rows[0];
        assert_eq!((other.path.as_str(), other.ai_clicks, other.title.as_deref()), ("(other)", 160, None));
        let filter = |page: &str| AnalyticsFilter { page: Some(page.into()), platform: None };
        assert_eq!(total(&database, site(1), CounterKind::AiClick, &filter("(other)")).await, 160);
        assert_eq!(total(&database, site(1), CounterKind::AiClick, &filter("/0")).await, 2);
        assert_eq!(total(&database, site(2), CounterKind::View, &filter("/new")).await, 1);
        let read = database.events_after(site(1), 0, 1_000).await.unwrap();
        assert_eq!(read.into_iter().map(|stored| stored.event).collect::<Vec<_>>(), events);
        assert_eq!(database.recount(site(1), TODAY).await.unwrap().differences, []);
    });
}

#[test]
fn labels_beyond_the_bound_of_a_day_are_counted_as_other() {
    let dir = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let options = EventOptions { labels_per_day_most: 10, ..small() };
        let mut database = EventDatabase::open(dir.path(), options, clock()).unwrap();
        for round in 0..3_u128 {
            let visits = (0..50_u128).map(|n| {
                let source = visit(VisitKind::Campaign, &format!("campaign {n}"));
                event(round * 100 + n, site(1), "/", source)
            });
            database.append(visits.collect()).await.unwrap();
            drop(database);
            database = EventDatabase::open(dir.path(), options, clock()).unwrap();
        }
        let none = AnalyticsFilter::default();
        let counts = database.counts(site(1), CounterKind::Visit, window(1), &none).await.unwrap();
        assert_eq!(counts.breakdown.len(), 11);
        let other = counts.breakdown.iter().find(|row| row.detail == "other").unwrap();
        assert_eq!((other.label.as_str(), other.value), ("campaign", 120));
        assert_eq!(total(&database, site(1), CounterKind::Visit, &none).await, 150);
        assert_eq!(total(&database, site(1), CounterKind::View, &none).await, 150);
        assert_eq!(database.recount(site(1), TODAY).await.unwrap().differences, []);
    });
}

#[test]
fn first_labels_have_a_bound_too() {
    let dir = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let options = EventOptions { labels_per_day_most: 10, ..small() };
        let database = EventDatabase::open(dir.path(), options, clock()).unwrap();
        let clicks = (0..500).map(|n| event(n, site(1), "/", question_click(Some(&format!("p{n}")), n)));
        database.append(clicks.collect()).await.unwrap();
        let none = AnalyticsFilter::default();
        let counts = database.counts(site(1), CounterKind::QuestionClick, window(1), &none).await.unwrap();
        assert!(counts.breakdown.len() <= 10 + 64 + 1, "{} rows", counts.breakdown.len());
        assert_eq!(total(&database, site(1), CounterKind::QuestionClick, &none).await, 500);
    });
}

#[test]
fn made_up_prompts_have_a_bound_and_leave_the_platforms_as_they_are() {
    let dir = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let options = EventOptions { labels_per_day_most: 10, ..small() };
        let database = EventDatabase::open(dir.path(), options, clock()).unwrap();
        let platform = |n: u128| if n.is_multiple_of(2) { "chatgpt" } else { "claude" };
        let clicks = (0..500).map(|n| event(n, site(1), "/", prompt_click(platform(n), n)));
        database.append(clicks.collect()).await.unwrap();
        let none = AnalyticsFilter::default();
        let counts = database.counts(site(1), CounterKind::PromptClick, window(1), &none).await.unwrap();
        assert_eq!(counts.breakdown.len(), 10 + 2);
        for platform in ["chatgpt", "claude"] {
            let filter = AnalyticsFilter { page: None, platform: Some(platform.into()) };
            for kind in [CounterKind::PromptClick, CounterKind::AiClick] {
                assert_eq!(total(&database, site(1), kind, &filter).await, 250, "{platform} {kind:?}");
            }
        }
        assert_eq!(database.recount(site(1), TODAY).await.unwrap().differences, []);
    });
}
