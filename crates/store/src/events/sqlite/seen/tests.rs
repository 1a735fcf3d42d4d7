//! Compares the ids with a plain map: across sealing, merging, rollbacks, reloading, and passing days.

use std::collections::HashMap;

use askline_domain::{
    events::EventId,
    shared::ids::{Id as _, SiteId},
};
use proptest::prelude::*;
use rusqlite::params;

use super::*;

const LIMITS: SeenLimits = SeenLimits { max_tail_ids: 8, runs_merged: 4, max_filter_bytes: 1 << 20 };
const DAY: Seconds = 86_400;
const START: Seconds = 1_700_000_000;

fn database() -> Connection {
    let connection = Connection::open_in_memory().expect("memory");
    for migration in [
        include_str!("../../../../migrations/events/sqlite/0001_events.sql"),
        include_str!("../../../../migrations/events/sqlite/0002_counted_since.sql"),
        include_str!("../../../../migrations/events/sqlite/0003_ids_for_seven_days.sql"),
    ] {
        connection.execute_batch(migration).expect("the schema is SQL");
    }
    for number in 1..=2_i64 {
        let bits = site(number).bits().to_be_bytes();
        connection.execute("INSERT INTO sites VALUES (?1, ?2, 0, ?2)", params![number, bits]).expect("a new site");
    }
    connection
}

fn site(number: i64) -> SiteId {
    SiteId::from_bits(u128::from(number.unsigned_abs()) << 70)
}

/// The site's number and the event's id.
type Asked = (i64, u128);

fn identities(asked: &[Asked]) -> Vec<Identity> {
    asked.iter().map(|(number, id)| Identity::of(site(*number), EventId(*id))).collect()
}

/// Runs one transaction at `now`; returns which of `asked` were new.
fn store(seen: &mut SeenIds, connection: &Connection, asked: &[Asked], now: Seconds, commit: bool) -> Vec<bool> {
    connection.execute_batch("BEGIN").expect("no transaction is open");
    let ids = identities(asked);
    let mut new = Vec::new();
    let strangers = seen.strangers(&ids, now);
    for (((number, id), identity), is_stranger) in asked.iter().zip(ids).zip(strangers) {
        let is_new = !seen.is_repeat(connection, identity, is_stranger, now).expect("readable");
        if is_new {
            let seq = seen.remember(identity, now);
            connection
                .execute(
                    "INSERT INTO events (seq, event_id, site, at, day, page, type, taken) VALUES (?1, ?2, ?3, 0, 0, 1, 1, ?4)",
                    params![seq, id.to_be_bytes(), number, now],
                )
                .expect("a new sequence");
        }
        new.push(is_new);
    }
    seen.seal_if_full(connection, now).expect("sealed");
    if commit {
        connection.execute_batch("COMMIT").expect("a transaction is open");
        seen.committed(connection, now);
    } else {
        connection.execute_batch("ROLLBACK").expect("a transaction is open");
        seen.rolled_back();
    }
    new
}

/// The simplest implementation of the same check.
#[derive(Debug, Clone, Default)]
struct Model(HashMap<Asked, Seconds>);

impl Model {
    fn store(&mut self, asked: &[Asked], now: Seconds) -> Vec<bool> {
        let mut is_new = |asked: &Asked| {
            let is_known = self.0.get(asked).is_some_and(|taken| now < taken + 7 * DAY);
            if !is_known {
                self.0.insert(*asked, now);
            }
            !is_known
        };
        asked.iter().map(&mut is_new).collect()
    }
}

#[derive(Debug, Clone)]
enum Step {
    Store(Vec<Asked>),
    RollBack(Vec<Asked>),
    Pass(Seconds),
    Reopen,
    CatchUp,
    RemoveNewest(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    // Few distinct ids, the same at both sites, so that repeats are common.
    let asked = (1_i64..=2, (0_u128..150).prop_map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)));
    let asked = prop::collection::vec(asked, 0..24);
    let step = prop_oneof![
        6 => asked.clone().prop_map(Step::Store),
        2 => asked.prop_map(Step::RollBack),
        2 => prop_oneof![1..DAY, Just(7 * DAY), Just(7 * DAY - 1), DAY..3 * DAY].prop_map(Step::Pass),
        1 => Just(Step::Reopen),
        1 => Just(Step::CatchUp),
        1 => any::<u8>().prop_map(Step::RemoveNewest),
    ];
    prop::collection::vec(step, 1..60)
}

