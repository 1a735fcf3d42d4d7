//! What every `SessionStore` guarantees.

mod log_ins;

use std::net::{IpAddr, Ipv4Addr};

use askline_app::ports::{
    identity::sessions::{OneTimeToken, OneTimeTokenStore as _, SessionStore as _},
    organizations::OrganizationStore as _,
};
use askline_domain::{
    identity::{
        known_visitor::{ADDRESS_KNOWN_FOR, BROWSER_KNOWN_FOR, KnownVisitor, MAX_KNOWN, Visitor},
        role::Role,
        secret::SecretDigest,
        session::{MAX_SESSIONS, SESSION_IDLE, SESSION_LASTS, Session},
        token::OneTimeUse,
    },
    shared::{
        ids::{Id as _, SessionId, UserId},
        paging::PageRequest,
    },
};

use jiff::{SignedDuration, Timestamp};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{audit, count_of, id, later, now, session, stored_organization},
};

on_every_backend! {
    a_session_reads_back_with_its_user_and_memberships,
    a_failed_log_in_leaves_its_entry_and_nothing_else,
    only_the_user_ends_a_session_and_only_once,
    a_new_password_ends_every_other_session,
    a_last_use_never_moves_back,
    sessions_that_ended_are_removed_and_no_others,
    an_account_has_a_hundred_live_sessions_and_a_new_one_ends_the_oldest,
    sessions_are_read_page_by_page_without_those_that_ended,
    a_one_time_token_ends_the_old_password_and_every_session_once,
    a_one_time_token_for_a_visit_ends_nothing_but_itself,
    a_later_one_time_token_or_a_new_password_ends_the_one_before,
    where_a_session_was_begun_is_known_for_its_time_to_its_user_alone,
    a_browser_that_comes_again_is_known_by_its_new_cookie_alone,
    of_an_account_the_latest_hundred_browsers_and_addresses_are_known,
    a_new_password_makes_strangers_of_all_and_one_may_be_remembered,
}

async fn sessions_of(store: &impl Metadata, user: UserId) -> Vec<Session> {
    store.sessions_of(user, None, now(), PageRequest::NEWEST).await.unwrap().items
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
    backend.store().create_session(&session, Some(&known), vec![]).await.unwrap();
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

async fn a_browser_that_comes_again_is_known_by_its_new_cookie_alone<B: Backend>(backend: &B) {
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
    store.change_password(user, "$new", None, now(), vec![]).await.unwrap();
    let (home, browser) = (visitor(1, None), visitor(2, Some("cookie")));
    assert!(!store.knows_visitor(user, &home, now()).await.unwrap());
    assert!(!store.knows_visitor(user, &browser, now()).await.unwrap());
    let known = KnownVisitor { visitor: home, browser: SecretDigest::of("new cookie"), language: None };
    store.remember_visitor(user, &known, now()).await.unwrap();
    assert!(store.knows_visitor(user, &home, now()).await.unwrap());
    assert!(store.knows_visitor(user, &visitor(2, Some("new cookie")), now()).await.unwrap());
}

async fn a_session_reads_back_with_its_user_and_memberships<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (session, _) = session(user);
    store.create_session(&session, None, vec![audit(org, "auth.login")]).await.unwrap();
    let grant = store.session_by_digest(session.digest).await.unwrap().unwrap();
    assert_eq!(grant.session, session);
    assert_eq!(grant.user.id, user);
    assert_eq!((grant.memberships[0].org_id, grant.memberships[0].role), (org, Role::Owner));
    assert_eq!(store.session_by_digest(SecretDigest::of("unknown")).await.unwrap(), None);
    assert_eq!(count_of(store, org, "auth.login").await, 1);
}

async fn a_failed_log_in_leaves_its_entry_and_nothing_else<B: Backend>(backend: &B) {
    use askline_app::ports::changes::Changes as _;
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let generation = store.generation();
    store.record_failed_log_in(vec![audit(org, "auth.login_failed")]).await.unwrap();
    assert_eq!(count_of(store, org, "auth.login_failed").await, 1);
    assert!(sessions_of(store, user).await.is_empty());
    // No cached data changed, so guessing passwords does not clear the caches.
    assert_eq!(store.generation(), generation);
}

async fn only_the_user_ends_a_session_and_only_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let (_, other) = stored_organization(store).await;
    let (session, _) = session(user);
    store.create_session(&session, None, vec![]).await.unwrap();
    assert!(!store.end_session(other, session.id).await.unwrap());
    assert!(store.session_by_digest(session.digest).await.unwrap().is_some());
    assert!(store.end_session(user, session.id).await.unwrap());
    assert!(!store.end_session(user, session.id).await.unwrap());
    assert_eq!(store.session_by_digest(session.digest).await.unwrap(), None);
}

