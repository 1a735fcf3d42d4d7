//! What every `SessionStore` guarantees.

mod known_visitors;
mod log_ins;

use askline_app::accounts::OldPassword;
use askline_app::ports::{StoreError, identity::sessions::SessionStore as _, organizations::OrganizationStore as _};
use askline_domain::{
    identity::{
        grounds::{ConfirmedGround, SessionGround, TokenGround},
        links::OneTimeToken,
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

use jiff::Timestamp;

use crate::{
    accounts::changes::AccountChanges as _,
    backend::{Backend, Metadata, on_every_backend},
    samples::{
        audit, confirmed, count_of, credentials, id, known_visitor, later, now, session, signed_in, start_session,
        stored_organization,
    },
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
}

async fn sessions_of(store: &impl Metadata, user: UserId) -> Vec<Session> {
    store.sessions_of(user, None, now(), PageRequest::NEWEST).await.unwrap().items
}

fn token_ground(user: UserId, digest: SecretDigest) -> TokenGround {
    TokenGround { user, digest }
}

async fn a_session_reads_back_with_its_user_and_memberships<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (session, _) = session(user);
    let ground = credentials(store, user).await;
    store.create_session(&session, None, ground, vec![audit(org, "auth.login")]).await.unwrap();
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
    // A person who is not a member (any more) leaves no entry.
    let stranger = stored_organization(store).await.1;
    let generation = store.generation();
    let failures = vec![(user, audit(org, "auth.login_failed")), (stranger, audit(org, "auth.login_failed"))];
    store.record_failed_log_ins(failures).await.unwrap();
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
    start_session(store, &session).await;
    let foreign = signed_in(store, other).await;
    assert!(!store.end_session(foreign, session.id).await.unwrap());
    assert!(store.session_by_digest(session.digest).await.unwrap().is_some());
    let own = SessionGround { user, session: session.id };
    assert!(store.end_session(own, session.id).await.unwrap());
    assert!(!store.end_session(own, session.id).await.unwrap(), "signing out never fails");
    // A use that is stored later does not bring the session back.
    store.touch_sessions(&[(session.id, later(1))]).await.unwrap();
    assert_eq!(store.session_by_digest(session.digest).await.unwrap(), None);
}

async fn a_new_password_ends_every_other_session<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (_, other) = stored_organization(store).await;
    let (foreign, _) = session(other);
    start_session(store, &foreign).await;
    let mut sessions = Vec::new();
    for _ in 0..3 {
        let (session, _) = session(user);
        start_session(store, &session).await;
        sessions.push(session);
    }
    sessions.sort_by_key(|session| std::cmp::Reverse(session.id));
    assert_eq!(sessions_of(store, user).await, sessions);
    let keep = sessions[1].clone();
    let ground = ConfirmedGround {
        session: SessionGround { user, session: keep.id },
        credentials: credentials(store, user).await,
    };
    let entries = || vec![audit(org, "auth.password_changed")];
    store.change_password(ground, "$new", &known_visitor(), now(), entries()).await.unwrap();
    assert_eq!(sessions_of(store, user).await, [keep]);
    let (account, _) = store.user(user).await.unwrap().unwrap();
    assert_eq!(account.password_hash.as_deref(), Some("$new"));
    let again = store.change_password(ground, "$newer", &known_visitor(), now(), entries()).await;
    assert!(matches!(again, Err(StoreError::AccountChanged)), "{again:?}");
    assert_eq!(sessions_of(store, user).await.len(), 1);
    assert_eq!(sessions_of(store, other).await, [foreign]);
    assert_eq!(count_of(store, org, "auth.password_changed").await, 1);
}

async fn a_last_use_never_moves_back<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let (session, _) = session(user);
    start_session(store, &session).await;
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
        start_session(store, &session).await;
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
    Session { id, created_at: at, last_used_at: at, proved_at: at, ..session(user).0 }
}

