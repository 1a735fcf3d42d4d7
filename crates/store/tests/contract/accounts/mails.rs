//! What every `MailStore` and `AccountStore` guarantees.

use askline_app::ports::{
    identity::accounts::AccountStore as _,
    jobs::{JobStore as _, JobTaking},
    mail::{MailReport, MailStore as _, Mailed},
    organizations::{InvitationStore as _, OrganizationStore as _},
};
use askline_domain::{
    identity::{
        grounds::{NewAccountGround, TokenGround},
        links::{RESET_LASTS, UNDO_LASTS},
        role::Role,
        secret::Secret,
        token::{TokenPurpose, new_proof_token, new_reset_token, new_undo_token},
        user::User,
    },
    jobs::{Job, JobFailure, JobLease, JobOutcome, LeaseToken},
    mail::{Addressee, MAIL_JOB, MailContent},
    organizations::Organization,
    shared::ids::UserId,
};
use jiff::Timestamp;
use serde_json::json;

use crate::{
    accounts::changes::{AccountChanges as _, Proving},
    backend::{Backend, Metadata, Sqlite, on_every_backend},
    member_changes::MemberChanges as _,
    organizations::changes::OrganizationChanges as _,
    samples::{
        audit, confirmed, later, mailed_invitation, now, organization, signed_in, stored_member, stored_organization,
        user,
    },
};

on_every_backend! {
    a_mail_is_sealed_stored_with_its_cause_and_erased_when_its_job_ends,
    a_process_that_sends_no_mail_stores_none,
    a_reset_for_an_unknown_address_stores_as_many_rows_as_for_a_known_one,
    a_mailed_token_is_spent_once_even_by_two_at_once,
    a_refusal_marks_the_address_until_it_is_proven_again,
    whether_mail_works_is_known_to_every_process,
    tokens_that_ended_are_removed_and_no_others,
    a_mail_of_an_invitation_goes_with_its_organization,
    a_former_address_is_no_other_accounts_while_it_can_take_its_own_back,
}

/// A verified account of an organization, in a store that sends email.
async fn proven<B: Backend>(backend: &B) -> UserId {
    let store = backend.store();
    store.start_mail(now()).await.unwrap();
    let (_, user) = stored_organization(store).await;
    assert!(store.prove_by_operator(user, now(), vec![]).await.unwrap());
    user
}

async fn email_of(store: &impl Metadata, user: UserId) -> String {
    store.user(user).await.unwrap().unwrap().0.email
}

async fn taken(store: &impl Metadata, at: Timestamp) -> Vec<(Job, JobLease)> {
    let token = LeaseToken::random(&mut rand::rng());
    let taking = JobTaking {
        kind: MAIL_JOB,
        max_jobs: 9,
        max_running: 9,
        max_running_each: 9,
        token,
        now: at,
        lease_until: at + std::time::Duration::from_secs(30),
    };
    let jobs = store.take_jobs(&taking).await.unwrap();
    jobs.into_iter().map(|job| (job.clone(), JobLease { job: job.id, token })).collect()
}

async fn reset<B: Backend>(backend: &B, email: &str) -> Secret {
    let token = new_reset_token(&mut rand::rng());
    backend.store().request_reset(email, &token, None, now()).await.unwrap();
    token
}

fn report(outcome: JobOutcome, addressee: Addressee, to: &str) -> MailReport {
    MailReport { outcome, addressee, to: to.to_owned(), refused: None, health: None, at: now() }
}

