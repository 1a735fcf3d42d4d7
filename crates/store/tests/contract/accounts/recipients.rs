//! What every `RecipientStore` guarantees, and what changes of recipients store or refuse.

use askline_app::{
    error::{Conflict, Credential, Limit, UseCaseError},
    ports::{
        change::{BeginChange as _, Scope},
        identity::{recipient_rows::RecipientToken, recipients::RecipientStore as _},
        jobs::JobTaking,
        mail::{MailReport, MailStore as _, Mailed},
        organizations::OrganizationStore as _,
    },
    recipients::{self, Asking},
};
use askline_domain::{
    audit::context::AuditContext,
    identity::token::new_recipient_token,
    jobs::{JobFailure, JobLease, JobOutcome, LeaseToken},
    mail::{Addressee, MAIL_JOB, MailContent},
    recipients::{CONFIRMATION_LASTS, MAX_RECIPIENTS_PER_ORGANIZATION, Recipient, RecipientState},
    reports::{period::ReportKind, subscription::ReportSubscription},
    shared::{
        calendar::Day,
        ids::{OrgId, RecipientId},
    },
};
use futures_util::future::join_all;
use serde_json::json;

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{actions, audit, later, now, remove_all, stored_organization},
    sites::changes::SiteChanges as _,
    sites::stored::stored_site_of,
};

on_every_backend! {
    a_recipient_reads_back_and_is_confirmed_once_with_the_latest_link,
    of_recipients_added_at_once_no_more_than_the_limit_are_stored,
    reports_of_confirmed_recipients_are_due_in_the_order_of_their_times,
    a_refusal_ends_the_reports_and_the_link_of_its_recipient,
    a_deleted_recipient_or_organization_goes_with_its_reports_and_emails,
}

fn context(seconds: u64) -> AuditContext {
    AuditContext::system("contract", later(seconds))
}

fn asking(org: OrgId) -> Asking<'static> {
    Asking { org, by: None, sends_mail: true }
}

async fn create(store: &impl Metadata, org: OrgId, email: &str) -> Result<Recipient, UseCaseError> {
    let new = serde_json::from_value(json!({ "email": email, "audience": "client", "monthly": true })).unwrap();
    recipients::create((store, store), asking(org), &new, &context(0)).await
}

/// Takes the next email; returns its lease, whom it is for, and the token in it.
async fn take(store: &impl Metadata, seconds: u64) -> Option<(JobLease, Addressee, String)> {
    let taking = JobTaking {
        kind: MAIL_JOB,
        max_jobs: 1,
        max_running: 100,
        max_running_each: 100,
        token: LeaseToken::random(&mut rand::rng()),
        now: later(seconds),
        lease_until: later(seconds + 60),
    };
    let job = store.take_jobs(&taking).await.unwrap().pop()?;
    let due = store.due_mail(job.id).await.unwrap()?;
    let token = match due.mail.content {
        MailContent::Recipient { token, .. } => token,
        _ => String::new(),
    };
    Some((JobLease { job: job.id, token: taking.token }, due.addressee, token))
}

async fn confirmed(store: &impl Metadata, org: OrgId, email: &str) -> Recipient {
    let made = create(store, org, email).await.unwrap();
    let (_, addressee, token) = take(store, 1).await.expect("an email");
    assert_eq!(addressee, Addressee::Recipient(org, made.id));
    recipients::confirm((store, store), &token, &context(2)).await.unwrap().recipient
}