async fn a_new_password_ends_every_other_session<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (_, other) = stored_organization(store).await;
    let (foreign, _) = session(other);
    store.create_session(&foreign, None, vec![]).await.unwrap();
    let mut sessions = Vec::new();
    for _ in 0..3 {
        let (session, _) = session(user);
        store.create_session(&session, None, vec![]).await.unwrap();
        sessions.push(session);
    }
    sessions.sort_by_key(|session| std::cmp::Reverse(session.id));
    assert_eq!(sessions_of(store, user).await, sessions);
    let keep = sessions[1].clone();
    store.change_password(user, "$new", Some(keep.id), now(), vec![audit(org, "auth.password_changed")]).await.unwrap();
    assert_eq!(sessions_of(store, user).await, [keep]);
    let (account, _) = store.user(user).await.unwrap().unwrap();
    assert_eq!(account.password_hash.as_deref(), Some("$new"));
    store.change_password(user, "$newer", None, now(), vec![]).await.unwrap();
    assert!(sessions_of(store, user).await.is_empty());
    assert_eq!(sessions_of(store, other).await, [foreign]);
    assert_eq!(count_of(store, org, "auth.password_changed").await, 1);
}

async fn a_last_use_never_moves_back<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let (session, _) = session(user);
    store.create_session(&session, None, vec![]).await.unwrap();
    for (at, expected) in [(9, 9), (4, 9), (12, 12)] {
        store.touch_sessions(&[(session.id, later(at))]).await.unwrap();
        let grant = store.session_by_digest(session.digest).await.unwrap().unwrap();
        assert_eq!(grant.session.last_used_at, later(expected));
    }
}

async fn sessions_that_ended_are_removed_and_no_others<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let mut sessions = Vec::new();
    for (age, idle) in [(SESSION_LASTS, 1), (SESSION_LASTS, 0), (SESSION_IDLE, 0), (SESSION_IDLE, 1)] {
        let (mut session, _) = session(user);
        let millisecond = std::time::Duration::from_millis(idle);
        session.created_at = now() - age - millisecond;
        // A session that was in use until now ends because of its age, the others because they were idle.
        session.last_used_at = if age == SESSION_LASTS { now() } else { session.created_at };
        store.create_session(&session, None, vec![]).await.unwrap();
        sessions.push(session);
    }
    let expected: Vec<_> = sessions.iter().filter(|each| each.expires_at() >= now()).cloned().collect();
    assert_eq!(expected.len(), 2);
    assert_eq!(store.remove_ended_sessions(now()).await.unwrap(), 2);
    for session in &sessions {
        let is_there = store.session_by_digest(session.digest).await.unwrap().is_some();
        assert_eq!(is_there, expected.contains(session));
    }
    assert_eq!(store.remove_ended_sessions(now()).await.unwrap(), 0);
}

/// A session that was created and last used at `at`.
fn session_at(user: UserId, at: Timestamp) -> Session {
    let id = SessionId::new(at, &mut rand::rng());
    Session { id, created_at: at, last_used_at: at, ..session(user).0 }
}

async fn an_account_has_a_hundred_live_sessions_and_a_new_one_ends_the_oldest<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let (_, other) = stored_organization(store).await;
    let foreign = session_at(other, now());
    store.create_session(&foreign, None, vec![]).await.unwrap();
    // An expired session does not block a new one, and is not counted among those that are ended.
    let idle = session_at(user, now() - SESSION_IDLE);
    assert_eq!(store.create_session(&idle, None, vec![]).await.unwrap(), 0);
    let mut sessions = Vec::new();
    for second in 0..u64::from(MAX_SESSIONS) {
        let session = session_at(user, later(second));
        assert_eq!(store.create_session(&session, None, vec![]).await.unwrap(), 0, "{second}");
        sessions.push(session);
    }
    let newest = session_at(user, later(500));
    assert_eq!(store.create_session(&newest, None, vec![]).await.unwrap(), 1);
    assert_eq!(store.session_by_digest(sessions[0].digest).await.unwrap(), None);
    assert!(store.session_by_digest(sessions[1].digest).await.unwrap().is_some());
    let token = OneTimeToken { user_id: user, digest: SecretDigest::of("visit"), expires_at: later(900) };
    store.create_one_time_token(&token, vec![]).await.unwrap();
    let visitor = session_at(user, later(501));
    let spent = store.spend_one_time_token(token.digest, OneTimeUse::Visit, later(501), &visitor, vec![]);
    assert_eq!(spent.await.unwrap(), Some(1));
    assert_eq!(store.session_by_digest(sessions[1].digest).await.unwrap(), None);
    let rows = format!("SELECT COUNT(*) FROM sessions WHERE user_id = '{user}'");
    assert_eq!(backend.number(&rows).await, i64::from(MAX_SESSIONS) + 1, "and the one that ended by itself");
    assert_eq!(sessions_of(store, other).await, [foreign]);
}

