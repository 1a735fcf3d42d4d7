//! Logs 503 responses and their reasons in at most one line per second, with counts.
//!
//! When a store is unavailable, every request fails for the same reason. A line for each would fill the disk, which may
//! already be full.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::{runtime::Handle, time::Instant};

/// How long responses are collected before they are logged.
const GATHERED_FOR: Duration = Duration::from_secs(1);
/// The maximum number of different reasons in one line; further ones are counted as others.
const MAX_REASONS: usize = 8;
/// The name under which further reasons are counted.
const OTHERS: &str = "other reasons";

static GATHERED: Mutex<Gathered> = Mutex::new(Gathered::NOTHING);

#[derive(Debug)]
struct Gathered {
    /// When the wait for the next line began.
    since: Option<Instant>,
    operations: BTreeMap<&'static str, u64>,
    reasons: BTreeMap<String, u64>,
}

/// Counts a 503 response of this operation.
pub fn answered(operation: &'static str) {
    gather(|gathered| *gathered.operations.entry(operation).or_default() += 1);
}

/// Counts the reason why a request failed.
pub fn because(reason: impl Into<String>) {
    gather(|gathered| gathered.add_reason(reason.into()));
}

impl Gathered {
    const NOTHING: Self = Self { since: None, operations: BTreeMap::new(), reasons: BTreeMap::new() };

    fn add_reason(&mut self, reason: String) {
        let is_known = self.reasons.contains_key(&reason) || self.reasons.len() < MAX_REASONS;
        *self.reasons.entry(if is_known { reason } else { OTHERS.into() }).or_default() += 1;
    }

    fn tell(&self) {
        let answers: u64 = self.operations.values().sum();
        let (operations, reasons) = (listed(&self.operations), listed(&self.reasons));
        tracing::warn!(answers, operations, reasons, "Answered 503 to {answers} requests");
    }
}

/// Counts something for the next line. What follows within a second is logged in the same line.
fn gather(note: impl FnOnce(&mut Gathered)) {
    let mut gathered = GATHERED.lock().unwrap_or_else(PoisonError::into_inner);
    note(&mut gathered);
    // After twice that time the earlier task has ended with its runtime, and will not log anything.
    if gathered.since.is_some_and(|since| since.elapsed() < 2 * GATHERED_FOR) {
        return;
    }
    gathered.since = Some(Instant::now());
    drop(gathered);
    match Handle::try_current() {
        Ok(runtime) => drop(runtime.spawn(async {
            tokio::time::sleep(GATHERED_FOR).await;
            tell();
        })),
        Err(_) => tell(),
    }
}

fn tell() {
    let gathered = std::mem::replace(&mut *GATHERED.lock().unwrap_or_else(PoisonError::into_inner), Gathered::NOTHING);
    gathered.tell();
}

fn listed(counts: &BTreeMap<impl AsRef<str>, u64>) -> String {
    let told: Vec<String> = counts.iter().map(|(name, count)| format!("{}: {count}", name.as_ref())).collect();
    told.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_a_few_reasons_and_counts_all() {
        let mut gathered = Gathered::NOTHING;
        for number in 0..20 {
            gathered.add_reason(format!("reason {}", number % 10));
        }
        assert_eq!(gathered.reasons.len(), MAX_REASONS + 1);
        assert_eq!(gathered.reasons.values().sum::<u64>(), 20);
        assert!(listed(&gathered.reasons).starts_with("other reasons: 4; reason 0: 2; "));
    }
}
