//! What every `ChannelStore` guarantees, and what changes of channels store or refuse.

use askline_app::{
    channels,
    error::{Limit, UseCaseError},
    ports::{
        change::{BeginChange as _, Scope},
        jobs::JobTaking,
        organizations::OrganizationStore as _,
        webhooks::channels::{ChannelStore as _, DueMessage},
    },
};
use askline_domain::{
    audit::context::AuditContext,
    channels::{
        Channel, ChannelState, MAX_CHANNELS_PER_ORGANIZATION,
        input::AddressVerdict,
        message::{CHANNEL_JOB, ChannelJob, ChannelMessage, MAX_GATHERED, MessageState},
        notice::Notice,
        reports::ChannelReports,
    },
    jobs::{JobLease, LeaseToken},
    reports::{ReportAudience, period::ReportKind},
    shared::{
        calendar::Day,
        ids::{OrgId, SiteId},
        paging::PageRequest,
    },
    webhooks::{Attempt, EventName, message::Event},
};
use futures_util::future::join_all;
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{actions, audit, id, later, now, remove_all, stored_organization},
    sites::changes::SiteChanges as _,
    sites::stored::stored_site_of,
    webhooks::changes::WebhookChanges as _,
};

on_every_backend! {
    a_channel_reads_back_without_its_address_which_is_sealed,
    of_channels_made_at_once_no_more_than_the_limit_are_stored,
    an_event_makes_messages_for_the_channels_that_get_it_and_for_no_others,
    the_third_event_of_a_day_waits_and_a_full_digest_counts_the_rest,
    an_attempt_settles_message_job_and_channel_together,
    a_deleted_channel_goes_with_its_messages_and_old_messages_go,
    reports_follow_the_routes_of_their_channel_and_each_is_stored_once,
}

const TEAMS: &str = "https://prod-12.westeurope.logic.azure.com/workflows/0a/triggers/manual/paths/invoke?sig=abcdefgh";
const ADDRESS: &str = "https://hooks.slack.com/services/T00/B00/abcdefgh9fQ2";

fn context(seconds: u64) -> AuditContext {
    AuditContext::system("contract", later(seconds))
}

async fn create(store: &impl Metadata, org: OrgId, name: &str) -> Result<Channel, UseCaseError> {
    let new = serde_json::from_value(json!({ "type": "slack", "name": name, "address": ADDRESS })).unwrap();
    channels::create(store, org, (new, AddressVerdict::default()), None, &context(0)).await
}

async fn route(store: &impl Metadata, org: OrgId, items: Value) {
    let update = serde_json::from_value(json!({ "items": items })).unwrap();
    channels::route(store, org, &update, &context(1)).await.unwrap();
}

fn event(org_id: OrgId, site: Option<SiteId>, at: Timestamp) -> Event {
    Event { org_id, name: EventName::RuleCreated, occurred_at: at, data: json!({ "siteId": site }) }
}

async fn messages(store: &impl Metadata, channel: &Channel) -> Vec<ChannelMessage> {
    let page = PageRequest { limit: 200, before: None };
    store.channel_messages(channel.id, page).await.unwrap().items
}

/// Takes the next job, with its message.
async fn take(store: &impl Metadata, at: Timestamp) -> Option<(JobLease, Option<DueMessage>)> {
    let taking = JobTaking {
        kind: CHANNEL_JOB,
        max_jobs: 1,
        max_running: 100,
        max_running_each: 100,
        token: LeaseToken::random(&mut rand::rng()),
        now: at,
        lease_until: at + std::time::Duration::from_secs(60),
    };
    let job = store.take_jobs(&taking).await.unwrap().pop()?;
    let ChannelJob { message_id } = job.input_of().unwrap();
    Some((JobLease { job: job.id, token: taking.token }, store.due_message(message_id).await.unwrap()))
}

fn answered(status: u16) -> Attempt {
    let failure = (status >= 300).then(|| format!("The receiver answered {status}."));
    Attempt { status: Some(status), failure, ..Attempt::default() }
}

async fn a_channel_reads_back_without_its_address_which_is_sealed<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    let channel = create(store, org, "#seo").await.unwrap();
    assert_eq!(store.channels(org).await.unwrap(), std::slice::from_ref(&channel));
    assert_eq!(store.channel(org, channel.id).await.unwrap(), Some(channel.clone()));
    assert_eq!(store.channel(other, channel.id).await.unwrap(), None);
    let clear = "SELECT COUNT(*) FROM notification_channels WHERE sealed_address LIKE '%hooks%' OR sealed_address LIKE '%9fQ2%'";
    assert_eq!(backend.number(clear).await, 0);

    let off = serde_json::from_value(json!({ "enabled": false, "name": "#ai" })).unwrap();
    let of = (org, channel.id);
    let changed = channels::change(store, of, (off, AddressVerdict::default()), &context(5)).await.unwrap();
    assert_eq!((changed.state(), changed.updated_at), (ChannelState::Disabled, later(5)));
    assert_eq!(store.channel(org, channel.id).await.unwrap(), Some(changed));
    let refused = channels::test(store, of, &context(6)).await;
    assert!(matches!(refused, Err(UseCaseError::InConflict(_))), "{refused:?}");
    let elsewhere = channels::delete(store, (other, channel.id), &context(7)).await;
    assert!(matches!(elsewhere, Err(UseCaseError::NotFound("channel"))));
}

