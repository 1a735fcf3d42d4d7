//! What every `OrganizationStore` guarantees about organizations that accounts create, rename and delete.

use askline_app::{
    annotations, channels, logs,
    ports::{
        StoreError,
        changes::Changes as _,
        organizations::OrganizationStore as _,
        sites::{
            SiteStore as _,
            page_texts::{NewVersion, PageRead},
        },
    },
    recipients::{self, Asking},
    service_accounts, shared_links,
};
use askline_domain::{
    audit::context::AuditContext,
    channels::input::AddressVerdict,
    identity::{grounds::SessionGround, role::Role},
    organizations::{FOUNDING_REMEMBERED, Organization, OrganizationSettings, Slug},
    pages::text::{difference::Structure, version::ReadingOutcome},
    requests::log::LoggedRequest,
    shared::{
        calendar::Day,
        ids::{OrgId, UserId},
    },
    shared_links::input::NewSharedLink,
    sites::refused_origin::OriginRefusals,
    webhooks::EventName,
    widget::missing_views::ConfigRequests,
};
use serde_json::json;

use crate::{
    accounts::changes::AccountChanges as _,
    backend::{Backend, Metadata, on_every_backend},
    key_changes::KeyChanges as _,
    member_changes::MemberChanges as _,
    monitors::settings::MonitorChanges as _,
    monitors::{RunStart, monitor, run_of, start},
    organizations::changes::{Founding, OrganizationChange, OrganizationChanges as _},
    prompts::{create as create_prompt, prompt},
    samples::{
        actions, audit, count_of, id, invitation, key, now, organization, remove_all, signed_in, stored_organization,
        user,
    },
    sites::changes::SiteChanges as _,
    sites::stored::stored_site,
    webhooks::stored_webhook,
};

on_every_backend! {
    an_account_founds_as_many_organizations_as_it_may,
    an_organization_that_was_deleted_counts_for_a_month,
    a_slug_that_was_chosen_and_is_taken_stores_nothing,
    an_organization_gets_another_name_and_slug_and_an_entry,
    an_account_gets_another_name,
    every_row_of_a_removed_organization_is_deleted_and_every_row_of_another_is_kept,
    a_removed_organization_begins_no_new_chain,
    a_deleted_site_is_remembered_until_its_events_are_deleted,
}

async fn found(store: &impl Metadata, organization: &Organization, slug: Slug, founder: UserId, most: u32) -> Founding {
    let audit = audit(organization.id, "organization.created");
    store.found_organization(organization, slug, signed_in(store, founder).await, most, audit).await.unwrap()
}

async fn an_account_founds_as_many_organizations_as_it_may<B: Backend>(backend: &B) {
    let store = backend.store();
    // The organization that was created with the account does not count.
    let (_, founder) = stored_organization(store).await;
    let (_, other) = stored_organization(store).await;
    for _ in 0..2 {
        let new = organization();
        assert_eq!(found(store, &new, Slug::Chosen, founder, 2).await, Founding::Founded(new.clone()));
        assert_eq!(store.organization(new.id).await.unwrap().as_ref(), Some(&new));
        assert_eq!(actions(store, new.id).await, ["organization.created"]);
        let (_, memberships) = store.user(founder).await.unwrap().unwrap();
        let membership = memberships.iter().find(|membership| membership.org_id == new.id).unwrap();
        assert_eq!(membership.role, Role::Owner);
    }
    let refused = organization();
    assert_eq!(found(store, &refused, Slug::Chosen, founder, 2).await, Founding::LimitReached);
    let ended = SessionGround { user: founder, session: id() };
    let entry = audit(refused.id, "organization.created");
    let founding = store.found_organization(&refused, Slug::Chosen, ended, 9, entry).await;
    assert!(matches!(founding, Err(StoreError::SessionEnded)), "{founding:?}");
    assert_eq!(store.organization(refused.id).await.unwrap(), None);
    assert_eq!(store.user(founder).await.unwrap().unwrap().1.len(), 3);
    assert_eq!(found(store, &refused, Slug::Chosen, other, 2).await, Founding::Founded(refused.clone()));
}

