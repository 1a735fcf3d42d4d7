//! Deleted organizations and sites are invisible immediately. Every store guarantees this, and removes their rows in
//! limited pieces.

use askline_app::ports::{
    jobs::JobStore as _,
    keys::KeyStore as _,
    monitors::RunStore as _,
    organizations::{InvitationStore as _, MemberStore as _, OrganizationStore as _},
    sites::SiteStore as _,
};
use askline_domain::{
    identity::role::Role,
    organizations::bounds::MAX_PENDING_MEMBERS,
    shared::{ids::OrgId, paging::PageRequest},
    webhooks::EventName,
};

use crate::{
    backend::{Backend, on_every_backend},
    key_changes::{KeyChanges as _, KeyCreation},
    member_changes::{MemberAddition, MemberChanges as _},
    monitors::settings::MonitorChanges as _,
    monitors::{monitor, run_of, start, take},
    organizations::changes::OrganizationChanges as _,
    samples::{audit, invitation, key, later, now, organization, remove_all, stored_key, stored_organization},
    sites::changes::{ConfigChange, SiteChanges as _, SiteCreation},
    sites::stored::{config, site, stored_site, stored_site_of},
    webhooks::stored_webhook,
};

on_every_backend! {
    a_deleted_organization_is_invisible_while_its_rows_still_exist,
    a_deleted_site_is_invisible_while_its_rows_still_exist,
    each_piece_is_bounded_and_another_process_goes_on_where_one_ended,
    a_site_with_very_much_goes_in_pieces_too,
    a_slug_of_a_deleted_organization_is_free_at_once,
    a_thousand_people_are_invited_and_no_more,
    a_thousand_keys_are_made_on_a_day_and_replacements_count,
    a_thousand_sites_are_made_on_a_day_and_deleted_ones_count,
}

async fn a_deleted_organization_is_invisible_while_its_rows_still_exist<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let org = site.org_id;
    let key = stored_key(store, org).await;
    let (waiting, token) = invitation(Role::Viewer);
    store.invite_member(org, &waiting, None, audit(org, "member.invited")).await.unwrap();
    stored_webhook(store, org, &[EventName::KeyRevoked]).await;
    let watching = monitor(site.id);
    store.create_monitor(&watching, audit(org, "monitor.created")).await.unwrap();
    let (run, job) = run_of(org, &watching, now());
    start(store, org, &run, &job).await;
    let members = store.members(org, PageRequest::NEWEST).await.unwrap().items;
    let owner = members.iter().find(|member| member.role == Role::Owner).unwrap().user_id;
    let entries = backend.number(&format!("SELECT COUNT(*) FROM audit_entries WHERE org_id = '{org}'")).await;

    let elsewhere = backend.another_process().await;
    store.remove_organization(org, &[], now()).await.unwrap().unwrap();
    assert!(
        backend.number(&format!("SELECT COUNT(*) FROM api_keys WHERE org_id = '{org}'")).await > 0,
        "the rows are there"
    );
    for store in [store, &elsewhere] {
        assert_eq!(store.organization(org).await.unwrap(), None);
        let listed = store.organizations(PageRequest::NEWEST).await.unwrap().items;
        assert!(listed.iter().all(|listed| listed.id != org));
        assert_eq!(store.key_by_digest(key.digest).await.unwrap(), None);
        assert_eq!(store.site(site.id).await.unwrap(), None);
        assert_eq!(store.open_invitation(token.digest(), now()).await.unwrap(), None);
        assert!(store.user(owner).await.unwrap().unwrap().1.is_empty());
        assert!(take(store, later(60)).await.is_none(), "its jobs are not taken");
        assert_eq!(store.next_due(&job.kind).await.unwrap(), None, "and nobody waits for them");
        assert!(store.retention_days().await.unwrap().iter().all(|(kept, _)| *kept != site.id));
        assert!(store.run_work(run.id).await.unwrap().is_none());
    }
    // A late change adds no audit entry and no delivery.
    store.revoke_key(org, key.id, now()).await.unwrap();
    let of_org = format!("SELECT COUNT(*) FROM audit_entries WHERE org_id = '{org}'");
    assert_eq!(backend.number(&of_org).await, entries);
    assert_eq!(backend.number("SELECT COUNT(*) FROM webhook_deliveries").await, 0);
    remove_all(store).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM organizations").await, 0);
    assert_eq!(backend.number("SELECT COUNT(*) FROM api_keys").await, 0);
}

