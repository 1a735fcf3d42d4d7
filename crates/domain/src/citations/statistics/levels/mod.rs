//! Finds changes of one cell, a question, an engine or a whole site.
//!
//! A cell is one question with one engine. A change of a few points in each of twenty cells is invisible in every one of them and
//! obvious in all together. So there is one [`LevelWatch`] for each cell, and one over all cells of a question, of an engine and
//! of the site. Runs of one day are averaged, so an additional run that is started manually is no additional evidence.
//!
//! The difference is taken *within* cells: a cell is only compared with itself, read by the same rules and answered by the same
//! model. Adding, ending or editing a question therefore changes no rate that is compared.
//!
//! One cause is reported once: [`LevelWatch::clear`] requires that most parts of a level moved, so a change of one engine is
//! never reported as a change of the site; [`explained_by`] says which change of a level includes the change of a lower level.
//!
//! Everything here is a pure function of the runs: reading the runs up to run `n` again gives the result that was given then.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

pub use self::{
    causes::{LevelChange, explained_by},
    detectable::{Detectable, detectable},
    level::{CellRun, CellRuns, Level, MAX_PAIRS, MAX_RUNS},
    meter::{Meter, Outlook},
    watch::{Evidence, LevelWatch, Rates},
};
use crate::{engines::Engine, shared::ids::MonitorId};

mod bets;
mod causes;
mod detectable;
mod level;
mod meter;
pub mod planner;
mod resemblance;
mod series;
mod watch;

/// The watches of all levels of a site.
#[derive(Debug, Clone, Default)]
pub struct Levels {
    watches: BTreeMap<Level, LevelWatch>,
}

impl Levels {
    /// Watches these cells, one entry for each. `since` has the first day that a level's watch reads, if not all: that of
    /// [`Evidence::from`] of the level's latest reported change.
    ///
    /// A level with the cells of a lower one has no watch: the only engine's is the site's, and the only question's too.
    pub fn of(cells: &[CellRuns], since: &BTreeMap<Level, Date>) -> Self {
        let questions: BTreeSet<MonitorId> = cells.iter().map(|cell| cell.question).collect();
        let engines: BTreeSet<Engine> = cells.iter().map(|cell| cell.engine).collect();
        let mut levels: Vec<Level> = cells.iter().map(|cell| Level::Cell(cell.question, cell.engine)).collect();
        let has_several = |level: Level| cells.iter().filter(|cell| level.contains(cell.level())).nth(1).is_some();
        levels.extend(questions.iter().map(|question| Level::Question(*question)).filter(|level| has_several(*level)));
        levels.extend(engines.iter().map(|engine| Level::Engine(*engine)).filter(|level| has_several(*level)));
        levels.extend((questions.len() > 1 && engines.len() > 1).then_some(Level::Site));
        let watch_of = |level: Level| {
            let first = since.get(&level).copied().unwrap_or(Date::MIN);
            (level, LevelWatch::of(level, cells.iter().filter(|cell| level.contains(cell.level())), first))
        };
        Self { watches: levels.into_iter().map(watch_of).collect() }
    }

    /// The watch of a level; `None` for a level that this site does not have.
    pub fn get(&self, level: Level) -> Option<&LevelWatch> {
        self.watches.get(&level)
    }

    /// All watches: first the cells, then questions, engines, the site.
    pub fn watches(&self) -> impl Iterator<Item = &LevelWatch> {
        self.watches.values()
    }

    /// The clear changes of all levels, lower levels first.
    pub fn clear(&self) -> Vec<(Level, Evidence)> {
        self.watches.values().filter_map(|watch| Some((watch.level(), watch.clear()?))).collect()
    }
}

#[cfg(test)]
mod simulated_site;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