async fn a_mail_is_sealed_stored_with_its_cause_and_erased_when_its_job_ends<B: Backend>(backend: &B) {
    let user = proven(backend).await;
    let (store, email) = (backend.store(), email_of(backend.store(), user).await);
    let token = reset(backend, &email).await;
    let jobs = taken(store, now()).await;
    let (job, lease) = &jobs[0];
    assert_eq!((jobs.len(), job.org_id, &job.input), (1, None, &json!({})));
    let due = store.due_mail(job.id).await.unwrap().unwrap();
    assert_eq!(
        (due.mail.to.as_str(), due.addressee, due.until),
        (email.as_str(), Addressee::User(user), now() + RESET_LASTS)
    );
    assert_eq!(due.mail.content, MailContent::Reset { token: token.expose().to_owned() });
    let clear =
        format!("SELECT COUNT(*) FROM mails WHERE sealed LIKE '%{email}%' OR sealed LIKE '%{}%'", token.expose());
    assert_eq!(backend.number(&clear).await, 0);

    let failure = JobFailure::new("NOT_SENT_YET", "It was not sent.");
    let again = report(JobOutcome::Retry { failure, due_at: later(60) }, due.addressee, &email);
    assert!(store.record_mail(*lease, &again).await.unwrap());
    assert!(store.due_mail(job.id).await.unwrap().is_some());
    let done = report(JobOutcome::Succeeded(json!({})), due.addressee, &email);
    assert!(!store.record_mail(*lease, &done).await.unwrap(), "the lease is over");
    let (_, lease) = taken(store, later(60)).await.remove(0);
    assert!(store.record_mail(lease, &done).await.unwrap());
    assert_eq!(store.due_mail(job.id).await.unwrap(), None);
    assert_eq!(backend.number("SELECT COUNT(*) FROM mails").await, 0);

    // However a job ends, its email is removed.
    reset(backend, &email).await;
    let (_, lease) = taken(store, now()).await.remove(0);
    let ended = JobOutcome::Failed(JobFailure::new("INTERRUPTED", "It never ended."));
    assert!(store.end_try(lease, &ended, now()).await.unwrap());
    assert_eq!(backend.number("SELECT COUNT(*) FROM mails").await, 0);
}

async fn a_process_that_sends_no_mail_stores_none<B: Backend>(backend: &B) {
    let (_, user) = stored_organization(backend.store()).await;
    let email = email_of(backend.store(), user).await;
    backend.store().prove_by_operator(user, now(), vec![]).await.unwrap();
    reset(backend, &email).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM mails").await, 0);
    assert_eq!(backend.number("SELECT COUNT(*) FROM jobs WHERE kind = 'mail'").await, 0);
}

async fn a_reset_for_an_unknown_address_stores_as_many_rows_as_for_a_known_one<B: Backend>(backend: &B) {
    let user = proven(backend).await;
    let known = email_of(backend.store(), user).await;
    for (place, email) in [known.as_str(), "nobody@example.com", ""].into_iter().enumerate() {
        let token = reset(backend, email).await;
        for table in ["mails", "jobs", "account_tokens"] {
            let rows = backend.number(&format!("SELECT COUNT(*) FROM {table}")).await;
            assert_eq!(rows, place as i64 + 1, "{table} {email}");
        }
        let opened = backend.store().token_account(TokenPurpose::Reset, token.digest(), now()).await.unwrap();
        assert_eq!(opened.map(|found| found.user.id), (place == 0).then_some(user), "{email}");
    }
}

async fn a_mailed_token_is_spent_once_even_by_two_at_once<B: Backend>(backend: &B) {
    let user = proven(backend).await;
    let store = backend.store();
    let token = reset(backend, &email_of(store, user).await).await;
    let other = backend.another_process().await;
    let (here, there) = tokio::join!(
        store.finish_reset(TokenGround { user, digest: token.digest() }, "$here", now(), vec![]),
        other.finish_reset(TokenGround { user, digest: token.digest() }, "$there", now(), vec![]),
    );
    assert_eq!([here.unwrap(), there.unwrap()].into_iter().filter(|spent| *spent).count(), 1);

    let (proof, undo) = (new_proof_token(&mut rand::rng()), new_undo_token(&mut rand::rng()));
    let ground = confirmed(store, user).await;
    let asked = store.ask_for_address(ground, "new@example.org", (&proof, &undo), now(), vec![]).await.unwrap();
    assert_eq!(asked, Mailed::Stored);
    let (here, there) = tokio::join!(
        store.prove(TokenGround { user, digest: proof.digest() }, now(), vec![]),
        other.prove(TokenGround { user, digest: proof.digest() }, now(), vec![]),
    );
    let mut came = [here.unwrap(), there.unwrap()];
    came.sort_by_key(|came| *came == Proving::Unknown);
    assert_eq!(came, [Proving::Proven, Proving::Unknown]);
}

