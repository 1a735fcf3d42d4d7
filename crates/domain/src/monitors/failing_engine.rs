//! Decides when an engine begins to send responses that cannot be read.
//!
//! A pure function of the engine's latest runs at a site, so that one change of an engine's format is reported once for each
//! site, and not by every monitor and run.

use std::collections::BTreeMap;

use crate::{
    citations::{Citation, CitationResult},
    engines::{Engine, answer::EngineFailureKind},
    shared::ids::RunId,
};

/// The rate is that of the engine's latest runs with at least this many requests together, or of all its runs.
pub const COMPARED_REQUESTS: u64 = 20;
/// The engine fails from this rate of unreadable responses on.
const BEGINS_AT: f64 = 0.2;
/// It no longer fails below this rate. The gap keeps a rate near the limit from being reported again and again.
const ENDS_BELOW: f64 = 0.1;
/// The minimum number of unreadable responses among those compared.
const MIN_UNREADABLE: u64 = 3;
/// The maximum number of rows with sums that are read for an engine: more than a hundred runs.
pub const MAX_SUMS_READ: u32 = 200;

/// What one engine did in one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EngineRequests {
    /// The run.
    pub run: RunId,
    /// The number of answers that the run asked the engine for.
    pub requests: u64,
    /// The number of these whose response could not be read.
    pub unreadable: u64,
}

/// Unreadable responses among an engine's latest requests.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnreadableResponses {
    /// The number of requests.
    pub requests: u64,
    /// The number of unreadable responses.
    pub unreadable: u64,
}

impl UnreadableResponses {
    /// Their share of the requests, between 0 and 1; 0 without requests.
    pub fn rate(self) -> f64 {
        if self.requests == 0 { 0.0 } else { self.unreadable as f64 / self.requests as f64 }
    }

    /// The latest of these runs, which are in the order of their ends.
    fn of(runs: &[EngineRequests]) -> Self {
        let mut sum = Self { requests: 0, unreadable: 0 };
        for run in runs.iter().rev() {
            if sum.requests >= COMPARED_REQUESTS {
                break;
            }
            sum.requests += run.requests;
            sum.unreadable += run.unreadable;
        }
        sum
    }
}

/// An engine that began to fail.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FailingEngine {
    /// Its latest requests, including those of the run that ends.
    pub now: UnreadableResponses,
    /// Its latest requests before that run; `None` if there were none.
    pub before: Option<UnreadableResponses>,
}

/// Returns the engine's rates if it begins to fail with the last of these runs, which are in the order of their ends.
pub fn begins_to_fail(runs: &[EngineRequests]) -> Option<FailingEngine> {
    let mut fails = false;
    let mut begins = false;
    for end in 1..=runs.len() {
        let latest = UnreadableResponses::of(&runs[..end]);
        begins = !fails && latest.unreadable >= MIN_UNREADABLE && latest.rate() >= BEGINS_AT;
        fails = begins || (fails && latest.rate() >= ENDS_BELOW);
    }
    let (_, before) = runs.split_last().filter(|_| begins)?;
    let before = (!before.is_empty()).then(|| UnreadableResponses::of(before));
    Some(FailingEngine { now: UnreadableResponses::of(runs), before })
}

/// The engines of a run with an unreadable response, each with the message of the first one, which says what is missing.
pub fn unreadable_engines(citations: &[Citation]) -> BTreeMap<Engine, String> {
    let mut engines = BTreeMap::new();
    for citation in citations {
        if let CitationResult::Failed(failure) = &citation.result
            && failure.kind == EngineFailureKind::Unreadable
        {
            engines.entry(citation.engine).or_insert_with(|| failure.message.clone());
        }
    }
    engines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::shared::ids::Id as _;

    fn runs(counts: &[(u64, u64)]) -> Vec<EngineRequests> {
        let run = |(index, (requests, unreadable)): (usize, &(u64, u64))| EngineRequests {
            run: RunId::from_bits(index as u128),
            requests: *requests,
            unreadable: *unreadable,
        };
        counts.iter().enumerate().map(run).collect()
    }

    /// The positions of the runs with which the engine begins to fail.
    fn begins_with(counts: &[(u64, u64)]) -> Vec<usize> {
        let runs = runs(counts);
        (0..runs.len()).filter(|last| begins_to_fail(&runs[..=*last]).is_some()).collect()
    }

    #[test]
    fn an_engine_begins_to_fail_with_a_fifth_of_its_latest_twenty_requests() {
        for (counts, expected) in [
            (&[][..], &[][..]),
            (&[(5, 0); 9], &[]),
            // One or two unreadable responses are chance, whatever their rate.
            (&[(1, 1), (1, 1)], &[]),
            (&[(1, 1), (1, 1), (1, 1)], &[2]),
            (&[(5, 0), (5, 0), (5, 0), (5, 3), (5, 1)], &[4]),
            (&[(30, 5), (30, 6)], &[1]),
            // One run with many requests is compared as a whole.
            (&[(5, 0), (50, 10)], &[1]),
            (&[(20, 20), (20, 20), (20, 20)], &[0]),
        ] {
            assert_eq!(begins_with(counts), expected, "{counts:?}");
        }
    }

    #[test]
    fn an_engine_is_reported_again_only_after_it_was_read_again() {
        let near_the_limit = [(20, 4), (20, 3), (20, 4), (20, 2), (20, 4)];
        assert_eq!(begins_with(&near_the_limit), [0]);
        let mended = [(20, 4), (20, 1), (20, 4)];
        assert_eq!(begins_with(&mended), [0, 2]);
    }

    #[test]
    fn the_rates_before_and_now_are_those_of_the_compared_runs() {
        let found = begins_to_fail(&runs(&[(20, 20), (20, 0), (10, 1), (10, 9)])).expect("it begins to fail");
        assert_eq!((found.now.requests, found.now.unreadable), (20, 10));
        assert_eq!(found.before.map(|before| (before.requests, before.unreadable)), Some((30, 1)));
        let first = begins_to_fail(&runs(&[(3, 3)])).expect("it begins to fail");
        assert_eq!((first.now.rate(), first.before), (1.0, None));
    }

    proptest! {
        /// Between two reports there is a rate below the lower limit, and the first report is at a rate above the upper one.
        #[test]
        fn reports_alternate_with_recoveries(counts in prop::collection::vec((1_u64..30, 0_u64..30), 0..40)) {
            let counts: Vec<(u64, u64)> = counts.into_iter().map(|(requests, bad)| (requests, bad.min(requests))).collect();
            let all = runs(&counts);
            let rate = |last: usize| UnreadableResponses::of(&all[..=last]).rate();
            let begins = begins_with(&counts);
            prop_assert!(begins.iter().all(|last| rate(*last) >= BEGINS_AT));
            prop_assert!(begins.windows(2).all(|pair| (pair[0]..pair[1]).any(|last| rate(last) < ENDS_BELOW)));
        }
    }
}
