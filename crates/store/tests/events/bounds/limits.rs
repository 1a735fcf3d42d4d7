//! Whatever anonymous callers could make grow without end stays limited, and hides nothing known.

use std::sync::Arc;

use askline_app::ports::{
    analytics::AnalyticsStore,
    events::{EventPosition, EventStore},
};
use askline_domain::{
    analytics::{filter::AnalyticsFilter, page_list::question::PagesQuestion},
    events::{CounterKind, Event, visit_source::VisitKind},
    shared::calendar::Day,
};
use askline_store::events::sqlite::EventOptions;
use futures_util::future::join_all;

use crate::{
    backend::{Backend, on_every_backend},
    contract::{all_pages, total},
    sample::*,
    small,
};

on_every_backend! {
    pages_beyond_the_new_ones_of_a_day_are_counted_together_and_keep_their_path,
    after_110_000_made_up_pages_those_of_yesterday_and_of_this_morning_and_of_tomorrow_count_by_themselves,
    made_up_referrers_hide_no_assistant_no_engine_no_network_and_none_that_was_known,
    first_labels_have_a_bound_too,
    many_prompts_have_a_bound_and_leave_the_platforms_as_they_are,
    a_day_of_a_site_takes_exactly_so_many_events_whoever_sends_them,
}

const YESTERDAY: Day = Day(TODAY.0 - 1);
const TOMORROW: Day = Day(TODAY.0 + 1);

fn of_day(day: Day, event: Event) -> Event {
    Event { day, at: at(day, 600), ..event }
}

async fn pages_beyond_the_new_ones_of_a_day_are_counted_together_and_keep_their_path(backend: &impl Backend) {
    let options = EventOptions { max_new_pages_per_day: 20, ..small() };
    let mut database = backend.open_with(options).await;
    let events: Vec<Event> = (0..200)
        .map(|n| Event { title: Some("T".into()), ..event(n, site(1), &format!("/{}", n % 100), ai_click("chatgpt")) })
        .collect();
    for half in events.chunks(100) {
        database.append(half.to_vec()).await.unwrap();
        drop(database);
        database = backend.open_with(options).await;
    }
    // Another site has its own limit.
    database.append(vec![event(1_000, site(2), "/new", view())]).await.unwrap();
    for descending in [false, true] {
        let question = PagesQuestion { descending, ..all_pages() };
        let pages = database.pages(site(1), window(1), &question).await.unwrap();
        assert_eq!((pages.totals.pages, pages.totals.ai_clicks, pages.rows.len()), (20, 200, 21));
        let other = pages.rows.last().unwrap();
        assert_eq!((&other.path, other.ai_clicks, other.title.as_deref()), (&None, 160, None));
        assert!(pages.rows[..20].iter().all(|row| row.path.is_some()));
    }
    // The row of other pages comes last in paging, and no search or path finds it.
    let first = PagesQuestion { limit: 20, ..all_pages() };
    let after = database.pages(site(1), window(1), &first).await.unwrap().next;
    assert!(after.is_some());
    let cut = PagesQuestion { after, limit: 5, ..all_pages() };
    let cut = database.pages(site(1), window(1), &cut).await.unwrap();
    assert_eq!((cut.rows.len(), cut.rows[0].path.as_deref(), cut.next), (1, None, None));
    let searched = PagesQuestion { search: Some("other".into()), ..all_pages() };
    assert_eq!(database.pages(site(1), window(1), &searched).await.unwrap(), Default::default());
    let filtered = PagesQuestion { filter: of_page("(other)"), ..all_pages() };
    assert_eq!(database.pages(site(1), window(1), &filtered).await.unwrap(), Default::default());
    assert_eq!(total(&database, site(1), CounterKind::AiClick, &of_page("/0")).await, 2);
    assert_eq!(total(&database, site(2), CounterKind::View, &of_page("/new")).await, 1);
    let read = database.events_after(site(1), EventPosition::START, 1_000).await.unwrap();
    assert_eq!(read.into_iter().map(|stored| stored.event).collect::<Vec<_>>(), events);
    assert_eq!(database.recount(site(1), TODAY).await.unwrap().differences, []);
}

