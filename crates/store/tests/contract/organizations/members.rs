//! What every `OrganizationStore` guarantees about members: the organization always has an owner.

use askline_app::ports::organizations::{MemberStore as _, OrganizationStore as _};
use askline_domain::identity::role::Role;

use crate::{
    backend::{Backend, on_every_backend},
    member_changes::{MemberChange, MemberChanges as _},
    samples::{actions, audit, invitation, set_role, stored_member, stored_organization},
};

on_every_backend! {
    the_last_owner_can_neither_leave_nor_step_down,
    an_invited_owner_does_not_count_when_the_last_owner_is_removed,
    two_owners_who_leave_at_once_leave_one_behind,
    an_account_stays_without_its_last_membership,
    a_member_of_another_organization_is_absent,
}

async fn the_last_owner_can_neither_leave_nor_step_down<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let step_down = async |user| set_role(store, org, user, Role::Admin, audit(org, "member.role")).await.unwrap();
    let leave = async |user| store.remove_member(org, user, audit(org, "member.removed")).await.unwrap();
    assert_eq!(step_down(owner).await, MemberChange::LastOwner);
    assert_eq!(leave(owner).await, MemberChange::LastOwner);
    assert_eq!(store.member(org, owner).await.unwrap().unwrap().role, Role::Owner);
    assert_eq!(actions(store, org).await, ["organization.created"]);

    let second = stored_member(store, org, Role::Owner).await;
    let MemberChange::Changed(changed) = step_down(owner).await else { panic!("there is a second owner") };
    assert_eq!(changed.role, Role::Admin);
    assert_eq!(store.member(org, owner).await.unwrap(), Some(changed));
    assert_eq!(leave(second).await, MemberChange::LastOwner);
    assert!(matches!(leave(owner).await, MemberChange::Changed(_)));
    assert_eq!(store.member(org, owner).await.unwrap(), None);
}

async fn an_invited_owner_does_not_count_when_the_last_owner_is_removed<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let (invitation, _) = invitation(Role::Owner);
    store.invite_member(org, &invitation, None, audit(org, "member.invited")).await.unwrap();
    let left = store.remove_member(org, owner, audit(org, "member.removed")).await.unwrap();
    assert_eq!(left, MemberChange::LastOwner);
    // Withdrawing the invitation removes no owner.
    let withdrawn = store.remove_member(org, invitation.user_id, audit(org, "member.withdrawn")).await.unwrap();
    assert!(matches!(withdrawn, MemberChange::Changed(_)), "{withdrawn:?}");
}

async fn two_owners_who_leave_at_once_leave_one_behind<B: Backend>(backend: &B) {
    let (org, first) = stored_organization(backend.store()).await;
    let second = stored_member(backend.store(), org, Role::Owner).await;
    let departures = [first, second].map(|user| {
        let store = backend.store().clone();
        tokio::spawn(async move { store.remove_member(org, user, audit(org, "member.removed")).await.unwrap() })
    });
    let mut stayed = 0;
    for departure in departures {
        stayed += usize::from(departure.await.unwrap() == MemberChange::LastOwner);
    }
    assert_eq!(stayed, 1);
}

async fn an_account_stays_without_its_last_membership<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stays = stored_member(store, org, Role::Viewer).await;
    store.remove_member(org, stays, audit(org, "member.removed")).await.unwrap();
    let (account, memberships) = store.user(stays).await.unwrap().unwrap();
    assert!(memberships.is_empty() && account.password_hash.is_some());
}

async fn a_member_of_another_organization_is_absent<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    let (invitation, _) = invitation(Role::Viewer);
    store.invite_member(org, &invitation, None, audit(org, "member.invited")).await.unwrap();
    for user in [owner, invitation.user_id] {
        assert_eq!(store.member(other, user).await.unwrap(), None);
        let changed = set_role(store, other, user, Role::Viewer, audit(other, "member.role")).await.unwrap();
        assert_eq!(changed, MemberChange::Missing);
        let removed = store.remove_member(other, user, audit(other, "member.removed")).await.unwrap();
        assert_eq!(removed, MemberChange::Missing);
        assert!(store.member(org, user).await.unwrap().is_some());
    }
}