async fn a_recipient_reads_back_and_is_confirmed_once_with_the_latest_link<B: Backend>(backend: &B) {
    let store = backend.store();
    store.start_mail(now()).await.unwrap();
    let (org, _) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    let made = create(store, org, "client@example.com").await.unwrap();
    assert_eq!(store.recipients(org).await.unwrap(), std::slice::from_ref(&made));
    assert_eq!(store.recipient(other, made.id).await.unwrap(), None);
    let again = create(store, org, "Client@Example.com").await;
    assert!(matches!(again, Err(UseCaseError::InConflict(Conflict::AlreadyRecipient))), "{again:?}");
    let (_, _, first) = take(store, 1).await.unwrap();
    recipients::ask_again((store, store), asking(org), made.id, &context(5)).await.unwrap();
    let (_, _, second) = take(store, 6).await.unwrap();
    let lasts = CONFIRMATION_LASTS.as_secs().unsigned_abs();
    for (token, seconds) in [(&first, 6), (&second, 5 + lasts), (&String::new(), 6)] {
        let refused = recipients::confirm((store, store), token, &context(seconds)).await;
        assert!(matches!(refused, Err(UseCaseError::WrongCredential(Credential::MailedLink))), "{refused:?}");
    }
    // Two presses at the same time confirm it once.
    let last = context(4 + lasts);
    let press = || recipients::confirm((store, store), &second, &last);
    let pressed = join_all([press(), press()]).await;
    assert_eq!(pressed.iter().filter(|pressed| pressed.is_ok()).count(), 1, "{pressed:?}");
    let stored = store.recipient(org, made.id).await.unwrap().unwrap();
    assert_eq!((stored.state, stored.confirmed_at), (RecipientState::Confirmed, Some(later(4 + lasts))));
    let asked = recipients::ask_again((store, store), asking(org), made.id, &context(7)).await;
    assert!(matches!(asked, Err(UseCaseError::InConflict(Conflict::RecipientConfirmed))), "{asked:?}");
    let clear = "SELECT COUNT(*) FROM mails WHERE sealed LIKE '%client%'";
    assert_eq!(backend.number(clear).await, 0);
    let expected = ["recipient.created", "recipient.asked", "recipient.confirmed"];
    let written = actions(store, org).await;
    assert!(expected.iter().all(|action| written.contains(&(*action).to_owned())), "{written:?}");
}

async fn of_recipients_added_at_once_no_more_than_the_limit_are_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let all = MAX_RECIPIENTS_PER_ORGANIZATION + 2;
    let add = async |number: u32| create(store, org, &format!("c{number}@example.com")).await;
    let mut made = Vec::new();
    // Some at a time, because each waits for the organization.
    for first in (0..all).step_by(4) {
        made.extend(join_all((first..all.min(first + 4)).map(&add)).await);
    }
    let refused = made.iter().filter(|made| matches!(made, Err(UseCaseError::LimitReached(Limit::Recipients))));
    assert_eq!(refused.count(), 2);
    assert_eq!(store.recipients(org).await.unwrap().len(), MAX_RECIPIENTS_PER_ORGANIZATION as usize);
}

async fn reports_of_confirmed_recipients_are_due_in_the_order_of_their_times<B: Backend>(backend: &B) {
    let store = backend.store();
    store.start_mail(now()).await.unwrap();
    let (org, _) = stored_organization(store).await;
    stored_site_of(store, org).await;
    create(store, org, "waits@example.com").await.unwrap();
    take(store, 1).await.unwrap();
    let recipient = confirmed(store, org, "client@example.com").await;
    let due = async |seconds: u64, most| store.due_recipient_reports(later(seconds), most).await.unwrap();
    assert_eq!(due(60, 10).await, []);
    let month = 31 * 86_400;
    let both = due(month, 10).await;
    assert!(both.iter().all(|(one, report)| *one == recipient && report.reader == recipient.id));
    let kinds: Vec<ReportKind> = both.iter().map(|(_, report)| report.kind).collect();
    // It is Friday, 20 November: Monday comes before the first day of December.
    assert_eq!(kinds, [ReportKind::Weekly, ReportKind::Monthly]);
    assert_eq!(due(month, 1).await.len(), 1);
    // What is sent moves on, and what the recipient gets no longer is not due.
    let sent = ReportSubscription { due_at: later(2 * month), sent_until: Some(Day(20_000)), ..both[0].1.clone() };
    let mut change = store.begin(&[Scope::Organization(org)]).await.unwrap();
    change.put_recipient_report(&sent).await.unwrap();
    assert_eq!(change.recipient_report(recipient.id, ReportKind::Weekly).await.unwrap(), Some(sent));
    change.commit_without_notice().await.unwrap();
    let edit = serde_json::from_value(json!({ "monthly": false })).unwrap();
    recipients::change((store, store), (org, recipient.id), &edit, &context(3)).await.unwrap();
    assert!(due(month, 10).await.iter().all(|(_, one)| one.kind == ReportKind::Weekly));
    recipients::unsubscribe(store, (org, recipient.id), later(4)).await.unwrap();
    assert_eq!(due(3 * month, 10).await, []);
    recipients::unsubscribe(store, (org, recipient.id), later(5)).await.unwrap();
    assert_eq!(actions(store, org).await.iter().filter(|action| *action == "recipient.unsubscribed").count(), 1);
}

