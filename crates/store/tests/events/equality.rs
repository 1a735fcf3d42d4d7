//! SQLite and PostgreSQL give the same answers for the same data. Random streams, removals and restarts run on both,
//! and every query is sent to both. Limits are small, so that much is counted as other pages or labels.

use std::{sync::Arc, time::Duration};

use askline_app::ports::{
    analytics::{Counts, CountsQuestion, Split},
    events::{EventPosition, EventStore as _},
};
use askline_domain::{
    analytics::{
        PageSort,
        filter::AnalyticsFilter,
        page_list::question::{PagePosition, PageTotals, PagesQuestion},
        series::Cut,
    },
    events::{CounterKind, Event},
    shared::{
        calendar::{Day, Window},
        clock::ManualClock,
    },
};
use askline_store::events::{
    postgres::EventServer,
    sqlite::{EventDatabase, EventOptions},
};
use proptest::prelude::*;

use crate::{
    backend::{Backend, Postgres, Sqlite},
    clock,
    contract::{Store, all_pages},
    property::any_event,
    runtime,
    sample::*,
    small,
};

/// The number of weeks of pages on PostgreSQL that are not the sum of their days.
const WRONG_WEEKS: &str = "SELECT count(*) FROM (
        SELECT site, floor(day / 7.0)::int AS week, page, sum(views) AS views, sum(ai_clicks) AS ai_clicks,
            sum(phone_views) AS phone_views, sum(views_without_widget) AS views_without_widget
        FROM event_page_days GROUP BY 1, 2, 3
    ) d FULL JOIN event_page_weeks w USING (site, week, page)
    WHERE (d.views, d.ai_clicks, d.phone_views, d.views_without_widget)
        IS DISTINCT FROM (w.views, w.ai_clicks, w.phone_views, w.views_without_widget)";
/// The number of days that a stream spans.
const DAYS: i32 = 5;
const SITES: u128 = 2;

#[derive(Debug, Clone)]
enum Step {
    Append(Vec<Event>),
    /// Removes a site's raw events from before the midnight of this many days ago.
    RemoveEvents(u128, i32),
    ForgetPages(u128, i32),
    RemoveSite(u128),
    /// Lets hours pass, so that some ids are forgotten.
    Wait(u64),
    Reopen,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        16 => prop::collection::vec(any_event(), 1..60).prop_map(Step::Append),
        2 => (0..SITES, 0..DAYS).prop_map(|(of_site, ago)| Step::RemoveEvents(of_site, ago)),
        2 => (0..SITES, 0..DAYS).prop_map(|(of_site, ago)| Step::ForgetPages(of_site, ago)),
        1 => (0..SITES).prop_map(Step::RemoveSite),
        2 => (1_u64..100).prop_map(Step::Wait),
        1 => Just(Step::Reopen),
    ];
    prop::collection::vec(step, 1..20)
}

/// Both stores.
struct Both {
    file: Sqlite,
    server: Postgres,
    clock: Arc<ManualClock>,
    stores: (EventDatabase, EventServer),
}

fn options() -> EventOptions {
    EventOptions {
        events_per_site_and_day: 60,
        max_new_pages_per_day: 3,
        max_new_referrers_per_day: 1,
        max_new_pairs_per_day: 2,
        ..small()
    }
}

impl Both {
    async fn empty() -> Self {
        let (file, server, clock) = (Sqlite::empty().await, Postgres::empty().await, clock());
        let stores =
            (file.open_at(options(), Arc::clone(&clock)).await, server.open_at(options(), Arc::clone(&clock)).await);
        Self { file, server, clock, stores }
    }