async fn of_channels_made_at_once_no_more_than_the_limit_are_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let made = join_all((0..MAX_CHANNELS_PER_ORGANIZATION + 2).map(|_| create(store, org, "#seo"))).await;
    let refused = made.iter().filter(|made| matches!(made, Err(UseCaseError::LimitReached(Limit::Channels))));
    assert_eq!(refused.count(), 2);
    assert_eq!(store.channels(org).await.unwrap().len(), MAX_CHANNELS_PER_ORGANIZATION as usize);
}

async fn an_event_makes_messages_for_the_channels_that_get_it_and_for_no_others<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (first, second) = (stored_site_of(store, org).await.id, stored_site_of(store, org).await.id);
    let (all, some, none) = (
        create(store, org, "all").await.unwrap(),
        create(store, org, "some").await.unwrap(),
        create(store, org, "none").await.unwrap(),
    );
    route(
        store,
        org,
        json!([
            { "kind": "rule.created", "channelId": all.id },
            { "kind": "rule.created", "channelId": some.id, "siteIds": [first] },
            { "kind": "rule.deleted", "channelId": none.id },
        ]),
    )
    .await;
    for site in [Some(first), Some(second), None] {
        store.raise_event(&event(org, site, later(10))).await.unwrap();
    }
    let (of_all, of_some) = (messages(store, &all).await, messages(store, &some).await);
    assert_eq!((of_all.len(), of_some.len(), messages(store, &none).await.len()), (3, 1, 0));
    assert_eq!(of_some[0].site_id, Some(first));
    let (_, due) = take(store, later(10)).await.unwrap();
    let due = due.unwrap();
    assert_eq!(due.address.unwrap().expose(), ADDRESS);
    assert!(due.message.notice.title.starts_with("A rule was created"), "{:?}", due.message);
    // After its organization was removed, it is sent no more.
    store.remove_organization(org, &[], now()).await.unwrap();
    assert!(store.due_message(due.message.id).await.unwrap().is_none());
}

async fn the_third_event_of_a_day_waits_and_a_full_digest_counts_the_rest<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = stored_site_of(store, org).await.id;
    let channel = create(store, org, "#seo").await.unwrap();
    route(store, org, json!([{ "kind": "rule.created", "channelId": channel.id }])).await;
    for number in 0..u64::from(MAX_GATHERED) + 5 {
        store.raise_event(&event(org, Some(site), later(10 + number))).await.unwrap();
    }
    let stored = messages(store, &channel).await;
    let waiting = stored.iter().filter(|message| message.state == MessageState::Waiting).count();
    assert_eq!((stored.len(), waiting), (3 + MAX_GATHERED as usize, MAX_GATHERED as usize));
    let digest = stored.iter().find(|message| message.is_digest()).unwrap();
    assert_eq!((digest.more, digest.state), (3, MessageState::Pending));
    for _ in 0..2 {
        assert!(!take(store, later(60)).await.unwrap().1.unwrap().message.is_digest());
    }
    assert!(take(store, later(60)).await.is_none(), "the digest is due in the evening");
    let due_at = digest.next_attempt_at.unwrap();
    let (lease, due) = loop {
        let (lease, due) = take(store, due_at).await.unwrap();
        if due.as_ref().is_some_and(|due| due.message.is_digest()) {
            break (lease, due.unwrap());
        }
    };
    assert_eq!(due.gathered.len(), MAX_GATHERED as usize);
    assert!(channels::record(store, lease, &due, Some(&answered(200)), due_at).await.unwrap());
    let stored = messages(store, &channel).await;
    let sent = stored.iter().filter(|message| message.state == MessageState::Sent && message.sent_at == Some(due_at));
    assert_eq!(sent.count(), 1 + MAX_GATHERED as usize);
    // What comes after its hour waits for the next one.
    store.raise_event(&event(org, Some(site), due_at)).await.unwrap();
    let next =
        messages(store, &channel).await.into_iter().find(|message| message.is_digest() && message.id != digest.id);
    assert_eq!(next.map(|next| next.state), Some(MessageState::Pending));
}

