//! Tests which changes become clear, run by run. Each result is stored before the next run.

use super::*;
use crate::citations::{citation_change::ChangeLevel, statistics::simulated::seeded};

/// The questions of a site and the engines that each is asked, and what has been stored about them.
struct Site {
    zone: TimeZone,
    answers: Vec<PastAnswers>,
    stored: Vec<CitationChange>,
    is_watched: bool,
}

impl Site {
    fn new() -> Self {
        let zone = TimeZone::get("Europe/Berlin").expect("a zone");
        Self { zone, answers: Vec::new(), stored: Vec::new(), is_watched: true }
    }

    /// Adds the answers of a run of a question on a day; returns the run and when it ends.
    fn add_run(
        &mut self,
        question: u128,
        day: i64,
        version: u16,
        cited: &[(Engine, Group)],
    ) -> (MonitorId, RunId, Timestamp) {
        let at = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * day + question as i64 % 20);
        let (monitor, run) = (MonitorId::from_bits(question), RunId::from_bits(((day as u128) << 32) + question));
        self.answers.extend(cited.iter().map(|(engine, group)| PastAnswers {
            monitor,
            engine: *engine,
            run,
            first_at: at,
            group: *group,
            reading_version: version,
            version: version.into(),
        }));
        (monitor, run, at)
    }

    /// Ends a run of a question on a day; returns what became clear.
    fn end_run(&mut self, question: u128, day: i64, version: u16, cited: &[(Engine, Group)]) -> FoundChanges {
        let (monitor, run, at) = self.add_run(question, day, version, cited);
        let before = ChangesBefore {
            of_question: self.answers.iter().filter(|one| one.monitor == monitor).copied().collect(),
            of_site: self.answers.clone(),
            known: self.stored.iter().filter(|change| change.ended_at.is_none()).cloned().collect(),
            is_first_look: !self.is_watched,
        };
        self.is_watched = true;
        let site = SiteId::from_bits(1);
        let ending = EndingRun { id: run, monitor, site, query: "Which?", at, zone: &self.zone };
        let found = found_changes(ending, &before, &mut seeded(1));
        for change in &found.updated {
            let known = self.stored.iter_mut().find(|known| known.id == change.id).expect("it is stored");
            *known = change.clone();
        }
        for change in &found.new {
            let level = change.changed_level();
            for ended in self.stored.iter_mut().filter(|known| known.changed_level() == level) {
                ended.ended_at.get_or_insert(at);
            }
            self.stored.push(change.clone());
        }
        found
    }

    fn levels(&self) -> Vec<(ChangeLevel, ChangeDirection)> {
        self.stored.iter().map(|change| (change.level, change.direction)).collect()
    }
}

fn group(cited: u64, samples: u64) -> Group {
    Group { samples, cited }
}

const ONE: Engine = Engine::EVERY[0];
const OTHER: Engine = Engine::EVERY[1];

#[test]
fn a_lasting_change_of_one_cell_is_found_once_and_so_is_its_return() {
    let mut site = Site::new();
    for day in 0..180 {
        let cited = if (60..120).contains(&day) { 3 } else { 0 };
        site.end_run(1, day, 1, &[(ONE, group(cited, 3))]);
    }
    let both = [(ChangeLevel::Cell, ChangeDirection::Rise), (ChangeLevel::Cell, ChangeDirection::Fall)];
    assert_eq!(site.levels(), both, "a single cell has no other level");
    let [rise, fall] = &site.stored[..] else { panic!("two changes") };
    assert_eq!(day_of(rise.first_run_at, &site.zone), Date::constant(1970, 3, 2), "the sixty-first day");
    assert!(
        rise.first_run_at < rise.clear_at
            && rise.clear_at == rise.ended_at.expect("the fall ended it").min(rise.clear_at)
    );
    assert_eq!((rise.ended_at, fall.ended_at), (Some(fall.clear_at), None));
    assert!(rise.before.rate < 0.2 && rise.after.rate > 0.8, "{rise:?}");
    assert_eq!((rise.before.samples, rise.before.cited_count, rise.after.samples), (180, 0, rise.after.cited_count));
    assert!(rise.is_reported() && fall.is_reported());
    assert_eq!(rise.strength, ChangeStrength::VerySure, "later runs added evidence");
}

#[test]
fn what_the_first_look_finds_in_older_runs_is_stored_and_not_reported() {
    let mut site = Site::new();
    let mut later = Site::new();
    for day in 0..100 {
        let cited = [(ONE, group(if day < 50 { 0 } else { 3 }, 3))];
        if day < 99 {
            site.end_run(1, day, 1, &cited);
        }
    }
    (later.answers, later.is_watched) = (site.answers.clone(), false);
    let found = later.end_run(1, 99, 1, &[(ONE, group(3, 3))]);
    let [change] = &found.new[..] else { panic!("one change: {found:?}") };
    assert_eq!((change.note, change.is_reported()), (Some(ChangeNote::ClearBeforeUpgrade), false));
    assert_eq!(later.end_run(1, 100, 1, &[(ONE, group(3, 3))]).new, [], "it is found once");
}

#[test]
fn a_change_of_every_cell_of_an_engine_is_reported_once_for_the_engine() {
    let mut site = Site::new();
    let mut reported = Vec::new();
    for day in 0..130 {
        for question in 1..=8 {
            let cited = |engine: Engine| {
                let is_low = engine == ONE && day >= 90;
                u64::from(!is_low && (day + question as i64) % 3 != 0)
            };
            let answers = [ONE, OTHER].map(|engine| (engine, group(cited(engine), 1)));
            if day < 90 {
                site.add_run(question, day, 1, &answers);
                continue;
            }
            reported
                .extend(site.end_run(question, day, 1, &answers).new.into_iter().filter(CitationChange::is_reported));
        }
    }
    let [change] = &reported[..] else { panic!("one message: {reported:#?}") };
    assert_eq!(
        (change.level, change.engine, change.direction),
        (ChangeLevel::Engine, Some(ONE), ChangeDirection::Fall)
    );
    let cells = site.stored.iter().filter(|one| one.level == ChangeLevel::Cell);
    assert!(cells.clone().count() > 0 && cells.clone().all(|one| one.part_of == Some(change.id)), "{:#?}", site.stored);
}

#[test]
fn a_new_reading_that_shows_no_change_leaves_the_reported_one_with_a_note() {
    let mut site = Site::new();
    for day in 0..100 {
        site.end_run(1, day, 1, &[(ONE, group(if day < 50 { 0 } else { 3 }, 3))]);
    }
    assert_eq!(site.levels(), [(ChangeLevel::Cell, ChangeDirection::Rise)]);
    // The second version reads all runs again, and finds the site cited in each of them.
    for one in &mut site.answers {
        (one.reading_version, one.version, one.group) = (2, 2, group(3, 3));
    }
    let found = site.end_run(1, 100, 2, &[(ONE, group(3, 3))]);
    let [change] = &found.updated[..] else { panic!("one note: {found:?}") };
    assert_eq!((change.note, change.reading_version), (Some(ChangeNote::NotConfirmedByNewReading), 1));
    assert_eq!((found.new.len(), change.is_current, change.ended_at), (0, true, None), "it remains");
    let found = site.end_run(1, 101, 2, &[(ONE, group(3, 3))]);
    assert_eq!((found.new, found.updated), (vec![], vec![]), "it is noted once");
}
