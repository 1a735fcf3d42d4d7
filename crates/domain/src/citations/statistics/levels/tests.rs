//! Tests of levels in cases that are small enough to check on paper.

use jiff::{ToSpan as _, civil::date};

use super::{
    planner::{min_days, plan},
    *,
};
use crate::shared::ids::{Id as _, RunId};

fn day(number: usize) -> Date {
    date(2026, 1, 1) + i64::try_from(number).expect("a small number").days()
}

fn question(number: usize) -> MonitorId {
    MonitorId::from_bits(number as u128)
}

/// A cell with these rates, one a day from a day on.
fn cell(asked: usize, engine: Engine, first: usize, rates: impl IntoIterator<Item = f64>) -> CellRuns {
    let run = |(rate, number): (f64, usize)| CellRun {
        day: day(number),
        run: RunId::from_bits(number as u128),
        rate,
        version: 1,
    };
    CellRuns { question: question(asked), engine, runs: rates.into_iter().zip(first..).map(run).collect() }
}

/// Alternates between two rates, so that only a step is a change.
fn wavering(count: usize, low: f64, high: f64) -> impl Iterator<Item = f64> {
    (0..count).map(move |number| if number % 2 == 0 { low } else { high })
}

fn step(asked: usize, engine: Engine, after: f64) -> CellRuns {
    cell(asked, engine, 0, wavering(60, 0.2, 0.4).chain(wavering(40, after - 0.1, after + 0.1)))
}

fn levels(cells: &[CellRuns]) -> Levels {
    Levels::of(cells, &BTreeMap::new())
}

fn clear_levels(cells: &[CellRuns]) -> Vec<Level> {
    levels(cells).clear().into_iter().map(|(level, _)| level).collect()
}

const ENGINES: [Engine; 3] = [Engine::OpenAi, Engine::Gemini, Engine::Xai];

/// Four questions with three engines; `after` says each cell's rate from day 60 on.
fn grid(after: impl Fn(usize, Engine) -> f64) -> Vec<CellRuns> {
    let after = &after;
    (0..4).flat_map(|asked| ENGINES.map(|engine| step(asked, engine, after(asked, engine)))).collect()
}

#[test]
fn a_level_exists_only_where_it_has_more_cells_than_a_lower_one() {
    let names = |cells: &[CellRuns]| levels(cells).watches().map(LevelWatch::level).collect::<Vec<_>>();
    let of = |asked: usize, engine| cell(asked, engine, 0, [0.5]);
    let [one, other, _] = ENGINES;
    assert_eq!(names(&[of(1, one)]), [Level::Cell(question(1), one)]);
    assert_eq!(names(&[of(1, one), of(2, one)])[2..], [Level::Engine(one)]);
    assert_eq!(names(&[of(1, one), of(1, other)])[2..], [Level::Question(question(1))]);
    let all = [of(1, one), of(1, other), of(2, one)];
    assert_eq!(names(&all)[3..], [Level::Question(question(1)), Level::Engine(one), Level::Site]);
    assert!(names(&[]).is_empty());
}

#[test]
fn what_all_cells_share_is_a_change_of_the_site_and_what_an_engine_shares_is_only_the_engines() {
    let all = clear_levels(&grid(|_, _| 0.8));
    assert!(all.contains(&Level::Site), "{all:?}");
    let of_engine = clear_levels(&grid(|_, engine| if engine == Engine::Xai { 0.9 } else { 0.3 }));
    assert!(of_engine.contains(&Level::Engine(Engine::Xai)), "{of_engine:?}");
    assert!(of_engine.iter().all(|level| !matches!(level, Level::Site | Level::Question(_))), "{of_engine:?}");
    let of_question = clear_levels(&grid(|asked, _| if asked == 2 { 0.9 } else { 0.3 }));
    assert!(of_question.contains(&Level::Question(question(2))), "{of_question:?}");
    assert!(of_question.iter().all(|level| !matches!(level, Level::Site | Level::Engine(_))), "{of_question:?}");
    let of_cell = clear_levels(&grid(|asked, engine| if (asked, engine) == (1, Engine::Xai) { 0.9 } else { 0.3 }));
    assert_eq!(of_cell, [Level::Cell(question(1), Engine::Xai)]);
}