    async fn take(&mut self, step: Step) {
        let (file, server) = &self.stores;
        match step {
            Step::Append(events) => {
                assert_eq!(file.append(events.clone()).await.unwrap(), server.append(events).await.unwrap());
            }
            Step::RemoveEvents(number, ago) => {
                let older = [(site(number), at(Day(TODAY.0 - ago), 0))];
                let removed = file.remove_events(&older, 10_000).await.unwrap();
                assert_eq!(removed, server.remove_events(&older, 10_000).await.unwrap());
            }
            Step::ForgetPages(number, ago) => {
                let older = [(site(number), Day(TODAY.0 - ago))];
                let forgotten = file.forget_pages(&older, 10_000).await.unwrap();
                assert_eq!(forgotten, server.forget_pages(&older, 10_000).await.unwrap());
            }
            Step::RemoveSite(number) => {
                file.remove_site(site(number)).await.unwrap();
                server.remove_site(site(number)).await.unwrap();
            }
            Step::Wait(hours) => self.clock.advance(Duration::from_secs(hours * 3_600)),
            Step::Reopen => {
                let clock = || Arc::clone(&self.clock);
                let stores = (self.file.open_at(options(), clock()), self.server.open_at(options(), clock()));
                self.stores = (stores.0.await, stores.1.await);
            }
        }
    }
}

fn filters() -> Vec<AnalyticsFilter> {
    let pages = ["/**", "/1", "/1/**", "/unknown/**"];
    let platforms = [None, Some("chatgpt"), Some("x"), Some("other")];
    let each = pages.into_iter().flat_map(|page| platforms.map(|platform| (page, platform)));
    each.map(|(page, platform)| AnalyticsFilter { platform: platform.map(Into::into), ..of_page(page) }).collect()
}

fn questions() -> Vec<CountsQuestion> {
    let cut = Cut { day: Day(TODAY.0 - 1), hour: 11 };
    let each = CounterKind::EVERY.into_iter().flat_map(|kind| {
        [
            (1, None, false, None, Split::None),
            (3, Some(cut), false, None, Split::Label),
            (3, Some(cut), true, Some("ai_assistant"), Split::Detail),
            (30, None, true, None, Split::Label),
        ]
        .map(|(days, cut, by_hour, label, split)| CountsQuestion {
            kind,
            window: window(days),
            cut,
            by_hour,
            label,
            split,
        })
    });
    each.collect()
}

async fn counts(store: &impl Store, number: u128, filter: &AnalyticsFilter) -> Vec<Counts> {
    let mut all = store.counts(site(number), filter, questions()).await.unwrap();
    for counts in &mut all {
        counts.breakdown.sort_by(|a, b| (&a.label, &a.detail).cmp(&(&b.label, &b.detail)));
    }
    all
}

/// Lists of every order and direction, with alternating filter, search, folders, citations and page sizes.
fn lists() -> Vec<(bool, PagesQuestion)> {
    let sorts = [
        PageSort::AiClicks,
        PageSort::Asks,
        PageSort::Change,
        PageSort::Views,
        PageSort::SocialClicks,
        PageSort::QuestionClicks,
        PageSort::AiReferrals,
        PageSort::Citations,
        PageSort::Path,
        PageSort::ClickRate,
        PageSort::LastClickAt,
    ];
    let filters = filters();
    let each = (0..).zip(sorts.into_iter().flat_map(|sort| [(sort, false), (sort, true)]));
    each.flat_map(|(number, (sort, descending))| {
        let filters = &filters;
        (0..3).map(move |round| {
            let place: usize = number * 3 + round;
            let search = (place % 4 == 1).then(|| if place.is_multiple_of(8) { "ONE" } else { "/1" }.to_owned());
            let citations = [("/1", 2), ("/cited", 3), ("/1/a", 1)].map(|(path, count)| (path.to_owned(), count));
            let previous_asks = [("/1", 3), ("/2", 1), ("/gone", 2)].map(|(path, asks)| (path.to_owned(), asks));
            let question = PagesQuestion {
                filter: if round == 0 { AnalyticsFilter::default() } else { filters[place % filters.len()].clone() },
                by_folder: place % 5 == 3,
                search,
                sort,
                descending,
                citations: if place % 3 == 1 { citations.into() } else { Default::default() },
                previous_asks: (!place.is_multiple_of(3)).then(|| previous_asks.into()),
                limit: [1, 2, 3, 50][place % 4],
                ..all_pages()
            };
            (place.is_multiple_of(2), question)
        })
    })
    .collect()
}