async fn an_organization_that_was_deleted_counts_for_a_month<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, founder) = stored_organization(store).await;
    let first = organization();
    found(store, &first, Slug::Chosen, founder, 1).await;
    store.remove_organization(first.id, &[], now()).await.unwrap().unwrap();
    let at = |at| Organization { created_at: at, ..organization() };
    let soon = at(now() + FOUNDING_REMEMBERED - std::time::Duration::from_secs(1));
    assert_eq!(found(store, &soon, Slug::Chosen, founder, 1).await, Founding::LimitReached);
    let later = at(now() + FOUNDING_REMEMBERED);
    assert_eq!(found(store, &later, Slug::Chosen, founder, 1).await, Founding::Founded(later.clone()));
    // An existing organization counts forever.
    let much_later = at(later.created_at + FOUNDING_REMEMBERED + FOUNDING_REMEMBERED);
    assert_eq!(found(store, &much_later, Slug::Chosen, founder, 1).await, Founding::LimitReached);
}

async fn a_slug_that_was_chosen_and_is_taken_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, founder) = stored_organization(store).await;
    let acme = |slug: &str| Organization { slug: slug.into(), ..organization() };
    let first = acme("acme");
    assert_eq!(found(store, &first, Slug::Chosen, founder, 9).await, Founding::Founded(first.clone()));
    let second = acme("acme");
    assert_eq!(found(store, &second, Slug::Chosen, founder, 9).await, Founding::SlugTaken);
    assert_eq!(store.organization(second.id).await.unwrap(), None);
    let Founding::Founded(numbered) = found(store, &second, Slug::FromName, founder, 9).await else {
        panic!("a slug made from a name is numbered")
    };
    assert_eq!(numbered.slug, "acme-2");
}

async fn an_organization_gets_another_name_and_slug_and_an_entry<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((org, owner), (other, _)) = (stored_organization(store).await, stored_organization(store).await);
    let rename = async |before: &Organization, name: &str, slug: &str| {
        let settings = OrganizationSettings { slug: slug.into(), ..OrganizationSettings::of_name(name.into()) };
        store.change_organization(before, &settings, None, audit(before.id, "organization.updated")).await.unwrap()
    };
    let before = store.organization(org).await.unwrap().unwrap();
    let of_other = store.organization(other).await.unwrap().unwrap();
    let expected = Organization { name: "Büro & Co".into(), slug: "buero".into(), ..before.clone() };
    assert_eq!(rename(&before, "Büro & Co", "buero").await, OrganizationChange::Changed(expected.clone()));
    assert_eq!(store.organization(org).await.unwrap(), Some(expected.clone()));
    assert_eq!(store.user(owner).await.unwrap().unwrap().1[0].org_name, "Büro & Co");
    // The organization's own slug does not count as taken.
    assert_eq!(rename(&expected, "Büro & Co", "buero").await, OrganizationChange::Changed(expected.clone()));
    let generation = store.generation();
    // A caller who read it before that change does not overwrite it.
    assert_eq!(rename(&before, "Late", "late").await, OrganizationChange::Outdated);
    assert_eq!(store.organization(org).await.unwrap(), Some(expected));
    assert_eq!(rename(&of_other, "Other", "buero").await, OrganizationChange::SlugTaken);
    assert_eq!(rename(&Organization { id: id(), ..before }, "Other", "other").await, OrganizationChange::Missing);
    assert_eq!(store.organization(other).await.unwrap().unwrap().name, "Acme");
    assert_eq!((count_of(store, other, "organization.updated").await, store.generation()), (0, generation));
    assert_eq!(count_of(store, org, "organization.updated").await, 2);
}

async fn an_account_gets_another_name<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((_, named), (_, other)) = (stored_organization(store).await, stored_organization(store).await);
    store.set_user_name(signed_in(store, named).await, "Ada 'L' ☀").await.unwrap();
    assert_eq!(store.user(named).await.unwrap().unwrap().0.name, "Ada 'L' ☀");
    assert_eq!(store.user(other).await.unwrap().unwrap().0.name, user().name);
    let ended = SessionGround { user: named, session: id() };
    assert!(matches!(store.set_user_name(ended, "Eve").await, Err(StoreError::SessionEnded)));
}

/// Tables whose rows belong to an organization or a site, then those that may outlive it. Rows that depend on others
/// have no such column: their foreign keys delete them.
const OWNED_BY_ORGANIZATIONS: [&str; 27] = [
    "memberships",
    "pending_members",
    "api_keys",
    "audit_entries",
    "audit_targets",
    "audit_chain_heads",
    "sites",
    "credit_accounts",
    "credit_reservations",
    "credit_ledger",
    "jobs",
    "webhooks",
    "idempotency_records",
    "idempotency_totals",
    "made_on_day",
    "connected_apps",
    "service_accounts",
    "webhook_events",
    "webhook_event_counts",
    "key_requests",
    "key_uses",
    "log_sources",
    "shared_links",
    "notification_channels",
    "report_recipients",
    "identity_joins",
    "organization_logos",
];
const OWNED_BY_SITES: [&str; 23] = [
    "annotations",
    "site_configs",
    "prompts",
    "rules",
    "proposed_rules",
    "proposals",
    "generated_questions",
    "offered_ids",
    "monitors",
    "monitor_runs",
    "citations",
    "answer_sums",
    "citation_changes",
    "citation_watches",
    "change_evidence",
    "cited_addresses",
    "refused_origins",
    "config_requests",
    "robots_files",
    "page_text_sites",
    "page_text_pages",
    "page_texts",
    "channel_messages",
];
const OUTLIVE_IT: [&str; 2] = ["founded_organizations", "removed_sites"];

