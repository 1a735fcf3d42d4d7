//! What every `OrganizationStore` guarantees of organizations and accounts.

use askline_domain::{
    id::Id as _,
    organization::{Organization, User},
    page::PageRequest,
    plan::Plan,
    ports::OrganizationStore as _,
    role::Role,
};

use crate::{
    backend::{Backend, on_every_backend},
    samples::{actions, audit, count_of, id, invitation, organization, stored_organization, user},
};

on_every_backend! {
    an_organization_and_its_owner_read_back_as_they_were_stored,
    a_slug_that_is_taken_gets_a_number,
    an_owner_with_an_account_keeps_name_and_password,
    an_account_that_waits_on_an_invitation_becomes_no_owner,
    the_first_organization_is_made_only_once,
    nobody_signs_up_with_an_address_that_has_an_account,
    organizations_are_listed_newest_first_page_by_page,
    a_plan_is_changed_with_its_audit_entry,
}

async fn an_organization_and_its_owner_read_back_as_they_were_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    assert!(!store.any_user().await.unwrap());
    let (organization, owner) = (organization(), user());
    let stored =
        store.create_organization(&organization, &owner, audit(organization.id, "o.created")).await.unwrap().unwrap();
    assert_eq!(stored, owner.id);
    assert!(store.any_user().await.unwrap());
    assert_eq!(store.organization(organization.id).await.unwrap().as_ref(), Some(&organization));
    let (read, memberships) = store.user(owner.id).await.unwrap().unwrap();
    assert_eq!(read, owner);
    assert_eq!(memberships.len(), 1);
    let membership = &memberships[0];
    assert_eq!((membership.org_id, membership.role, membership.plan), (organization.id, Role::Owner, Plan::Pro));
    assert_eq!(membership.org_name, organization.name);
    assert_eq!(store.user_by_email(&owner.email).await.unwrap(), Some((owner, memberships)));
    assert_eq!(store.user_by_email("nobody@example.com").await.unwrap(), None);
    assert_eq!(store.user(id()).await.unwrap(), None);
    assert_eq!(store.organization(id()).await.unwrap(), None);
    assert_eq!(actions(store, organization.id).await, ["o.created"]);
}

async fn a_slug_that_is_taken_gets_a_number<B: Backend>(backend: &B) {
    let store = backend.store();
    let mut slugs = Vec::new();
    for slug in ["acme", "acme-3", "acme", "acme", "acme-corp"] {
        let organization = Organization { slug: slug.into(), ..organization() };
        store.create_organization(&organization, &user(), audit(organization.id, "o.created")).await.unwrap();
        slugs.push(store.organization(organization.id).await.unwrap().unwrap().slug);
    }
    assert_eq!(slugs, ["acme", "acme-3", "acme-2", "acme-4", "acme-corp"]);
}

async fn an_owner_with_an_account_keeps_name_and_password<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, owner) = stored_organization(store).await;
    let (known, _) = store.user(owner).await.unwrap().unwrap();
    let again = User { id: id(), name: "Mallory".into(), password_hash: Some("$other".into()), ..known.clone() };
    let organization = organization();
    let stored =
        store.create_organization(&organization, &again, audit(organization.id, "o.created")).await.unwrap().unwrap();
    assert_eq!(stored, owner);
    let (read, memberships) = store.user(owner).await.unwrap().unwrap();
    assert_eq!(read, known);
    assert_eq!(memberships.len(), 2);
}

async fn an_account_that_waits_on_an_invitation_becomes_no_owner<B: Backend>(backend: &B) {
    let store = backend.store();
    let (inviting, _) = stored_organization(store).await;
    let (invitation, _) = invitation(Role::Member);
    store.add_member(inviting, &invitation, None, audit(inviting, "m.invited")).await.unwrap();
    let organization = organization();
    let owner = User { id: id(), password_hash: Some("$other".into()), ..invitation.user };
    let created = store.create_organization(&organization, &owner, audit(organization.id, "o.created")).await.unwrap();
    assert_eq!(created, None);
    assert_eq!(store.organization(organization.id).await.unwrap(), None);
    assert_eq!(actions(store, organization.id).await, Vec::<String>::new());
}

async fn the_first_organization_is_made_only_once<B: Backend>(backend: &B) {
    let other = backend.another_process().await;
    let attempts = (0..10).map(|each| {
        let store = if each % 2 == 0 { backend.store().clone() } else { other.clone() };
        tokio::spawn(async move {
            let organization = organization();
            let audit = audit(organization.id, "o.created");
            store.create_first_organization(&organization, &user(), audit).await.unwrap()
        })
    });
    let mut made = 0;
    for attempt in attempts.collect::<Vec<_>>() {
        made += usize::from(attempt.await.unwrap().is_some());
    }
    assert_eq!(made, 1);
    assert_eq!(backend.store().organizations(PageRequest::NEWEST).await.unwrap().items.len(), 1);
}

async fn nobody_signs_up_with_an_address_that_has_an_account<B: Backend>(backend: &B) {
    let store = backend.store();
    let (organization, owner) = (organization(), user());
    let entry = audit(organization.id, "o.created");
    assert_eq!(store.sign_up(&organization, &owner, entry).await.unwrap(), Some(owner.id));
    let second = crate::samples::organization();
    let again = User { id: id(), ..owner };
    assert_eq!(store.sign_up(&second, &again, audit(second.id, "o.created")).await.unwrap(), None);
    assert_eq!(store.organization(second.id).await.unwrap(), None);
}

async fn organizations_are_listed_newest_first_page_by_page<B: Backend>(backend: &B) {
    let store = backend.store();
    let mut stored = Vec::new();
    for _ in 0..3 {
        stored.push(stored_organization(store).await.0);
    }
    stored.sort_by(|a, b| b.cmp(a));
    let first = store.organizations(PageRequest { limit: 2, before: None }).await.unwrap();
    assert!(first.has_more);
    assert_eq!(first.items.iter().map(|each| each.id).collect::<Vec<_>>(), stored[..2]);
    let rest = store.organizations(PageRequest { limit: 2, before: Some(stored[1].bits()) }).await.unwrap();
    assert!(!rest.has_more);
    assert_eq!(rest.items[0].id, stored[2]);
}

async fn a_plan_is_changed_with_its_audit_entry<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let changed = store.set_plan(org, Plan::Business, audit(org, "plan.changed")).await.unwrap().unwrap();
    assert_eq!(changed.plan, Plan::Business);
    assert_eq!(store.organization(org).await.unwrap(), Some(changed));
    assert_eq!(count_of(store, org, "plan.changed").await, 1);
    let missing = id();
    assert_eq!(store.set_plan(missing, Plan::Free, audit(missing, "plan.changed")).await.unwrap(), None);
    assert!(actions(store, missing).await.is_empty());
}
