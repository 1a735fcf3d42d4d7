//! Old pages lose their names, and no sum changes.

use askline_app::ports::{
    analytics::{AnalyticsStore, Counts},
    events::EventStore,
};
use askline_domain::{
    analytics::{filter::AnalyticsFilter, page_list::question::PageTotals},
    events::{CounterKind, Event},
    shared::calendar::{Day, Window},
};
use askline_store::events::sqlite::EventOptions;
use proptest::prelude::*;

use crate::{
    backend::{Backend, Postgres, Sqlite, on_every_backend},
    contract::{Store, all_pages, total},
    runtime,
    sample::*,
    small,
};

on_every_backend! {
    a_flood_of_long_ago_leaves_the_file_and_what_is_read_today_keeps_its_history,
    referrers_of_long_ago_are_new_again,
}

const FLOOD: Day = Day(TODAY.0 - 500);

fn of_day(day: Day, event: Event) -> Event {
    Event { day, at: at(day, 600), ..event }
}

/// The counters of the site by kind, and the totals of its pages without their number, over all days.
async fn sums(database: &impl Store) -> (Vec<Counts>, PageTotals) {
    let whole = Window { from: Day(TODAY.0 - 1_000), to: TODAY };
    let mut counts = Vec::new();
    for kind in CounterKind::EVERY {
        let mut of_kind = counts_of(database, site(1), kind, whole, &AnalyticsFilter::default()).await;
        of_kind.breakdown.sort_by(|a, b| (&a.label, &a.detail).cmp(&(&b.label, &b.detail)));
        counts.push(of_kind);
    }
    let totals = database.pages(site(1), whole, &all_pages()).await.unwrap().totals;
    (counts, PageTotals { pages: 0, ..totals })
}

async fn a_flood_of_long_ago_leaves_the_file_and_what_is_read_today_keeps_its_history(backend: &impl Backend) {
    let database = backend.open().await;
    let flood = (0..300).map(|n| of_day(FLOOD, event(n, site(1), &format!("/made-up/{n}"), ai_click("chatgpt"))));
    database.append(flood.collect()).await.unwrap();
    let loved = [FLOOD, Day(FLOOD.0 + 3), TODAY];
    let loved = (1_000..).zip(loved).map(|(n, day)| of_day(day, event(n, site(1), "/loved", view())));
    database.append(loved.collect()).await.unwrap();
    let elsewhere = of_day(FLOOD, event(2_000, site(2), "/elsewhere", view()));
    database.append(vec![elsewhere]).await.unwrap();
    let before = sums(&database).await;
    let long_ago = Day(TODAY.0 - 400);
    assert_eq!(database.forget_pages(&[(site(1), long_ago)], 1_000).await.unwrap(), 0, "raw events need their page");
    database.remove_events(&[(site(1), at(long_ago, 0))], 10_000).await.unwrap();
    let revision = database.revision(site(1));
    assert_eq!(database.forget_pages(&[(site(1), long_ago)], 200).await.unwrap(), 200);
    assert!(database.revision(site(1)) > revision, "kept answers about those pages are old");
    assert_eq!(database.forget_pages(&[(site(1), long_ago)], 200).await.unwrap(), 100);
    assert_eq!(database.forget_pages(&[(site(1), long_ago)], 200).await.unwrap(), 0);
    assert_eq!(sums(&database).await, before);
    let of_flood = Window { from: FLOOD, to: FLOOD };
    let pages = database.pages(site(1), of_flood, &all_pages()).await.unwrap();
    let told: Vec<_> = pages.rows.iter().map(|row| (row.path.as_deref(), row.views, row.ai_clicks)).collect();
    assert_eq!(told, [(Some("/loved"), 1, 0), (None, 0, 300)]);
    assert_eq!((pages.totals.pages, pages.totals.ai_clicks), (1, 300));
    assert_eq!(pages.rows[1].top_platform.as_deref(), Some("chatgpt"));
    // The popular page, the row of other pages, and the other site's page, which is folded in when it is read.
    assert_eq!(database.pages(site(2), of_flood, &all_pages()).await.unwrap().rows.len(), 1);
    assert_eq!((backend.rows("pages").await, backend.rows("page_days").await), (3, 3 + 1 + 1));
    // A page that comes back starts from zero, under a new number.
    database.append(vec![event(3_000, site(1), "/made-up/7", view())]).await.unwrap();
    let back = of_page("/made-up/7");
    assert_eq!(total(&database, site(1), CounterKind::View, &back).await, 1);
    assert_eq!(total(&database, site(1), CounterKind::AiClick, &back).await, 0);
    assert_eq!(database.recount(site(1), TODAY).await.unwrap().differences, []);
}

async fn referrers_of_long_ago_are_new_again(backend: &impl Backend) {
    let options = EventOptions { max_new_referrers_per_day: 1, ..small() };
    let database = backend.open_with(options).await;
    let other = askline_domain::events::visit_source::VisitKind::Other;
    let from = |n, day, name: &str| of_day(day, event(n, site(1), "/", visit(other, name)));
    database.append(vec![from(1, FLOOD, "once.example")]).await.unwrap();
    database.remove_events(&[(site(1), at(TODAY, 0))], 100).await.unwrap();
    database.forget_pages(&[(site(1), Day(TODAY.0 - 400))], 100).await.unwrap();
    assert_eq!((backend.rows("known_labels").await, backend.rows("site_days").await), (0, 0));
    database.append(vec![from(2, TODAY, "new.example"), from(3, TODAY, "once.example")]).await.unwrap();
    let counts = counts_of(&database, site(1), CounterKind::Visit, window(1), &AnalyticsFilter::default()).await;
    let mut names: Vec<_> = counts.breakdown.iter().map(|row| row.detail.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["new.example", "other"]);
}

type Sent = Vec<(i32, u8, u8)>;

async fn check_that_no_sum_changes(backend: &impl Backend, sent: Sent, kept: Vec<i32>) {
    let database = backend.open().await;
    let actions = [view(), ai_click("chatgpt"), social_click("x"), askline_domain::events::Action::Copy];
    for (number, (ago, page, action)) in (0..).zip(sent) {
        let day = Day(TODAY.0 - ago);
        let event = event(number, site(1), &format!("/{page}"), actions[usize::from(action)].clone());
        database.append(vec![of_day(day, event)]).await.unwrap();
    }
    let before = sums(&database).await;
    for ago in kept {
        let day = Day(TODAY.0 - ago);
        database.remove_events(&[(site(1), at(day, 0))], 10_000).await.unwrap();
        database.forget_pages(&[(site(1), day)], 1_000).await.unwrap();
        assert_eq!(sums(&database).await, before);
        for ago in 0..60 {
            let day = Day(TODAY.0 - ago);
            let recount = database.recount(site(1), day).await.unwrap();
            assert!(recount.events == 0 || recount.differences.is_empty(), "{recount:?}");
        }
    }
}

fn sent() -> impl Strategy<Value = Sent> {
    prop::collection::vec((0_i32..60, 0_u8..25, 0_u8..4), 1..150)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn no_sum_changes_whatever_is_forgotten(sent in sent(), kept in prop::collection::vec(0_i32..60, 1..4)) {
        runtime().block_on(async { check_that_no_sum_changes(&Sqlite::empty().await, sent, kept).await });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]
    #[test]
    fn no_sum_changes_on_a_server_whatever_is_forgotten(
        sent in sent(), kept in prop::collection::vec(0_i32..60, 1..4),
    ) {
        runtime().block_on(async { check_that_no_sum_changes(&Postgres::empty().await, sent, kept).await });
    }
}
