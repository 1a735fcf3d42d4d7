//! What every `SessionStore` guarantees about sign-ins whose sessions may have ended.

use askline_app::ports::identity::sessions::SessionStore as _;
use askline_domain::{
    identity::grounds::SessionGround,
    identity::session::{LOG_IN_KEPT, LogIn, MAX_LOG_INS, SESSION_LASTS, Session},
    shared::{ids::Id as _, paging::PageRequest},
};

use super::session_at;
use crate::{
    accounts::changes::AccountChanges as _,
    backend::{Backend, on_every_backend},
    samples::{later, now, start_session, stored_organization},
};

on_every_backend! {
    log_ins_are_listed_for_ninety_days_even_after_their_session_ended,
    only_the_latest_fifty_log_ins_of_an_account_are_listed,
}

/// The sign-in of a session, open or not.
fn log_in_of(session: &Session, is_open: bool) -> LogIn {
    LogIn { id: session.id, at: session.created_at, user_agent: session.user_agent.clone(), is_open }
}

async fn log_ins_are_listed_for_ninety_days_even_after_their_session_ended<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let (_, other) = stored_organization(store).await;
    let told = async |user, in_use: Option<&Session>, at, limit, before: Option<&Session>| {
        let request = PageRequest { limit, before: before.map(|session| session.id.bits()) };
        let page = store.log_ins_of(user, in_use.map(|session| session.id), at, request).await.unwrap();
        (page.items, page.has_more)
    };
    let (first, second, third) = (session_at(user, now()), session_at(user, later(1)), session_at(user, later(2)));
    for session in [&first, &second, &third, &session_at(other, now())] {
        start_session(store, session).await;
    }
    let own = SessionGround { user, session: second.id };
    assert!(store.end_session(own, second.id).await.unwrap());
    let of_all = [log_in_of(&third, true), log_in_of(&second, false), log_in_of(&first, true)];
    assert_eq!(told(user, None, later(3), 9, None).await, (of_all.to_vec(), false));
    assert_eq!(told(user, None, later(3), 2, None).await, (of_all[..2].to_vec(), true));
    assert_eq!(told(user, None, later(3), 2, Some(&second)).await, (of_all[2..].to_vec(), false));
    // Sessions expire; one that is in use now has a later use than the stored one.
    let at = later(3) + SESSION_LASTS;
    let ended = [log_in_of(&third, false), log_in_of(&second, false), log_in_of(&first, true)];
    assert_eq!(told(user, Some(&first), at, 9, None).await, (ended.to_vec(), false));
    store.remove_ended_sessions(at).await.unwrap();
    let ended = [log_in_of(&third, false), log_in_of(&second, false), log_in_of(&first, false)];
    assert_eq!(told(user, None, at, 9, None).await, (ended.to_vec(), false));
    let at = now() + LOG_IN_KEPT;
    assert_eq!(told(user, None, at, 9, None).await, (ended[..2].to_vec(), false));
    store.remove_ended_sessions(at).await.unwrap();
    let rows = format!("SELECT COUNT(*) FROM log_ins WHERE user_id IN ('{user}', '{other}')");
    assert_eq!(backend.number(&rows).await, 2, "what is too old is forgotten, whoever it was");
}

async fn only_the_latest_fifty_log_ins_of_an_account_are_listed<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let mut sessions = Vec::new();
    for second in 0..u64::from(MAX_LOG_INS) + 2 {
        let session = session_at(user, later(second));
        start_session(store, &session).await;
        sessions.push(session);
    }
    let page = PageRequest { limit: 200, before: None };
    let told: Vec<_> = store.log_ins_of(user, None, later(99), page).await.unwrap().items;
    let latest: Vec<_> = sessions.iter().rev().take(50).map(|session| log_in_of(session, true)).collect();
    assert_eq!(told, latest);
    let rows = format!("SELECT COUNT(*) FROM log_ins WHERE user_id = '{user}'");
    assert_eq!(backend.number(&rows).await, i64::from(MAX_LOG_INS));
}
