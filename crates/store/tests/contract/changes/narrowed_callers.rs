//! A change is refused if its caller was narrowed in between.
//!
//! It is stored if the caller was only renamed or widened.
//!
//! Each kind of caller has a table of what can be altered about it.

use askline_app::{
    keys,
    ports::{
        StoreError, keys::KeyStore as _, organizations::OrganizationStore as _,
        service_accounts::ServiceAccountStore as _,
    },
    service_accounts,
};
use askline_domain::{
    audit::context::AuditContext,
    identity::{role::Role, second_factor::sign_in_rules::SignInRules},
    keys::{KeyCreator, KeyRecord, KeySettings, KeyStatus, scope::Scope},
    organizations::{
        OrganizationSettings,
        member::{MemberAccess, MemberStatus},
        preconditions::{KeyNeeds, Precondition, RolePrecondition, ServiceAccountNeeds, SitesPrecondition},
    },
    service_accounts::ServiceAccount,
    shared::ids::{OrgId, SiteId},
    sites::visible::VisibleSites,
};
use serde_json::{Value, json};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    key_changes::KeyChanges as _,
    member_changes::MemberChanges as _,
    organizations::changes::OrganizationChanges as _,
    samples::{audit, count_of, key, later, now, stored_member, stored_organization},
    sites::stored::stored_site_of,
};

on_every_backend! {
    a_key_that_was_narrowed_in_between_changes_nothing_and_neither_does_the_key_it_replaced,
    a_replaced_key_of_which_nothing_is_left_is_revoked_with_an_entry,
    a_service_account_that_was_narrowed_in_between_changes_nothing,
    a_member_who_was_narrowed_in_between_changes_nothing,
}

fn context(seconds: u64) -> AuditContext {
    AuditContext::system("contract", later(seconds))
}

/// Whether a change is stored that was decided on these preconditions.
async fn is_stored(store: &impl Metadata, org: OrgId, preconditions: &[Precondition]) -> bool {
    let entry = preconditions.iter().cloned().fold(audit(org, "key.created"), |entry, one| entry.provided(one));
    let made = key(org);
    let stored = match store.create_key(&made, u32::MAX, entry).await {
        Ok(_) => true,
        Err(StoreError::PreconditionsChanged) => false,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(store.key(org, made.id).await.unwrap().is_some(), stored);
    stored
}

fn settings(site: SiteId, other: SiteId) -> KeySettings {
    KeySettings {
        scopes: [Scope::SitesWrite, Scope::PromptsRead].into_iter().collect(),
        name: "CI".into(),
        site_ids: VisibleSites::only(vec![site, other]),
        allowed_ips: Some(vec!["192.0.2.0/24".parse().unwrap()]),
        expires_at: Some(later(86_400)),
    }
}

/// A key with these settings, and the one that replaced it and has the same.
async fn rotated(store: &impl Metadata, org: OrgId, settings: &KeySettings) -> (KeyRecord, KeyRecord) {
    let old = key(org).with(settings.clone());
    store.create_key(&old, u32::MAX, audit(org, "key.created")).await.unwrap();
    let new = KeyRecord { created_by: None::<KeyCreator>, ..key(org).with(settings.clone()) };
    store.rotate_key(old.id, &new, later(3_600), now(), audit(org, "key.rotated")).await.unwrap();
    (store.key(org, old.id).await.unwrap().unwrap(), store.key(org, new.id).await.unwrap().unwrap())
}

async fn change_key(store: &impl Metadata, key: &KeyRecord, edit: Value) -> KeyRecord {
    let (edit, of) = (serde_json::from_value(edit).unwrap(), (key.org_id, key.id));
    keys::update((store, store), of, edit, (Role::Owner, true), &context(1)).await.unwrap()
}

async fn a_key_that_was_narrowed_in_between_changes_nothing_and_neither_does_the_key_it_replaced<B: Backend>(
    backend: &B,
) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (site, other) = (stored_site_of(store, org).await.id, stored_site_of(store, org).await.id);
    for (edit, stays) in [
        (json!({ "name": "Nightly" }), true),
        (json!({ "scopes": ["*"] }), true),
        (json!({ "scopes": ["sites:write"] }), true),
        (json!({ "siteIds": null }), true),
        (json!({ "siteIds": [site] }), true),
        (json!({ "allowedIps": null }), true),
        (json!({ "allowedIps": ["192.0.2.8", "198.51.100.0/24"] }), true),
        (json!({ "expiresAt": null }), true),
        (json!({ "scopes": ["sites:read", "prompts:write"] }), false),
        (json!({ "siteIds": [other] }), false),
        (json!({ "allowedIps": ["198.51.100.0/24", "192.0.2.0/29"] }), false),
        // The request arrived before the key expires.
        (json!({ "expiresAt": later(2).to_string() }), true),
    ] {
        let (old, new) = rotated(store, org, &settings(site, other)).await;
        let needs = |key: &KeyRecord| {
            let (scope, address) = (Some(Scope::SitesWrite), Some([192, 0, 2, 8].into()));
            Precondition::Key(KeyNeeds { id: key.id, scope, sites: SitesPrecondition::Sees(site), address })
        };
        assert!(is_stored(store, org, &[needs(&old)]).await && is_stored(store, org, &[needs(&new)]).await);
        let changed = change_key(store, &new, edit.clone()).await;
        for key in [&old, &new] {
            assert_eq!(is_stored(store, org, &[needs(key)]).await, stays, "{edit}: {key:?}");
        }
        let replaced = store.key(org, old.id).await.unwrap().unwrap();
        assert!(!changed.settings().is_widened_by(&replaced.settings()), "{edit}");
        assert!(!old.settings().is_widened_by(&replaced.settings()), "{edit}");
        assert_eq!((replaced.name.as_str(), replaced.replaced_by_id), ("CI", Some(new.id)));
    }
}