/// Stores a session; returns how many older ones it ended.
async fn begun(store: &impl Metadata, session: &Session) -> u32 {
    store.create_session(session, None, credentials(store, session.user_id).await, vec![]).await.unwrap()
}

async fn an_account_has_a_hundred_live_sessions_and_a_new_one_ends_the_oldest<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let (_, other) = stored_organization(store).await;
    let foreign = session_at(other, now());
    start_session(store, &foreign).await;
    // An expired session does not block a new one, and is not counted among those that are ended.
    let idle = session_at(user, now() - SESSION_IDLE);
    assert_eq!(begun(store, &idle).await, 0);
    let mut sessions = Vec::new();
    for second in 0..u64::from(MAX_SESSIONS) {
        let session = session_at(user, later(second));
        assert_eq!(begun(store, &session).await, 0, "{second}");
        sessions.push(session);
    }
    let newest = session_at(user, later(500));
    assert_eq!(begun(store, &newest).await, 1);
    assert_eq!(store.session_by_digest(sessions[0].digest).await.unwrap(), None);
    assert!(store.session_by_digest(sessions[1].digest).await.unwrap().is_some());
    let token = OneTimeToken { user_id: user, digest: SecretDigest::of("visit"), expires_at: later(900) };
    store.create_one_time_token(&token, OldPassword::WorksUntilUse, vec![]).await.unwrap();
    let visitor = session_at(user, later(501));
    let spent = store.spend_one_time_token(token_ground(user, token.digest), OneTimeUse::Visit, &visitor, vec![]);
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
        start_session(store, session).await;
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
    start_session(store, &old).await;
    let token = OneTimeToken { user_id: user, digest: SecretDigest::of("once"), expires_at: later(900) };
    assert!(
        !store
            .create_one_time_token(&OneTimeToken { user_id: id(), ..token.clone() }, OldPassword::WorksUntilUse, vec![])
            .await
            .unwrap()
    );
    assert!(
        store
            .create_one_time_token(&token, OldPassword::WorksUntilUse, vec![audit(org, "member.password_reset")])
            .await
            .unwrap()
    );
    assert_eq!(count_of(store, org, "member.password_reset").await, 1);
    // Its creation removes nothing yet.
    assert!(store.session_by_digest(old.digest).await.unwrap().unwrap().user.password_hash.is_some());
    assert_eq!(store.one_time_account(token.digest, later(899)).await.unwrap(), Some(user));
    assert_eq!(store.one_time_account(token.digest, later(900)).await.unwrap(), None);
    assert_eq!(store.one_time_account(SecretDigest::of("guessed"), now()).await.unwrap(), None);

    let spend = async |digest, at, session: &Session| {
        let (ground, session) = (token_ground(user, digest), Session { created_at: at, ..session.clone() });
        let entries = vec![audit(org, "auth.login")];
        store.spend_one_time_token(ground, OneTimeUse::NewPassword, &session, entries).await.unwrap()
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
    start_session(store, &old).await;
    let token = OneTimeToken { user_id: user, digest: SecretDigest::of("visit"), expires_at: later(900) };
    assert!(store.create_one_time_token(&token, OldPassword::WorksUntilUse, vec![]).await.unwrap());
    let visit = async |session: &Session| {
        store.spend_one_time_token(token_ground(user, token.digest), OneTimeUse::Visit, session, vec![]).await.unwrap()
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
        assert!(store.create_one_time_token(&token, OldPassword::WorksUntilUse, vec![]).await.unwrap());
    };
    let opens = async |text: &str| store.one_time_account(SecretDigest::of(text), now()).await.unwrap().is_some();
    make("first").await;
    make("second").await;
    assert!(!opens("first").await && opens("second").await);
    let ground = confirmed(store, user).await;
    store.change_password(ground, "$new", &known_visitor(), now(), vec![]).await.unwrap();
    assert!(!opens("second").await);
}
