//! Levels of a site, and the runs of a cell.

use jiff::civil::Date;

use crate::{
    engines::Engine,
    shared::ids::{MonitorId, RunId},
};

/// The maximum number of pairs that are bet on: a change is searched for among this many latest days with runs, which are compared with
/// the same number of days before.
pub const MAX_PAIRS: usize = 90;
/// The maximum number of days with runs that are read: the earlier ones show how much consecutive days resemble each other.
pub const MAX_RUNS: usize = 3 * MAX_PAIRS;

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// One question with one engine.
    Cell(MonitorId, Engine),
    /// One question with all engines that answer it.
    Question(MonitorId),
    /// One engine with all questions that it answers.
    Engine(Engine),
    /// All questions and engines of a site.
    Site,
}

impl Level {
    /// Whether the cells of `other` are among those of this level.
    pub fn contains(self, other: Self) -> bool {
        match (self, other) {
            (Self::Site, _) => true,
            (Self::Engine(engine), Self::Cell(_, of)) => engine == of,
            (Self::Question(question), Self::Cell(of, _)) => question == of,
            _ => self == other,
        }
    }

    /// Whether the level is one question with one engine.
    pub(super) fn is_cell(self) -> bool {
        matches!(self, Self::Cell(..))
    }

    /// How much it takes for a change of this level to be clear: the minimum of [`Evidence::wealth`](super::Evidence::wealth).
    pub fn min_wealth(self) -> f64 {
        match self {
            Self::Cell(..) => 5_000.0,
            Self::Question(_) | Self::Engine(_) | Self::Site => 2_000.0,
        }
    }
}

/// The runs of one cell.
#[derive(Debug, Clone, PartialEq)]
pub struct CellRuns {
    /// The monitor of the question.
    pub question: MonitorId,
    /// The engine.
    pub engine: Engine,
    /// The runs with answers, oldest first.
    pub runs: Vec<CellRun>,
}

/// One engine's answers in one run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellRun {
    /// The day of the run in the site's time zone.
    pub day: Date,
    /// The run.
    pub run: RunId,
    /// The share of the answers that cite the site, from 0 to 1.
    pub rate: f64,
    /// A number for the rules that read the answers and the model that gave them. Only runs with equal numbers are compared.
    pub version: u32,
}

impl CellRuns {
    /// The cell as a level.
    pub fn level(&self) -> Level {
        Level::Cell(self.question, self.engine)
    }
}
