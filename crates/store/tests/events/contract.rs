//! What every event store guarantees, on any database.

use std::sync::Arc;

use askline_app::ports::{
    analytics::AnalyticsStore as _,
    events::{EventPosition, EventStore as _},
};
use askline_domain::{
    analytics::{
        PageSort,
        filter::{AnalyticsFilter, PageFilter},
        page_list::question::PagesQuestion,
    },
    events::{Action, Campaign, CounterKind, Event, visit_source::VisitKind},
    pages::identity::PageIdentifier,
    shared::{calendar::Day, ids::SiteId},
};
use futures_util::future::join_all;

use crate::{
    backend::{Backend, on_every_backend},
    sample::*,
};

on_every_backend! {
    an_acknowledged_event_is_counted_exactly_once_under_concurrency,
    an_event_reads_back_as_it_was_stored,
    events_come_in_the_order_they_were_stored_page_by_page,
    a_site_sees_only_its_own,
    crawlers_are_counted_apart_from_people,
    a_librarys_view_is_a_readers_and_is_also_counted_as_the_librarys,
    a_filter_by_page_or_platform_narrows_every_kind,
    removing_old_events_keeps_the_counters_and_the_memory_of_repeats,
    a_removed_site_leaves_nothing_and_can_begin_anew,
    the_revision_grows_before_append_returns,
    nothing_is_an_answer_too,
}

pub use askline_app::ports::whole_stores::Events as Store;

pub fn all_pages() -> PagesQuestion {
    PagesQuestion {
        filter: AnalyticsFilter::default(),
        search: None,
        sort: PageSort::Path,
        descending: false,
        by_folder: false,
        citations: Default::default(),
        previous_asks: None,
        after: None,
        limit: 1_000,
    }
}

/// Returns the sum by day, and checks that it equals the sum by label.
pub async fn total(store: &impl Store, site: SiteId, kind: CounterKind, filter: &AnalyticsFilter) -> i64 {
    let counts = counts_of(store, site, kind, window(30), filter).await;
    let by_day: i64 = counts.by_slot.iter().map(|row| row.value).sum();
    let by_label: i64 = counts.breakdown.iter().map(|row| row.value).sum();
    assert_eq!(by_day, by_label, "{kind:?} by day and by label");
    assert!(counts.by_slot.windows(2).all(|days| days[0].slot < days[1].slot), "oldest first, each once");
    by_day
}

async fn check_recount(store: &impl Store, site: SiteId, events: u64) {
    let recount = store.recount(site, TODAY).await.unwrap();
    assert_eq!((recount.day, recount.events, recount.differences), (TODAY, events, vec![]));
}

async fn an_acknowledged_event_is_counted_exactly_once_under_concurrency(backend: &impl Backend) {
    let store = backend.open().await;
    let store = Arc::new(store);
    // Every event is sent by two of 64 tasks, and the first of each batch a second time within it.
    let tasks = (0..64_u128).map(|task| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let mut stored = 0;
            for round in 0..20_u128 {
                let numbers = (0..5).map(|n| (task / 2) * 100 + round * 5 + n);
                let mut events: Vec<Event> =
                    numbers.map(|n| event(n, site(n % 3), &format!("/{}", n % 7), ai_click("chatgpt"))).collect();
                events.push(events[0].clone());
                let sent = events.len();
                let appended = store.append(events).await.unwrap();
                assert_eq!((appended.stored + appended.repeated) as usize, sent);
                stored += u64::from(appended.stored);
            }
            stored
        })
    });
    let stored: u64 = join_all(tasks).await.into_iter().map(Result::unwrap).sum();
    assert_eq!(stored, 3_200);
    let mut counted = 0;
    for number in 0..3 {
        let of_site = total(&*store, site(number), CounterKind::AiClick, &AnalyticsFilter::default()).await;
        counted += of_site;
        check_recount(&*store, site(number), of_site.unsigned_abs()).await;
    }
    assert_eq!(counted, 3_200);
}

