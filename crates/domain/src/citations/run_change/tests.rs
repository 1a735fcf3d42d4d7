//! Tests which changes are reported over a series of runs, and when. Most tests store a whole history, run by run.

use jiff::SignedDuration;
use serde_json::json;

use super::*;
use crate::{
    citations::statistics::{
        simulated::{Runs, seeded},
        watch::MAX_RUNS,
    },
    shared::ids::Id as _,
};

fn group(cited: u64, samples: u64) -> Group {
    Group { samples, cited }
}

/// The result of each daily run; each result is stored and read again before the next run.
fn told_by(groups: &[Group]) -> Vec<RunChange> {
    let runs: Vec<AnsweredRun> =
        groups.iter().zip(1..).map(|(group, number)| (RunId::from_bits(number), *group)).collect();
    let mut said: Vec<RunChange> = Vec::new();
    for count in 2..=runs.len() {
        let at = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * count as i64);
        let latest = &runs[count.saturating_sub(MAX_RUNS)..count];
        let stored = said.last().map(|last| serde_json::to_value(last).expect("it serializes"));
        let before = stored.map(|stored| serde_json::from_value(stored).expect("it is read again"));
        said.push(RunChange::of(Engine::Xai, latest, before.as_ref(), at).expect("there is a run before"));
    }
    said
}

fn gains_and_losses(said: &[RunChange]) -> Vec<bool> {
    said.iter().filter_map(RunChange::told).collect()
}

#[test]
fn a_flip_is_new_in_its_run_and_no_finding() {
    let said = told_by(&[group(5, 5), group(5, 5), group(0, 5), group(0, 5)]);
    assert_eq!(said.iter().map(|one| one.flipped).collect::<Vec<_>>(), [false, true, false]);
    assert!(said.iter().all(|one| one.difference == Difference::TOO_FEW && one.told().is_none()));
    assert_eq!(RunChange::of(Engine::Xai, &[(RunId::from_bits(1), group(5, 5))], None, Timestamp::UNIX_EPOCH), None);
}

#[test]
fn a_change_that_lasts_is_told_once_stands_for_90_runs_and_its_return_is_told_again() {
    let mut groups = vec![group(0, 3); 60];
    groups.extend([group(3, 3); 150]);
    groups.extend([group(0, 3); 60]);
    let said = told_by(&groups);
    assert_eq!(gains_and_losses(&said), [true, false]);
    let clear = said.iter().position(|one| one.told() == Some(true)).expect("a gain");
    // The change after run 60 became clear with the sixteenth run after it.
    let change = said[clear].change.clone().expect("it stands");
    assert_eq!((clear + 2, change.direction, change.from_run_id), (76, Direction::Up, RunId::from_bits(61)));
    assert!((change.rate_before, change.rate_after) == (0.0, 1.0));
    let stands = said.iter().filter(|one| one.change.as_ref().is_some_and(|change| change.direction == Direction::Up));
    assert_eq!(stands.count(), MAX_PAIRS);
    let later = said[clear + 5].change.clone().expect("it stands");
    assert_eq!((later.clear_since, later.is_new), (change.clear_since, false));
    assert!(later.evidence > change.evidence, "later runs speak for it, too");
}

#[test]
fn an_unchanged_monitor_of_one_daily_sample_sends_hardly_any_webhook_in_236_days() {
    const SERIES: u64 = 30;
    let mut told = 0;
    for seed in 0..SERIES {
        let runs = Runs { correlation: 0.3, ..Runs::of(0.5, 1) };
        told += gains_and_losses(&told_by(&runs.draw(236, &mut seeded(seed)))).len();
    }
    // In an earlier release, each of these monitors sent about ninety webhooks.
    println!("{told} webhooks of {SERIES} unchanged monitors in 236 days");
    assert!(told <= 5, "{told} webhooks of {SERIES} monitors");
}

#[test]
fn what_was_stored_by_an_earlier_release_tells_of_no_change_and_a_first_look_at_it_tells_nobody() {
    let old = json!({
        "engine": "xai", "previousRunId": RunId::from_bits(1), "samples": 2, "citedCount": 2, "previousSamples": 2,
        "previousCitedCount": 0, "different": true, "method": "every_sample",
    });
    let old: RunChange = serde_json::from_value(old).expect("it is read");
    assert_eq!((old.difference, old.flipped, old.told()), (Difference::TOO_FEW, true, None));
    let runs: Vec<AnsweredRun> =
        (1..=100).map(|number| (RunId::from_bits(number), group(u64::from(number > 50), 1))).collect();
    let first = RunChange::of(Engine::Xai, &runs, Some(&old), Timestamp::UNIX_EPOCH).expect("a run before");
    assert_eq!((first.difference.different, first.told()), (Some(true), None));
}

#[test]
fn beside_no_clear_change_stands_what_would_have_been_found() {
    let runs = Runs { likeness: 0.0, ..Runs::of(0.3, 3) };
    let said = told_by(&runs.draw(150, &mut seeded(1)));
    let detectable = |runs: usize| said[runs - 2].difference.detectable;
    assert_eq!(said[148].difference.different, Some(false));
    assert_eq!(detectable(20), None, "too few to tell");
    let (few, many) = (detectable(100).expect("it is told"), detectable(150).expect("it is told"));
    assert!(0.1 < many && many < few && few < 1.0, "{many} {few}");
}
