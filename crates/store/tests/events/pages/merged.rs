//! Pages that are one page are merged, and no sum changes.

use askline_app::ports::{
    analytics::{AnalyticsStore, Counts},
    events::{EventPosition, EventStore},
};
use askline_domain::{
    analytics::filter::AnalyticsFilter,
    events::{CounterKind, Event},
    pages::{identity::PageIdentifier, settings::PageSettings},
    shared::calendar::{Day, Window},
};
use askline_stand_in::until;
use proptest::prelude::*;

use crate::{
    backend::{Backend, Postgres, Sqlite, on_every_backend},
    contract::{Store, all_pages, total},
    runtime,
    sample::*,
};

on_every_backend! {
    spellings_of_a_page_become_one_row_and_another_site_keeps_its_own,
    a_page_that_is_alone_gets_its_spelling_and_keeps_its_events,
    a_merge_that_is_interrupted_is_continued_and_no_sum_changes,
}

/// What an earlier release stored for one page, and for another.
const SPELLINGS: [&str; 6] = ["/~user", "/%7Euser", "/%7Euser/", "//~user", "/~user/index.html", "/other"];

fn identifier() -> PageIdentifier {
    PageIdentifier::new(&PageSettings::default())
}

/// Everything that reports and exports say about the first site, but for the spelling of addresses: `spellings` tests it.
async fn all_of(database: &impl Store) -> (Vec<Counts>, Vec<Counts>, String, Vec<Event>) {
    let whole = Window { from: Day(TODAY.0 - 70), to: TODAY };
    let (mut of_site, mut of_page) = (Vec::new(), Vec::new());
    for kind in CounterKind::EVERY {
        for (filter, counts) in
            [(AnalyticsFilter::default(), &mut of_site), (crate::sample::of_page("/~user"), &mut of_page)]
        {
            let mut found = counts_of(database, site(1), kind, whole, &filter).await;
            found.breakdown.sort_by(|a, b| (&a.label, &a.detail).cmp(&(&b.label, &b.detail)));
            counts.push(found);
        }
    }
    let mut pages = database.pages(site(1), whole, &all_pages()).await.unwrap();
    pages.rows.iter_mut().for_each(|row| row.spelling = None);
    let events = database.events_after(site(1), EventPosition::START, 10_000).await.unwrap();
    (
        of_site,
        of_page,
        format!("{pages:?}"),
        events.into_iter().map(|stored| Event { spelling: None, ..stored.event }).collect(),
    )
}

async fn check_every_day(database: &impl Store) {
    for ago in 0..70 {
        let recount = database.recount(site(1), Day(TODAY.0 - ago)).await.unwrap();
        assert_eq!(recount.differences, [], "{ago} days ago");
    }
}

async fn spellings_of_a_page_become_one_row_and_another_site_keeps_its_own(backend: &impl Backend) {
    let database = backend.open().await;
    let events = (0..).zip(SPELLINGS).map(|(n, path)| event(n, site(1), path, view()));
    database.append(events.collect()).await.unwrap();
    database.append(vec![event(100, site(2), "/%7Euser", view())]).await.unwrap();
    let revision = database.revision(site(1));
    assert_eq!(database.merge_pages(site(1), &identifier()).await.unwrap(), 4);
    assert!(database.revision(site(1)) > revision, "kept answers about those pages are old");
    assert_eq!(total(&database, site(1), CounterKind::View, &of_page("/~user")).await, 5);
    assert_eq!(total(&database, site(1), CounterKind::View, &of_page("/other")).await, 1);
    assert_eq!(backend.rows("pages").await, 3);
    check_every_day(&database).await;
    assert_eq!(database.merge_pages(site(1), &identifier()).await.unwrap(), 0, "a merge is done once");
    database.append(vec![event(200, site(1), "/~user", view())]).await.unwrap();
    assert_eq!(total(&database, site(1), CounterKind::View, &of_page("/~user")).await, 6);
}

async fn a_page_that_is_alone_gets_its_spelling_and_keeps_its_events(backend: &impl Backend) {
    let database = backend.open().await;
    database
        .append(vec![event(1, site(1), "/it%27s/", view()), event(2, site(1), "/it%27s/", ai_click("chatgpt"))])
        .await
        .unwrap();
    assert_eq!(database.merge_pages(site(1), &identifier()).await.unwrap(), 1);
    assert_eq!(total(&database, site(1), CounterKind::AiClick, &of_page("/it's")).await, 1);
    let stored = database.events_after(site(1), EventPosition::START, 10).await.unwrap();
    assert!(stored.iter().all(|stored| stored.event.path == "/it's"), "{stored:?}");
}

