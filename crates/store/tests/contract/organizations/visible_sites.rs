//! A member's list of visible sites never shows more than its sites. Every store guarantees this, whatever happens to
//! the list.

use askline_app::{
    members::Joiner,
    ports::{
        StoreError,
        changes::Changes as _,
        credits::CreditStore as _,
        identity::sessions::SessionStore as _,
        invitation::Invitation,
        jobs::JobStore as _,
        keys::KeyStore as _,
        organizations::{InvitationStore as _, MemberStore as _, OrganizationStore as _},
        service_accounts::ServiceAccountStore as _,
    },
};
use askline_domain::{
    audit::context::AuditContext,
    identity::{role::Role, secret::Secret},
    jobs::JobLease,
    keys::KeyRecord,
    organizations::{
        ledger::{LedgerEntryType, LedgerReference},
        member::{Member, MemberAccess, MemberStatus},
        preconditions::{Precondition, RolePrecondition, SitesPrecondition},
    },
    shared::{
        ids::{Id as _, OrgId, SiteId, UserId},
        paging::PageRequest,
    },
    sites::visible::VisibleSites,
};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    credits::changes::CreditChanges as _,
    key_changes::KeyChanges as _,
    member_changes::{Joining, MemberChange, MemberChanges as _},
    monitors::{create as create_monitor, monitor, run_of},
    prompts::{
        changes::PromptTestChanges as _,
        generations::{record, request, start, take},
        prompt,
    },
    samples::{audit, count_of, invitation, key, later, now, session, start_session, stored_organization, user},
    sites::changes::SiteChanges as _,
    sites::stored::{config, site, stored_site_of},
};

on_every_backend! {
    a_member_sees_the_sites_that_the_invitation_said,
    a_change_of_sites_is_seen_by_the_sessions_of_the_member,
    a_promotion_removes_the_list_for_good,
    a_site_that_is_deleted_leaves_the_lists_and_an_emptied_list_is_no_site,
    a_list_takes_no_site_that_is_deleted_or_foreign,
    a_site_that_is_deleted_while_lists_change_is_in_none_of_them,
    a_change_at_a_site_that_is_not_seen_any_more_stores_nothing,
    joining_or_changing_access_is_refused_if_the_visible_sites_changed_since_they_were_read,
    a_ledger_among_some_sites_has_no_line_about_others,
    a_job_names_the_site_that_it_is_about,
}

fn only(sites: &[SiteId]) -> VisibleSites {
    VisibleSites::only(sites.to_vec())
}

async fn invite(store: &impl Metadata, org: OrgId, sites: VisibleSites) -> (UserId, Secret) {
    let (new, token) = invitation(Role::Viewer);
    let new = Invitation { sites, ..new };
    store.invite_member(org, &new, None, audit(org, "member.invited")).await.unwrap();
    (new.user_id, token)
}

/// A viewer who sees these sites.
async fn viewer(store: &impl Metadata, org: OrgId, sites: VisibleSites) -> UserId {
    let (_, token) = invite(store, org, sites).await;
    let entry = audit(org, "member.joined");
    let joined = store.take_up_invitation(token.digest(), &Joiner::New(user()), now(), entry).await.unwrap();
    let Joining::Joined(user) = joined else { panic!("{joined:?}") };
    user
}

async fn set(store: &impl Metadata, org: OrgId, user: UserId, role: Role, sites: VisibleSites) -> Member {
    let access = MemberAccess { role, sites };
    match store.set_access(org, user, &access, audit(org, "member.sites_changed")).await.unwrap() {
        MemberChange::Changed(member) => member,
        other => panic!("{other:?}"),
    }
}

async fn sites_of(store: &impl Metadata, org: OrgId, user: UserId) -> VisibleSites {
    store.member(org, user).await.unwrap().unwrap().sites
}