async fn a_refusal_ends_the_reports_and_the_link_of_its_recipient<B: Backend>(backend: &B) {
    let store = backend.store();
    store.start_mail(now()).await.unwrap();
    let (org, _) = stored_organization(store).await;
    let made = create(store, org, "client@example.com").await.unwrap();
    let (lease, addressee, token) = take(store, 1).await.unwrap();
    let report = MailReport {
        outcome: JobOutcome::Failed(JobFailure::new("REFUSED", "The mail server answered 550.")),
        addressee,
        to: "client@example.com".into(),
        refused: Some("550 nobody".into()),
        health: Some(None),
        at: later(1),
    };
    assert!(store.record_mail(lease, &report).await.unwrap());
    let stored = store.recipient(org, made.id).await.unwrap().unwrap();
    assert_eq!((stored.state, stored.refusal.as_deref()), (RecipientState::Refused, Some("550 nobody")));
    let pressed = recipients::confirm((store, store), &token, &context(2)).await;
    assert!(pressed.is_err(), "{pressed:?}");
    // Added again, it is asked again, under its id.
    let again = create(store, org, "client@example.com").await.unwrap();
    assert_eq!((again.id, again.state, again.refusal), (made.id, RecipientState::Pending, None));
}

async fn a_deleted_recipient_or_organization_goes_with_its_reports_and_emails<B: Backend>(backend: &B) {
    let store = backend.store();
    store.start_mail(now()).await.unwrap();
    let (org, _) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    let site = stored_site_of(store, org).await;
    let rows = async || {
        let all = "SELECT (SELECT COUNT(*) FROM report_recipients) * 100 + (SELECT COUNT(*) FROM recipient_reports) * 10 \
            + (SELECT COUNT(*) FROM mails WHERE recipient_id IS NOT NULL)";
        backend.number(all).await
    };
    let one = confirmed(store, org, "one@example.com").await;
    let two = confirmed(store, other, "two@example.com").await;
    // Each has two reports, and the email that was taken.
    assert_eq!(rows().await, 2 * 100 + 4 * 10 + 2);
    let content = MailContent::Recipient { token: "x".into(), organization: "A".into(), inviter: String::new() };
    let scopes = [Scope::Organization(org), Scope::Email(&one.email)];
    let mut change = store.begin(&scopes).await.unwrap();
    assert_eq!(change.mail_recipient(&one, content, later(3)).await.unwrap(), Mailed::Stored);
    let token = new_recipient_token(&mut rand::rng());
    change.put_recipient_token(one.id, Some(&RecipientToken::new(&token, later(3)))).await.unwrap();
    drop(change);
    assert_eq!(rows().await, 242, "a change that is dropped leaves no trace");
    let edit = serde_json::from_value(json!({ "siteIds": [site.id] })).unwrap();
    recipients::change((store, store), (org, one.id), &edit, &context(4)).await.unwrap();
    store.delete_site(org, site.id, audit(org, "site.deleted")).await.unwrap();
    let left: Option<Recipient> = store.recipient(org, one.id).await.unwrap();
    assert_eq!(left.unwrap().settings.sites.listed(), Some(&[][..]));
    let missing: RecipientId = two.id;
    let foreign = recipients::delete(store, (org, missing), &context(6)).await;
    assert!(matches!(foreign, Err(UseCaseError::NotFound("recipient"))), "{foreign:?}");
    recipients::delete(store, (org, one.id), &context(6)).await.unwrap();
    assert_eq!(rows().await, 121);
    store.remove_organization(other, &[], later(7)).await.unwrap().unwrap();
    assert_eq!(store.due_recipient_reports(later(90 * 86_400), 10).await.unwrap(), []);
    remove_all(store).await;
    assert_eq!(rows().await, 0);
}