/// Removes raw events as retention does.
fn remove_newest(seen: &SeenIds, connection: &Connection, most: u8) {
    let mut find = connection
        .prepare("SELECT seq, event_id, site, at, taken FROM events ORDER BY seq DESC LIMIT ?1")
        .expect("SQL");
    let of_row = |row: &rusqlite::Row<'_>| {
        let id = EventId(u128::from_be_bytes(row.get(1)?));
        Ok((row.get(0)?, Entry::of_stored(site(row.get(2)?), id, row.get(3)?, row.get(4)?)))
    };
    let found: Vec<(i64, Entry)> = find.query_map([most], of_row).and_then(Iterator::collect).expect("readable");
    for (seq, entry) in found {
        if seq > seen.sealed_sequence() {
            connection.execute("INSERT INTO removed_ids VALUES (?1, ?2)", params![seq, entry.to_bytes()]).expect("new");
        }
        connection.execute("DELETE FROM events WHERE seq = ?1", [seq]).expect("deleted");
    }
}

fn check_steps(steps: Vec<Step>, limits: SeenLimits) {
    let connection = database();
    let mut now = START;
    let mut seen = SeenIds::load(&connection, limits, now).expect("empty");
    let mut model = Model::default();
    let mut last_seq = 0;
    for step in steps {
        match step {
            Step::Store(ids) => {
                let expected = model.store(&ids, now);
                assert_eq!(store(&mut seen, &connection, &ids, now, true), expected);
            }
            Step::RollBack(ids) => {
                let expected = model.clone().store(&ids, now);
                assert_eq!(store(&mut seen, &connection, &ids, now, false), expected);
            }
            Step::Pass(seconds) => now += seconds,
            Step::Reopen => seen = SeenIds::load(&connection, limits, now).expect("readable"),
            Step::CatchUp => seen.catch_up(&connection, now).expect("readable"),
            Step::RemoveNewest(most) => remove_newest(&seen, &connection, most),
        }
        assert!(seen.last_seq >= last_seq, "a sequence was given twice");
        last_seq = seen.last_seq;
        assert!(seen.tail.len() < limits.max_tail_ids);
        assert!(seen.runs.iter().filter(|run| run.level == 0).count() < limits.runs_merged);
    }
}

proptest! {
    #[test]
    fn an_event_of_a_site_is_new_once_in_exactly_seven_days(steps in steps()) {
        check_steps(steps, LIMITS);
    }

    #[test]
    fn without_room_for_filters_it_is_as_exact(steps in steps(), bytes in 0_usize..300) {
        check_steps(steps, SeenLimits { max_filter_bytes: bytes, ..LIMITS });
    }

    #[test]
    fn what_another_process_stored_is_known_after_catching_up(batches in prop::collection::vec((any::<bool>(), prop::collection::vec((1_i64..=2, 0_u128..200), 0..20)), 1..30)) {
        let connection = database();
        let mut both = [(); 2].map(|()| SeenIds::load(&connection, LIMITS, START).expect("empty"));
        let mut model = Model::default();
        for (which, ids) in batches {
            let seen = &mut both[usize::from(which)];
            seen.catch_up(&connection, START).expect("readable");
            let expected = model.store(&ids, START);
            prop_assert_eq!(store(seen, &connection, &ids, START, true), expected);
        }
    }
}

#[test]
fn what_another_site_sends_shortens_nothing() {
    let connection = database();
    let mut seen = SeenIds::load(&connection, LIMITS, START).expect("empty");
    let mine: Vec<Asked> = (0..60).map(|id| (1, id)).collect();
    assert!(store(&mut seen, &connection, &mine, START, true).iter().all(|new| *new));
    // Hundreds of times the number of ids that a tail contains, at another site and including the same ids.
    for round in 0..400_u128 {
        let theirs: Vec<Asked> = (round * 10..round * 10 + 10).map(|id| (2, id)).collect();
        assert!(store(&mut seen, &connection, &theirs, START + 1, true).iter().all(|new| *new));
    }
    let almost = START + 7 * DAY - 1;
    assert_eq!(store(&mut seen, &connection, &mine, almost, true), [false; 60]);
    assert_eq!(store(&mut seen, &connection, &mine, almost + 1, true), [true; 60]);
}

#[test]
fn ids_of_more_than_seven_days_ago_leave_file_and_memory() {
    let connection = database();
    let mut seen = SeenIds::load(&connection, LIMITS, START).expect("empty");
    for day in 0..60 {
        let ids: Vec<Asked> = (0..40).map(|n| (1, u128::from(day) * 100 + n)).collect();
        store(&mut seen, &connection, &ids, START + day * DAY, true);
    }
    let kept: u32 = seen.runs.iter().map(|run| run.count).sum();
    // Ids of seven days, and of the days that share a run with them.
    assert!(kept <= 40 * (7 + 4), "{kept} ids are kept");
    let rows = |table| connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |r| r.get::<_, i64>(0));
    assert_eq!(rows("sealed_runs"), Ok(seen.runs.len() as i64));
    assert_eq!(rows("sealed_ids"), Ok(seen.runs.len() as i64), "each of these runs fits one row");
}

