//! What every `IdentityStore` guarantees, and the rows of identities in changes.

use askline_app::accounts::OldPassword;
use askline_app::ports::{
    StoreError,
    change::{BeginChange as _, IdentityJoin, Scope},
    identity::{
        identities::{Flow, IdentityStore as _},
        sessions::SessionStore as _,
    },
    organizations::OrganizationStore as _,
};
use askline_domain::{
    identity::{
        grounds::{ConfirmedGround, SessionGround, TokenGround},
        linked_identity::{FlowPurpose, LinkedIdentity, MAX_FLOWS_OF_SESSION},
        links::OneTimeToken,
        provider::ProvenIdentity,
        second_factor::{
            assurance::{Assurance, Proof},
            challenge::{Challenge, ChallengedIdentity},
        },
        secret::{Secret, SecretDigest},
        session::BegunByProvider,
        token::{new_flow_token, new_reset_token},
    },
    organizations::plan::Plan,
    shared::ids::UserId,
};
use futures_util::future::join_all;

use crate::{
    accounts::changes::AccountChanges as _,
    backend::{Backend, Metadata, on_every_backend},
    samples::{credentials, id, known_visitor, later, now, session, stored_organization},
};

on_every_backend! {
    an_identity_reads_back_and_is_linked_to_one_account_however_many_link_it_at_once,
    a_sign_in_that_is_under_way_ends_once_however_many_end_it_at_once,
    a_sign_in_that_waits_for_a_password_is_ended_by_nothing_else,
    the_end_of_an_identity_ends_the_sessions_that_began_with_it,
    a_session_of_a_provider_is_neither_listed_nor_kept_after_its_end,
    what_an_identity_joined_is_known_after_its_link_ended,
    a_session_has_at_most_twenty_sign_ins_under_way,
    a_challenge_keeps_its_identity_and_whatever_recovers_an_account_unlinks_it,
}

const ISSUER: &str = "https://id.example.com";

fn proven() -> ProvenIdentity {
    ProvenIdentity {
        provider: "acme".into(),
        issuer: ISSUER.into(),
        subject: "ada".into(),
        email: Some("ada@example.com".into()),
        email_verified: true,
        name: "Ada".into(),
        groups: vec!["staff".into()],
    }
}

fn identity(user: UserId) -> LinkedIdentity {
    LinkedIdentity {
        id: id(),
        user_id: user,
        provider: "acme".into(),
        issuer: ISSUER.into(),
        subject: "ada".into(),
        email: "ada@example.com".into(),
        created_at: now(),
        last_used_at: now(),
    }
}

/// Links an identity unless it is linked; returns whether it did.
async fn link(store: &impl Metadata, identity: &LinkedIdentity) -> bool {
    let scopes = [Scope::Identity(&identity.issuer, &identity.subject), Scope::User(identity.user_id)];
    let mut change = store.begin(&scopes).await.unwrap();
    if change.identity(&identity.issuer, &identity.subject).await.unwrap().is_some() {
        return false;
    }
    change.insert_identity(identity).await.unwrap();
    change.commit().await.unwrap();
    true
}

fn flow(token: &Secret) -> Flow {
    Flow {
        digest: token.digest(),
        provider: "acme".into(),
        purpose: FlowPurpose::SignIn,
        expires_at: later(600),
        proven: None,
    }
}

async fn an_identity_reads_back_and_is_linked_to_one_account_however_many_link_it_at_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((_, ada), (_, eve)) = (stored_organization(store).await, stored_organization(store).await);
    let all = [identity(ada), identity(eve), identity(ada), identity(eve)];
    let linked = join_all(all.iter().map(|one| link(store, one))).await;
    assert_eq!(linked.iter().filter(|linked| **linked).count(), 1);
    let first = &all[linked.iter().position(|linked| *linked).unwrap()];
    assert_eq!(store.identity(ISSUER, "ada").await.unwrap().as_ref(), Some(first));
    assert_eq!(store.identities_of(first.user_id).await.unwrap(), std::slice::from_ref(first));
    for (issuer, subject) in [(ISSUER, "Ada"), ("https://id.example.com/", "ada"), ("ada", ISSUER)] {
        assert_eq!(store.identity(issuer, subject).await.unwrap(), None);
    }
    let mut change = store.begin(&[Scope::Identity(ISSUER, "ada"), Scope::User(first.user_id)]).await.unwrap();
    let changed = ProvenIdentity { provider: "other".into(), email: None, ..proven() };
    change.note_identity_use(first, &changed, later(5)).await.unwrap();
    assert_eq!(change.identities_of(first.user_id).await.unwrap().len(), 1);
    change.commit().await.unwrap();
    let expected =
        LinkedIdentity { provider: "other".into(), email: String::new(), last_used_at: later(5), ..first.clone() };
    assert_eq!(store.identity(ISSUER, "ada").await.unwrap(), Some(expected));
}

