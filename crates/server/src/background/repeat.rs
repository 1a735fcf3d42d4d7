//! Repeats background work: at fixed intervals, and in pieces with pauses in between. During a pause, other writers get
//! their turn.

use std::time::Duration;

use askline_app::ports::StoreResult;
use tokio::time::{Interval, MissedTickBehavior};

use crate::listen::{Stop, stopped};

/// The maximum number of rows of each kind that one transaction of background work touches.
pub(super) const MAX_ROWS_AT_ONCE: u32 = 500;
/// The pause between two such transactions.
pub(super) const PIECE_PAUSE: Duration = Duration::from_millis(50);

/// Logs a failure. The work is tried again in its next period.
pub(super) fn log_failure<T>(what: &str, result: StoreResult<T>) {
    if let Err(error) = result {
        tracing::warn!(%error, "{what}; this will be tried again");
    }
}

/// Does `work` once in each period, until the signal to stop, which also interrupts it: the stores are closed soon after, and
/// what then fails is no failure.
pub(super) async fn every(period: Duration, mut stop: Stop, mut work: impl AsyncFnMut()) {
    let mut interval = delayed_interval(period);
    while begins(&mut interval, &mut stop).await {
        tokio::select! {
            biased;
            () = stopped(&mut stop) => return,
            () = work() => {}
        }
    }
}

/// Does `work` once in each period, until the signal to stop, and never a part of it.
pub(super) async fn every_whole(period: Duration, mut stop: Stop, mut work: impl AsyncFnMut()) {
    let mut interval = delayed_interval(period);
    while begins(&mut interval, &mut stop).await {
        work().await;
    }
}

fn delayed_interval(period: Duration) -> Interval {
    let mut interval = tokio::time::interval(period);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval
}

/// Waits for the next period; false at the signal to stop.
async fn begins(interval: &mut Interval, stop: &mut Stop) -> bool {
    tokio::select! {
        biased;
        () = stopped(stop) => false,
        _ = interval.tick() => true,
    }
}

/// Repeats a piece of work, with pauses in between, until no kind of row reaches `max_rows`. Returns the total number of
/// rows.
pub(super) async fn in_pieces<const KINDS: usize, F: Future<Output = StoreResult<[u64; KINDS]>>>(
    max_rows: u32,
    piece: impl Fn() -> F,
) -> StoreResult<u64> {
    let mut all = 0;
    loop {
        let rows = piece().await?;
        all += rows.iter().sum::<u64>();
        if rows.iter().all(|rows| *rows < u64::from(max_rows)) {
            return Ok(all);
        }
        tokio::time::sleep(PIECE_PAUSE).await;
    }
}
