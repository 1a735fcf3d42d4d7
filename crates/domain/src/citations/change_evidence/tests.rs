//! Tests of evidence as it is stored and shown.

use jiff::civil::date;

use super::*;
use crate::{
    citations::{
        citation_change::{ChangeStrength, ChangedRate},
        statistics::levels::Level,
    },
    shared::ids::{Id as _, RunId, SiteId},
};

const MEASURED: Meter = Meter {
    fraction: 0.666_666,
    is_rise: Some(false),
    from: Some(date(2026, 1, 10)),
    outlook: Outlook::Growing,
    days_left: Some(20),
};

fn measured() -> MeasuredEvidence {
    let sides = |from: Date| {
        assert_eq!(from, date(2026, 1, 10));
        [Group { samples: 30, cited: 20 }, Group { samples: 20, cited: 4 }]
    };
    MeasuredEvidence::of(MEASURED, sides).expect("it is not clear")
}

/// A clear change of an engine from this day on, by this difference.
fn change(engine: Engine, from: Date, difference: f64) -> CitationChange {
    let at = from.to_zoned(TimeZone::UTC).expect("a day").timestamp();
    let rate = |rate| ChangedRate { samples: 90, cited_count: 45, rate };
    CitationChange {
        id: ChangeId::from_bits(engine as u128),
        site_id: SiteId::from_bits(1),
        level: ChangeLevel::Engine,
        monitor_id: None,
        query: None,
        engine: Some(engine),
        direction: ChangeDirection::of_rise(difference > 0.0),
        first_run_id: RunId::from_bits(1),
        first_run_at: at,
        clear_run_id: RunId::from_bits(2),
        clear_at: at,
        before: rate(0.5),
        after: rate(0.5 + difference),
        strength: ChangeStrength::Sure,
        reading_version: 1,
        part_of: None,
        note: None,
        ended_at: None,
        is_current: true,
    }
}

#[test]
fn a_meter_is_stored_with_the_answers_on_both_sides_and_reads_back_unchanged() {
    let one = measured();
    assert_eq!(one.before.zip(one.after).map(|(before, after)| (before.cited_count, after.samples)), Some((20, 20)));
    assert_eq!((one.fraction, one.direction), (0.6667, Some(ChangeDirection::Fall)));
    let text = serde_json::to_string(&one).expect("a text");
    assert!(text.contains("\"possibleSince\":\"2026-01-10\""), "{text}");
    assert_eq!(serde_json::from_str::<MeasuredEvidence>(&text).expect("it reads back"), one);
    let none = Meter { is_rise: None, from: None, outlook: Outlook::Weak, ..MEASURED };
    let none = MeasuredEvidence::of(none, |_| panic!("there are no sides")).expect("it is not clear");
    assert_eq!((none.before, none.after, none.possible_since), (None, None, None));
}

#[test]
fn a_clear_change_is_no_evidence_that_waits() {
    let clear = Meter { fraction: 1.0, outlook: Outlook::Clear, ..MEASURED };
    assert_eq!(MeasuredEvidence::of(clear, |_| [Group::default(); 2]), None);
}

#[test]
fn evidence_is_explained_by_a_clear_change_of_its_engine_in_its_direction_at_its_time() {
    let evidence = ChangeEvidence {
        level: Level::Cell(MonitorId::from_bits(1), Engine::Xai).into(),
        monitor_id: Some(MonitorId::from_bits(1)),
        query: Some("Which?".into()),
        engine: Some(Engine::Xai),
        measured: measured(),
        part_of: None,
        measured_at: Timestamp::UNIX_EPOCH,
    };
    let of = |change: &CitationChange| {
        evidence.clone().explained_by(std::slice::from_ref(change), &TimeZone::UTC).part_of.is_some()
    };
    assert!(of(&change(Engine::Xai, date(2026, 1, 20), -0.3)));
    assert!(!of(&change(Engine::Xai, date(2026, 1, 20), 0.3)), "another direction");
    assert!(!of(&change(Engine::OpenAi, date(2026, 1, 20), -0.3)), "another engine");
    assert!(!of(&change(Engine::Xai, date(2025, 6, 1), -0.3)), "half a year earlier");
}
