//! Finds the changes of citation rates that become clear with a run, on every level.
//!
//! A pure function of the answers and of the changes that are stored already. What it returns is stored as it is.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use rand::Rng;

use super::{
    change_evidence::MeasuredEvidence,
    citation_change::{ChangeDirection, ChangeNote, ChangeStrength, ChangedRate, CitationChange, is_contradicted},
    statistics::{
        levels::{
            CellRun, CellRuns, Evidence, Level, LevelChange, LevelWatch, Levels, MAX_PAIRS, MAX_RUNS, explained_by,
        },
        samples::Group,
    },
    summary::four_digits,
};
use crate::{
    engines::Engine,
    shared::ids::{ChangeId, Id as _, MonitorId, RunId, SiteId},
};

/// How far back the answers of all questions are read. Of the run's own question, the latest [`MAX_RUNS`] runs are read, however
/// old they are.
pub const SITE_HISTORY: SignedDuration = SignedDuration::from_hours(24 * MAX_RUNS as i64);

/// One engine's answers in one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PastAnswers {
    /// The monitor that ran.
    pub monitor: MonitorId,
    /// The engine.
    pub engine: Engine,
    /// The run.
    pub run: RunId,
    /// When the first of the answers was received.
    pub first_at: Timestamp,
    /// The answers.
    pub group: Group,
    /// The version of the rules that read the answers.
    pub reading_version: u16,
    /// A number for the rules, the model, and the question with its region and language. Only answers with equal numbers are compared.
    pub version: u32,
}

/// The run that ends.
#[derive(Debug, Clone, Copy)]
pub struct EndingRun<'a> {
    /// The run.
    pub id: RunId,
    /// Its monitor.
    pub monitor: MonitorId,
    /// Its site.
    pub site: SiteId,
    /// Its question.
    pub query: &'a str,
    /// When it ends.
    pub at: Timestamp,
    /// The time zone of the site, in which days are counted.
    pub zone: &'a TimeZone,
}

/// The answers and changes of a site until a run ends.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangesBefore {
    /// The answers of the run's own question in its latest runs, oldest first. Includes those of the ending run.
    pub of_question: Vec<PastAnswers>,
    /// The answers of all questions within [`SITE_HISTORY`], oldest first. Includes those of the ending run, but of no other run that
    /// has not ended.
    pub of_site: Vec<PastAnswers>,
    /// The latest change of each rate.
    pub known: Vec<CitationChange>,
    /// Whether no run of the site has ended since its levels are watched.
    pub is_first_look: bool,
}

/// What becomes clear with a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FoundChanges {
    /// The new changes, lower levels first.
    pub new: Vec<CitationChange>,
    /// Known changes with a new strength or note, or that a new change explains.
    pub updated: Vec<CitationChange>,
    /// The evidence for changes that are not clear, of every level that the run belongs to; lower levels first.
    pub evidence: Vec<(Level, MeasuredEvidence)>,
}

/// Finds the changes that become clear with this run.
pub fn found_changes(ending: EndingRun<'_>, before: &ChangesBefore, random: &mut impl Rng) -> FoundChanges {
    let since = known_since(&before.known, ending.zone);
    let histories = [&before.of_question, &before.of_site].map(|answers| History::of(answers, ending.zone));
    let watches = watches_of(&ending, &histories, &since);
    let (mut new, mut evidence) = (Vec::new(), Vec::new());
    for (watch, history) in &watches {
        let first = since.get(&watch.level()).copied().unwrap_or(Date::MIN);
        let sides = |from: Date| {
            let is_watched = |one: &PastAnswers| day_of(one.first_at, ending.zone) >= first;
            history.sides_of(watch.level(), from, is_watched).map(|side| sum_of(&side))
        };
        evidence.extend(MeasuredEvidence::of(watch.meter(), sides).map(|measured| (watch.level(), measured)));
        let Some(found) = watch.clear() else { continue };
        let mut change = change_of(&ending, watch, history, &found, random);
        change.note = before.is_first_look.then_some(ChangeNote::ClearBeforeUpgrade);
        new.push(change);
    }
    let mut updated: Vec<CitationChange> = before.known.clone();
    for change in &mut updated {
        if let Some((watch, history)) = watches.iter().find(|(watch, _)| Some(watch.level()) == change.changed_level())
        {
            strengthen(change, watch.level(), history, ending.zone);
            note_new_reading(change, watch.level(), history, ending.zone);
        }
    }
    relate(&mut updated, &mut new, ending.zone);
    updated.retain(|change| !before.known.contains(change));
    FoundChanges { new, updated, evidence }
}