async fn after_110_000_made_up_pages_those_of_yesterday_and_of_this_morning_and_of_tomorrow_count_by_themselves(
    backend: &impl Backend,
) {
    let open = async || backend.open_with(EventOptions::default()).await;
    let database = open().await;
    let first =
        vec![of_day(YESTERDAY, event(1, site(1), "/yesterday", view())), event(2, site(1), "/this-morning", view())];
    database.append(first).await.unwrap();
    for from in (0..110_000_u128).step_by(5_000) {
        let flood = (from..from + 5_000).map(|n| event(1_000 + n, site(1), &format!("/made-up/{n}"), view()));
        database.append(flood.collect()).await.unwrap();
    }
    drop(database);
    let database = open().await;
    let later = vec![
        event(3, site(1), "/yesterday", view()),
        event(4, site(1), "/this-morning", view()),
        event(5, site(1), "/this-evening", view()),
        event(6, site(2), "/elsewhere", view()),
        of_day(TOMORROW, event(7, site(1), "/tomorrow", view())),
    ];
    database.append(later).await.unwrap();
    let of_today = askline_domain::shared::calendar::Window { from: TODAY, to: TODAY };
    for (number, path, expected) in [
        (1, "/yesterday", 1),
        (1, "/this-morning", 2),
        (1, "/made-up/0", 1),
        // A new page after the flood: counted as one of the other pages.
        (1, "/this-evening", 0),
        (2, "/elsewhere", 1),
    ] {
        let counts = counts_of(&database, site(number), CounterKind::View, of_today, &of_page(path)).await;
        assert_eq!(counts.by_slot.iter().map(|row| row.value).sum::<i64>(), expected, "{path}");
    }
    let of_tomorrow = askline_domain::shared::calendar::Window { from: TOMORROW, to: TOMORROW };
    let counts = counts_of(&database, site(1), CounterKind::View, of_tomorrow, &of_page("/tomorrow")).await;
    assert_eq!(counts.by_slot.len(), 1);
    let pages = database.pages(site(1), of_today, &all_pages()).await.unwrap();
    // "/this-morning" is one of today's new pages.
    assert_eq!((pages.totals.pages, pages.totals.views), (10_000 + 1, 110_000 + 4));
    assert_eq!(database.recount(site(1), TODAY).await.unwrap().differences, []);
}

async fn made_up_referrers_hide_no_assistant_no_engine_no_network_and_none_that_was_known(backend: &impl Backend) {
    let open = async || backend.open_with(EventOptions::default()).await;
    let mut database = open().await;
    let visits = |number, day, kind, name: &str| of_day(day, event(number, site(1), "/", visit(kind, name)));
    let known =
        [visits(1, YESTERDAY, VisitKind::Other, "blog.example"), visits(2, TODAY, VisitKind::Campaign, "newsletter")];
    database.append(known.to_vec()).await.unwrap();
    for day in [TODAY, TOMORROW] {
        let flood = |round: u128| {
            let first = u128::from(day.0.unsigned_abs()) * 10_000 + round * 5_000;
            (0..1_500_u128).map(move |n| {
                let kind = if n % 2 == 0 { VisitKind::Other } else { VisitKind::Campaign };
                visits(first + n, day, kind, &format!("{}-{n}.example", day.0))
            })
        };
        database.append(flood(0).chain(flood(1)).collect()).await.unwrap();
        drop(database);
        database = open().await;
    }
    let real = [
        (VisitKind::AiAssistant, "chatgpt", 1),
        (VisitKind::Search, "google", 1),
        (VisitKind::Social, "linkedin", 1),
        (VisitKind::Direct, "direct", 1),
        (VisitKind::Other, "blog.example", 2),
        (VisitKind::Campaign, "newsletter", 2),
        (VisitKind::Other, "new.example", 0),
    ];
    let later = (100..).zip(&real).map(|(number, (kind, name, _))| visits(number, TODAY, *kind, name));
    database.append(later.collect()).await.unwrap();
    let none = AnalyticsFilter::default();
    let whole = askline_domain::shared::calendar::Window { from: YESTERDAY, to: TOMORROW };
    let counts = counts_of(&database, site(1), CounterKind::Visit, whole, &none).await;
    let value = |kind: VisitKind, name: &str| {
        let row = counts.breakdown.iter().find(|row| row.label == kind.as_str() && row.detail == name);
        row.map_or(0, |row| row.value)
    };
    for (kind, name, expected) in real {
        assert_eq!(value(kind, name), expected, "{kind} {name}");
    }
    // A thousand new referrers per day are named. Each was sent twice; the others keep their kind.
    let others = value(VisitKind::Other, "other") + value(VisitKind::Campaign, "other");
    assert_eq!(others, 2 * 2 * 500 + 2 + 1, "the newsletter was the first new one of today, new.example the last");
    assert_eq!(counts.breakdown.iter().map(|row| row.value).sum::<i64>(), 2 * 3_000 + 2 + 7);
    for day in [YESTERDAY, TODAY, TOMORROW] {
        assert_eq!(database.recount(site(1), day).await.unwrap().differences, []);
    }
}