async fn a_member_sees_the_sites_that_the_invitation_said<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let (one, two) = (stored_site_of(store, org).await.id, stored_site_of(store, org).await.id);
    for sites in [VisibleSites::ALL, only(&[]), only(&[two]), only(&[two, one])] {
        let (pending, token) = invite(store, org, sites.clone()).await;
        assert_eq!(sites_of(store, org, pending).await, sites);
        assert_eq!(store.open_invitation(token.digest(), now()).await.unwrap().unwrap().sites, sites);
        let entry = audit(org, "member.joined");
        let joined = store.take_up_invitation(token.digest(), &Joiner::New(user()), now(), entry).await.unwrap();
        let Joining::Joined(member) = joined else { panic!("{joined:?}") };
        let listed = store.members(org, PageRequest::NEWEST).await.unwrap().items;
        assert_eq!(listed.iter().find(|listed| listed.user_id == member).unwrap().sites, sites);
        let (_, memberships) = store.user(member).await.unwrap().unwrap();
        assert_eq!(memberships[0].sites, sites);
    }
    assert_eq!(sites_of(store, org, owner).await, VisibleSites::ALL);
}

async fn a_change_of_sites_is_seen_by_the_sessions_of_the_member<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let one = stored_site_of(store, org).await.id;
    let member = viewer(store, org, VisibleSites::ALL).await;
    let (session, token) = session(member);
    start_session(store, &session).await;
    let before = store.generation();
    set(store, org, member, Role::Viewer, only(&[one])).await;
    assert!(store.generation() > before);
    assert!(store.may_have_changed(&[askline_app::ports::changes::Subject::Organization(org)], before));
    let grant = store.session_by_digest(token.digest()).await.unwrap().unwrap();
    assert_eq!(grant.memberships[0].sites, only(&[one]));
    assert_eq!(count_of(store, org, "member.sites_changed").await, 1);
}

async fn a_promotion_removes_the_list_for_good<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let one = stored_site_of(store, org).await.id;
    let member = viewer(store, org, only(&[one])).await;
    let (pending, _) = invite(store, org, only(&[one])).await;
    for user in [member, pending] {
        for role in [Role::Admin, Role::Owner] {
            assert_eq!(set(store, org, user, role, only(&[one])).await.sites, VisibleSites::ALL, "{role}");
        }
        assert_eq!(set(store, org, user, Role::Member, VisibleSites::ALL).await.sites, VisibleSites::ALL);
    }
}

async fn a_site_that_is_deleted_leaves_the_lists_and_an_emptied_list_is_no_site<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (other_org, _) = stored_organization(store).await;
    let (one, two) = (stored_site_of(store, org).await.id, stored_site_of(store, org).await.id);
    let theirs = stored_site_of(store, other_org).await.id;
    let both = viewer(store, org, only(&[one, two])).await;
    let single = viewer(store, org, only(&[one])).await;
    let all = viewer(store, org, VisibleSites::ALL).await;
    let (pending, _) = invite(store, org, only(&[one])).await;
    let stranger = viewer(store, other_org, only(&[theirs])).await;
    let key_of = async |sites: VisibleSites| {
        let key = KeyRecord { site_ids: sites, ..key(org) };
        store.create_key(&key, 99, audit(org, "key.created")).await.unwrap();
        key.id
    };
    let keys = [key_of(only(&[one, two])).await, key_of(only(&[one])).await, key_of(VisibleSites::ALL).await];
    let revoked = key_of(only(&[one])).await;
    store.revoke_key(org, revoked, now()).await.unwrap();
    let new = serde_json::json!({ "name": "CI", "role": "member", "siteIds": [one] });
    let (new, context) = (serde_json::from_value(new).unwrap(), AuditContext::system("contract", now()));
    let account = askline_app::service_accounts::create((store, store), org, new, None, &context).await.unwrap();
    let before = store.generation();
    assert!(!store.delete_site(other_org, one, audit(other_org, "site.deleted")).await.unwrap());
    assert_eq!(sites_of(store, org, single).await, only(&[one]));
    assert!(store.delete_site(org, one, audit(org, "site.deleted")).await.unwrap());
    assert!(store.may_have_changed(&[askline_app::ports::changes::Subject::Organization(org)], before));
    for (user, expected) in [(both, only(&[two])), (single, only(&[])), (pending, only(&[])), (all, VisibleSites::ALL)]
    {
        assert_eq!(sites_of(store, org, user).await, expected);
    }
    assert_eq!(sites_of(store, other_org, stranger).await, only(&[theirs]));
    let of_key = async |id| store.key(org, id).await.unwrap().unwrap().site_ids;
    assert_eq!(
        [of_key(keys[0]).await, of_key(keys[1]).await, of_key(keys[2]).await],
        [only(&[two]), only(&[]), VisibleSites::ALL]
    );
    assert_eq!(of_key(revoked).await, only(&[one]), "what a revoked key could access stays known");
    assert_eq!(store.service_account(org, account.id).await.unwrap().unwrap().sites, only(&[]));
    crate::samples::remove_all(store).await;
    assert_eq!(sites_of(store, org, single).await, only(&[]));
}