async fn a_sign_in_that_is_under_way_ends_once_however_many_end_it_at_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let token = new_flow_token(&mut rand::rng());
    let ground = SessionGround { user: id(), session: id() };
    let begun = Flow { purpose: FlowPurpose::Link(ground), ..flow(&token) };
    store.begin_flow(&begun, now()).await.unwrap();
    assert_eq!(store.flow(token.digest(), now()).await.unwrap(), Some(begun.clone()));
    let ends = join_all((0..5).map(|_| store.end_flow(token.digest(), now()))).await;
    let ended: Vec<_> = ends.into_iter().filter_map(|ended| ended.unwrap()).collect();
    assert_eq!(ended, [begun]);
    // Nothing ends after its time, and what expired is removed by the next one that begins.
    let late = new_flow_token(&mut rand::rng());
    store.begin_flow(&flow(&late), now()).await.unwrap();
    assert_eq!(store.flow(late.digest(), later(600)).await.unwrap(), None);
    store.begin_flow(&flow(&token), later(601)).await.unwrap();
    assert_eq!(backend.number("SELECT COUNT(*) FROM sign_in_flows").await, 1);
    assert_eq!(store.end_flow(token.digest(), later(600)).await.unwrap(), None);
    assert_eq!(store.end_flow(SecretDigest::of("x"), now()).await.unwrap(), None);
}

async fn a_sign_in_that_waits_for_a_password_is_ended_by_nothing_else<B: Backend>(backend: &B) {
    let store = backend.store();
    let token = new_flow_token(&mut rand::rng());
    let waiting = Flow { proven: Some(proven()), ..flow(&token) };
    store.begin_flow(&waiting, now()).await.unwrap();
    assert_eq!(store.end_flow(token.digest(), now()).await.unwrap(), None);
    assert_eq!(store.flow(token.digest(), now()).await.unwrap(), Some(waiting));
    let end = async || {
        let mut change = store.begin(&[]).await.unwrap();
        let ended = change.end_waiting_flow(token.digest(), now()).await.unwrap();
        change.commit_without_notice().await.unwrap();
        ended
    };
    assert_eq!((end().await, end().await), (Some(proven()), None));
}

async fn the_end_of_an_identity_ends_the_sessions_that_began_with_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let linked = identity(user);
    assert!(link(store, &linked).await);
    let begun = BegunByProvider { identity: linked.id, ends_at: later(43_200) };
    let mut digests = Vec::new();
    for began_with in [Some(begun), Some(begun), None] {
        let stored = askline_domain::identity::session::Session { began_with, ..session(user).0 };
        store.create_session(&stored, None, credentials(store, user).await, vec![]).await.unwrap();
        let read = store.session_by_digest(stored.digest).await.unwrap().unwrap().session;
        assert_eq!(read, stored);
        digests.push((stored.id, stored.digest));
    }
    let mut change = store.begin(&[Scope::Identity(ISSUER, "ada"), Scope::User(user)]).await.unwrap();
    assert_eq!(change.identity_of(id(), linked.id).await.unwrap(), None);
    assert_eq!(change.identity_of(user, linked.id).await.unwrap().as_ref(), Some(&linked));
    change.delete_identity(&linked, Some(digests[0].0)).await.unwrap();
    change.commit().await.unwrap();
    let mut left = Vec::new();
    for (_, digest) in &digests {
        left.push(store.session_by_digest(*digest).await.unwrap().is_some());
    }
    assert_eq!(left, [true, false, true]);
    assert_eq!(store.identities_of(user).await.unwrap(), []);
}

async fn a_session_of_a_provider_is_neither_listed_nor_kept_after_its_end<B: Backend>(backend: &B) {
    use askline_domain::shared::paging::PageRequest;
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let linked = identity(user);
    let begun = BegunByProvider { identity: linked.id, ends_at: later(43_200) };
    let stored = askline_domain::identity::session::Session { began_with: Some(begun), ..session(user).0 };
    // Without the link, there is no session: it may have ended just now.
    let refused = store.create_session(&stored, None, credentials(store, user).await, vec![]).await;
    assert!(matches!(refused, Err(StoreError::AccountChanged)));
    assert!(link(store, &linked).await);
    store.create_session(&stored, None, credentials(store, user).await, vec![]).await.unwrap();
    for (at, is_open) in [(later(43_199), true), (later(43_200), false)] {
        let listed = store.sessions_of(user, None, at, PageRequest::NEWEST).await.unwrap().items;
        assert_eq!(listed.iter().any(|one| one.id == stored.id), is_open);
        let log_ins = store.log_ins_of(user, None, at, PageRequest::NEWEST).await.unwrap().items;
        assert!(log_ins.iter().any(|one| one.id == stored.id && one.is_open == is_open));
    }
    assert_eq!(store.remove_ended_sessions(later(43_199)).await.unwrap(), 0);
    assert_eq!(store.remove_ended_sessions(later(43_201)).await.unwrap(), 1);
}