async fn a_refusal_marks_the_address_until_it_is_proven_again<B: Backend>(backend: &B) {
    let user = proven(backend).await;
    let (store, email) = (backend.store(), email_of(backend.store(), user).await);
    reset(backend, &email).await;
    let (_, lease) = taken(store, now()).await.remove(0);
    let outcome = JobOutcome::Failed(JobFailure::new("REFUSED", "It was refused."));
    let refused = MailReport { refused: Some("550 nobody".into()), ..report(outcome, Addressee::User(user), &email) };
    assert!(store.record_mail(lease, &refused).await.unwrap());
    let refused = || async { store.user(user).await.unwrap().unwrap().0.address.refused };
    assert_eq!(refused().await.as_deref(), Some("550 nobody"));
    reset(backend, &email).await;
    let (job, _) = taken(store, now()).await.remove(0);
    assert_eq!(store.due_mail(job.id).await.unwrap().unwrap().mail.to, "");
    let proof = new_proof_token(&mut rand::rng());
    // A later hour: the resets count, too.
    let asked = store.ask_for_proof(signed_in(store, user).await, &email, &proof, later(3_600)).await.unwrap();
    assert_eq!(asked, Mailed::Stored);
    assert_eq!(
        store.prove(TokenGround { user, digest: proof.digest() }, now(), vec![]).await.unwrap(),
        Proving::Proven
    );
    assert_eq!(refused().await, None);
}

async fn whether_mail_works_is_known_to_every_process<B: Backend>(backend: &B) {
    let user = proven(backend).await;
    let (store, email) = (backend.store(), email_of(backend.store(), user).await);
    let other = backend.another_process().await;
    for (health, at, expected) in [
        (Some(Some("no answer")), later(1), Some((later(1), "no answer"))),
        (Some(Some("535 wrong")), later(2), Some((later(1), "535 wrong"))),
        (None, later(3), Some((later(1), "535 wrong"))),
        (Some(None), later(4), None),
    ] {
        reset(backend, &email).await;
        let (_, lease) = taken(store, at).await.remove(0);
        let health = health.map(|why| why.map(str::to_owned));
        let done = report(JobOutcome::Succeeded(json!({})), Addressee::User(user), &email);
        assert!(store.record_mail(lease, &MailReport { health, at, ..done }).await.unwrap());
        let told = other.mail_health().await.unwrap();
        assert_eq!(told.failing_since.zip(told.failure.as_deref()), expected);
    }
}

async fn tokens_that_ended_are_removed_and_no_others<B: Backend>(backend: &B) {
    let user = proven(backend).await;
    let (store, email) = (backend.store(), email_of(backend.store(), user).await);
    let token = reset(backend, &email).await;
    reset(backend, "nobody@example.com").await;
    assert_eq!(store.remove_ended_tokens(later(3_599), 9).await.unwrap(), 0);
    assert!(store.token_account(TokenPurpose::Reset, token.digest(), later(3_599)).await.unwrap().is_some());
    assert!(store.token_account(TokenPurpose::Reset, token.digest(), later(3_600)).await.unwrap().is_none());
    assert_eq!(store.remove_ended_tokens(later(3_600), 1).await.unwrap(), 1);
    assert_eq!(store.remove_ended_tokens(later(3_600), 9).await.unwrap(), 1);
}