async fn an_event_reads_back_as_it_was_stored(backend: &impl Backend) {
    let store = backend.open().await;
    let full = Campaign {
        source: Some("news".into()),
        medium: Some("mail".into()),
        name: Some("März".into()),
        term: Some("a b".into()),
        content: Some("'; --".into()),
    };
    let actions = [
        view(),
        visit(VisitKind::AiAssistant, "chatgpt"),
        visit(VisitKind::Direct, ""),
        ai_click("claude"),
        Action::AiClick { platform: "chatgpt".into(), prompt_id: Some(prompt(4)) },
        social_click("x"),
        question_click(None, 1),
        question_click(Some("perplexity"), 2),
        item_click(1),
        Action::Copy,
    ];
    let mut events = Vec::new();
    for (number, action) in (0..).zip(actions) {
        let plain = event(number, site(1), "/plain", action);
        events.push(Event {
            event_id: event_id(100 + number),
            path: "/f%C3%BCll".into(),
            title: Some("Ein \"Titel\" 🙂".into()),
            referrer: Some("https://example.org/a".into()),
            campaign: full.clone(),
            crawler: Some("GPTBot".into()),
            ..plain.clone()
        });
        events.push(plain);
    }
    store.append(events.clone()).await.unwrap();
    let read = store.events_after(site(1), EventPosition::START, 1_000).await.unwrap();
    assert_eq!(read.into_iter().map(|stored| stored.event).collect::<Vec<_>>(), events);
}

async fn events_come_in_the_order_they_were_stored_page_by_page(backend: &impl Backend) {
    let store = backend.open().await;
    // The days alternate, as in an import of past events; every third event belongs to another site.
    let mut expected = Vec::new();
    for number in 0..300_u128 {
        let day = Day(TODAY.0 - ((number * 7) % 11) as i32);
        let event = Event { day, at: at(day, 1), ..event(number, site(u128::from(number % 3 == 0)), "/", view()) };
        store.append(vec![event.clone()]).await.unwrap();
        expected.extend((event.site == site(0)).then_some(event));
    }
    for limit in [1, 7, 100, 1_000] {
        let mut read = Vec::new();
        let mut after = EventPosition::START;
        loop {
            let page = store.events_after(site(0), after, limit).await.unwrap();
            let Some(last) = page.last() else { break };
            assert!(page.len() <= limit as usize && page[0].place > after);
            assert!(page.windows(2).all(|pair| pair[0].place < pair[1].place));
            after = last.place;
            read.extend(page.into_iter().map(|stored| stored.event));
        }
        assert_eq!(read, expected, "{limit} at a time");
    }
}

async fn a_site_sees_only_its_own(backend: &impl Backend) {
    let store = backend.open().await;
    store
        .append(vec![event(1, site(1), "/a", ai_click("chatgpt")), event(2, site(2), "/a", ai_click("claude"))])
        .await
        .unwrap();
    let counts = counts_of(&store, site(1), CounterKind::AiClick, window(1), &AnalyticsFilter::default()).await;
    assert_eq!(counts.breakdown.len(), 1);
    assert_eq!(counts.breakdown[0].label, "chatgpt");
    let pages = store.pages(site(2), window(1), &all_pages()).await.unwrap();
    assert_eq!((pages.totals.pages, pages.totals.ai_clicks), (1, 1));
    assert_eq!(pages.rows[0].top_platform.as_deref(), Some("claude"));
    assert_eq!(store.events_after(site(1), EventPosition::START, 10).await.unwrap().len(), 1);
}

async fn crawlers_are_counted_apart_from_people(backend: &impl Backend) {
    let store = backend.open().await;
    let crawled = Event { crawler: Some("GPTBot".into()), ..event(1, site(1), "/a", ai_click("chatgpt")) };
    store.append(vec![crawled]).await.unwrap();
    let none = AnalyticsFilter::default();
    for kind in CounterKind::EVERY {
        let expected = i64::from(kind == CounterKind::Crawler);
        assert_eq!(total(&store, site(1), kind, &none).await, expected, "{kind:?}");
    }
    assert_eq!(store.pages(site(1), window(1), &all_pages()).await.unwrap().totals.pages, 0);
    check_recount(&store, site(1), 1).await;
}

