//! Decides which change of a level includes the change of a lower level.

use jiff::civil::Date;

use super::level::Level;

/// Changes that begin at most this many days apart may have one cause: the first day of a change is estimated, and in a single cell
/// the estimate is often two or three weeks off.
const MAX_DAYS_APART: i32 = 28;
/// A change that is larger than this many times the level's has a cause of its own.
const MAX_TIMES_LARGER: f64 = 4.0;

/// A clear change of a level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelChange {
    /// What changed.
    pub level: Level,
    /// The first day after the change, according to an estimate.
    pub from: Date,
    /// The rate after the change minus the rate before it, from −1 to 1.
    pub difference: f64,
}

/// For each change, the index of the change of the highest level that explains it: one that includes its cells, has the same
/// direction, begins at about the same day and is not much smaller. `None` for a change with a cause of its own.
pub fn explained_by(changes: &[LevelChange]) -> Vec<Option<usize>> {
    let explains = |higher: &LevelChange, lower: &LevelChange| {
        higher.level != lower.level
            && higher.level.contains(lower.level)
            && (higher.difference > 0.0) == (lower.difference > 0.0)
            && lower.difference.abs() <= MAX_TIMES_LARGER * higher.difference.abs()
            && days_apart(higher.from, lower.from) <= MAX_DAYS_APART
    };
    let highest = |lower: &LevelChange| {
        let all = changes.iter().enumerate().filter(|(_, higher)| explains(higher, lower));
        all.min_by_key(|(_, higher)| (std::cmp::Reverse(higher.level), days_apart(higher.from, lower.from)))
            .map(|(index, _)| index)
    };
    changes.iter().map(highest).collect()
}

fn days_apart(one: Date, other: Date) -> i32 {
    (one - other).get_days().abs()
}
