//! What every store guarantees about limits of emails, also when several processes send at once.

use askline_app::ports::{
    identity::accounts::AccountStore as _, invitation::Invitation, mail::MailStore as _,
    organizations::OrganizationStore as _,
};
use askline_domain::{
    identity::{grounds::NewAccountGround, links::PendingSignUp, role::Role, secret::Secret, token::new_sign_up_token},
    shared::ids::OrgId,
};
use futures_util::future::join_all;
use jiff::Timestamp;

use crate::{
    accounts::changes::AccountChanges as _,
    backend::{Backend, Metadata, on_every_backend},
    member_changes::{MemberAddition, MemberChanges as _},
    organizations::changes::OrganizationChanges as _,
    samples::{
        audit, credentials, known_visitor, later, mailed_invitation, now, organization, session, stored_organization,
        user,
    },
};

const DAY: u64 = 86_400;

on_every_backend! {
    an_address_gets_ten_invitations_a_day_however_many_organizations_invite_at_once,
    what_no_limit_counts_any_more_is_forgotten,
    sign_ins_at_once_are_reported_in_two_emails,
    a_sign_up_is_finished_once_and_only_under_its_own_address,
}

/// Invites an address; returns whether an email was stored.
async fn invite(store: &impl Metadata, org: OrgId, email: &str, at: Timestamp) -> bool {
    let (invitation, secret) = mailed_invitation(Role::Viewer, at);
    let new = Invitation { email: email.to_owned(), ..invitation };
    let added = store.invite_member(org, &new, None, audit(org, "member.invited")).await.unwrap();
    let MemberAddition::Invited(invited) = added else { panic!("{added:?}") };
    let is_open = store.open_invitation(secret.digest(), at).await.unwrap().is_some();
    assert_eq!(is_open, invited.mailed, "a token that is not mailed opens nothing");
    store.remove_member(org, new.user_id, audit(org, "member.withdrawn")).await.unwrap();
    invited.mailed
}

async fn an_address_gets_ten_invitations_a_day_however_many_organizations_invite_at_once<B: Backend>(backend: &B) {
    let store = backend.store();
    store.start_mail(now()).await.unwrap();
    let other = backend.another_process().await;
    other.start_mail(now()).await.unwrap();
    let mut orgs = Vec::new();
    for _ in 0..4 {
        orgs.push(stored_organization(store).await.0);
    }
    let inviting = orgs.iter().enumerate().map(|(number, org)| {
        let (store, other) = (store, &other);
        async move {
            let mut mailed = 0;
            for round in 0..4 {
                let is_mailed = match (number + round) % 2 {
                    0 => invite(store, *org, "grace@example.com", now()).await,
                    _ => invite(other, *org, "grace@example.com", now()).await,
                };
                mailed += usize::from(is_mailed);
            }
            mailed
        }
    });
    let mailed = join_all(inviting).await;
    assert!(mailed.iter().all(|mailed| *mailed <= 3), "{mailed:?}");
    assert_eq!(mailed.iter().sum::<usize>(), 10);
    assert!(invite(store, orgs[0], "mary@example.com", now()).await, "another address has its own limit");
    assert!(!invite(store, orgs[0], "grace@example.com", later(DAY - 1)).await);
    assert!(invite(store, orgs[0], "grace@example.com", later(DAY)).await);
}

async fn what_no_limit_counts_any_more_is_forgotten<B: Backend>(backend: &B) {
    let store = backend.store();
    store.start_mail(now()).await.unwrap();
    let (org, _) = stored_organization(store).await;
    assert!(invite(store, org, "grace@example.com", now()).await);
    let count = async || backend.number("SELECT COUNT(*) FROM counted_mails").await;
    assert_eq!(count().await, 3, "a row for each column");
    // The hour of the organization ends before the days of the address.
    for (at, left) in [(later(3_599), 3), (later(3_600), 2), (later(DAY - 1), 2), (later(DAY), 0)] {
        store.forget_counted_mails(at, 9).await.unwrap();
        assert_eq!(count().await, left);
    }
}

async fn sign_ins_at_once_are_reported_in_two_emails<B: Backend>(backend: &B) {
    let store = backend.store();
    store.start_mail(now()).await.unwrap();
    let (_, owner) = stored_organization(store).await;
    assert!(store.prove_by_operator(owner, now(), vec![]).await.unwrap());
    let (ground, other) = (credentials(store, owner).await, backend.another_process().await);
    other.start_mail(now()).await.unwrap();
    let signing_in = (0..6).map(|number| {
        let other = &other;
        async move {
            let mut session = session(owner).0;
            session.created_at = later(1);
            session.user_agent = format!("browser {number}");
            let known = known_visitor();
            let created = match number % 2 {
                0 => store.create_session(&session, Some(&known), ground, vec![]).await,
                _ => other.create_session(&session, Some(&known), ground, vec![]).await,
            };
            created.unwrap();
        }
    });
    join_all(signing_in).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM mails").await, 2);
    let due = "SELECT COUNT(*) FROM mails m JOIN jobs j ON j.id = m.job_id WHERE m.gathers = 'log_in' AND j.due_ms =";
    let at = later(3_601).as_millisecond();
    assert_eq!(backend.number(&format!("{due} {at}")).await, 1, "the digest waits for the hour to end");
}

fn sign_up(email: &str) -> (PendingSignUp, Secret) {
    let pending = PendingSignUp {
        email: email.to_owned(),
        name: "Ada".into(),
        password_hash: "$hash".into(),
        organization: "Engines".into(),
    };
    (pending, new_sign_up_token(&mut rand::rng()))
}

async fn a_sign_up_is_finished_once_and_only_under_its_own_address<B: Backend>(backend: &B) {
    let store = backend.store();
    store.start_mail(now()).await.unwrap();
    let (pending, token) = sign_up("ada@example.com");
    store.request_sign_up(&pending, &token, None, now()).await.unwrap();
    let found = store.pending_sign_up(token.digest(), later(DAY - 1)).await.unwrap();
    assert!(found.is_some_and(|found| found == pending));
    assert!(store.pending_sign_up(token.digest(), later(DAY)).await.unwrap().is_none());

    let finish = async |email: &str| {
        let (new, mut owner) = (organization(), user());
        owner.email = email.to_owned();
        let entry = audit(new.id, "organization.created");
        store.create_organization(&new, &owner, NewAccountGround::SignUp(token.digest()), entry).await.unwrap()
    };
    assert_eq!(finish("eve@example.com").await, None);
    let made = finish("ada@example.com").await.expect("the account");
    assert_eq!(store.user(made).await.unwrap().unwrap().0.email, "ada@example.com");
    assert_eq!(finish("ada@example.com").await, None);

    // For the known address as many rows are stored, but none opens anything.
    let before = backend.number("SELECT COUNT(*) FROM account_tokens").await;
    let (known, token) = sign_up("ada@example.com");
    store.request_sign_up(&known, &token, None, now()).await.unwrap();
    assert_eq!(backend.number("SELECT COUNT(*) FROM account_tokens").await, before + 1);
    assert!(store.pending_sign_up(token.digest(), now()).await.unwrap().is_none());
}