async fn a_librarys_view_is_a_readers_and_is_also_counted_as_the_librarys(backend: &impl Backend) {
    let store = backend.open().await;
    let by_library = |number, action| Event { library: Some("curl"), ..event(number, site(1), "/a", action) };
    let crawled = Event { crawler: Some("GPTBot".into()), ..by_library(3, view()) };
    store.append(vec![by_library(1, view()), by_library(2, ai_click("chatgpt")), crawled]).await.unwrap();
    let none = AnalyticsFilter::default();
    for (kind, expected) in [(CounterKind::LibraryView, 1), (CounterKind::View, 1), (CounterKind::AiClick, 1)] {
        assert_eq!(total(&store, site(1), kind, &none).await, expected, "{kind:?}");
    }
    let counts = counts_of(&store, site(1), CounterKind::LibraryView, window(1), &none).await;
    assert_eq!(counts.breakdown.iter().map(|row| row.label.as_str()).collect::<Vec<_>>(), ["curl"]);
    check_recount(&store, site(1), 3).await;
}

async fn a_filter_by_page_or_platform_narrows_every_kind(backend: &impl Backend) {
    let store = backend.open().await;
    let actions = [
        view(),
        visit(VisitKind::AiAssistant, "chatgpt"),
        visit(VisitKind::Search, "chatgpt"),
        ai_click("chatgpt"),
        ai_click("claude"),
        social_click("x"),
        question_click(Some("chatgpt"), 1),
        question_click(None, 1),
        item_click(1),
        Action::Copy,
    ];
    let pages = ["/a", "/a", "/b"].into_iter().flat_map(|path| actions.iter().map(move |action| (path, action)));
    let events = (0..).zip(pages).map(|(n, (path, action))| event(n, site(1), path, action.clone())).collect();
    store.append(events).await.unwrap();
    let filter = |page: Option<&str>, platform: Option<&str>| AnalyticsFilter {
        page: page.and_then(|page| PageFilter::of(page, &PageIdentifier::default())),
        platform: platform.map(Into::into),
    };
    // Kind; then all, on /a, chatgpt, chatgpt on /a, x.
    for (kind, expected) in [
        // Views belong to no platform and are included.
        (CounterKind::View, [9, 6, 9, 6, 9]),
        (CounterKind::Visit, [6, 4, 3, 2, 0]),
        (CounterKind::AiClick, [6, 4, 3, 2, 0]),
        (CounterKind::PromptClick, [6, 4, 3, 2, 0]),
        (CounterKind::SocialClick, [3, 2, 0, 0, 3]),
        (CounterKind::QuestionClick, [6, 4, 3, 2, 0]),
        (CounterKind::Copy, [3, 2, 0, 0, 0]),
        (CounterKind::ItemClick, [3, 2, 0, 0, 0]),
        (CounterKind::Crawler, [0, 0, 0, 0, 0]),
    ] {
        let filters = [
            filter(None, None),
            filter(Some("/a"), None),
            filter(None, Some("chatgpt")),
            filter(Some("/a"), Some("chatgpt")),
            filter(None, Some("x")),
        ];
        for (filter, expected) in filters.iter().zip(expected) {
            assert_eq!(total(&store, site(1), kind, filter).await, expected, "{kind:?} {filter:?}");
        }
        assert_eq!(total(&store, site(1), kind, &filter(Some("/unknown"), None)).await, 0);
    }
    let question = PagesQuestion { filter: filter(None, Some("chatgpt")), ..all_pages() };
    let row = &store.pages(site(1), window(1), &question).await.unwrap().rows[0];
    let figures = (row.views, row.ai_clicks, row.social_clicks, row.question_clicks, row.ai_referrals);
    assert_eq!(figures, (6, 2, 0, 2, 2));
    let one = PagesQuestion { filter: filter(Some("/b"), None), ..all_pages() };
    let answer = store.pages(site(1), window(1), &one).await.unwrap();
    assert_eq!((answer.totals.pages, answer.rows[0].path.as_deref()), (1, Some("/b")));
}

