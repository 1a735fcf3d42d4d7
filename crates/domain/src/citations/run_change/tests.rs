//! Tests what a run says beside the previous one.

use jiff::{SignedDuration, tz::TimeZone};
use serde_json::json;

use super::*;
use crate::{
    citations::statistics::simulated::{Runs, seeded},
    shared::ids::{Id as _, SiteId},
};

/// The answers of one engine in daily runs, each with the version of the rules that read them.
fn answers(runs: &[(Group, u16)]) -> Vec<PastAnswers> {
    let answers_of = |(number, (group, version)): (i32, &(Group, u16))| PastAnswers {
        monitor: MonitorId::from_bits(1),
        engine: Engine::Xai,
        run: RunId::from_bits(number.unsigned_abs().into()),
        first_at: Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24) * number,
        group: *group,
        reading_version: *version,
        version: (*version).into(),
    };
    (1..).zip(runs).map(answers_of).collect()
}

/// What the last of these runs says.
fn comparison_of(of_question: Vec<PastAnswers>, known: Vec<CitationChange>) -> Option<RunChange> {
    let last = of_question.last().expect("a run");
    let (id, monitor, site) = (last.run, last.monitor, SiteId::from_bits(1));
    let ending = EndingRun { id, monitor, site, query: "Which?", at: last.first_at, zone: &TimeZone::UTC };
    let before = ChangesBefore { of_site: of_question.clone(), of_question, known, is_first_look: false };
    run_changes(ending, &before, &[Engine::OpenAi, Engine::Xai]).pop()
}

/// What each run says beside those before it.
fn comparisons_of(groups: &[Group]) -> Vec<RunChange> {
    let answers = answers(&groups.iter().map(|group| (*group, 1)).collect::<Vec<_>>());
    let of = |count: usize| comparison_of(answers[..count].to_vec(), vec![]).expect("a run before");
    (2..=answers.len()).map(of).collect()
}

#[test]
fn a_difference_from_the_previous_run_is_marked_in_its_run_and_is_no_change_of_the_rate() {
    let group = |cited| Group { samples: 5, cited };
    let found = comparisons_of(&[group(5), group(5), group(0), group(0)]);
    assert_eq!(found.iter().map(|one| one.flipped).collect::<Vec<_>>(), [false, true, false]);
    assert!(found.iter().all(|one| one.difference == Difference::TOO_FEW && one.change.is_none()));
    assert_eq!(comparison_of(answers(&[(group(5), 1)]), vec![]), None);
}

#[test]
fn runs_that_other_rules_read_are_not_compared_and_the_run_says_since_when_it_is() {
    let group = Group { samples: 2, cited: 1 };
    let read = |versions: &[u16]| {
        let runs: Vec<(Group, u16)> = versions.iter().map(|version| (group, *version)).collect();
        comparison_of(answers(&runs), vec![])
    };
    let since = |day: i32| Some(Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24) * day);
    assert_eq!(read(&[1, 1, 1]).expect("a comparison").new_reading_since, None);
    assert_eq!(read(&[1, 1, 2]), None, "no earlier run was read by these rules");
    let compared = read(&[1, 1, 2, 2, 2]).expect("a comparison");
    assert_eq!((compared.previous_run_id, compared.new_reading_since), (RunId::from_bits(4), since(3)));
    // A run that a server of an earlier release read afterwards.
    assert_eq!(read(&[2, 1, 2]).expect("a comparison").new_reading_since, None);
}

#[test]
fn what_was_stored_with_a_run_never_says_that_the_rate_changed() {
    for (method, watched, expected) in [
        ("every_sample", json!(null), Difference::TOO_FEW),
        ("betting_by_run", json!(RunId::from_bits(1)), Difference::TOO_FEW),
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
fn without_a_clear_change_a_run_says_what_would_have_been_found_and_when() {
    let runs = Runs { likeness: 0.0, ..Runs::of(0.3, 3) };
    let found = comparisons_of(&runs.draw(150, &mut seeded(1)));
    let after = |runs: usize| &found[runs - 2];
    assert_eq!(
        (after(20).difference, after(20).detectable_at, after(20).too_early_since),
        (Difference::TOO_FEW, None, None)
    );
    let of = |runs: usize| {
        let one = after(runs);
        assert_eq!(one.difference.different, Some(false));
        let day = |at: Option<Timestamp>| at.expect("it is known").as_second() / 86_400;
        (one.difference.detectable.expect("it is known"), day(one.detectable_at), day(one.too_early_since))
    };
    let ((few, first_day, _), (many, later_day, early)) = (of(100), of(150));
    assert!(0.1 < many && many < few && few < 1.0, "{many} {few}");
    // The runs are numbered from 1: the first after a change in the middle.
    assert_eq!((first_day, later_day), (51, 76));
    assert!((76..150).contains(&early), "{early}");
    let stored = serde_json::to_value(after(150)).expect("JSON");
    assert_eq!(&serde_json::from_value::<RunChange>(stored).expect("it is read again"), after(150));
}