async fn sessions_are_read_page_by_page_without_those_that_ended<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let mut sessions: Vec<Session> = (0..5).map(|second| session_at(user, later(second))).collect();
    for session in &sessions {
        store.create_session(session, None, vec![]).await.unwrap();
    }
    sessions.reverse();
    let page = async |limit, before: Option<&Session>, in_use: Option<&Session>, at| {
        let request = PageRequest { limit, before: before.map(|session| session.id.bits()) };
        let page = store.sessions_of(user, in_use.map(|session| session.id), at, request).await.unwrap();
        (page.items, page.has_more)
    };
    assert_eq!(page(2, None, None, later(5)).await, (sessions[..2].to_vec(), true));
    assert_eq!(page(2, Some(&sessions[1]), None, later(5)).await, (sessions[2..4].to_vec(), true));
    assert_eq!(page(2, Some(&sessions[3]), None, later(5)).await, (sessions[4..].to_vec(), false));
    // The two oldest end at this moment; a session that is in use now still exists.
    let at = later(1) + SESSION_IDLE;
    assert_eq!(page(3, None, None, at).await, (sessions[..3].to_vec(), false));
    let with_last = [&sessions[..3], &sessions[4..]].concat();
    assert_eq!(page(9, None, Some(&sessions[4]), at).await, (with_last, false));
}

async fn a_one_time_token_ends_the_old_password_and_every_session_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (_, other) = stored_organization(store).await;
    let (old, _) = session(user);
    store.create_session(&old, None, vec![]).await.unwrap();
    let token = OneTimeToken { user_id: user, digest: SecretDigest::of("once"), expires_at: later(900) };
    assert!(!store.create_one_time_token(&OneTimeToken { user_id: id(), ..token.clone() }, vec![]).await.unwrap());
    assert!(store.create_one_time_token(&token, vec![audit(org, "member.password_reset")]).await.unwrap());
    assert_eq!(count_of(store, org, "member.password_reset").await, 1);
    // Its creation removes nothing yet.
    assert!(store.session_by_digest(old.digest).await.unwrap().unwrap().user.password_hash.is_some());
    assert_eq!(store.one_time_account(token.digest, later(899)).await.unwrap(), Some(user));
    assert_eq!(store.one_time_account(token.digest, later(900)).await.unwrap(), None);
    assert_eq!(store.one_time_account(SecretDigest::of("guessed"), now()).await.unwrap(), None);

    let spend = async |digest, at, session| {
        store
            .spend_one_time_token(digest, OneTimeUse::NewPassword, at, session, vec![audit(org, "auth.login")])
            .await
            .unwrap()
    };
    let ((new, _), (foreign, _)) = (session(user), session(other));
    assert_eq!(spend(token.digest, later(900), &new).await, None);
    assert_eq!(spend(token.digest, now(), &foreign).await, None);
    assert!(store.session_by_digest(old.digest).await.unwrap().is_some());
    assert_eq!(spend(token.digest, now(), &new).await, Some(0));
    assert_eq!(spend(token.digest, now(), &session(user).0).await, None);
    assert_eq!(store.session_by_digest(old.digest).await.unwrap(), None);
    let grant = store.session_by_digest(new.digest).await.unwrap().unwrap();
    assert_eq!((grant.user.id, grant.user.password_hash), (user, None));
    assert_eq!(count_of(store, org, "auth.login").await, 1);
    assert!(store.user(other).await.unwrap().unwrap().0.password_hash.is_some());
}

async fn a_one_time_token_for_a_visit_ends_nothing_but_itself<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let (old, _) = session(user);
    store.create_session(&old, None, vec![]).await.unwrap();
    let token = OneTimeToken { user_id: user, digest: SecretDigest::of("visit"), expires_at: later(900) };
    assert!(store.create_one_time_token(&token, vec![]).await.unwrap());
    let visit = async |session: &Session| {
        store.spend_one_time_token(token.digest, OneTimeUse::Visit, now(), session, vec![]).await.unwrap()
    };
    let (new, _) = session(user);
    assert_eq!(visit(&new).await, Some(0));
    assert_eq!(visit(&session(user).0).await, None);
    for digest in [old.digest, new.digest] {
        assert!(store.session_by_digest(digest).await.unwrap().unwrap().user.password_hash.is_some());
    }
}

async fn a_later_one_time_token_or_a_new_password_ends_the_one_before<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let make = async |text: &str| {
        let token = OneTimeToken { user_id: user, digest: SecretDigest::of(text), expires_at: later(900) };
        assert!(store.create_one_time_token(&token, vec![]).await.unwrap());
    };
    let opens = async |text: &str| store.one_time_account(SecretDigest::of(text), now()).await.unwrap().is_some();
    make("first").await;
    make("second").await;
    assert!(!opens("first").await && opens("second").await);
    store.change_password(user, "$new", None, now(), vec![]).await.unwrap();
    assert!(!opens("second").await);
}
