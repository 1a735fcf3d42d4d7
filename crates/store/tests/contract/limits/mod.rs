//! What every `RateLimiter` guarantees. `nodes` are limiters that share a count.

mod memory;
mod redis;

use std::{sync::Arc, time::Duration};

use askline_app::ports::requests::rate_limiter::RateLimiter;
use askline_domain::{requests::quota::QuotaCaller, shared::clock::ManualClock};
use askline_store::limits::MemoryRateLimiter;

use crate::samples::{id, now};

/// Limiters that share a count, and how time passes for them.
pub struct Scene {
    pub nodes: Vec<Arc<dyn RateLimiter>>,
    pub time: Time,
}

pub enum Time {
    /// Set by the test.
    Manual(Arc<ManualClock>),
    /// Redis' own clock; the stored times are moved back instead.
    OfRedis(redis::Redis),
}

impl Time {
    async fn advance(&self, span: Duration) {
        match self {
            Time::Manual(clock) => clock.advance(span),
            Time::OfRedis(server) => server.age_all(span).await,
        }
    }

    /// How much time may pass in addition to what a test sets.
    fn slack(&self) -> Duration {
        match self {
            Time::Manual(_) => Duration::from_millis(1),
            Time::OfRedis(_) => Duration::from_secs(5),
        }
    }
}

fn memory() -> Scene {
    let clock = Arc::new(ManualClock::new(now()));
    Scene { nodes: vec![Arc::new(MemoryRateLimiter::new(clock.clone()))], time: Time::Manual(clock) }
}

macro_rules! on_every_limiter {
    ($($guarantee:ident,)*) => {
        mod in_memory {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $guarantee() {
                    super::$guarantee(&super::memory()).await;
                }
            )*
        }
        mod in_redis_of_two_nodes {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $guarantee() {
                    super::$guarantee(&crate::limits::redis::two_nodes().await).await;
                }
            )*
        }
    };
}

on_every_limiter! {
    ten_thousand_requests_at_once_admit_exactly_the_limit,
    callers_do_not_share_a_limit,
    a_look_takes_nothing,
    what_is_given_back_can_be_taken_again,
    after_the_promised_wait_a_request_is_admitted,
    a_request_is_counted_in_all_of_its_windows_or_in_none,
    of_windows_that_refuse_the_one_that_opens_last_is_told,
}

async fn ten_thousand_requests_at_once_admit_exactly_the_limit(Scene { nodes, .. }: &Scene) {
    let caller = QuotaCaller::KeyChain(id());
    let takes = (0..10_000).map(|n| {
        let node = Arc::clone(&nodes[n % nodes.len()]);
        tokio::spawn(async move { node.take(caller, 3_000).await.admission.is_some() })
    });
    let mut admitted = 0;
    for take in takes.collect::<Vec<_>>() {
        admitted += usize::from(take.await.unwrap());
    }
    assert_eq!(admitted, 3_000);
}

async fn callers_do_not_share_a_limit(Scene { nodes, .. }: &Scene) {
    for _ in 0..500 {
        let caller = QuotaCaller::User(id());
        assert_eq!(nodes[0].take(caller, 2).await.remaining, 1);
    }
}

async fn a_look_takes_nothing(Scene { nodes, .. }: &Scene) {
    let caller = QuotaCaller::KeyChain(id());
    for _ in 0..5 {
        let decision = nodes[0].peek(caller, 1).await;
        assert_eq!((decision.remaining, decision.admission), (1, None));
    }
    assert!(nodes[0].take(caller, 1).await.admission.is_some());
    assert_eq!(nodes[0].peek(caller, 1).await.remaining, 0);
}

async fn what_is_given_back_can_be_taken_again(Scene { nodes, .. }: &Scene) {
    let caller = QuotaCaller::KeyChain(id());
    let admission = nodes[0].take(caller, 1).await.admission.unwrap();
    assert_eq!(nodes[0].take(caller, 1).await.admission, None);
    nodes[0].give_back(caller, admission).await;
    assert!(nodes[0].take(caller, 1).await.admission.is_some());
}

async fn after_the_promised_wait_a_request_is_admitted(Scene { nodes, time }: &Scene) {
    let caller = QuotaCaller::KeyChain(id());
    for _ in 0..3 {
        assert!(nodes[0].take(caller, 3).await.admission.is_some());
        time.advance(Duration::from_secs(7)).await;
    }
    let refused = nodes[0].take(caller, 3).await;
    let wait = Duration::from_secs(39);
    assert_eq!(refused.admission, None);
    assert!(refused.free_in <= wait && refused.free_in > wait - time.slack(), "{refused:?}");
    time.advance(wait - time.slack()).await;
    assert_eq!(nodes[0].take(caller, 3).await.admission, None);
    time.advance(time.slack()).await;
    assert!(nodes[0].take(caller, 3).await.admission.is_some());
}

async fn a_request_is_counted_in_all_of_its_windows_or_in_none(Scene { nodes, .. }: &Scene) {
    let (narrow, wide) = (QuotaCaller::KeyChain(id()), QuotaCaller::User(id()));
    let windows = [Some((narrow, 5)), Some((wide, 2)), None];
    let first = nodes[0].count(&windows).await.unwrap();
    assert_eq!((first.decision.limit, first.decision.remaining), (2, 1));
    let last = nodes[nodes.len() - 1].count(&windows).await.unwrap();
    assert!(last.decision.admission.is_some() && last.decision.remaining == 0);
    let refused = nodes[0].count(&windows).await.unwrap();
    assert_eq!((refused.decision.admission, refused.decision.limit, refused.taken), (None, 2, [None; 3]));
    assert_eq!(nodes[0].peek(narrow, 5).await.remaining, 3);
    nodes[0].give_back_all(&last).await;
    assert_eq!((nodes[0].peek(narrow, 5).await.remaining, nodes[0].peek(wide, 2).await.remaining), (4, 1));
    assert_eq!(nodes[0].count(&[None; 3]).await, None);
}

async fn of_windows_that_refuse_the_one_that_opens_last_is_told(Scene { nodes, time }: &Scene) {
    let (early, late) = (QuotaCaller::KeyChain(id()), QuotaCaller::User(id()));
    assert!(nodes[0].take(early, 1).await.admission.is_some());
    time.advance(Duration::from_secs(30)).await;
    assert!(nodes[0].take(late, 1).await.admission.is_some());
    for windows in [[Some((early, 1)), Some((late, 1)), None], [Some((late, 1)), Some((early, 1)), None]] {
        let refused = nodes[0].count(&windows).await.unwrap();
        assert_eq!(refused.decision.admission, None);
        assert!(refused.decision.free_in > Duration::from_secs(50), "{refused:?}");
    }
}