/// An organization with rows in all of these tables that the store's ports fill in a few steps.
async fn full_organization(store: &impl Metadata) -> (OrgId, UserId) {
    let site = stored_site(store).await;
    let org = site.org_id;
    let account = user();
    let joined = {
        let (invitation, secret) = invitation(Role::Owner);
        store.invite_member(org, &invitation, None, audit(org, "member.invited")).await.unwrap();
        let joiner = askline_app::members::Joiner::New(account.clone());
        store.take_up_invitation(secret.digest(), &joiner, now(), audit(org, "member.joined")).await.unwrap()
    };
    assert_eq!(joined, crate::member_changes::Joining::Joined(account.id));
    let (waiting, _) = invitation(Role::Viewer);
    store.invite_member(org, &waiting, None, audit(org, "member.invited")).await.unwrap();
    store.create_key(&key(org), 10, audit(org, "key.created")).await.unwrap();
    let program = serde_json::from_value(json!({ "name": "Terraform", "role": "member" })).unwrap();
    let context = AuditContext::system("contract", now());
    service_accounts::create((store, store), org, program, None, &context).await.unwrap();
    let note = serde_json::from_value(json!({ "text": "A release" })).unwrap();
    annotations::create(store, &site, note, Day(1), &context).await.unwrap();
    let source = serde_json::from_value(json!({ "name": "web 1" })).unwrap();
    logs::create(store, (org, site.id), source, &context).await.unwrap();
    let shared = json!({ "name": "Month", "panels": ["figures"], "range": { "days": 30 } });
    let shared = serde_json::from_value::<NewSharedLink>(shared).unwrap().check(context.at).unwrap();
    shared_links::create(store, (org, site.id), (shared, None), None, &context).await.unwrap();
    let chat = json!({ "type": "slack", "name": "#seo", "address": "https://hooks.slack.com/services/T0/B0/x" });
    let chat = (serde_json::from_value(chat).unwrap(), AddressVerdict::default());
    let chat = channels::create(store, org, chat, None, &context).await.unwrap();
    channels::test(store, (org, chat.id), &context).await.unwrap();
    let reader = serde_json::from_value(json!({ "email": "client@example.com", "audience": "client" })).unwrap();
    let asking = Asking { org, by: None, sends_mail: true };
    recipients::create((store, store), asking, &reader, &context).await.unwrap();
    store.put_robots_file(site.id, Some("User-agent: *"), now()).await.unwrap();
    store.choose_pages(site.id, &["/a".into()], now()).await.unwrap();
    let text = NewVersion {
        digest: [1; 32],
        words: 1,
        structure: Structure::default(),
        difference: Vec::new(),
        text: vec![1],
    };
    let read = PageRead::Ended { outcome: ReadingOutcome::Read, due: now(), validators: None, version: Some(text) };
    store.record_page_read((site.id, "/a"), &read, now()).await.unwrap();
    let used = LoggedRequest {
        id: id(),
        org_id: org,
        key_id: id(),
        at: now(),
        method: "GET".into(),
        route: "/api/v1/sites".into(),
        status: 200,
        code: None,
        duration_ms: 7,
    };
    store.record_requests(std::slice::from_ref(&used), &[]).await.unwrap();
    create_prompt(store, &prompt(site.id)).await;
    stored_webhook(store, org, &[EventName::KeyRevoked]).await;
    let refusals = OriginRefusals { site: site.id, origin: "https://other.example".into(), count: 1, last_at: now() };
    store.record_refused_origins(&[refusals]).await.unwrap();
    let requests = ConfigRequests { site: site.id, day: Day(1), count: 1 };
    store.record_config_requests(&[requests]).await.unwrap();
    let watching = monitor(site.id);
    store.create_monitor(&watching, audit(org, "monitor.created")).await.unwrap();
    let (run, job) = run_of(org, &watching, now());
    assert_eq!(start(store, org, &run, &job).await, RunStart::Started);
    (org, account.id)
}