/// Reads all parts of a list: sums and rows, and the end of each part, without the number of a kept order.
async fn parts(
    store: &impl Store,
    (number, window): (u128, Window),
    keeps: bool,
    question: &PagesQuestion,
) -> Vec<(PageTotals, String, Option<PagePosition>)> {
    let mut question = question.clone();
    let mut parts = Vec::new();
    loop {
        let answer = store.pages(site(number), window, &question).await.unwrap();
        let next = answer.next.clone().map(|place| PagePosition { order: None, ..place });
        parts.push((answer.totals, format!("{:?}", answer.rows), next));
        assert!(parts.len() < 100, "the list ends");
        let Some(mut next) = answer.next else { return parts };
        if !keeps {
            // As after a restart: the list continues after the last row.
            next.order = None;
        }
        question.after = Some(next);
    }
}

/// Recounts without the numbers of pages, which each store assigns differently.
async fn recount(store: &impl Store, number: u128, day: Day) -> (u64, Vec<(String, i64, i64)>) {
    let mut recount = store.recount(site(number), day).await.unwrap();
    for (name, ..) in &mut recount.differences {
        if name.starts_with("page ") {
            *name = format!("page {}", name.rsplit(' ').next().unwrap());
        }
    }
    recount.differences.sort();
    (recount.events, recount.differences)
}

async fn check_answers(one: &impl Store, other: &impl Store, now: jiff::Timestamp) {
    for number in 0..SITES {
        for filter in filters() {
            assert_eq!(counts(one, number, &filter).await, counts(other, number, &filter).await, "{filter:?}");
        }
        let windows = windows_of_lists();
        for (index, (keeps, question)) in lists().into_iter().enumerate() {
            let asked = (number, windows[index / 3 % 3]);
            let told = [parts(one, asked, keeps, &question).await, parts(other, asked, keeps, &question).await];
            assert_eq!(told[0], told[1], "{asked:?}, {question:?}");
        }
        for window in windows {
            for cut in [None, Some(Cut { day: Day(TODAY.0 - 1), hour: 11 })] {
                let asks = [
                    one.asks_by_page(site(number), window, cut).await.unwrap(),
                    other.asks_by_page(site(number), window, cut).await.unwrap(),
                ];
                assert_eq!(asks[0], asks[1], "{window:?}, {cut:?}");
                let pages: Vec<String> = asks[0].keys().cloned().collect();
                let by_day = [
                    one.asks_by_day(site(number), window, pages.clone()).await.unwrap(),
                    other.asks_by_day(site(number), window, pages).await.unwrap(),
                ];
                assert_eq!(by_day[0], by_day[1], "{window:?}");
            }
        }
        for now in [now, at(TODAY, 0), at(TODAY, 600), at(TODAY, 1_439), at(Day(TODAY.0 - 2), 700)] {
            assert_eq!(one.recent(site(number), now).await.unwrap(), other.recent(site(number), now).await.unwrap());
        }
        let platforms = [one.counted_platforms(site(number)).await, other.counted_platforms(site(number)).await];
        assert_eq!(platforms[0].as_ref().unwrap(), platforms[1].as_ref().unwrap());
        for ago in 0..DAYS {
            let day = Day(TODAY.0 - ago);
            assert_eq!(recount(one, number, day).await, recount(other, number, day).await);
            let ids = (one.event_ids(site(number), day).await, other.event_ids(site(number), day).await);
            assert_eq!(ids.0.unwrap(), ids.1.unwrap());
        }
        let stored = [events(one, number).await, events(other, number).await];
        assert_eq!(stored[0], stored[1]);
    }
    let windows = || (0..SITES).flat_map(|number| [(site(number), window(1)), (site(number), window(30))]).collect();
    assert_eq!(one.asks(windows()).await.unwrap(), other.asks(windows()).await.unwrap());
}

async fn events(store: &impl Store, number: u128) -> Vec<Event> {
    let mut all = Vec::new();
    let mut after = EventPosition::START;
    loop {
        let some = store.events_after(site(number), after, 17).await.unwrap();
        let Some(last) = some.last() else { return all };
        after = last.place;
        all.extend(some.into_iter().map(|stored| stored.event));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn a_server_answers_every_question_as_the_file_does(steps in steps()) {
        runtime().block_on(async {
            let mut both = Both::empty().await;
            for step in steps {
                both.take(step).await;
            }
            let now = askline_domain::shared::clock::Clock::now(&*both.clock);
            check_answers(&both.stores.0, &both.stores.1, now).await;
            assert_eq!(both.server.number(WRONG_WEEKS).await, 0, "each week is the sum of its days");
        });
    }
}
