//! The ids against a plain set: across sealing, merging, rolling back and reading again.

use std::collections::{HashSet, VecDeque};

use proptest::prelude::*;
use rusqlite::params;

use super::*;

const LIMITS: SeenLimits = SeenLimits { tail_ids_most: 8, runs_merged: 4, ids_most: u32::MAX };

fn database() -> Connection {
    let connection = Connection::open_in_memory().expect("memory");
    connection.execute_batch(include_str!("../migrations/0001_events.sql")).expect("the schema is SQL");
    connection
}

/// One transaction; which of `ids` were new.
fn store(seen: &mut SeenIds, connection: &Connection, ids: &[u128], commit: bool) -> Vec<bool> {
    connection.execute_batch("BEGIN").expect("no transaction is open");
    let mut new = Vec::new();
    let strangers = seen.strangers(ids);
    for (id, is_stranger) in ids.iter().zip(strangers) {
        let admitted = seen.admit(connection, *id, is_stranger).expect("readable");
        if admitted {
            let seq = seen.next_sequence();
            connection
                .execute(
                    "INSERT INTO events (seq, event_id, site, at, day, page, type) VALUES (?1, ?2, 1, 0, 0, 1, 1)",
                    params![seq, id.to_be_bytes()],
                )
                .expect("a new sequence");
        }
        new.push(admitted);
    }
    seen.seal_if_full(connection).expect("sealed");
    if commit {
        connection.execute_batch("COMMIT").expect("a transaction is open");
        seen.committed();
    } else {
        connection.execute_batch("ROLLBACK").expect("a transaction is open");
        seen.rolled_back();
    }
    new
}

#[derive(Debug, Clone)]
enum Step {
    Store(Vec<u128>),
    RollBack(Vec<u128>),
    Reopen,
    CatchUp,
    RemoveNewest(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    // Few distinct ids, spread over the whole range, so that repeats are common.
    let id = (0_u128..400).prop_map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835));
    let ids = prop::collection::vec(id, 0..24);
    let step = prop_oneof![
        6 => ids.clone().prop_map(Step::Store),
        2 => ids.prop_map(Step::RollBack),
        1 => Just(Step::Reopen),
        1 => Just(Step::CatchUp),
        1 => any::<u8>().prop_map(Step::RemoveNewest),
    ];
    prop::collection::vec(step, 1..60)
}

/// Removes raw events as retention does.
fn remove_newest(seen: &SeenIds, connection: &Connection, most: u8) {
    connection
        .execute(
            "INSERT INTO removed_ids SELECT seq, event_id FROM events WHERE seq > ?1 ORDER BY seq DESC LIMIT ?2",
            params![seen.sealed_sequence(), most],
        )
        .expect("not removed before");
    connection
        .execute("DELETE FROM events WHERE seq IN (SELECT seq FROM events ORDER BY seq DESC LIMIT ?1)", [most])
        .expect("deleted");
}

proptest! {
    #[test]
    fn an_id_is_new_exactly_once(steps in steps()) {
        let connection = database();
        let mut seen = SeenIds::load(&connection, LIMITS).expect("empty");
        let mut model = HashSet::new();
        let mut last_seq = 0;
        for step in steps {
            match step {
                Step::Store(ids) => {
                    let expected: Vec<bool> = ids.iter().map(|id| model.insert(*id)).collect();
                    prop_assert_eq!(store(&mut seen, &connection, &ids, true), expected);
                }
                Step::RollBack(ids) => {
                    let mut undone = model.clone();
                    let expected: Vec<bool> = ids.iter().map(|id| undone.insert(*id)).collect();
                    prop_assert_eq!(store(&mut seen, &connection, &ids, false), expected);
                }
                Step::Reopen => seen = SeenIds::load(&connection, LIMITS).expect("readable"),
                Step::CatchUp => seen.catch_up(&connection).expect("readable"),
                Step::RemoveNewest(most) => remove_newest(&seen, &connection, most),
            }
            prop_assert!(seen.last_seq >= last_seq, "a sequence was given twice");
            last_seq = seen.last_seq;
            prop_assert!(seen.tail.len() < LIMITS.tail_ids_most);
            prop_assert!(seen.runs.iter().filter(|run| run.level == 0).count() < LIMITS.runs_merged);
        }
        prop_assert_eq!(seen.runs.iter().map(|run| run.count as usize).sum::<usize>() + seen.tail.len(), model.len());
    }

    #[test]
    fn what_another_process_stored_is_known_after_catching_up(batches in prop::collection::vec((any::<bool>(), prop::collection::vec(0_u128..200, 0..20)), 1..30)) {
        let connection = database();
        let mut both = [(); 2].map(|()| SeenIds::load(&connection, LIMITS).expect("empty"));
        let mut model = HashSet::new();
        for (which, ids) in batches {
            let seen = &mut both[usize::from(which)];
            seen.catch_up(&connection).expect("readable");
            let expected: Vec<bool> = ids.iter().map(|id| model.insert(*id)).collect();
            prop_assert_eq!(store(seen, &connection, &ids, true), expected);
        }
    }
}

#[test]
fn memory_is_bounded_and_the_newest_ids_are_remembered() {
    let limits = SeenLimits { ids_most: 100, ..LIMITS };
    let connection = database();
    let mut seen = SeenIds::load(&connection, limits).expect("empty");
    let mut newest = VecDeque::new();
    for id in 0..1_000_u128 {
        assert_eq!(store(&mut seen, &connection, &[id], true), [true]);
        newest.push_back(id);
        if newest.len() > 60 {
            newest.pop_front();
        }
    }
    let ids: Vec<u128> = newest.into();
    assert_eq!(store(&mut seen, &connection, &ids, true), vec![false; ids.len()]);
    assert_eq!(store(&mut seen, &connection, &[0], false), [true], "the oldest was forgotten");
    let rows = |table| connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |r| r.get::<_, i64>(0));
    assert!(seen.runs.iter().map(|run| run.count).sum::<u32>() <= 100);
    assert_eq!(rows("sealed_runs"), Ok(seen.runs.len() as i64));
    assert_eq!(rows("sealed_ids"), Ok(seen.runs.len() as i64), "each of these runs fits one row");
}

#[test]
fn a_run_of_many_parts_finds_each_of_its_ids_and_no_other() {
    let limits = SeenLimits { tail_ids_most: 1_000, runs_merged: 3, ids_most: u32::MAX };
    let connection = database();
    let mut seen = SeenIds::load(&connection, limits).expect("empty");
    let ids: Vec<u128> = (1..=3_500_u128).map(|n| n << 100 | n).collect();
    for batch in ids.chunks(500) {
        assert!(store(&mut seen, &connection, batch, true).iter().all(|new| *new));
    }
    assert_eq!(seen.runs.iter().map(|run| (run.level, run.count)).collect::<Vec<_>>(), [(1, 3_000)]);
    for id in ids {
        for (id, expected) in [(id, false), (id + 1, true)] {
            let is_stranger = seen.strangers(&[id])[0];
            assert_eq!(seen.admit(&connection, id, is_stranger), Ok(expected), "{id}");
        }
    }
}