async fn rows_of<B: Backend>(backend: &B, org: OrgId) -> Vec<(&'static str, i64)> {
    let mut rows = Vec::new();
    for table in OWNED_BY_ORGANIZATIONS {
        rows.push((table, backend.number(&format!("SELECT COUNT(*) FROM {table} WHERE org_id = '{org}'")).await));
    }
    rows
}

async fn rows_of_sites<B: Backend>(backend: &B) -> Vec<i64> {
    let mut rows = Vec::new();
    for table in OWNED_BY_SITES {
        rows.push(backend.number(&format!("SELECT COUNT(*) FROM {table}")).await);
    }
    rows
}

async fn every_row_of_a_removed_organization_is_deleted_and_every_row_of_another_is_kept<B: Backend>(backend: &B) {
    let store = backend.store();
    let mut owned = [&OWNED_BY_ORGANIZATIONS[..], &OWNED_BY_SITES, &OUTLIVE_IT].concat();
    owned.sort_unstable();
    assert_eq!(backend.tables_of_somebody().await, owned);

    let ((org, member), (kept, _)) = (full_organization(store).await, full_organization(store).await);
    let filled = rows_of(backend, org).await.iter().filter(|(_, rows)| *rows > 0).count();
    assert!(filled >= 12, "{:?}", rows_of(backend, org).await);
    let kept_before = rows_of(backend, kept).await;
    let (site_rows, entries) = (rows_of_sites(backend).await, actions(store, org).await.len() as u64);
    let generation = store.generation();

    let removed = store.remove_organization(org, &[], now()).await.unwrap().unwrap();
    assert_eq!((removed.sites, removed.audit_entries, removed.last_audit_hash.len()), (1, entries, 64));
    assert!(store.generation() > generation, "every cache is told");
    assert_eq!(store.remove_organization(org, &[], now()).await.unwrap(), None);
    remove_all(store).await;
    assert!(rows_of(backend, org).await.iter().all(|(_, rows)| *rows == 0), "{:?}", rows_of(backend, org).await);
    assert_eq!(rows_of(backend, kept).await, kept_before);
    // Both organizations had the same rows for their sites.
    let left = rows_of_sites(backend).await;
    assert_eq!(left.iter().map(|rows| rows * 2).collect::<Vec<_>>(), site_rows);
    assert_eq!(store.organization(org).await.unwrap(), None);
    let (_, memberships) = store.user(member).await.unwrap().expect("accounts stay");
    assert!(memberships.is_empty());
    assert_eq!(store.remove_organization(org, &[], now()).await.unwrap(), None);
}

async fn a_removed_organization_begins_no_new_chain<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((org, owner), (kept, other)) = (stored_organization(store).await, stored_organization(store).await);
    store.remove_organization(org, &[], now()).await.unwrap().unwrap();
    let late = || vec![(owner, audit(org, "auth.login_failed"))];
    store.record_failed_log_ins(late()).await.unwrap();
    remove_all(store).await;
    let failures = [late(), vec![(other, audit(kept, "auth.login_failed"))]].concat();
    store.record_failed_log_ins(failures).await.unwrap();
    assert_eq!(backend.number(&format!("SELECT COUNT(*) FROM audit_entries WHERE org_id = '{org}'")).await, 0);
    assert_eq!(count_of(store, kept, "auth.login_failed").await, 1);
}

async fn a_deleted_site_is_remembered_until_its_events_are_deleted<B: Backend>(backend: &B) {
    let store = backend.store();
    let (deleted, with_organization, kept) =
        (stored_site(store).await, stored_site(store).await, stored_site(store).await);
    assert_eq!(store.removed_sites(10).await.unwrap(), []);
    assert!(store.delete_site(deleted.org_id, deleted.id, audit(deleted.org_id, "site.deleted")).await.unwrap());
    store.remove_organization(with_organization.org_id, &[], now()).await.unwrap().unwrap();
    remove_all(store).await;
    let mut expected = vec![deleted.id, with_organization.id];
    expected.sort_by_key(ToString::to_string);
    assert_eq!(store.removed_sites(10).await.unwrap(), expected);
    assert_eq!(store.removed_sites(1).await.unwrap(), expected[..1]);
    store.forget_removed_site(expected[0]).await.unwrap();
    assert_eq!(store.removed_sites(10).await.unwrap(), expected[1..]);
    assert!(store.site(kept.id).await.unwrap().is_some());
}
