//! `askline doctor` on PostgreSQL: the checks that only a database server needs.

use askline_store::{
    examination::{Examination, examine},
    postgres::PostgresOptions,
};

use super::finding::{Finding, State};
use crate::{config::ServerSettings, several_servers::time_limits};

/// The maximum difference of the clocks in seconds.
const MAX_CLOCK_DIFFERENCE: i64 = 2;
/// A statement may need at most the server's locks divided by this, since others run at the same time.
const MAX_LOCKS: i64 = 2;

/// The findings of all checks.
pub async fn findings(servers: &ServerSettings, database: &PostgresOptions) -> Vec<Finding> {
    let mut findings = vec![limits(servers).await];
    match examine(database).await {
        Ok(examined) => findings.extend(of_examination(&examined, i64::from(servers.connections))),
        Err(error) => findings.push(found("database", State::Bad, error.to_string())),
    }
    findings
}

/// Whether PostgreSQL ends the connections of servers that disappear.
async fn limits(servers: &ServerSettings) -> Finding {
    match time_limits::missing(servers).await {
        Ok(None) => found("time limits", State::Good, "PostgreSQL ends the work of servers that disappear".into()),
        Ok(Some(missing)) => found("time limits", State::Bad, missing),
        Err(failure) => found("time limits", State::Bad, failure.to_string()),
    }
}

fn of_examination(examined: &Examination, connections: i64) -> [Finding; 7] {
    [
        found("database", State::Good, format!("PostgreSQL {}", examined.release)),
        rights(examined),
        locks(examined),
        room_for_connections(examined, connections),
        partitions(examined),
        clock(examined),
        layout(examined),
    ]
}

fn rights(examined: &Examination) -> Finding {
    let (state, text) = match examined.foreign_tables.as_slice() {
        [] => (State::Good, "the user of database.url owns all tables".into()),
        foreign => {
            let text = format!("the user of database.url does not own {}", foreign.join(", "));
            (State::Bad, format!("{text}, so a newer release cannot change them; make this user their owner"))
        }
    };
    found("rights", state, text)
}

fn locks(examined: &Examination) -> Finding {
    let Examination { locks_needed, lock_room, .. } = examined;
    let text = format!("a statement over all raw events needs {locks_needed} of {lock_room} locks");
    if locks_needed * MAX_LOCKS <= *lock_room {
        found("lock table", State::Good, text)
    } else {
        found("lock table", State::Worry, format!("{text}; raise max_locks_per_transaction of PostgreSQL"))
    }
}

/// Whether there are enough connections for the running servers, and for another one that starts during an upgrade.
fn room_for_connections(examined: &Examination, connections: i64) -> Finding {
    let Examination { servers, max_connections, .. } = examined;
    let needed = (servers.max(&1) + 1) * connections;
    let text = format!(
        "running servers: {servers}; with one more during an upgrade, they need {needed} of {max_connections} connections"
    );
    if needed <= *max_connections {
        found("connections", State::Good, text)
    } else {
        found(
            "connections",
            State::Worry,
            format!("{text}; lower database.connections or raise max_connections of PostgreSQL"),
        )
    }
}

fn partitions(examined: &Examination) -> Finding {
    let Examination { partitions, detached, .. } = examined;
    let text = format!("days with raw events: {partitions}");
    match detached {
        0 => found("partitions", State::Good, text),
        _ => {
            let text =
                format!("{text}; days whose removal was interrupted: {detached}; the removal completes within a day");
            found("partitions", State::Worry, text)
        }
    }
}

fn clock(examined: &Examination) -> Finding {
    let ahead = examined.ahead.as_secs();
    if ahead.abs() <= MAX_CLOCK_DIFFERENCE {
        found("clock", State::Good, "this machine and the database have the same time".into())
    } else {
        let text = format!("this machine's clock and the database's differ by {} s; let NTP set both", ahead.abs());
        found("clock", State::Worry, text)
    }
}

fn layout(examined: &Examination) -> Finding {
    let [(metadata, known), (events, known_of_events)] = examined.layout;
    let text = format!("schema steps: metadata {metadata}, events {events}");
    if metadata > known || events > known_of_events {
        found(
            "layout",
            State::Worry,
            format!("{text}: a newer release of Askline upgraded the database; upgrade this server"),
        )
    } else {
        found("layout", State::Good, text)
    }
}

fn found(name: &'static str, state: State, text: String) -> Finding {
    Finding { name, state, text }
}
