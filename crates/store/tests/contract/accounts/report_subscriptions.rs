//! What every `ReportSubscriptionStore` guarantees, and that changes of use cases are stored once.

use askline_app::ports::{
    change::{BeginChange as _, Scope},
    identity::report_subscriptions::{ReportSubscriptionStore as _, Unsubscription},
    mail::MailStore as _,
};
use askline_domain::{
    reports::{
        period::ReportKind,
        subscription::{Ended, ReportSubscription},
    },
    shared::{
        calendar::Day,
        ids::{OrgId, RecipientId, UserId},
    },
};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{id, later, now, stored_organization},
};

on_every_backend! {
    wanted_subscriptions_are_due_in_the_order_of_their_times,
    an_unsubscription_token_names_what_it_ends_and_nothing_else_is_one,
}

async fn put(store: &impl Metadata, subscription: &ReportSubscription) {
    let mut change = store.begin(&[Scope::User(subscription.reader)]).await.unwrap();
    change.put_report_subscription(subscription).await.unwrap();
    let stored = change.report_subscription(subscription.reader, subscription.kind).await.unwrap();
    assert!(stored.is_none_or(|stored| stored == *subscription));
    change.commit_without_notice().await.unwrap();
}

async fn wanted_subscriptions_are_due_in_the_order_of_their_times<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((_, ada), (_, grace)) = (stored_organization(store).await, stored_organization(store).await);
    let of = |reader: UserId, kind, wanted, seconds| ReportSubscription {
        reader,
        kind,
        wanted,
        due_at: later(seconds),
        sent_until: None,
    };
    let (weekly, monthly) = (of(ada, ReportKind::Weekly, true, 20), of(ada, ReportKind::Monthly, true, 10));
    let (unwanted, other) = (of(grace, ReportKind::Weekly, false, 5), of(grace, ReportKind::Monthly, true, 30));
    for subscription in [&weekly, &monthly, &unwanted, &other] {
        put(store, subscription).await;
    }
    // An account that does not exist has no subscription.
    put(store, &of(id(), ReportKind::Weekly, true, 1)).await;
    let due = async |seconds, most| store.due_report_subscriptions(later(seconds), most).await.unwrap();
    assert_eq!(due(9, 10).await, []);
    assert_eq!(due(20, 10).await, [monthly.clone(), weekly.clone()]);
    assert_eq!(due(30, 1).await, std::slice::from_ref(&monthly));
    let sent = ReportSubscription { due_at: later(99), sent_until: Some(Day(-3)), ..monthly };
    put(store, &sent).await;
    assert_eq!(due(30, 10).await, [weekly.clone(), other]);
    let of_ada = store.report_subscriptions(ada).await.unwrap();
    assert_eq!(of_ada, [sent, weekly]);
    // A change that is dropped leaves no trace.
    let mut dropped = store.begin(&[Scope::User(grace)]).await.unwrap();
    dropped.put_report_subscription(&ReportSubscription { wanted: true, ..unwanted.clone() }).await.unwrap();
    drop(dropped);
    assert!(store.report_subscriptions(grace).await.unwrap().contains(&unwanted));
}

async fn an_unsubscription_token_names_what_it_ends_and_nothing_else_is_one<B: Backend>(backend: &B) {
    let store = backend.store();
    store.start_mail(now()).await.unwrap();
    let (user, recipient, org): (UserId, RecipientId, OrgId) = (id(), id(), id());
    let of_person = Ended::EVERY.into_iter().map(|what| Unsubscription::Person(user, what));
    for ends in of_person.chain([Unsubscription::Recipient(org, recipient)]) {
        let token = store.unsubscribe_token(ends).unwrap();
        let token = token.expose();
        assert_eq!(store.unsubscribed_by(token).unwrap(), Some(ends));
        let cut = &token[..token.len() - 1];
        for text in
            ["", "un_", "un_00", cut, token.trim_start_matches("un_"), &format!("{token}0"), &token.replace('a', "b")]
        {
            assert_eq!(store.unsubscribed_by(text).unwrap(), None, "{text}");
        }
    }
}
