//! What every `RateLimiter` guarantees. `nodes` are limiters that share one count.

use std::{sync::Arc, time::Duration};

use askline_domain::{clock::ManualClock, ports::RateLimiter, quota::QuotaCaller};
use askline_store::memory::MemoryRateLimiter;

use crate::samples::{id, now};

fn memory() -> (Arc<dyn RateLimiter>, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock::new(now()));
    (Arc::new(MemoryRateLimiter::new(clock.clone())), clock)
}

macro_rules! on_every_limiter {
    ($($guarantee:ident,)*) => {
        mod in_memory {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $guarantee() {
                    let (limiter, clock) = super::memory();
                    super::$guarantee(&[limiter], clock).await;
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
}

type Nodes = [Arc<dyn RateLimiter>];

async fn ten_thousand_requests_at_once_admit_exactly_the_limit(nodes: &Nodes, _: Arc<ManualClock>) {
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

async fn callers_do_not_share_a_limit(nodes: &Nodes, _: Arc<ManualClock>) {
    for _ in 0..500 {
        let caller = QuotaCaller::User(id());
        assert_eq!(nodes[0].take(caller, 2).await.remaining, 1);
    }
}

async fn a_look_takes_nothing(nodes: &Nodes, _: Arc<ManualClock>) {
    let caller = QuotaCaller::KeyChain(id());
    for _ in 0..5 {
        let decision = nodes[0].peek(caller, 1).await;
        assert_eq!((decision.remaining, decision.admission), (1, None));
    }
    assert!(nodes[0].take(caller, 1).await.admission.is_some());
    assert_eq!(nodes[0].peek(caller, 1).await.remaining, 0);
}

async fn what_is_given_back_can_be_taken_again(nodes: &Nodes, _: Arc<ManualClock>) {
    let caller = QuotaCaller::KeyChain(id());
    let admission = nodes[0].take(caller, 1).await.admission.unwrap();
    assert_eq!(nodes[0].take(caller, 1).await.admission, None);
    nodes[0].give_back(caller, admission).await;
    assert!(nodes[0].take(caller, 1).await.admission.is_some());
}

async fn after_the_promised_wait_a_request_is_admitted(nodes: &Nodes, clock: Arc<ManualClock>) {
    let caller = QuotaCaller::KeyChain(id());
    for _ in 0..3 {
        assert!(nodes[0].take(caller, 3).await.admission.is_some());
        clock.advance(Duration::from_secs(7));
    }
    let refused = nodes[0].take(caller, 3).await;
    assert_eq!((refused.admission, refused.retry_after_seconds()), (None, 39));
    clock.advance(Duration::from_millis(38_999));
    assert_eq!(nodes[0].take(caller, 3).await.admission, None);
    clock.advance(Duration::from_millis(1));
    assert!(nodes[0].take(caller, 3).await.admission.is_some());
}