#[test]
fn questions_that_join_or_end_change_no_level() {
    let before: Vec<CellRuns> = (0..6).map(|asked| cell(asked, Engine::Xai, 0, wavering(120, 0.3, 0.5))).collect();
    let joined = (6..9).map(|asked| cell(asked, Engine::Xai, 60, wavering(60, 0.0, 0.2)));
    let with_joined: Vec<CellRuns> = before.iter().cloned().chain(joined).collect();
    assert_eq!(clear_levels(&with_joined), []);
    let ended = (9..12).map(|asked| cell(asked, Engine::Xai, 0, wavering(60, 0.8, 1.0)));
    assert_eq!(clear_levels(&with_joined.into_iter().chain(ended).collect::<Vec<_>>()), []);
}

#[test]
fn nothing_is_compared_across_versions() {
    let mut cells = grid(|_, _| 0.8);
    for run in cells.iter_mut().flat_map(|cell| &mut cell.runs) {
        run.version = if run.day < day(60) { 1 } else { 2 };
    }
    assert_eq!(clear_levels(&cells), []);
}

#[test]
fn runs_of_one_day_are_one_observation() {
    let once = grid(|_, _| 0.8);
    let mut twice = once.clone();
    for cell in &mut twice {
        cell.runs = cell.runs.iter().flat_map(|run| [*run, *run]).collect();
    }
    let evidence = |cells: &[CellRuns]| levels(cells).get(Level::Site).and_then(LevelWatch::evidence);
    assert_eq!(evidence(&once), evidence(&twice));
}

#[test]
fn reading_all_runs_again_gives_what_each_run_gave() {
    let cells = grid(|_, _| 0.8);
    let until = |last: usize| -> Vec<CellRuns> {
        let kept = |cell: &CellRuns| cell.runs.iter().filter(|run| run.day <= day(last)).copied().collect();
        cells.iter().map(|cell| CellRuns { runs: kept(cell), ..cell.clone() }).collect()
    };
    let first = (0..100).find(|last| levels(&until(*last)).get(Level::Site).is_some_and(|one| one.clear().is_some()));
    let first = first.expect("it becomes clear");
    let watch = levels(&until(first));
    let watch = watch.get(Level::Site).expect("there are several engines");
    let found = watch.clear().expect("it is clear");
    assert!(found.is_rise && (day(58)..=day(61)).contains(&found.from), "{found:?}");
    assert_eq!(cells[0].runs.iter().find(|run| run.day == found.from).map(|run| run.run), Some(found.from_run));
    assert!((watch.wealth_at(found.from, true) - found.wealth).abs() < 1e-9 * found.wealth);
    assert!(watch.wealth_at(found.from, false) < 1.0);
    let rates = watch.rates(found.from).expect("days are compared");
    assert!((0.29..0.4).contains(&rates.before) && (0.7..0.81).contains(&rates.after), "{rates:?}");
    let since = BTreeMap::from([(Level::Site, found.from)]);
    let again = Levels::of(&cells, &since);
    assert_eq!(again.get(Level::Site).and_then(LevelWatch::clear), None, "a reported change is not found again");
}

