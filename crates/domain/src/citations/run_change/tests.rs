//! Tests what a run says beside the previous one.

use serde_json::json;

use super::*;
use crate::{
    citations::statistics::simulated::{Runs, seeded},
    shared::ids::Id as _,
};

/// What each run says beside those before it.
fn comparisons_of(groups: &[Group]) -> Vec<RunChange> {
    let runs: Vec<AnsweredRun> =
        groups.iter().zip(1..).map(|(group, number)| (RunId::from_bits(number), *group)).collect();
    (2..=runs.len()).map(|count| RunChange::of(Engine::Xai, &runs[..count]).expect("a run before")).collect()
}

#[test]
fn a_difference_from_the_previous_run_is_marked_in_its_run_and_is_no_change_of_the_rate() {
    let group = |cited| Group { samples: 5, cited };
    let found = comparisons_of(&[group(5), group(5), group(0), group(0)]);
    assert_eq!(found.iter().map(|one| one.flipped).collect::<Vec<_>>(), [false, true, false]);
    assert!(found.iter().all(|one| one.difference == Difference::TOO_FEW && one.change.is_none()));
    assert_eq!(RunChange::of(Engine::Xai, &[(RunId::from_bits(1), group(5))]), None);
}

#[test]
fn what_was_stored_with_a_run_never_says_that_the_rate_changed() {
    for (method, watched, expected) in [
        ("every_sample", json!(null), Difference::TOO_FEW),
        ("betting_by_run", json!(RunId::from_bits(1)), Difference::told(false, DifferenceMethod::BettingByRun)),
    ] {
        let stored = json!({
            "engine": "xai", "previousRunId": RunId::from_bits(1), "samples": 2, "citedCount": 2, "previousSamples": 2,
            "previousCitedCount": 0, "different": true, "method": method, "watchedFromRunId": watched,
            "change": { "direction": "up", "rateBefore": 0.0, "rateAfter": 1.0, "evidence": 1000, "isNew": true },
        });
        let read: RunChange = serde_json::from_value(stored).expect("it is read");
        assert_eq!((read.difference, read.flipped, &read.change), (expected, true, &None));
        assert_eq!(serde_json::from_value::<RunChange>(json!(read)).expect("it is read again"), read);
    }
}

#[test]
fn without_a_clear_change_a_run_says_what_would_have_been_found() {
    let runs = Runs { likeness: 0.0, ..Runs::of(0.3, 3) };
    let found = comparisons_of(&runs.draw(150, &mut seeded(1)));
    let detectable = |runs: usize| found[runs - 2].difference.detectable;
    assert_eq!(found[148].difference.different, Some(false));
    assert_eq!(detectable(20), None, "too few to tell");
    let (few, many) = (detectable(100).expect("it is known"), detectable(150).expect("it is known"));
    assert!(0.1 < many && many < few && few < 1.0, "{many} {few}");
}