#[test]
fn a_clock_that_is_set_back_forgets_nothing_and_keeps_nothing_for_ever() {
    let connection = database();
    let mut seen = SeenIds::load(&connection, LIMITS, START).expect("empty");
    let ahead = START + 900 * DAY;
    assert_eq!(store(&mut seen, &connection, &[(1, 1)], ahead, true), [true]);
    assert_eq!(store(&mut seen, &connection, &[(1, 1)], START, true), [false]);
    for round in 0..10_u128 {
        let others: Vec<Asked> = (0..8).map(|n| (1, 100 + round * 8 + n)).collect();
        store(&mut seen, &connection, &others, START, true);
    }
    assert_eq!(store(&mut seen, &connection, &[(1, 1)], START + 7 * DAY, true), [true]);
}

#[test]
fn a_run_of_many_parts_finds_each_of_its_ids_and_no_other() {
    let limits = SeenLimits { max_tail_ids: 1_000, runs_merged: 3, ..LIMITS };
    let connection = database();
    let mut seen = SeenIds::load(&connection, limits, START).expect("empty");
    let ids: Vec<Asked> = (1..=3_500_u128).map(|n| (1, n << 100 | n)).collect();
    for batch in ids.chunks(500) {
        assert!(store(&mut seen, &connection, batch, START, true).iter().all(|new| *new));
    }
    assert_eq!(seen.runs.iter().map(|run| (run.level, run.count)).collect::<Vec<_>>(), [(1, 3_000)]);
    for (number, id) in ids {
        for (asked, expected) in [((number, id), true), ((number, id + 1), false), ((2, id), false)] {
            let identity = identities(&[asked])[0];
            let is_stranger = seen.strangers(&[identity], START)[0];
            assert_eq!(seen.is_repeat(&connection, identity, is_stranger, START), Ok(expected), "{asked:?}");
        }
    }
}

/// Writes a run as the first releases did: with plain ids.
fn write_plain_run(connection: &Connection, number: i64, ids: &[u128]) {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    let mut filter = filter::Filter::for_ids(ids.len());
    ids.iter().for_each(|id| filter.insert(MixedId::of(*id)));
    let bytes: Vec<u8> = ids.iter().flat_map(|id| id.to_be_bytes()).collect();
    connection
        .execute("INSERT INTO sealed_ids VALUES (?1 << 20, ?2)", params![number, bytes])
        .and_then(|_| {
            connection.execute(
                "INSERT INTO sealed_runs (run, level, last_seq, count, filter, fences) VALUES (?1, 0, ?1, ?2, ?3, ?4)",
                params![number, ids.len() as i64, filter.to_bytes(), ids[0].to_be_bytes()],
            )
        })
        .expect("a new run");
}

#[test]
fn ids_of_the_first_releases_are_recognized_for_seven_days_after_the_upgrade() {
    let connection = database();
    let old: Vec<Asked> = (0..20).map(|n| (1, (n + 1) << 90)).collect();
    for (number, ids) in (1..).zip(old.chunks(10)) {
        write_plain_run(&connection, number, &ids.iter().map(|(_, id)| *id).collect::<Vec<_>>());
    }
    let mut seen = SeenIds::load(&connection, LIMITS, START).expect("readable");
    seen.date_old_runs(&connection, START).expect("dated");
    for (after, repeated) in [(0, true), (7 * DAY - 1, true), (7 * DAY, false)] {
        let mut again = SeenIds::load(&connection, LIMITS, START + after).expect("readable");
        again.date_old_runs(&connection, START + after).expect("dated before");
        let new = store(&mut again, &connection, &old, START + after, false);
        assert_eq!(new, [!repeated; 20], "{after} seconds after the upgrade");
    }
    // New ids beside them are sealed and merged separately.
    let new: Vec<Asked> = (0..100).map(|n| (1, n)).collect();
    for batch in new.chunks(5) {
        assert_eq!(store(&mut seen, &connection, batch, START + DAY, true), [true; 5]);
    }
    assert_eq!(store(&mut seen, &connection, &old, START + DAY, false), [false; 20]);
    assert_eq!(store(&mut seen, &connection, &new, START + DAY, false), [false; 100]);
}
