//! The list of what is done at fixed intervals.
//!
//! The tasks of a round are done one after the other, so that they do not wait for each other's writes.

use std::{sync::Arc, time::Duration};

use askline_app::{ports::StoreResult, sites::gone::take_up_removals};
use futures_util::{FutureExt as _, TryFutureExt as _, future::BoxFuture};

use super::{
    alerts, crawler_lists, measurements, monitor_runs, new_readings, notices,
    repeat::{every, every_whole, log_failure},
    reports, retention,
    scheduled::Scheduled,
};
use crate::listen::Stop;

/// The servers of an instance that do a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum On {
    /// Each: it is about what this server keeps, or may be done by several at once.
    Each,
    /// One at a time.
    First,
}

type Work = for<'a> fn(&'a Scheduled) -> BoxFuture<'a, StoreResult<u64>>;

/// What is done once in each round: where, what could not be done if it fails, and the work.
struct Task(On, &'static str, Work);

/// Tasks that are done one after the other.
struct Round {
    every: Duration,
    /// Whether the signal to stop waits for the end of the tasks.
    is_whole: bool,
    tasks: &'static [Task],
}

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);

const ROUNDS: [Round; 8] = [
    Round {
        every: Duration::from_secs(5),
        // What it took from memory must be stored.
        is_whole: true,
        tasks: &[Task(On::Each, "Uses of keys and sessions, or failed sign-ins, could not be stored", |at| {
            at.app.flush_notes().map_ok(|()| 0).boxed()
        })],
    },
    Round {
        every: MINUTE,
        is_whole: false,
        tasks: &[
            Task(On::Each, "Runs of monitors that are due could not be started", |at| {
                monitor_runs::start_due_runs(&*at.stores.metadata, &at.app.settings().engines, at.app.now()).boxed()
            }),
            Task(On::Each, "Waiting emails could not be counted", |at| measurements::count_waiting_mails(at).boxed()),
        ],
    },
    Round {
        every: MINUTE,
        is_whole: false,
        tasks: &[
            // On a Monday at seven, there are many reports, and an alert does not wait for them.
            Task(On::First, "Alerts that are due could not be sent", |at| reports::send_alerts(&at.app).boxed()),
            Task(On::First, "Reports that are due could not be sent", |at| reports::send_reports(&at.app).boxed()),
            Task(On::First, "Reports that are due could not be sent to channels", |at| {
                reports::send_due_channel_reports(at.app.ports(), at.app.now()).boxed()
            }),
        ],
    },
    Round {
        every: MINUTE,
        is_whole: false,
        tasks: &[Task(On::First, "Sites could not be looked at for alerts", |at| {
            alerts::look_at_sites(at.app.ports(), at.app.now()).boxed()
        })],
    },
    Round {
        // The log of requests with keys may grow by thousands in a second.
        every: MINUTE,
        is_whole: false,
        tasks: &[Task(On::First, "Old requests in the log of keys could not be removed", |at| {
            retention::remove_old_requests(&*at.stores.metadata, at.app.now()).boxed()
        })],
    },
    Round {
        every: HOUR,
        is_whole: false,
        tasks: &[Task(On::Each, "Stored lists of crawlers' addresses could not be read", |at| {
            crawler_lists::use_stored(&at.app, &*at.stores.metadata).map_ok(|()| 0).boxed()
        })],
    },
    Round {
        every: HOUR,
        is_whole: false,
        tasks: &[Task(On::First, "Stored answers could not be read again", |at| {
            new_readings::read_again(&*at.stores.metadata).boxed()
        })],
    },
    Round {
        every: HOUR,
        is_whole: false,
        tasks: &[
            Task(On::Each, "Old idempotency records could not be removed", |at| {
                retention::remove_old_records(&*at.stores.metadata, at.app.now()).boxed()
            }),
            Task(On::Each, "Ended sessions could not be removed", |at| {
                at.stores.metadata.remove_ended_sessions(at.app.now()).boxed()
            }),
            Task(On::Each, "Ended apps could not be removed", |at| {
                at.stores.metadata.remove_ended_apps(at.app.now()).boxed()
            }),
            Task(On::Each, "Expired links could not be removed", |at| {
                retention::remove_ended_tokens(&*at.stores.metadata, at.app.now()).boxed()
            }),
            Task(On::Each, "Used answers of passkeys could not be forgotten", |at| {
                retention::forget_used_ceremonies(&*at.stores.metadata, at.app.now()).boxed()
            }),
            Task(On::Each, "Emails that no limit counts any more could not be forgotten", |at| {
                retention::forget_counted_mails(&*at.stores.metadata, at.app.now()).boxed()
            }),
            Task(On::Each, "Expired records of known browsers and addresses could not be removed", |at| {
                retention::forget_old_visitors(&*at.stores.metadata, at.app.now()).boxed()
            }),
            Task(On::Each, "The data of deleted sites and organizations could not be removed", |at| {
                take_up_removals(at.app.instance()).map_ok(|_| 0).boxed()
            }),
            Task(On::First, "Old events could not be removed", |at| {
                retention::remove_old_events(&at.stores, at.app.now()).boxed()
            }),
            Task(On::Each, "Answers of an earlier release could not be added to the sums", |at| {
                at.stores.metadata.add_missing_answers().map_ok(|_| 0).boxed()
            }),
            Task(On::Each, "Notifications that depend on time could not be sent", |at| {
                notices::tell_what_time_brings(&*at.stores.metadata, at.app.now()).boxed()
            }),
            Task(On::Each, "Old deliveries, answers and jobs could not be removed", |at| {
                retention::remove_old_work(&*at.stores.metadata, at.app.now()).boxed()
            }),
        ],
    },
];

/// Starts every round.
pub(super) fn start(scheduled: &Arc<Scheduled>, stop: &Stop) {
    for Round { every: period, is_whole, tasks } in &ROUNDS {
        let (scheduled, stop) = (Arc::clone(scheduled), stop.clone());
        let round = async move || do_tasks(&scheduled, tasks).await;
        if *is_whole {
            tokio::spawn(every_whole(*period, stop, round));
        } else {
            tokio::spawn(every(*period, stop, round));
        }
    }
}

/// Does tasks in their order. One that fails keeps no other from being done.
async fn do_tasks(scheduled: &Scheduled, tasks: &[Task]) {
    for Task(on, failure, work) in tasks {
        if *on == On::Each || scheduled.server_group.is_first() {
            log_failure(failure, work(scheduled).await);
        }
    }
}
