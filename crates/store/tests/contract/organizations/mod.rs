//! What every `OrganizationStore` guarantees about organizations and accounts.

mod brands;
pub mod changes;
mod founding;
mod invitations;
mod members;
mod removal;
mod visible_sites;

use askline_app::members::Joiner;
use askline_app::ports::organizations::{MemberStore as _, OrganizationStore as _};
use askline_domain::{
    identity::{grounds::NewAccountGround, role::Role, user::User},
    organizations::{Organization, SeatCount, plan::Plan},
    shared::{ids::Id as _, paging::PageRequest},
};

use crate::{
    backend::{Backend, on_every_backend},
    member_changes::{Joining, MemberChanges as _},
    organizations::changes::OrganizationChanges as _,
    samples::{actions, audit, count_of, id, invitation, now, organization, stored_organization, user},
};

on_every_backend! {
    an_organization_and_its_owner_read_back_as_they_were_stored,
    a_slug_that_is_taken_gets_a_number,
    creating_an_organization_for_an_existing_account_is_refused_and_changes_nothing,
    an_account_that_is_named_owns_a_second_organization_as_it_is,
    an_organization_waits_for_the_owner_who_accepts_its_invitation,
    an_account_gets_an_address_that_no_other_has,
    the_first_organization_is_made_only_once,
    organizations_are_listed_newest_first_page_by_page,
    accounts_are_listed_newest_first_with_their_memberships_page_by_page,
    a_plan_is_changed_with_its_audit_entry,
}

async fn an_organization_and_its_owner_read_back_as_they_were_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    assert!(!store.any_user().await.unwrap());
    let (organization, owner) = (organization(), user());
    let stored = store
        .create_organization(&organization, &owner, NewAccountGround::Nobody, audit(organization.id, "o.created"))
        .await
        .unwrap()
        .unwrap();
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
        store
            .create_organization(&organization, &user(), NewAccountGround::Nobody, audit(organization.id, "o.created"))
            .await
            .unwrap();
        slugs.push(store.organization(organization.id).await.unwrap().unwrap().slug);
    }
    assert_eq!(slugs, ["acme", "acme-3", "acme-2", "acme-4", "acme-corp"]);
}

async fn creating_an_organization_for_an_existing_account_is_refused_and_changes_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, owner) = stored_organization(store).await;
    let before = store.user(owner).await.unwrap().unwrap();
    let again = User { id: id(), name: "Mallory".into(), password_hash: Some("$other".into()), ..before.0.clone() };
    let organization = organization();
    let stored = store
        .create_organization(&organization, &again, NewAccountGround::Nobody, audit(organization.id, "o.created"))
        .await
        .unwrap();
    assert_eq!(stored, None);
    assert_eq!(store.organization(organization.id).await.unwrap(), None);
    assert_eq!(store.user(owner).await.unwrap(), Some(before));
    assert_eq!(actions(store, organization.id).await, Vec::<String>::new());
}

async fn an_account_that_is_named_owns_a_second_organization_as_it_is<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, owner) = stored_organization(store).await;
    let (known, _) = store.user(owner).await.unwrap().unwrap();
    let (second, third) = (organization(), organization());
    assert!(store.create_organization_of(&second, (owner, &known.email), audit(second.id, "o.created")).await.unwrap());
    let (read, memberships) = store.user(owner).await.unwrap().unwrap();
    assert_eq!(read, known);
    assert_eq!(memberships.iter().map(|each| each.role).collect::<Vec<_>>(), [Role::Owner, Role::Owner]);
    for another in [(id(), &*known.email), (owner, "another@example.com")] {
        assert!(!store.create_organization_of(&third, another, audit(third.id, "o.created")).await.unwrap());
    }
    assert_eq!(store.organization(third.id).await.unwrap(), None);
}

async fn an_organization_waits_for_the_owner_who_accepts_its_invitation<B: Backend>(backend: &B) {
    let store = backend.store();
    let (organization, (invitation, token)) = (organization(), invitation(Role::Owner));
    store.create_organization_for(&organization, &invitation, audit(organization.id, "o.created")).await.unwrap();
    assert_eq!(store.seats(organization.id).await.unwrap(), SeatCount { used: 0, pending: 1 });
    assert!(!store.any_user().await.unwrap());
    let (joiner, entry) = (Joiner::New(user()), audit(organization.id, "member.joined"));
    let joined = store.take_up_invitation(token.digest(), &joiner, now(), entry).await.unwrap();
    let Joining::Joined(owner) = joined else { panic!("{joined:?}") };
    assert_eq!(store.member(organization.id, owner).await.unwrap().unwrap().role, Role::Owner);
}

async fn an_account_gets_an_address_that_no_other_has<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let (_, other) = stored_organization(store).await;
    let (taken, _) = store.user(other).await.unwrap().unwrap();
    let entry = || vec![audit(org, "member.email_changed")];
    assert!(!store.rename_user(owner, &taken.email, entry()).await.unwrap());
    assert!(!store.rename_user(id(), "new@example.com", entry()).await.unwrap());
    assert_eq!(count_of(store, org, "member.email_changed").await, 0);
    let (before, _) = store.user(owner).await.unwrap().unwrap();
    assert!(store.rename_user(owner, "new@example.com", entry()).await.unwrap());
    assert_eq!(count_of(store, org, "member.email_changed").await, 1);
    let (found, memberships) = store.user_by_email("new@example.com").await.unwrap().unwrap();
    assert_eq!((found.id, memberships.len(), found.password_hash), (owner, 1, before.password_hash));
    // Any account can use the address again.
    assert_eq!(store.user_by_email(&before.email).await.unwrap(), None);
    assert!(store.rename_user(other, &before.email, vec![]).await.unwrap());
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

async fn accounts_are_listed_newest_first_with_their_memberships_page_by_page<B: Backend>(backend: &B) {
    let store = backend.store();
    let (first, owner) = stored_organization(store).await;
    let second = organization();
    let address = store.user(owner).await.unwrap().unwrap().0.email;
    assert!(store.create_organization_of(&second, (owner, &address), audit(second.id, "o.created")).await.unwrap());
    let (removed, without) = stored_organization(store).await;
    assert!(store.remove_organization(removed, &[], now()).await.unwrap().is_some());
    let (third, other) = stored_organization(store).await;
    let (mut orgs, mut expected) = (vec![first, second.id], Vec::new());
    orgs.sort();
    expected.extend([(owner, orgs), (without, Vec::new()), (other, vec![third])]);
    expected.sort_by(|(one, _), (other, _)| other.cmp(one));

    let mut listed = Vec::new();
    let mut before = None;
    for has_more in [true, false] {
        let page = store.users(PageRequest { limit: 2, before }).await.unwrap();
        assert_eq!(page.has_more, has_more);
        before = page.items.last().map(|(user, _)| user.id.bits());
        for (user, memberships) in page.items {
            assert_eq!(store.user(user.id).await.unwrap(), Some((user.clone(), memberships.clone())));
            listed.push((user.id, memberships.iter().map(|each| each.org_id).collect::<Vec<_>>()));
        }
    }
    assert_eq!(listed, expected);
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