async fn a_list_takes_no_site_that_is_deleted_or_foreign<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (other_org, _) = stored_organization(store).await;
    let (one, gone) = (stored_site_of(store, org).await.id, stored_site_of(store, org).await.id);
    let theirs = stored_site_of(store, other_org).await.id;
    store.delete_site(org, gone, audit(org, "site.deleted")).await.unwrap();
    let named = only(&[gone, one, theirs, SiteId::from_bits(7)]);
    let (pending, _) = invite(store, org, named.clone()).await;
    assert_eq!(sites_of(store, org, pending).await, only(&[one]));
    let member = viewer(store, org, VisibleSites::ALL).await;
    assert_eq!(set(store, org, member, Role::Member, named).await.sites, only(&[one]));
    assert_eq!(set(store, org, member, Role::Member, only(&[gone])).await.sites, only(&[]));
}

async fn a_site_that_is_deleted_while_lists_change_is_in_none_of_them<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let kept = stored_site_of(store, org).await.id;
    let member = viewer(store, org, VisibleSites::ALL).await;
    for _ in 0..8 {
        let new = site(org);
        store.create_site(&new, &config(1), &[], None, audit(org, "site.created")).await.unwrap();
        let naming = tokio::spawn({
            let store = store.clone();
            async move { set(&store, org, member, Role::Viewer, only(&[kept, new.id])).await }
        });
        let deleting = tokio::spawn({
            let store = store.clone();
            async move { store.delete_site(org, new.id, audit(org, "site.deleted")).await.unwrap() }
        });
        naming.await.unwrap();
        assert!(deleting.await.unwrap());
        assert_eq!(sites_of(store, org, member).await, only(&[kept]));
    }
}

async fn a_change_at_a_site_that_is_not_seen_any_more_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (one, two) = (stored_site_of(store, org).await.id, stored_site_of(store, org).await.id);
    let member = viewer(store, org, VisibleSites::ALL).await;
    let try_at = async |site: SiteId| {
        let sites = SitesPrecondition::Sees(site);
        let precondition = Precondition::Member {
            user: member,
            role: RolePrecondition::AtLeast(Role::Viewer),
            status: MemberStatus::Active,
            sites,
        };
        let entry = audit(org, "prompt.created").provided(precondition);
        store.create_prompt(&prompt(site), entry).await
    };
    let count = async || count_of(store, org, "prompt.created").await;
    for (sites, stored) in
        [(VisibleSites::ALL, true), (only(&[two, one]), true), (only(&[two]), false), (only(&[]), false)]
    {
        set(store, org, member, Role::Viewer, sites.clone()).await;
        let before = count().await;
        let tried = try_at(one).await;
        assert_eq!(tried.is_ok(), stored, "{sites:?}: {tried:?}");
        assert!(stored || matches!(tried, Err(StoreError::PreconditionsChanged)), "{tried:?}");
        assert_eq!(count().await, before + usize::from(stored), "{sites:?}");
    }
    // If a list becomes shorter elsewhere, work at a site that stays in it is not affected.
    set(store, org, member, Role::Viewer, only(&[one, two])).await;
    store.delete_site(org, two, audit(org, "site.deleted")).await.unwrap();
    try_at(one).await.unwrap();
}