async fn a_deleted_site_is_invisible_while_its_rows_still_exist<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let org = site.org_id;
    let kept = stored_site_of(store, org).await;
    let watching = monitor(site.id);
    store.create_monitor(&watching, audit(org, "monitor.created")).await.unwrap();
    store.delete_site(org, site.id, audit(org, "site.deleted")).await.unwrap();
    assert_eq!(backend.number("SELECT COUNT(*) FROM sites").await, 2, "the row is there");
    assert_eq!(store.removed_sites(10).await.unwrap(), [], "its events go after its rows");
    assert_eq!(store.site(site.id).await.unwrap(), None);
    let listed = store.sites(org, None, PageRequest::NEWEST).await.unwrap().items;
    assert_eq!(listed.iter().map(|site| site.id).collect::<Vec<_>>(), [kept.id]);
    assert!(!store.update_site(&site, audit(org, "site.updated")).await.unwrap());
    assert!(!store.delete_site(org, site.id, audit(org, "site.deleted")).await.unwrap());
    let put = store.put_config(site.id, None, &config(2), later(1), audit(org, "site.config_updated")).await.unwrap();
    assert_eq!(put, ConfigChange::Missing);
    // It no longer counts among the plan's sites.
    let next = self::site(org);
    let created = store.create_site(&next, &config(1), &[], Some(2), audit(org, "site.created")).await.unwrap();
    assert_eq!(created, SiteCreation::Created);
    remove_all(store).await;
    assert_eq!(backend.number(&format!("SELECT COUNT(*) FROM sites WHERE id = '{}'", site.id)).await, 0);
    assert_eq!(store.removed_sites(10).await.unwrap(), [site.id]);
}

/// Adds many invitations to an organization, as an older release allowed.
async fn invite_many<B: Backend>(backend: &B, org: OrgId, many: u32) {
    let rows = format!(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {many}) \
         INSERT INTO pending_members (org_id, user_id, email, role, created_ms) \
         SELECT '{org}', 'usr_' || CAST(n AS TEXT), 'many-' || CAST(n AS TEXT), 'viewer', 0 FROM numbers"
    );
    backend.tamper(&rows).await;
}

async fn each_piece_is_bounded_and_another_process_goes_on_where_one_ended<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (kept, _) = stored_organization(store).await;
    invite_many(backend, org, 2_500).await;
    invite_many(backend, kept, 10).await;
    store.remove_organization(org, &[], now()).await.unwrap().unwrap();
    let rows =
        async |org| backend.number(&format!("SELECT COUNT(*) FROM pending_members WHERE org_id = '{org}'")).await;
    let elsewhere = backend.another_process().await;
    let (mut before, mut pieces) = (rows(org).await, 0);
    assert_eq!(before, 2_500, "deleting removes nothing itself");
    while before > 0 {
        // As if the removing process were killed after every piece.
        let by = if pieces % 2 == 0 { store } else { &elsewhere };
        assert!(by.remove_piece(200).await.unwrap());
        let left = rows(org).await;
        assert!((1..=200).contains(&(before - left)), "{before} to {left}");
        (before, pieces) = (left, pieces + 1);
    }
    remove_all(store).await;
    assert_eq!(backend.number(&format!("SELECT COUNT(*) FROM organizations WHERE id = '{org}'")).await, 0);
    assert_eq!(rows(kept).await, 10);
    assert!(!store.remove_piece(200).await.unwrap());
}

async fn a_site_with_very_much_goes_in_pieces_too<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, kept) = (stored_site(store).await, stored_site(store).await);
    for site in [&site, &kept] {
        let numbers = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 900)";
        backend
            .tamper(&format!(
                "{numbers} INSERT INTO offered_ids (site_id, id) SELECT '{0}', 'q_' || CAST(n AS TEXT) FROM numbers; \
                 {numbers} INSERT INTO rules (id, site_id, name, enabled, priority, matching, action, created_ms, updated_ms) \
                 SELECT 'rule_{0}' || CAST(n AS TEXT), '{0}', '', 0, 0, '{{}}', '{{}}', 0, 0 FROM numbers",
                site.id
            ))
            .await;
    }
    let rows = async |site| {
        let of = format!("WHERE site_id = '{site}'");
        backend
            .number(&format!("SELECT (SELECT COUNT(*) FROM offered_ids {of}) + (SELECT COUNT(*) FROM rules {of})"))
            .await
    };
    store.delete_site(site.org_id, site.id, audit(site.org_id, "site.deleted")).await.unwrap();
    let (mut before, of_kept) = (rows(site.id).await, rows(kept.id).await);
    assert!(before >= 1_800);
    while before > 0 {
        assert!(store.remove_piece(300).await.unwrap());
        let left = rows(site.id).await;
        assert!((1..=300).contains(&(before - left)), "{before} to {left}");
        before = left;
    }
    remove_all(store).await;
    assert_eq!(rows(kept.id).await, of_kept);
    assert_eq!(store.removed_sites(9).await.unwrap(), [site.id]);
}

