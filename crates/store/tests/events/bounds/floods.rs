//! Random floods of two sites, compared with a simple model of what each day adds.

use std::collections::{BTreeMap, HashMap, HashSet};

use askline_app::ports::events::EventStore;
use askline_domain::{
    analytics::filter::AnalyticsFilter,
    events::{CounterKind, Event, visit_source::VisitKind},
    shared::calendar::{Day, Window},
};
use askline_store::events::sqlite::EventOptions;
use proptest::prelude::*;

use crate::{
    backend::{Backend, Postgres, Sqlite},
    contract::{Store, all_pages},
    runtime,
    sample::*,
    small,
};

const NEW_PAGES: usize = 6;
const NEW_REFERRERS: usize = 5;
const EVENTS: usize = 70;

/// Site, days ago, page, referrer. A referrer below ten is an AI assistant, which no limit hides.
type Sent = (u128, i32, u8, u8);

/// The simplest implementation of the stores' decisions.
#[derive(Default)]
struct Model {
    events: HashMap<(u128, i32), usize>,
    pages: HashSet<(u128, u8)>,
    new_pages: HashMap<(u128, i32), usize>,
    referrers: HashSet<(u128, u8)>,
    new_referrers: HashMap<(u128, i32), usize>,
    /// By site, day and page; without a page for other pages.
    views: BTreeMap<(u128, i32, Option<String>), i64>,
    /// By site and referrer, or `other`.
    visits: BTreeMap<(u128, String), i64>,
}

fn is_known<T: std::hash::Hash + Eq>(known: &mut HashSet<T>, thing: T, new: &mut usize, most: usize) -> bool {
    if known.contains(&thing) {
        return true;
    }
    let has_room = *new < most;
    if has_room {
        *new += 1;
        known.insert(thing);
    }
    has_room
}

impl Model {
    /// Counts an event, and returns whether it is stored.
    fn append(&mut self, (of_site, ago, page, referrer): Sent) -> bool {
        let day = (of_site, ago);
        let events = self.events.entry(day).or_default();
        if *events >= EVENTS {
            return false;
        }
        *events += 1;
        let new = self.new_pages.entry(day).or_default();
        let known = is_known(&mut self.pages, (of_site, page), new, NEW_PAGES);
        *self.views.entry((of_site, ago, known.then(|| format!("/{page}")))).or_default() += 1;
        let new = self.new_referrers.entry(day).or_default();
        let known = referrer < 10 || is_known(&mut self.referrers, (of_site, referrer), new, NEW_REFERRERS);
        let name = if known { format!("r{referrer}") } else { "other".into() };
        *self.visits.entry((of_site, name)).or_default() += 1;
        true
    }
}

fn event_of(number: u128, (of_site, ago, page, referrer): Sent) -> Event {
    let kind = if referrer < 10 { VisitKind::AiAssistant } else { VisitKind::Other };
    let day = Day(TODAY.0 - ago);
    let action = visit(kind, &format!("r{referrer}"));
    Event { day, at: at(day, 600), ..event(number, site(of_site), &format!("/{page}"), action) }
}

async fn check(database: &impl Store, model: &Model) {
    for number in 0..2 {
        let none = AnalyticsFilter::default();
        let counts = counts_of(database, site(number), CounterKind::Visit, window(4), &none).await;
        let visits: BTreeMap<_, _> =
            counts.breakdown.into_iter().map(|row| ((number, row.detail), row.value)).collect();
        let expected = model.visits.iter().filter(|((of_site, _), _)| *of_site == number);
        assert_eq!(visits, expected.map(|(key, value)| (key.clone(), *value)).collect());
        for ago in 0..4 {
            let day = Day(TODAY.0 - ago);
            let answer = database.pages(site(number), Window { from: day, to: day }, &all_pages()).await.unwrap();
            let views: BTreeMap<_, _> =
                answer.rows.iter().map(|row| ((number, ago, row.path.clone()), row.views)).collect();
            let expected = model.views.iter().filter(|((of_site, of, _), _)| *of_site == number && *of == ago);
            assert_eq!(views, expected.map(|(key, value)| (key.clone(), *value)).collect());
            let sum: i64 = views.values().sum();
            assert_eq!(answer.totals.views.cast_signed(), sum);
            assert_eq!(answer.totals.pages as usize, views.keys().filter(|(_, _, path)| path.is_some()).count());
            assert_eq!(database.recount(site(number), day).await.unwrap().differences, []);
        }
    }
}

/// Batches in their order, four per day; after some of them the store is reopened.
type Batches = Vec<(Vec<(u128, u8, u8)>, bool)>;

fn batches() -> impl Strategy<Value = Batches> {
    prop::collection::vec((prop::collection::vec((0_u128..2, 0_u8..30, 0_u8..40), 1..40), any::<bool>()), 1..16)
}

async fn check_batches(backend: &impl Backend, batches: Batches) {
    let options = EventOptions {
        max_new_pages_per_day: NEW_PAGES as u32,
        max_new_referrers_per_day: NEW_REFERRERS as u32,
        events_per_site_and_day: EVENTS as u64,
        ..small()
    };
    let mut database = backend.open_with(options).await;
    let mut model = Model::default();
    let mut number = 0;
    for (place, (sent, reopens)) in batches.into_iter().enumerate() {
        let ago = 3 - (place / 4) as i32;
        let mut events = Vec::new();
        let mut over_limit = Vec::new();
        // Events are counted in the order of arrival. A commit's labels are admitted at its end, in the same order.
        for (of_site, page, referrer) in sent {
            number += 1;
            let sent = (of_site, ago, page, referrer);
            if !model.append(sent) {
                over_limit.push(events.len());
            }
            events.push(event_of(number, sent));
        }
        let appended = database.append(events).await.unwrap();
        assert_eq!(appended.over_limit, over_limit);
        if reopens {
            drop(database);
            database = backend.open_with(options).await;
        }
    }
    check(&database, &model).await;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn what_is_known_counts_by_itself_and_the_rest_together(batches in batches()) {
        runtime().block_on(async { check_batches(&Sqlite::empty().await, batches).await });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn what_is_known_on_a_server_counts_by_itself_and_the_rest_together(batches in batches()) {
        runtime().block_on(async { check_batches(&Postgres::empty().await, batches).await });
    }
}
