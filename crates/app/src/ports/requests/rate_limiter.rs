//! Rate limits with exact sliding windows, kept in memory or shared between nodes.

use askline_domain::requests::{
    quota::QuotaCaller,
    sliding_minute::{Admission, Decision},
};
use async_trait::async_trait;

/// The maximum number of windows that one request is counted in: those of an address, its network and the network
/// around that.
pub const MAX_WINDOWS: usize = 3;

/// The callers to count, and their limits, from the narrowest window to the widest.
pub type Windows = [Option<(QuotaCaller, u32)>; MAX_WINDOWS];

/// The result of a request that is counted in several windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// The decision of the tightest window. If several refuse, the one that opens last: after its wait the request is
    /// admitted.
    pub decision: Decision,
    /// What was taken from each window, so that it can be given back; `None` for all if the request is refused.
    pub taken: [Option<(QuotaCaller, Admission)>; MAX_WINDOWS],
}

/// Counts requests of callers over the last 60 seconds, or the last hour, as [`QuotaCaller::span`] says.
#[async_trait]
pub trait RateLimiter: Send + Sync + 'static {
    /// Takes one request from the caller's `limit` per span, if any is left.
    async fn take(&self, caller: QuotaCaller, limit: u32) -> Decision;
    /// The state of the caller's limit, without taking a request.
    async fn peek(&self, caller: QuotaCaller, limit: u32) -> Decision;
    /// Uncounts a request, such as one that the service failed to answer or that another window refused.
    async fn give_back(&self, caller: QuotaCaller, admission: Admission);

    /// Counts a request in each of the windows, or in none if one of them refuses it; `None` if there are no windows.
    async fn count(&self, windows: &Windows) -> Option<Counted> {
        let mut counted: Option<Counted> = None;
        // From the narrowest to the widest: if a wide window refuses, the request was counted for a moment only in
        // narrower ones, whose callers the wide one refuses as well.
        for (place, (caller, limit)) in windows.iter().flatten().enumerate() {
            let decision = self.take(*caller, *limit).await;
            let Some(admission) = decision.admission else {
                if let Some(counted) = counted {
                    self.give_back_all(&counted).await;
                }
                return Some(Counted {
                    decision: self.longest_wait(windows, decision).await,
                    taken: [None; MAX_WINDOWS],
                });
            };
            let counted = counted.get_or_insert(Counted { decision, taken: [None; MAX_WINDOWS] });
            counted.taken[place] = Some((*caller, admission));
            if decision.remaining < counted.decision.remaining {
                counted.decision = decision;
            }
        }
        counted
    }

    /// Gives back what [`Self::count`] took.
    async fn give_back_all(&self, counted: &Counted) {
        for (caller, admission) in counted.taken.iter().flatten() {
            self.give_back(*caller, *admission).await;
        }
    }

    /// Of the windows that are used up, the one that opens last.
    async fn longest_wait(&self, windows: &Windows, refused: Decision) -> Decision {
        let mut longest = refused;
        for (caller, limit) in windows.iter().flatten() {
            let decision = self.peek(*caller, *limit).await;
            if decision.remaining == 0 && decision.free_in > longest.free_in {
                longest = decision;
            }
        }
        longest
    }
}