async fn a_slug_of_a_deleted_organization_is_free_at_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let slug = store.organization(org).await.unwrap().unwrap().slug;
    let address = store.user(owner).await.unwrap().unwrap().0.email;
    store.remove_organization(org, &[], now()).await.unwrap().unwrap();
    let next = askline_domain::organizations::Organization { slug: slug.clone(), ..organization() };
    assert!(
        store.create_organization_of(&next, (owner, &address), audit(next.id, "organization.created")).await.unwrap()
    );
    assert_eq!(store.organization(next.id).await.unwrap().unwrap().slug, slug);
}

async fn a_thousand_people_are_invited_and_no_more<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((org, _), (other, _)) = (stored_organization(store).await, stored_organization(store).await);
    invite_many(backend, org, MAX_PENDING_MEMBERS - 1).await;
    let invite = async |org| {
        let (invitation, _) = invitation(Role::Viewer);
        (invitation.user_id, store.invite_member(org, &invitation, None, audit(org, "member.invited")).await.unwrap())
    };
    let (last, added) = invite(org).await;
    assert!(matches!(added, MemberAddition::Invited(_)), "{added:?}");
    assert_eq!(invite(org).await.1, MemberAddition::TooManyPending);
    assert!(matches!(invite(other).await.1, MemberAddition::Invited(_)), "of another organization");
    store.remove_member(org, last, audit(org, "member.removed")).await.unwrap();
    assert!(matches!(invite(org).await.1, MemberAddition::Invited(_)), "one that was withdrawn makes room");
}

/// Simulates that an organization created this many of a kind on the day of the samples.
async fn made_today<B: Backend>(backend: &B, org: OrgId, kind: &str, made: u32) {
    let day = askline_domain::organizations::bounds::day_of_making(now());
    let clearing = format!("DELETE FROM made_on_day WHERE org_id = '{org}' AND kind = '{kind}'");
    let entering =
        format!("INSERT INTO made_on_day (org_id, kind, day, made) VALUES ('{org}', '{kind}', {day}, {made})");
    backend.tamper(&format!("{clearing}; {entering}")).await;
}

async fn a_thousand_keys_are_made_on_a_day_and_replacements_count<B: Backend>(backend: &B) {
    use crate::key_changes::KeyRotation;
    use askline_domain::keys::KeyRecord;
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let create = async |key: &KeyRecord| store.create_key(key, 9_999, audit(org, "key.created")).await.unwrap();
    let rotate = async |old: &KeyRecord, new: &KeyRecord, at| {
        store.rotate_key(old.id, new, later(99_999), at, audit(org, "key.rotated")).await.unwrap()
    };
    let first = key(org);
    assert_eq!(create(&first).await, KeyCreation::Created);
    assert_eq!(backend.number("SELECT made FROM made_on_day WHERE kind = 'key'").await, 1);
    made_today(backend, org, "key", 999).await;
    let second = key(org);
    assert!(matches!(rotate(&first, &second, now()).await, KeyRotation::Rotated(_)));
    assert_eq!(create(&key(org)).await, KeyCreation::DayLimitReached);
    assert_eq!(rotate(&second, &key(org), now()).await, KeyRotation::DayLimitReached);
    assert_eq!(backend.number("SELECT COUNT(*) FROM api_keys").await, 2, "what is refused is not stored");
    // Revoking is always possible, and the next day has its own limit.
    assert!(store.revoke_key(org, second.id, now()).await.unwrap().is_some());
    let tomorrow = KeyRecord { created_at: later(86_400), expires_at: None, ..key(org) };
    assert_eq!(create(&tomorrow).await, KeyCreation::Created);
    assert_eq!(backend.number("SELECT made FROM made_on_day WHERE kind = 'key'").await, 1);
}

async fn a_thousand_sites_are_made_on_a_day_and_deleted_ones_count<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    made_today(backend, org, "site", 999).await;
    let create = async |store: &B::Store, org| {
        let site = site(org);
        let audit = audit(org, "site.created");
        (site.id, store.create_site(&site, &config(1), &[], None, audit).await.unwrap())
    };
    let (last, created) = create(store, org).await;
    assert_eq!(created, SiteCreation::Created);
    store.delete_site(org, last, audit(org, "site.deleted")).await.unwrap();
    remove_all(store).await;
    let (refused, creation) = create(store, org).await;
    assert_eq!((creation, store.site(refused).await.unwrap()), (SiteCreation::DayLimitReached, None));
    assert_eq!(create(store, other).await.1, SiteCreation::Created);
}
