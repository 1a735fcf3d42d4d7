//! The in-memory limiter: its memory is bounded, and a key's limit stays exact. The port does not require this.

use std::{
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
    time::Duration,
};

use askline_app::ports::requests::rate_limiter::RateLimiter as _;
use askline_domain::{requests::quota::QuotaCaller, shared::clock::ManualClock};
use askline_store::limits::{MAX_CALLERS, MAX_HOURLY_CALLERS, MemoryRateLimiter};

use crate::samples::{id, now};

fn limiter() -> (MemoryRateLimiter, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock::new(now()));
    (MemoryRateLimiter::new(clock.clone()), clock)
}

fn address(number: u32) -> QuotaCaller {
    QuotaCaller::EventSender(IpAddr::V4(Ipv4Addr::from_bits(number)).into())
}

#[tokio::test]
async fn flood_of_addresses_stays_within_its_bound_and_keeps_the_counts_of_active_callers() {
    let (limiter, _) = limiter();
    let keys: Vec<_> = (0..500).map(|_| QuotaCaller::KeyChain(id())).collect();
    let users: Vec<_> = (0..500).map(|_| QuotaCaller::User(id())).collect();
    let busy: Vec<_> = (0..500).map(|number| address(0x0100_0000 + number)).collect();
    for caller in keys.iter().chain(&users) {
        limiter.take(*caller, 2).await;
    }
    for caller in &busy {
        for _ in 0..5 {
            limiter.take(*caller, 10).await;
        }
    }
    for number in 0..300_000 {
        limiter.take(address(0x0a00_0000 + number), 600).await;
        if number % 10_000 == 0 {
            assert!(limiter.remembered() <= MAX_CALLERS);
        }
    }
    assert!(limiter.remembered() > MAX_CALLERS / 2, "far more than needed was forgotten");
    for caller in keys.iter().chain(&users) {
        assert_eq!(limiter.peek(*caller, 2).await.remaining, 1);
    }
    for caller in &busy {
        assert_eq!(limiter.peek(*caller, 10).await.remaining, 5);
    }
}

#[tokio::test]
async fn who_was_idle_for_a_minute_is_forgotten_when_room_is_needed() {
    let (limiter, clock) = limiter();
    for number in 0..250_000 {
        limiter.take(address(number), 600).await;
    }
    clock.advance(Duration::from_secs(60));
    // Enough new callers that every part must drop windows.
    for number in 0..40_000 {
        limiter.take(QuotaCaller::KeyChain(id()), 600).await;
        limiter.take(address(0x0a00_0000 + number), 600).await;
    }
    assert!(limiter.remembered() <= 80_000, "{} are remembered", limiter.remembered());
}

#[tokio::test]
async fn keys_beyond_the_bound_keep_their_exact_count() {
    let (limiter, _) = limiter();
    let callers: Vec<_> = (0..MAX_CALLERS + 20_000).map(|_| QuotaCaller::KeyChain(id())).collect();
    for caller in &callers {
        limiter.take(*caller, 2).await;
    }
    assert_eq!(limiter.remembered(), callers.len());
    for caller in &callers {
        assert_eq!(limiter.peek(*caller, 2).await.remaining, 1);
    }
}

#[tokio::test]
async fn a_look_at_a_stranger_remembers_nothing() {
    let (limiter, _) = limiter();
    limiter.peek(address(1), 5).await;
    assert_eq!(limiter.remembered(), 0);
}

#[tokio::test]
async fn a_flood_of_emails_fills_no_more_than_its_bound_and_costs_one_that_is_guessed_at_nothing() {
    let (limiter, _) = limiter();
    let attacked = QuotaCaller::LogInFromAnywhere(u64::MAX);
    for _ in 0..30 {
        assert!(limiter.take(attacked, 30).await.admission.is_some());
    }
    for number in 0..80_000 {
        limiter.take(QuotaCaller::LogInFromAnywhere(number), 30).await;
    }
    // Nor do requests from addresses displace them.
    for number in 0..250_000 {
        limiter.take(address(number), 600).await;
    }
    assert!(limiter.remembered() <= MAX_HOURLY_CALLERS + MAX_CALLERS);
    assert_eq!(limiter.peek(attacked, 30).await.remaining, 0);
}

#[tokio::test]
async fn what_is_counted_by_the_hour_leaves_after_an_hour() {
    let (limiter, clock) = limiter();
    let caller = QuotaCaller::LogInFromAnywhere(1);
    assert!(limiter.take(caller, 1).await.admission.is_some());
    clock.advance(Duration::from_secs(3_599));
    assert_eq!(limiter.take(caller, 1).await.retry_after_seconds(), 1);
    clock.advance(Duration::from_secs(1));
    assert!(limiter.take(caller, 1).await.admission.is_some());
}