async fn a_mail_of_an_invitation_goes_with_its_organization<B: Backend>(backend: &B) {
    let store = backend.store();
    store.start_mail(now()).await.unwrap();
    let (org, _) = stored_organization(store).await;
    stored_member(store, org, Role::Admin).await;
    let (new, secret) = mailed_invitation(Role::Viewer, now());
    store.invite_member(org, &new, None, audit(org, "member.invited")).await.unwrap();
    let opened = store.open_invitation(secret.digest(), now()).await.unwrap().unwrap();
    assert!(opened.by_mail && opened.user_id == new.user_id);
    assert!(!store.open_invitation(new.token.digest, now()).await.unwrap().unwrap().by_mail);
    let (job, _) = taken(store, now()).await.remove(0);
    assert_eq!(job.org_id, Some(org));
    assert_eq!(store.due_mail(job.id).await.unwrap().unwrap().addressee, Addressee::Pending(org, new.user_id));
    store.remove_organization(org, &[], now()).await.unwrap().unwrap();
    while store.remove_piece(100).await.unwrap() {}
    assert_eq!(backend.number("SELECT COUNT(*) FROM mails").await, 0);
}

async fn a_former_address_is_no_other_accounts_while_it_can_take_its_own_back<B: Backend>(backend: &B) {
    let store = backend.store();
    let found = async |email: &str, at: Timestamp| {
        let organization = Organization { created_at: at, ..organization() };
        let owner = User { email: email.to_owned(), created_at: at, ..user() };
        let entry = audit(organization.id, "organization.created");
        store.create_organization(&organization, &owner, NewAccountGround::Nobody, entry).await.unwrap().is_some()
    };
    let week = UNDO_LASTS.as_secs().unsigned_abs();
    for is_renamed in [false, true] {
        let account = proven(backend).await;
        let former = email_of(store, account).await;
        let (proof, undo) = (new_proof_token(&mut rand::rng()), new_undo_token(&mut rand::rng()));
        let new = format!("new-{is_renamed}@example.org");
        let ground = confirmed(store, account).await;
        let asked = store.ask_for_address(ground, &new, (&proof, &undo), now(), vec![]).await.unwrap();
        assert_eq!(asked, Mailed::Stored);
        assert_eq!(
            store.prove(TokenGround { user: account, digest: proof.digest() }, now(), vec![]).await.unwrap(),
            Proving::Proven
        );
        for at in [now(), later(week - 1)] {
            assert!(!found(&former, at).await);
        }
        if is_renamed {
            // A change by the operator is final.
            assert!(store.rename_user(account, "renamed@example.org", vec![]).await.unwrap());
            let reset = new_reset_token(&mut rand::rng());
            let undone =
                store.undo_address(TokenGround { user: account, digest: undo.digest() }, &reset, now(), vec![]);
            assert_eq!(undone.await.unwrap(), Proving::Unknown);
        }
        let at = if is_renamed { now() } else { later(week) };
        assert!(found(&former, at).await);
    }
}

#[tokio::test]
async fn without_its_sealing_key_no_mail_is_queued_and_mail_health_reports_why() {
    let backend = Sqlite::empty().await;
    let user = proven(&backend).await;
    let email = email_of(backend.store(), user).await;
    reset(&backend, &email).await;
    std::fs::remove_file(backend.dir().join("secrets.key")).unwrap();
    let restored = backend.another_process().await;
    restored.start_mail(later(5)).await.unwrap();
    assert!(!backend.dir().join("secrets.key").exists(), "another key would hide that the real one is missing");
    let health = restored.mail_health().await.unwrap();
    assert!(health.failing_since == Some(later(5)) && health.failure.unwrap().contains("secrets.key"));
    restored.request_reset(&email, &new_reset_token(&mut rand::rng()), None, later(6)).await.unwrap();
    assert_eq!(health.waiting, restored.mail_health().await.unwrap().waiting);
}