async fn what_an_identity_joined_is_known_after_its_link_ended<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let linked = identity(user);
    assert!(link(store, &linked).await);
    let scopes = [Scope::Identity(ISSUER, "ada"), Scope::User(user), Scope::Organization(org)];
    let mut change = store.begin(&scopes).await.unwrap();
    assert!(change.plan_of(org).await.unwrap().is_some_and(|plan| plan <= Plan::Enterprise));
    assert_eq!(change.plan_of(id()).await.unwrap(), None);
    for by_group in [true, false] {
        change.keep_identity_join(ISSUER, "ada", IdentityJoin { org, by_group }).await.unwrap();
    }
    change.delete_identity(&linked, None).await.unwrap();
    change.commit().await.unwrap();
    let mut change = store.begin(&scopes).await.unwrap();
    let known = change.identity_joins(ISSUER, "ada").await.unwrap();
    assert_eq!(known, [IdentityJoin { org, by_group: false }]);
    assert_eq!(change.identity_joins(ISSUER, "eve").await.unwrap(), []);
    change.forget_identity_join(ISSUER, "ada", org).await.unwrap();
    assert_eq!(change.identity_joins(ISSUER, "ada").await.unwrap(), []);
    change.commit().await.unwrap();
    assert!(store.user(user).await.unwrap().is_some());
}

async fn a_session_has_at_most_twenty_sign_ins_under_way<B: Backend>(backend: &B) {
    let store = backend.store();
    let of = |session| SessionGround { user: id(), session };
    let (own, other) = (of(id()), of(id()));
    let begin = async |purpose: FlowPurpose, seconds: u64| {
        let token = new_flow_token(&mut rand::rng());
        let begun = Flow { purpose, expires_at: later(seconds), ..flow(&token) };
        store.begin_flow(&begun, now()).await.unwrap();
        assert_eq!(store.flow(token.digest(), now()).await.unwrap(), Some(begun));
        token.digest()
    };
    let (of_other, sign_in) = (begin(FlowPurpose::Link(other), 10).await, begin(FlowPurpose::SignIn, 10).await);
    let mut digests = Vec::new();
    for number in 0..u64::from(MAX_FLOWS_OF_SESSION) + 2 {
        let purpose = if number % 2 == 0 { FlowPurpose::Link(own) } else { FlowPurpose::Prove(own) };
        digests.push(begin(purpose, 100 + number).await);
    }
    let mut open = Vec::new();
    for digest in digests.iter().chain([&of_other, &sign_in]) {
        open.push(store.flow(*digest, now()).await.unwrap().is_some());
    }
    assert_eq!(open.iter().position(|is_open| *is_open), Some(2), "{open:?}");
    assert!(open[2..].iter().all(|is_open| *is_open));
}

async fn a_challenge_keeps_its_identity_and_whatever_recovers_an_account_unlinks_it<B: Backend>(backend: &B) {
    let store = backend.store();
    for ending in ["nothing", "password", "reset", "one-time link", "unlinked"] {
        let (_, user) = stored_organization(store).await;
        let linked = LinkedIdentity { subject: user.to_string(), ..identity(user) };
        assert!(link(store, &linked).await);
        let begun = BegunByProvider { identity: linked.id, ends_at: later(43_200) };
        let waiting = ChallengedIdentity::Waiting { flow: SecretDigest::of("x"), ends_at: later(43_200) };
        let mut change = store.begin(&[Scope::User(user)]).await.unwrap();
        for identity in [Some(ChallengedIdentity::Linked(begun)), Some(waiting), None] {
            let challenge = Challenge {
                digest: new_flow_token(&mut rand::rng()).digest(),
                ground: credentials(store, user).await,
                assurance: Assurance::of(Proof::Provider),
                one_time_link: None,
                identity,
                wrong_codes: 0,
                expires_at: later(300),
            };
            change.insert_challenge(&challenge).await.unwrap();
            assert_eq!(change.challenge(challenge.digest, now()).await.unwrap(), Some(challenge));
        }
        change.commit().await.unwrap();
        let acting = session(user).0;
        store.create_session(&acting, None, credentials(store, user).await, vec![]).await.unwrap();
        let ground = SessionGround { user, session: acting.id };
        let confirmed = ConfirmedGround { session: ground, credentials: credentials(store, user).await };
        match ending {
            "password" => {
                store.change_password(confirmed, "$new", &known_visitor(), now(), vec![]).await.unwrap();
            }
            "reset" => {
                assert!(store.prove_by_operator(user, now(), vec![]).await.unwrap());
                let (email, token) =
                    (store.user(user).await.unwrap().unwrap().0.email, new_reset_token(&mut rand::rng()));
                store.request_reset(&email, &token, None, now()).await.unwrap();
                let ground = TokenGround { user, digest: token.digest() };
                assert!(store.finish_reset(ground, "$new", now(), vec![]).await.unwrap());
            }
            "one-time link" => {
                let digest = SecretDigest::of(&user.to_string());
                let token = OneTimeToken { user_id: user, digest, expires_at: later(900) };
                let ends = store.create_one_time_token(&token, OldPassword::EndsNow, vec![]);
                assert!(ends.await.unwrap());
            }
            "unlinked" => {
                let mut change = store.begin(&[Scope::User(user)]).await.unwrap();
                change.delete_identity(&linked, None).await.unwrap();
                change.commit().await.unwrap();
            }
            _ => {}
        }
        let is_kept = matches!(ending, "nothing" | "password");
        assert_eq!(store.identities_of(user).await.unwrap().len(), usize::from(is_kept), "{ending}");
    }
}