/// The answers of a site or question by cell.
struct History {
    answers: Vec<PastAnswers>,
    cells: Vec<CellRuns>,
    zone: TimeZone,
}

impl History {
    fn of(answers: &[PastAnswers], zone: &TimeZone) -> Self {
        let mut cells: BTreeMap<(MonitorId, Engine), Vec<CellRun>> = BTreeMap::new();
        for one in answers.iter().filter(|one| one.group.samples > 0) {
            cells.entry((one.monitor, one.engine)).or_default().push(CellRun {
                day: day_of(one.first_at, zone),
                run: one.run,
                rate: one.group.rate(),
                version: one.version,
            });
        }
        let cells = cells.into_iter().map(|((question, engine), runs)| CellRuns { question, engine, runs });
        Self { answers: answers.to_vec(), cells: cells.collect(), zone: zone.clone() }
    }

    /// The answers of a level's cells that are compared across this day: those of versions with answers before it and from it on, within
    /// [`MAX_PAIRS`] days before it.
    fn sides_of(&self, level: Level, from: Date, version: impl Fn(&PastAnswers) -> bool) -> [Vec<(RunId, Group)>; 2] {
        let oldest = from.saturating_sub(jiff::Span::new().days(MAX_PAIRS as i64));
        let mut sides = [BTreeMap::new(), BTreeMap::new()].map(|side: BTreeMap<(MonitorId, Engine, u32), Vec<_>>| side);
        let of_level = |one: &&PastAnswers| level.contains(Level::Cell(one.monitor, one.engine)) && version(one);
        for one in self.answers.iter().filter(of_level) {
            let day = day_of(one.first_at, &self.zone);
            if day >= oldest {
                let side = &mut sides[usize::from(day >= from)];
                side.entry((one.monitor, one.engine, one.version)).or_default().push((one.run, one.group));
            }
        }
        let [before, after] = &sides;
        let compared: BTreeSet<_> = before.keys().filter(|key| after.contains_key(*key)).copied().collect();
        sides.map(|side| {
            let kept = side.into_iter().filter(|(key, _)| compared.contains(key));
            kept.flat_map(|(_, answers)| answers).collect()
        })
    }
}

/// The watches of every level that the run belongs to, lower levels first.
fn watches_of<'h>(
    ending: &EndingRun<'_>,
    [of_question, of_site]: &'h [History; 2],
    since: &BTreeMap<Level, Date>,
) -> Vec<(LevelWatch, &'h History)> {
    let ran: BTreeSet<Engine> =
        of_question.answers.iter().filter(|one| one.run == ending.id).map(|one| one.engine).collect();
    let of_run = |level: &Level| match level {
        Level::Cell(_, engine) | Level::Engine(engine) => ran.contains(engine),
        Level::Question(_) | Level::Site => !ran.is_empty(),
    };
    let mut watches: Vec<(LevelWatch, &History)> = Levels::of(&of_question.cells, since)
        .watches()
        .filter(|watch| matches!(watch.level(), Level::Cell(..) | Level::Question(_)) && of_run(&watch.level()))
        .map(|watch| (watch.clone(), of_question))
        .collect();
    let cells = &of_site.cells;
    let has_questions = cells.iter().any(|cell| cell.question != ending.monitor);
    let has_engines = cells.iter().map(|cell| cell.engine).collect::<BTreeSet<_>>().len() > 1;
    let of_engines = Engine::EVERY
        .into_iter()
        .map(Level::Engine)
        .filter(|level| of_run(level) && cells.iter().filter(|cell| level.contains(cell.level())).nth(1).is_some());
    let of_all = (has_questions && has_engines && of_run(&Level::Site)).then_some(Level::Site);
    for level in of_engines.chain(of_all) {
        let first = since.get(&level).copied().unwrap_or(Date::MIN);
        let watch = LevelWatch::of(level, cells.iter().filter(|cell| level.contains(cell.level())), first);
        watches.push((watch, of_site));
    }
    watches
}

/// The first day of the latest change of each rate.
pub(super) fn known_since(known: &[CitationChange], zone: &TimeZone) -> BTreeMap<Level, Date> {
    known.iter().filter_map(|change| Some((change.changed_level()?, day_of(change.first_run_at, zone)))).collect()
}