async fn a_replaced_key_of_which_nothing_is_left_is_revoked_with_an_entry<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (site, other) = (stored_site_of(store, org).await.id, stored_site_of(store, org).await.id);
    let only_other = KeySettings { site_ids: VisibleSites::only(vec![other]), ..settings(site, other) };
    let (old, new) = rotated(store, org, &only_other).await;
    change_key(store, &new, json!({ "siteIds": null })).await;
    change_key(store, &new, json!({ "siteIds": [site] })).await;
    let ended = store.key(org, old.id).await.unwrap().unwrap();
    assert_eq!((ended.status(later(1)), ended.settings()), (KeyStatus::Revoked, old.settings()));
    assert_eq!(store.key(org, new.id).await.unwrap().unwrap().site_ids, VisibleSites::only(vec![site]));
    assert_eq!((count_of(store, org, "key.revoked").await, count_of(store, org, "key.updated").await), (1, 2));
    let (old, new) = rotated(store, org, &settings(site, other)).await;
    change_key(store, &new, json!({ "scopes": ["sites:read"] })).await;
    let limited = store.key(org, old.id).await.unwrap().unwrap();
    assert_eq!(limited.scopes, [Scope::SitesRead].into_iter().collect());
    assert_eq!(count_of(store, org, "key.updated").await, 4, "each key has an entry of its own");
}

async fn a_service_account_that_was_narrowed_in_between_changes_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (site, other) = (stored_site_of(store, org).await.id, stored_site_of(store, org).await.id);
    for (edit, stays) in [
        (json!({ "name": "Nightly" }), true),
        (json!({ "role": "admin", "siteIds": null }), true),
        (json!({ "siteIds": null }), true),
        (json!({ "siteIds": [site] }), true),
        (json!({ "role": "viewer" }), false),
        (json!({ "siteIds": [other] }), false),
        (json!({ "siteIds": [] }), false),
    ] {
        let new = json!({ "name": "Terraform", "role": "member", "siteIds": [site, other] });
        let new = serde_json::from_value(new).unwrap();
        let made = service_accounts::create((store, store), org, new, None, &context(0)).await.unwrap();
        let token = serde_json::from_value(json!({ "allowedIps": ["192.0.2.0/24"] })).unwrap();
        let account =
            service_accounts::give_token(store, (org, made.id), token, None, &context(0)).await.unwrap().account;
        let from = |address: [u8; 4]| needs_of(&account, site, address);
        assert!(is_stored(store, org, &[from([192, 0, 2, 8])]).await);
        assert!(!is_stored(store, org, &[from([198, 51, 100, 8])]).await);
        let changed = serde_json::from_value(edit.clone()).unwrap();
        service_accounts::update((store, store), (org, account.id), changed, &context(1)).await.unwrap();
        assert_eq!(is_stored(store, org, &[from([192, 0, 2, 8])]).await, stays, "{edit}");
        service_accounts::end(store, (org, account.id), &context(1)).await.unwrap();
        assert!(!is_stored(store, org, &[from([192, 0, 2, 8])]).await);
    }
    assert!(store.service_accounts(org).await.unwrap().is_empty());
}

fn needs_of(account: &ServiceAccount, site: SiteId, address: [u8; 4]) -> Precondition {
    Precondition::ServiceAccount(ServiceAccountNeeds {
        id: account.id,
        token: account.tokens[0].digest,
        role: account.role,
        sites: SitesPrecondition::Sees(site),
        address: Some(address.into()),
    })
}

async fn a_member_who_was_narrowed_in_between_changes_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (site, other) = (stored_site_of(store, org).await.id, stored_site_of(store, org).await.id);
    let user = stored_member(store, org, Role::Member).await;
    let listed = |sites: &[SiteId]| VisibleSites::only(sites.to_vec());
    for (role, sites, stays) in [
        (Role::Member, VisibleSites::ALL, true),
        (Role::Member, listed(&[site, other]), true),
        (Role::Admin, VisibleSites::ALL, true),
        (Role::Owner, VisibleSites::ALL, true),
        (Role::Viewer, VisibleSites::ALL, false),
        (Role::Member, listed(&[other]), false),
        (Role::Viewer, listed(&[]), false),
    ] {
        let before = MemberAccess { role: Role::Member, sites: VisibleSites::ALL };
        store.set_access(org, user, &before, audit(org, "member.role_changed")).await.unwrap();
        let caller = Precondition::Member {
            user,
            role: RolePrecondition::AtLeast(Role::Member),
            status: MemberStatus::Active,
            sites: SitesPrecondition::Sees(site),
        };
        assert!(is_stored(store, org, std::slice::from_ref(&caller)).await);
        let access = MemberAccess { role, sites };
        store.set_access(org, user, &access, audit(org, "member.role_changed")).await.unwrap();
        assert_eq!(is_stored(store, org, &[caller]).await, stays, "{access:?}");
    }
    let demands = [Precondition::NoSecondFactorDemanded];
    assert!(is_stored(store, org, &demands).await);
    let before = store.organization(org).await.unwrap().unwrap();
    let sign_in_rules = SignInRules { require_second_factor: true, ..before.sign_in_rules };
    let (name, slug) = (before.name.clone(), before.slug.clone());
    let settings = OrganizationSettings { name, slug, sign_in_rules, brand: None };
    // Its own demand does not refuse the change that makes it.
    let entry = audit(org, "organization.updated").provided(Precondition::NoSecondFactorDemanded);
    store.change_organization(&before, &settings, None, entry).await.unwrap();
    assert!(!is_stored(store, org, &demands).await);
}