async fn an_attempt_settles_message_job_and_channel_together<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let channel = create(store, org, "#seo").await.unwrap();
    route(store, org, json!([{ "kind": "rule.created", "channelId": channel.id }])).await;
    store.raise_event(&event(org, None, later(10))).await.unwrap();
    let (lease, due) = take(store, later(10)).await.unwrap();
    let due = due.unwrap();
    let lost = JobLease { token: LeaseToken::random(&mut rand::rng()), ..lease };
    assert!(!channels::record(store, lost, &due, Some(&answered(404)), later(11)).await.unwrap());
    assert_eq!(store.channel(org, channel.id).await.unwrap().unwrap().state(), ChannelState::Active);
    assert!(channels::record(store, lease, &due, Some(&answered(404)), later(11)).await.unwrap());
    let failing = store.channel(org, channel.id).await.unwrap().unwrap();
    assert_eq!((failing.state(), failing.health.gone_since), (ChannelState::Failing, Some(later(11))));
    let message = messages(store, &channel).await.remove(0);
    assert_eq!((message.attempts, message.response_status, message.state), (1, Some(404), MessageState::Pending));

    // A day later, the same answer disables the channel.
    let day = later(11 + 86_400);
    let (lease, due) = take(store, day).await.unwrap();
    assert!(channels::record(store, lease, &due.unwrap(), Some(&answered(410)), day).await.unwrap());
    let gone = store.channel(org, channel.id).await.unwrap().unwrap();
    assert!(gone.state() == ChannelState::Disabled && gone.health.is_gone);
    assert!(actions(store, org).await.contains(&"channel.disabled".to_owned()));
    store.raise_event(&event(org, None, day)).await.unwrap();
    assert_eq!(messages(store, &channel).await.len(), 1, "a disabled channel gets no message");
}

async fn a_deleted_channel_goes_with_its_messages_and_old_messages_go<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = stored_site_of(store, org).await.id;
    let (gone, kept) = (create(store, org, "gone").await.unwrap(), create(store, org, "kept").await.unwrap());
    let both = json!([
        { "kind": "rule.created", "channelId": gone.id },
        { "kind": "rule.created", "channelId": kept.id, "siteIds": [site] },
    ]);
    route(store, org, both).await;
    store.raise_event(&event(org, Some(site), later(10))).await.unwrap();
    channels::delete(store, (org, gone.id), &context(20)).await.unwrap();
    assert_eq!(store.channel(org, gone.id).await.unwrap(), None);
    remove_all(store).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM channel_messages").await, 1);
    store.delete_site(org, site, audit(org, "site.deleted")).await.unwrap();
    let left = store.channels(org).await.unwrap().remove(0);
    assert_eq!(left.routes[0].site_ids.listed(), Some(&[][..]), "no site, never every site");
    assert_eq!(store.remove_old_messages(later(10), 10).await.unwrap(), 0);
    assert_eq!(store.remove_old_messages(later(11), 10).await.unwrap(), 1);
}

async fn reports_follow_the_routes_of_their_channel_and_each_is_stored_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = stored_site_of(store, org).await.id;
    let client = json!({ "type": "teams", "name": "Clients", "address": TEAMS, "audience": "client" });
    let client = (serde_json::from_value(client).unwrap(), AddressVerdict::default());
    let channel = channels::create(store, org, client, None, &context(0)).await.unwrap();
    assert_eq!(channel.audience, ReportAudience::Client);
    let due = async |seconds| store.due_channel_reports(later(seconds), 10).await.unwrap();
    assert_eq!(due(10).await, []);
    let (weekly, monthly) = (
        json!({ "kind": "report.weekly", "channelId": channel.id, "siteIds": [site] }),
        json!({ "kind": "report.monthly", "channelId": channel.id }),
    );
    route(store, org, json!([weekly, monthly])).await;
    let both = due(10).await;
    let routed = store.channel(org, channel.id).await.unwrap().unwrap();
    assert!(both.iter().all(|(stored, reports)| *stored == routed && reports.done_until == later(1)), "{both:?}");
    // What is routed again keeps what was done, and what is not routed any more is not looked at.
    let looked = ChannelReports { done_until: later(5), due_at: later(20), ..both[0].1.clone() };
    let mut change = store.begin(&[Scope::Organization(org)]).await.unwrap();
    change.put_channel_reports(&looked).await.unwrap();
    change.commit_without_notice().await.unwrap();
    let kept = if looked.kind == ReportKind::Weekly { &weekly } else { &monthly };
    route(store, org, json!([kept])).await;
    assert_eq!(due(19).await, []);
    assert_eq!(due(20).await, [(store.channel(org, channel.id).await.unwrap().unwrap(), looked)]);

    let notice = Notice::new("A week", vec!["AI asks: 1".into()], "/".into());
    let message = ChannelMessage::new(channel.id, "report.weekly", notice, later(21));
    let message = ChannelMessage { site_id: Some(site), day: Day(20_000), ..message };
    let mut change = store.begin(&[Scope::Organization(org)]).await.unwrap();
    assert!(!change.has_report_message(&message).await.unwrap());
    change.insert_channel_message(&message).await.unwrap();
    for (other, is_there) in [
        (ChannelMessage { created_at: later(99), ..message.clone() }, true),
        (ChannelMessage { day: Day(20_007), ..message.clone() }, false),
        (ChannelMessage { kind: "report.monthly".into(), ..message.clone() }, false),
        (ChannelMessage { site_id: Some(id()), ..message.clone() }, false),
    ] {
        assert_eq!(change.has_report_message(&other).await.unwrap(), is_there, "{other:?}");
    }
    change.commit_without_notice().await.unwrap();
    channels::delete(store, (org, channel.id), &context(30)).await.unwrap();
    assert_eq!(due(99).await, []);
    remove_all(store).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM channel_reports").await, 0);
}