fn change_of(
    ending: &EndingRun<'_>,
    watch: &LevelWatch,
    history: &History,
    found: &Evidence,
    random: &mut impl Rng,
) -> CitationChange {
    let level = watch.level();
    let sides = history.sides_of(level, found.from, |_| true);
    let [before, after] = sides.each_ref().map(|side| sum_of(side));
    let (rate_before, rate_after) =
        watch.rates(found.from).map_or((before.rate(), after.rate()), |rates| (rates.before, rates.after));
    let side = |group: Group, rate: f64| ChangedRate {
        samples: group.samples,
        cited_count: group.cited,
        rate: four_digits(rate.clamp(0.0, 1.0)),
    };
    let (monitor, engine) = match level {
        Level::Cell(monitor, engine) => (Some(monitor), Some(engine)),
        Level::Question(monitor) => (Some(monitor), None),
        Level::Engine(engine) => (None, Some(engine)),
        Level::Site => (None, None),
    };
    let first = history.answers.iter().filter(|one| one.run == found.from_run).map(|one| one.first_at).min();
    let of_run = history.answers.iter().filter(|one| one.run == ending.id);
    CitationChange {
        id: ChangeId::new(ending.at, random),
        site_id: ending.site,
        level: level.into(),
        monitor_id: monitor,
        query: monitor.map(|_| ending.query.to_owned()),
        engine,
        direction: ChangeDirection::of_rise(found.is_rise),
        first_run_id: found.from_run,
        first_run_at: first.unwrap_or(ending.at),
        clear_run_id: ending.id,
        clear_at: ending.at,
        before: side(before, rate_before),
        after: side(after, rate_after),
        strength: ChangeStrength::of(found.wealth / level.min_wealth()),
        reading_version: of_run.map(|one| one.reading_version).max().unwrap_or_default(),
        part_of: None,
        note: None,
        ended_at: None,
        is_current: true,
    }
}

fn sum_of(side: &[(RunId, Group)]) -> Group {
    side.iter().fold(Group::default(), |sum, (_, group)| sum.plus(*group))
}

/// Later runs may add evidence for a change; they take none away.
fn strengthen(change: &mut CitationChange, level: Level, history: &History, zone: &TimeZone) {
    if change.strength == ChangeStrength::Sure && change.ended_at.is_none() {
        let cells = history.cells.iter().filter(|cell| level.contains(cell.level()));
        let watch = LevelWatch::of(level, cells, Date::MIN);
        let wealth = watch.wealth_at(day_of(change.first_run_at, zone), change.is_rise());
        change.strength = ChangeStrength::of(wealth / level.min_wealth());
    }
}

/// Notes that a later version of the rules read answers from before and after a change and does not confirm it.
fn note_new_reading(change: &mut CitationChange, level: Level, history: &History, zone: &TimeZone) {
    let is_newer = |one: &PastAnswers| one.reading_version > change.reading_version;
    if change.note.is_none() && history.answers.iter().any(is_newer) {
        let sides = history.sides_of(level, day_of(change.first_run_at, zone), is_newer);
        let [before, after] = sides.map(|side| side.into_iter().map(|(_, group)| group).collect::<Vec<Group>>());
        if is_contradicted(change, &before, &after) {
            change.note = Some(ChangeNote::NotConfirmedByNewReading);
        }
    }
}

/// Decides which changes are parts of a change of a higher level. What a known change is part of stays as it is.
fn relate(known: &mut [CitationChange], new: &mut [CitationChange], zone: &TimeZone) {
    let replaced: BTreeSet<Level> = new.iter().filter_map(CitationChange::changed_level).collect();
    let mut changes: Vec<(&mut CitationChange, Level)> = known
        .iter_mut()
        .filter(|change| change.is_current)
        .filter_map(|change| {
            change.changed_level().filter(|level| !replaced.contains(level)).map(|level| (change, level))
        })
        .collect();
    changes.extend(new.iter_mut().filter_map(|change| change.changed_level().map(|level| (change, level))));
    let compared: Vec<LevelChange> = changes
        .iter()
        .map(|(change, level)| LevelChange {
            level: *level,
            from: day_of(change.first_run_at, zone),
            difference: change.after.rate - change.before.rate,
        })
        .collect();
    let ids: Vec<ChangeId> = changes.iter().map(|(change, _)| change.id).collect();
    for ((change, _), explained) in changes.iter_mut().zip(explained_by(&compared)) {
        if change.part_of.is_none() {
            change.part_of = explained.map(|index| ids[index]);
        }
    }
}

/// The date of a moment in the site's time zone.
pub(super) fn day_of(at: Timestamp, zone: &TimeZone) -> Date {
    at.to_zoned(zone.clone()).date()
}

#[cfg(test)]
mod tests;
