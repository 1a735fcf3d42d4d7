//! Checks whether scheduled backups are made when they are due.

use std::time::Duration;

use askline_domain::shared::rfc3339::Moment;
use jiff::Timestamp;

use super::finding::{Finding, State, finding};
use crate::{
    commands::answer::now,
    config::Settings,
    scheduled_backups::{History, Place, time_of},
};

/// The maximum age of the latest backup, as a multiple of the time between two backups.
const MAX_SPANS: u32 = 2;

/// Checks the existing backups, and the history that the server stored.
pub(super) async fn scheduled(settings: &Settings) -> Finding {
    let Some(every) = settings.backups.every else {
        return finding("backups", Ok("no scheduled backups; see backup.every".into()));
    };
    let place = match Place::of(settings) {
        Ok(place) => place,
        Err(failure) => return finding("backups", Err(failure.to_string())),
    };
    let kept = match place.list().await {
        Ok(kept) => kept,
        Err(fault) => return finding("backups", Err(fault.detail)),
    };
    let newest = kept.iter().filter_map(|each| time_of(&each.name)).max();
    judged(every, newest, kept.len(), &History::read(&settings.data), now())
}

fn judged(every: Duration, newest: Option<Timestamp>, count: usize, history: &History, now: Timestamp) -> Finding {
    let failure = history.failure.as_ref().filter(|_| history.is_failing);
    let why = failure.map_or(String::new(), |failure| {
        format!("; the latest attempt failed at {}: {}", Moment(failure.at), failure.detail)
    });
    let is_late =
        |since: Timestamp| Duration::try_from(now.duration_since(since)).is_ok_and(|age| age > every * MAX_SPANS);
    let (is_bad, text) = match newest {
        Some(newest) => (is_late(newest), format!("the latest of {count} is from {}{why}", Moment(newest))),
        // A server whose backups were just enabled may not have had time to make one.
        None => (history.since.is_some_and(is_late), format!("none has been made yet{why}")),
    };
    match (is_bad, newest.is_some() && failure.is_none()) {
        (true, _) => finding("backups", Err(text)),
        (false, true) => finding("backups", Ok(text)),
        (false, false) => Finding { name: "backups", state: State::Worry, text },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);
    const NOW: Timestamp = Timestamp::constant(1_800_000_000, 0);

    fn ago(hours: i64) -> Timestamp {
        NOW - jiff::SignedDuration::from_hours(hours)
    }

    fn check(newest: Option<i64>, since: Option<i64>, is_failing: bool, state: State) {
        let failure: History = serde_json::from_value(serde_json::json!({
            "since": since.map(ago),
            "failure": { "at": ago(1), "told": "no room", "detail": "/x has no room" },
            "isFailing": is_failing,
        }))
        .expect("a history");
        let found = judged(HOUR, newest.map(ago), 3, &failure, NOW);
        assert!(found.state == state, "{newest:?} {since:?} {is_failing}: {}", found.text);
        assert_eq!(found.text.contains("/x has no room"), is_failing, "{}", found.text);
    }

    #[test]
    fn it_fails_when_the_latest_is_older_than_twice_the_time_between_two() {
        check(Some(1), Some(9), false, State::Good);
        check(Some(2), Some(9), false, State::Good);
        check(Some(3), Some(9), false, State::Bad);
        check(Some(1), Some(9), true, State::Worry);
        check(Some(3), Some(9), true, State::Bad);
        check(None, Some(1), false, State::Worry);
        check(None, Some(3), true, State::Bad);
        // The server has not been started since backups were enabled.
        check(None, None, false, State::Worry);
        // The clock was ahead when the backup was made.
        check(Some(-5), Some(9), false, State::Good);
    }
}