#[test]
fn a_change_is_part_of_the_highest_level_that_explains_it() {
    let change = |level, from: usize, difference| LevelChange { level, from: day(from), difference };
    let cell = Level::Cell(question(1), Engine::Xai);
    let site = change(Level::Site, 100, -0.2);
    let parts = |others: &[LevelChange]| explained_by(&[&[site], others].concat());
    assert_eq!(parts(&[change(cell, 110, -0.5)]), [None, Some(0)]);
    assert_eq!(
        parts(&[change(Level::Engine(Engine::Xai), 90, -0.3), change(cell, 110, -0.5)]),
        [None, Some(0), Some(0)]
    );
    assert_eq!(parts(&[change(cell, 110, 0.5)]), [None, None], "another direction");
    assert_eq!(parts(&[change(cell, 140, -0.5)]), [None, None], "another time");
    assert_eq!(parts(&[change(cell, 110, -0.9)]), [None, None], "far more than the site");
    let apart = [change(Level::Engine(Engine::Gemini), 100, -0.3), change(cell, 100, -0.3)];
    assert_eq!(explained_by(&apart), [None, None], "another engine");
    let both = [
        change(Level::Question(question(1)), 100, -0.3),
        change(cell, 100, -0.3),
        change(Level::Engine(Engine::Xai), 99, -0.3),
    ];
    assert_eq!(explained_by(&both), [None, Some(2), None], "an engine before a question");
}

#[test]
fn the_meter_fills_as_evidence_grows_and_is_full_only_when_the_change_is_clear() {
    let of = |days_after: usize| {
        let steady = |asked| cell(asked, Engine::Xai, 0, wavering(60, 0.2, 0.4).chain(wavering(days_after, 0.7, 0.9)));
        levels(&[steady(1), steady(2), steady(3)])
    };
    let meters: Vec<Meter> =
        (0..30).map(|days| of(days).get(Level::Engine(Engine::Xai)).expect("it has several cells").meter()).collect();
    let clear = meters.iter().position(|meter| meter.fraction >= 1.0).expect("it becomes clear");
    assert!(meters[..clear].iter().all(|meter| meter.fraction < 1.0));
    assert!(meters[5..clear].windows(2).all(|pair| pair[0].fraction <= pair[1].fraction + 0.05), "{meters:?}");
    let halfway = meters[clear - 3];
    assert_eq!(halfway.is_rise, Some(true));
    assert_eq!(halfway.outlook, Outlook::Growing);
    assert!(halfway.days_left.is_some_and(|days| days <= 12), "{halfway:?}, clear after {clear} days");
    assert_eq!((meters[clear].days_left, meters[clear].outlook), (None, Outlook::Clear));
    let none = levels(&[]).get(Level::Site).map(LevelWatch::meter);
    assert_eq!(none, None);
}

#[test]
fn a_single_run_has_an_empty_meter() {
    let one = levels(&[cell(1, Engine::Xai, 0, [0.5])]);
    let meter = one.watches().next().expect("a watch").meter();
    let left = min_days(Level::Cell(question(1), Engine::Xai)) - 1;
    let outlook = Outlook::TooEarly;
    assert_eq!(meter, Meter { fraction: 0.0, is_rise: None, from: None, outlook, days_left: Some(left) });
}

#[test]
fn a_weekly_cell_is_too_early_for_as_many_weeks_as_the_planner_says() {
    let planned = plan(7, 1, 1).min_days;
    let weekly = |runs: u32| {
        let mut cell = cell(1, Engine::Xai, 0, (0..runs).map(|_| 0.0));
        for (number, run) in (0..).zip(&mut cell.runs) {
            run.day = date(2024, 1, 1).saturating_add(jiff::Span::new().days(7 * number));
        }
        levels(&[cell]).watches().next().expect("a watch").meter()
    };
    for runs in [2, 10, planned / 7 - 1] {
        let meter = weekly(runs);
        assert_eq!((meter.outlook, meter.days_left), (Outlook::TooEarly, Some(planned - 7 * runs)), "{runs} runs");
    }
    assert_eq!(weekly(planned / 7).outlook, Outlook::Weak);
}

#[test]
fn strong_evidence_of_one_engine_gives_the_site_no_pace() {
    let cells = grid(|_, engine| if engine == Engine::Xai { 0.9 } else { 0.3 });
    let site = levels(&cells).get(Level::Site).expect("a site").meter();
    assert_eq!((site.outlook, site.days_left), (Outlook::OnePart, None), "{site:?}");
}
