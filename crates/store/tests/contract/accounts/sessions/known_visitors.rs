//! What every `SessionStore` guarantees about the browsers and addresses that an account knows.

use std::net::{IpAddr, Ipv4Addr};

use askline_app::ports::identity::sessions::SessionStore as _;
use askline_domain::{
    identity::{
        known_visitor::{ADDRESS_KNOWN_FOR, BROWSER_KNOWN_FOR, KnownVisitor, MAX_KNOWN, Visitor},
        secret::SecretDigest,
    },
    shared::ids::UserId,
};
use jiff::{SignedDuration, Timestamp};

use crate::{
    accounts::changes::AccountChanges as _,
    backend::{Backend, on_every_backend},
    samples::{confirmed, credentials, id, later, now, session, stored_organization},
};

on_every_backend! {
    where_a_session_was_begun_is_known_for_its_time_to_its_user_alone,
    a_returning_browser_is_known_by_its_new_cookie_alone,
    of_an_account_the_latest_hundred_browsers_and_addresses_are_known,
    a_new_password_makes_strangers_of_all_and_one_may_be_remembered,
}

fn visitor(address: u32, cookie: Option<&str>) -> Visitor {
    let address = IpAddr::V4(Ipv4Addr::from_bits(address)).into();
    Visitor { address, browser: cookie.map(SecretDigest::of) }
}

/// Signs in from an address with a browser that sent one cookie and gets another.
async fn log_in<B: Backend>(backend: &B, user: UserId, from: Visitor, given: &str, at: Timestamp) {
    let known = KnownVisitor { visitor: from, browser: SecretDigest::of(given), language: None };
    let (mut session, _) = session(user);
    session.created_at = at;
    let store = backend.store();
    store.create_session(&session, Some(&known), credentials(store, user).await, vec![]).await.unwrap();
}

async fn where_a_session_was_begun_is_known_for_its_time_to_its_user_alone<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let (_, other) = stored_organization(store).await;
    log_in(backend, user, visitor(1, None), "cookie", now()).await;
    let (home, browser, stranger) = (visitor(1, None), visitor(2, Some("cookie")), visitor(2, Some("another")));
    let knows = async |user, from, at| store.knows_visitor(user, &from, at).await.unwrap();
    assert!(knows(user, home, now()).await && knows(user, browser, now()).await);
    assert!(!knows(user, stranger, now()).await && !knows(user, visitor(2, None), now()).await);
    assert!(!knows(other, home, now()).await && !knows(other, browser, now()).await);
    assert!(!knows(id(), home, now()).await);
    let second = SignedDuration::from_secs(1);
    let (month, season) = (now() + ADDRESS_KNOWN_FOR, now() + BROWSER_KNOWN_FOR);
    assert!(knows(user, home, month - second).await && !knows(user, home, month).await);
    assert!(knows(user, browser, season - second).await && !knows(user, browser, season).await);
    // Another process has the same key for its digests.
    assert!(backend.another_process().await.knows_visitor(user, &home, now()).await.unwrap());

    assert_eq!(store.forget_visitors(month - second, 10).await.unwrap(), 0);
    assert_eq!(store.forget_visitors(month, 10).await.unwrap(), 1);
    assert!(!knows(user, home, now()).await && knows(user, browser, now()).await);
    assert_eq!(store.forget_visitors(season, 10).await.unwrap(), 1);
    assert!(!knows(user, browser, now()).await);
}

async fn a_returning_browser_is_known_by_its_new_cookie_alone<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    log_in(backend, user, visitor(1, None), "first", now()).await;
    log_in(backend, user, visitor(1, Some("first")), "second", later(1)).await;
    assert!(!store.knows_visitor(user, &visitor(2, Some("first")), later(1)).await.unwrap());
    assert!(store.knows_visitor(user, &visitor(2, Some("second")), later(1)).await.unwrap());
}

async fn of_an_account_the_latest_hundred_browsers_and_addresses_are_known<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    for each in 0..=MAX_KNOWN {
        log_in(backend, user, visitor(each, None), &format!("cookie {each}"), later(u64::from(each))).await;
    }
    let at = later(u64::from(MAX_KNOWN));
    for (each, known) in [(0, false), (1, true), (MAX_KNOWN, true)] {
        assert_eq!(store.knows_visitor(user, &visitor(each, None), at).await.unwrap(), known, "{each}");
        let browser = visitor(u32::MAX, Some(&format!("cookie {each}")));
        assert_eq!(store.knows_visitor(user, &browser, at).await.unwrap(), known, "{each}");
    }
    assert_eq!(store.forget_visitors(at + BROWSER_KNOWN_FOR, 1_000).await.unwrap(), u64::from(2 * MAX_KNOWN));
}

async fn a_new_password_makes_strangers_of_all_and_one_may_be_remembered<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    log_in(backend, user, visitor(1, None), "cookie", now()).await;
    let (home, browser) = (visitor(1, None), visitor(2, Some("cookie")));
    let known = KnownVisitor { visitor: visitor(3, None), browser: SecretDigest::of("new cookie"), language: None };
    store.change_password(confirmed(store, user).await, "$new", &known, now(), vec![]).await.unwrap();
    assert!(!store.knows_visitor(user, &home, now()).await.unwrap());
    assert!(!store.knows_visitor(user, &browser, now()).await.unwrap());
    assert!(store.knows_visitor(user, &visitor(3, None), now()).await.unwrap());
    assert!(store.knows_visitor(user, &visitor(2, Some("new cookie")), now()).await.unwrap());
}