async fn first_labels_have_a_bound_too(backend: &impl Backend) {
    let options = EventOptions { max_new_pairs_per_day: 10, ..small() };
    let database = backend.open_with(options).await;
    let clicks = (0..500).map(|n| event(n, site(1), "/", question_click(Some(&format!("p{n}")), n)));
    database.append(clicks.collect()).await.unwrap();
    let none = AnalyticsFilter::default();
    let counts = counts_of(&database, site(1), CounterKind::QuestionClick, window(1), &none).await;
    assert!(counts.breakdown.len() <= 10 + 64 + 1, "{} rows", counts.breakdown.len());
    assert_eq!(total(&database, site(1), CounterKind::QuestionClick, &none).await, 500);
    assert_eq!(database.recount(site(1), TODAY).await.unwrap().differences, []);
}

async fn many_prompts_have_a_bound_and_leave_the_platforms_as_they_are(backend: &impl Backend) {
    let options = EventOptions { max_new_pairs_per_day: 10, ..small() };
    let database = backend.open_with(options).await;
    let platform = |n: u128| if n.is_multiple_of(2) { "chatgpt" } else { "claude" };
    let clicks = (0..500).map(|n| event(n, site(1), "/", prompt_click(platform(n), n)));
    database.append(clicks.collect()).await.unwrap();
    database.append(vec![event(900, site(1), "/", ai_click("perplexity"))]).await.unwrap();
    let none = AnalyticsFilter::default();
    let counts = counts_of(&database, site(1), CounterKind::PromptClick, window(1), &none).await;
    assert_eq!(counts.breakdown.len(), 10 + 2 + 1);
    for (platform, clicks) in [("chatgpt", 250), ("claude", 250), ("perplexity", 1)] {
        let filter = AnalyticsFilter { page: None, platform: Some(platform.into()) };
        for kind in [CounterKind::PromptClick, CounterKind::AiClick] {
            assert_eq!(total(&database, site(1), kind, &filter).await, clicks, "{platform} {kind:?}");
        }
    }
    assert_eq!(database.recount(site(1), TODAY).await.unwrap().differences, []);
}

async fn a_day_of_a_site_takes_exactly_so_many_events_whoever_sends_them(backend: &impl Backend) {
    let options = EventOptions { events_per_site_and_day: 500, ..small() };
    let open = async || backend.open_with(options).await;
    // Two stores on one database behave like two processes.
    let both = [Arc::new(open().await), Arc::new(open().await)];
    let tasks = (0..60_u128).map(|task| {
        let database = Arc::clone(&both[usize::from(task % 2 == 0)]);
        tokio::spawn(async move {
            let events = (task * 10..task * 10 + 10).map(|n| event(n, site(1), "/", view())).collect::<Vec<_>>();
            let appended = database.append(events.clone()).await.unwrap();
            assert_eq!(appended.stored as usize + appended.over_limit.len(), 10);
            (events, appended)
        })
    });
    let done: Vec<_> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(done.iter().map(|(_, appended)| appended.stored).sum::<u32>(), 500);
    drop(both);
    let database = open().await;
    let none = AnalyticsFilter::default();
    for (events, appended) in &done {
        // Stored events are repeats, and refused events are refused again, since they are not remembered.
        let again = database.append(events.clone()).await.unwrap();
        assert_eq!((again.stored, again.repeated), (0, appended.stored));
        assert_eq!(again.over_limit, appended.over_limit);
    }
    assert_eq!(total(&database, site(1), CounterKind::View, &none).await, 500);
    assert_eq!(database.recount(site(1), TODAY).await.unwrap().events, 500);
    let (refused, of_another_day): (Vec<Event>, Vec<Event>) = done
        .iter()
        .flat_map(|(events, appended)| appended.over_limit.iter().map(|place| events[*place].clone()))
        .map(|event| (Event { site: site(2), ..event.clone() }, of_day(TOMORROW, event)))
        .unzip();
    assert_eq!(database.append(refused).await.unwrap().stored, 100, "another site has a day of its own");
    assert_eq!(database.append(of_another_day).await.unwrap().stored, 100);
    drop(database);
    let lifted = EventOptions { events_per_site_and_day: 0, ..options };
    let database = backend.open_with(lifted).await;
    assert_eq!(database.append(vec![event(9_000, site(1), "/", view())]).await.unwrap().stored, 1);
}
