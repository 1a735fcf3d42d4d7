//! Tests the figures of changes.

use super::*;
use crate::shared::ids::Id as _;

/// A change of a question and engine.
pub fn changed(before: f64, after: f64) -> CitationChange {
    let side = |rate| ChangedRate { samples: 60, cited_count: (rate * 60.0) as u64, rate };
    CitationChange {
        id: ChangeId::from_bits(1),
        site_id: SiteId::from_bits(1),
        level: ChangeLevel::Cell,
        monitor_id: Some(MonitorId::from_bits(1)),
        query: Some("Which?".into()),
        engine: Some(Engine::Xai),
        direction: ChangeDirection::of_rise(after > before),
        first_run_id: RunId::from_bits(1),
        first_run_at: Timestamp::UNIX_EPOCH,
        clear_run_id: RunId::from_bits(2),
        clear_at: Timestamp::UNIX_EPOCH,
        before: side(before),
        after: side(after),
        strength: ChangeStrength::Sure,
        reading_version: 1,
        part_of: None,
        note: None,
        ended_at: None,
        is_current: true,
    }
}

#[test]
fn a_new_reading_contradicts_a_change_only_with_enough_runs_on_both_sides() {
    let runs = |cited: u64, count: usize| vec![Group { samples: 2, cited }; count];
    for change in [changed(0.2, 0.8), changed(0.8, 0.2)] {
        let (low, high) = (runs(0, 10), runs(2, 10));
        let (before, after) = if change.is_rise() { (&low, &high) } else { (&high, &low) };
        assert!(!is_contradicted(&change, before, after), "it confirms the change");
        assert!(is_contradicted(&change, after, before), "it shows the reverse");
        assert!(is_contradicted(&change, &runs(1, 10), &runs(1, 10)), "it shows no difference");
        assert!(!is_contradicted(&change, &runs(1, 10), &runs(1, 9)), "nine runs say too little");
    }
}

#[test]
fn messages_are_sent_about_the_highest_level_and_never_about_what_an_upgrade_found() {
    let change = changed(0.2, 0.8);
    assert!(change.is_reported());
    assert!(!CitationChange { part_of: Some(ChangeId::from_bits(2)), ..change.clone() }.is_reported());
    assert!(!CitationChange { note: Some(ChangeNote::ClearBeforeUpgrade), ..change.clone() }.is_reported());
    assert!(CitationChange { note: Some(ChangeNote::NotConfirmedByNewReading), ..change }.is_reported());
}

#[test]
fn a_change_is_very_sure_at_a_hundred_times_the_evidence_of_a_clear_one() {
    assert_eq!(ChangeStrength::of(1.0), ChangeStrength::Sure);
    assert_eq!(ChangeStrength::of(100.0), ChangeStrength::VerySure);
}