async fn removing_old_events_keeps_the_counters_and_the_memory_of_repeats(backend: &impl Backend) {
    let store = backend.open().await;
    let events: Vec<Event> = (0..100)
        .map(|n| {
            let day = Day(TODAY.0 - (n as i32) / 2 % 10);
            Event { day, at: at(day, 5), ..event(n, site(n % 2), "/a", view()) }
        })
        .collect();
    store.append(events.clone()).await.unwrap();
    let before = at(Day(TODAY.0 - 4), 0);
    // Five events of each site per day; those at five minutes past midnight four days ago are kept.
    assert_eq!(store.remove_events(&[(site(0), before)], 15).await.unwrap(), 15);
    assert_eq!(store.remove_events(&[(site(0), before)], 1_000).await.unwrap(), 10);
    assert_eq!(store.remove_events(&[(site(0), before)], 1_000).await.unwrap(), 0);
    assert_eq!(store.events_after(site(0), EventPosition::START, 1_000).await.unwrap().len(), 25);
    assert_eq!(store.events_after(site(1), EventPosition::START, 1_000).await.unwrap().len(), 50);
    assert_eq!(total(&store, site(0), CounterKind::View, &AnalyticsFilter::default()).await, 50);
    let again = store.append(events).await.unwrap();
    assert_eq!((again.stored, again.repeated), (0, 100));
}

async fn a_removed_site_leaves_nothing_and_can_begin_anew(backend: &impl Backend) {
    let store = backend.open().await;
    let events =
        |from: u128| (from..from + 300).map(|n| event(n, site(n % 2), &format!("/{}", n % 9), ai_click("x"))).collect();
    store.append(events(0)).await.unwrap();
    let revision = store.revision(site(0));
    store.remove_site(site(0)).await.unwrap();
    assert!(store.revision(site(0)) > revision);
    let none = AnalyticsFilter::default();
    assert_eq!(total(&store, site(0), CounterKind::AiClick, &none).await, 0);
    assert_eq!(store.pages(site(0), window(30), &all_pages()).await.unwrap().totals.pages, 0);
    assert!(store.events_after(site(0), EventPosition::START, 10).await.unwrap().is_empty());
    assert_eq!(total(&store, site(1), CounterKind::AiClick, &none).await, 150, "others are not touched");
    store.append(events(1_000)).await.unwrap();
    assert_eq!(total(&store, site(0), CounterKind::AiClick, &none).await, 150);
    check_recount(&store, site(0), 150).await;
    store.remove_site(site(7)).await.unwrap();
}

async fn the_revision_grows_before_append_returns(backend: &impl Backend) {
    let store = backend.open().await;
    let mut last = store.revision(site(1));
    for number in 0..20 {
        store.append(vec![event(number, site(1), "/", view())]).await.unwrap();
        let now = store.revision(site(1));
        assert!(now > last);
        last = now;
    }
}

async fn nothing_is_an_answer_too(backend: &impl Backend) {
    let store = backend.open().await;
    assert_eq!(store.append(Vec::new()).await.unwrap().stored, 0);
    for kind in CounterKind::EVERY {
        assert_eq!(total(&store, site(1), kind, &AnalyticsFilter::default()).await, 0);
    }
    assert_eq!(store.pages(site(1), window(30), &all_pages()).await.unwrap(), Default::default());
    check_recount(&store, site(1), 0).await;
    assert_eq!(store.remove_events(&[(site(1), at(TODAY, 0))], 10).await.unwrap(), 0);
}