async fn joining_or_changing_access_is_refused_if_the_visible_sites_changed_since_they_were_read<B: Backend>(
    backend: &B,
) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let one = stored_site_of(store, org).await.id;
    let (pending, token) = invite(store, org, only(&[one])).await;
    let seen = store.open_invitation(token.digest(), now()).await.unwrap().unwrap();
    set(store, org, pending, Role::Viewer, only(&[])).await;
    let entry = audit(org, "member.joined").provided(seen.precondition());
    let joining = store.take_up_invitation(token.digest(), &Joiner::New(user()), now(), entry).await;
    assert!(matches!(joining, Err(StoreError::PreconditionsChanged)), "{joining:?}");
    let member = viewer(store, org, VisibleSites::ALL).await;
    let seen = store.member(org, member).await.unwrap().unwrap();
    set(store, org, member, Role::Viewer, only(&[])).await;
    let entry = audit(org, "member.sites_changed").provided(seen.precondition());
    let access = MemberAccess { role: Role::Viewer, sites: only(&[one]) };
    let changing = store.set_access(org, member, &access, entry).await;
    assert!(matches!(changing, Err(StoreError::PreconditionsChanged)), "{changing:?}");
    assert_eq!(sites_of(store, org, member).await, only(&[]));
}

async fn a_ledger_among_some_sites_has_no_line_about_others<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let sites = [stored_site_of(store, org).await, stored_site_of(store, org).await];
    let mut jobs = Vec::new();
    for site in &sites {
        let (job, _) = start(store, site, &request(site)).await;
        let lease: JobLease = take(store).await;
        assert!(store.record_generation(lease, site.org_id, &record(&request(site))).await.unwrap());
        jobs.push(job.to_string());
    }
    // A charge stays with its site, even if the job itself no longer exists.
    store.remove_finished_jobs(later(86_400), 10).await.unwrap();
    // Work whose site is unknown.
    let unknown = LedgerReference { kind: "job".into(), id: "job_unknown".into() };
    store.reserve_credits(org, &unknown, 5, later(3)).await.unwrap();
    store.settle_credits(org, &unknown, 5, "Unknown", later(3)).await.unwrap();

    let shown = async |among: Option<&[SiteId]>, kind| {
        let lines = store.ledger(org, among, kind, PageRequest::NEWEST).await.unwrap().items;
        lines.into_iter().rev().map(|line| (line.kind, line.reference.id)).collect::<Vec<_>>()
    };
    use LedgerEntryType::{Debit, Grant};
    let all = shown(None, None).await;
    let grant = (Grant, all[0].1.clone());
    let (first, second) = ((Debit, jobs[0].clone()), (Debit, jobs[1].clone()));
    let odd = (Debit, unknown.id.clone());
    assert_eq!(all, [grant.clone(), first.clone(), second.clone(), odd]);
    let (one, two) = (sites[0].id, sites[1].id);
    assert_eq!(shown(Some(&[one]), None).await, [grant.clone(), first.clone()]);
    assert_eq!(shown(Some(&[two]), None).await, [grant.clone(), second.clone()]);
    assert_eq!(shown(Some(&[two]), Some(Debit)).await, std::slice::from_ref(&second));
    assert_eq!(shown(Some(&[two, one]), None).await, [grant.clone(), first, second]);
    assert_eq!(shown(Some(&[]), None).await, [grant]);
}

async fn a_job_names_the_site_that_it_is_about<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (one, two) = (stored_site_of(store, org).await, stored_site_of(store, org).await);
    let (generating, _) = start(store, &one, &request(&one)).await;
    let monitor = monitor(two.id);
    create_monitor(store, &monitor).await;
    let (run, job) = run_of(org, &monitor, now());
    let entry = audit(org, "monitor.run_started");
    askline_app::monitors::begin_run(store, &run, &job, entry).await.unwrap();
    for (job, site) in [(generating, one.id), (job.id, two.id)] {
        assert_eq!(store.job(org, job).await.unwrap().unwrap().site_id, Some(site));
    }
}