/// The number of pages that are spelled in two ways; they need several transactions on each database.
const PAGES: u128 = 1_100;

async fn a_merge_that_is_interrupted_is_continued_and_no_sum_changes(backend: &impl Backend) {
    let database = backend.open().await;
    let of_day = |n: u128, path: String, ago: i32| {
        let day = Day(TODAY.0 - ago);
        Event { day, at: at(day, 600), ..event(n, site(1), &path, view()) }
    };
    let mut events = Vec::new();
    for page in 0..PAGES {
        let ago = i32::try_from(page % 29).unwrap();
        events.push(of_day(page * 3, format!("/{page}"), ago));
        events.push(of_day(page * 3 + 1, format!("/{page}/"), ago));
        events.push(of_day(page * 3 + 2, format!("/{page}/"), 29));
    }
    for some in events.chunks(100) {
        database.append(some.to_vec()).await.unwrap();
    }
    let views = PAGES * 3;
    let mut interruptions = 0;
    loop {
        // As after a kill between two transactions: what is left is found again by a store that is opened later.
        let store = backend.open().await;
        let before = store.revision(site(1));
        let merging = async { store.merge_pages(site(1), &identifier()).await.unwrap() };
        let is_done = tokio::select! {
            _ = merging => true,
            () = until("a transaction is committed", async || store.revision(site(1)) > before) => false,
        };
        assert_eq!(
            total(&store, site(1), CounterKind::View, &AnalyticsFilter::default()).await,
            i64::try_from(views).unwrap()
        );
        let whole = Window { from: Day(TODAY.0 - 70), to: TODAY };
        let listed = store.pages(site(1), whole, &all_pages()).await.unwrap();
        assert_eq!(u128::from(listed.totals.views), views, "after {interruptions} interruptions");
        if is_done {
            break;
        }
        interruptions += 1;
    }
    assert!(interruptions > 0, "the merge has several transactions");
    assert_eq!(backend.rows("pages").await, i64::try_from(PAGES).unwrap());
    check_every_day(&database).await;
}

/// Days ago, number of the spelling, number of the action, number of the title.
type Sent = Vec<(i32, usize, usize, usize)>;

/// Two stores get the same stream, one in spellings of an earlier release, one in the spelling of this one.
async fn check_that_reports_are_equal(backend: &impl Backend, other: &impl Backend, sent: Sent) {
    let (spelled, expected) = (backend.open().await, other.open().await);
    let actions = [view(), ai_click("chatgpt"), social_click("x"), askline_domain::events::Action::Copy];
    for (number, (ago, spelling, action, title)) in (0..).zip(sent) {
        let day = Day(TODAY.0 - ago);
        let path = SPELLINGS[spelling];
        let title = [None, Some("A title".to_owned())][title].clone();
        let event = |path: &str| {
            let event = event(number, site(1), path, actions[action].clone());
            Event { day, at: at(day, 600), title: title.clone(), ..event }
        };
        spelled.append(vec![event(path)]).await.unwrap();
        expected.append(vec![event(&identifier().of_text(path))]).await.unwrap();
    }
    spelled.merge_pages(site(1), &identifier()).await.unwrap();
    assert_eq!(all_of(&spelled).await, all_of(&expected).await);
    check_every_day(&spelled).await;
}

fn sent() -> impl Strategy<Value = Sent> {
    prop::collection::vec((0_i32..60, 0..SPELLINGS.len(), 0_usize..4, 0_usize..2), 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn reports_about_two_spellings_equal_those_about_one(sent in sent()) {
        runtime().block_on(async {
            check_that_reports_are_equal(&Sqlite::empty().await, &Sqlite::empty().await, sent).await;
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]
    #[test]
    fn reports_about_two_spellings_equal_those_about_one_on_a_server(sent in sent()) {
        runtime().block_on(async {
            check_that_reports_are_equal(&Postgres::empty().await, &Sqlite::empty().await, sent).await;
        });
    }
}
