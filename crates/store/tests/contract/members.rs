//! What every `OrganizationStore` guarantees of members and invitations.

use askline_domain::{
    id::{OrgId, UserId},
    organization::{MemberStatus, SeatCount, User},
    page::PageRequest,
    ports::{MemberAddition, MemberChange, OrganizationStore as _, SessionStore as _},
    role::Role,
    secret::SecretDigest,
};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{actions, audit, count_of, id, invitation, later, now, organization, stored_organization},
};

on_every_backend! {
    an_invited_member_takes_a_seat_and_can_log_in_once_the_invitation_is_taken_up,
    an_invitation_works_once_and_not_after_its_end,
    an_invitation_never_replaces_a_password,
    an_account_that_waits_on_one_organization_is_taken_along_by_no_other,
    of_organizations_that_invite_somebody_at_once_one_does,
    somebody_with_an_account_joins_at_once,
    seats_that_are_taken_store_nothing,
    concurrent_invitations_never_pass_the_seats,
    the_last_owner_can_neither_leave_nor_step_down,
    an_invited_owner_does_not_stand_in_for_one_who_can_log_in,
    two_owners_who_leave_at_once_leave_one_behind,
    an_account_that_never_logged_in_goes_with_its_last_membership,
    a_member_of_another_organization_is_absent,
}

/// A member who took up the invitation.
async fn add<S: Metadata>(store: &S, org: OrgId, role: Role) -> UserId {
    let (invitation, token) = invitation(role);
    store.add_member(org, &invitation, None, audit(org, "member.added")).await.unwrap();
    store.accept_invitation(token.digest(), "Grace", "$hash", now()).await.unwrap().unwrap()
}

async fn an_invited_member_takes_a_seat_and_can_log_in_once_the_invitation_is_taken_up<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (invitation, token) = invitation(Role::Member);
    let added = store.add_member(org, &invitation, Some(2), audit(org, "member.added")).await.unwrap();
    let MemberAddition::Invited(member) = added else { panic!("{added:?}") };
    assert_eq!((member.role, member.status), (Role::Member, MemberStatus::Invited));
    assert_eq!(store.seats(org).await.unwrap(), SeatCount { used: 1, pending: 1 });
    assert_eq!(store.member(org, member.user_id).await.unwrap(), Some(member.clone()));

    let accepted = store.accept_invitation(token.digest(), "Grace", "$hash", later(60)).await.unwrap();
    assert_eq!(accepted, Some(member.user_id));
    let (read, _) = store.user_by_email(&invitation.user.email).await.unwrap().unwrap();
    assert_eq!((read.name.as_str(), read.password_hash.as_deref()), ("Grace", Some("$hash")));
    assert_eq!(store.seats(org).await.unwrap(), SeatCount { used: 2, pending: 0 });
    let members = store.members(org, PageRequest::NEWEST).await.unwrap();
    assert_eq!(members.items.len(), 2);
    assert!(members.items.iter().all(|member| member.status == MemberStatus::Active));
    assert!(members.items[0].user_id > members.items[1].user_id);
}

async fn an_invitation_works_once_and_not_after_its_end<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (first, token) = invitation(Role::Viewer);
    store.add_member(org, &first, None, audit(org, "member.added")).await.unwrap();
    let accept = async |digest, at| store.accept_invitation(digest, "Grace", "$hash", at).await.unwrap();
    assert_eq!(accept(token.digest(), first.expires_at).await, None);
    assert_eq!(accept(SecretDigest::of("guessed"), now()).await, None);
    assert!(accept(token.digest(), now()).await.is_some());
    assert_eq!(accept(token.digest(), now()).await, None);
}

async fn an_invitation_never_replaces_a_password<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (invitation, token) = invitation(Role::Member);
    let added = store.add_member(org, &invitation, None, audit(org, "member.added")).await.unwrap();
    let MemberAddition::Invited(member) = added else { panic!("{added:?}") };
    store.change_password(member.user_id, "$mine", None, vec![]).await.unwrap();
    assert_eq!(store.accept_invitation(token.digest(), "Eve", "$theirs", now()).await.unwrap(), None);
    let (read, _) = store.user(member.user_id).await.unwrap().unwrap();
    assert_eq!((read.name.as_str(), read.password_hash.as_deref()), ("", Some("$mine")));
}

async fn an_account_that_waits_on_one_organization_is_taken_along_by_no_other<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    let (first, first_token) = invitation(Role::Member);
    let (mut second, second_token) = invitation(Role::Owner);
    second.user.email.clone_from(&first.user.email);
    store.add_member(org, &first, None, audit(org, "member.added")).await.unwrap();
    let add_second = async || store.add_member(other, &second, None, audit(other, "member.added")).await.unwrap();
    assert_eq!(add_second().await, MemberAddition::WaitsElsewhere);
    let (organization, owner) = (organization(), User { id: id(), ..second.user.clone() });
    let signed_up = store.sign_up(&organization, &owner, audit(organization.id, "o.created")).await.unwrap();
    assert_eq!((signed_up, store.organization(organization.id).await.unwrap()), (None, None));

    assert_eq!(store.accept_invitation(second_token.digest(), "Eve", "$theirs", now()).await.unwrap(), None);
    assert_eq!(count_of(store, other, "member.added").await, 0);
    assert_eq!(store.seats(other).await.unwrap(), SeatCount { used: 1, pending: 0 });
    let user = store.accept_invitation(first_token.digest(), "Grace", "$mine", now()).await.unwrap().unwrap();
    let (read, memberships) = store.user(user).await.unwrap().unwrap();
    assert_eq!((read.password_hash.as_deref(), memberships.len()), (Some("$mine"), 1));
    // Whoever can log in may belong to several.
    assert!(matches!(add_second().await, MemberAddition::Joined(_)));
}

async fn of_organizations_that_invite_somebody_at_once_one_does<B: Backend>(backend: &B) {
    let (template, _) = invitation(Role::Viewer);
    let mut additions = Vec::new();
    for _ in 0..8 {
        let (store, (org, _)) = (backend.store().clone(), stored_organization(backend.store()).await);
        let (mut invitation, _) = invitation(Role::Viewer);
        invitation.user.email.clone_from(&template.user.email);
        additions.push(tokio::spawn(async move {
            store.add_member(org, &invitation, None, audit(org, "member.added")).await.unwrap()
        }));
    }
    let mut invited = 0;
    for addition in additions {
        match addition.await.unwrap() {
            MemberAddition::Invited(_) => invited += 1,
            refused => assert_eq!(refused, MemberAddition::WaitsElsewhere),
        }
    }
    assert_eq!(invited, 1);
}

async fn somebody_with_an_account_joins_at_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (_, stranger) = stored_organization(store).await;
    let (account, _) = store.user(stranger).await.unwrap().unwrap();
    let (mut invitation, token) = invitation(Role::Admin);
    invitation.user.email.clone_from(&account.email);
    let added = store.add_member(org, &invitation, None, audit(org, "member.added")).await.unwrap();
    let MemberAddition::Joined(member) = added else { panic!("{added:?}") };
    assert_eq!((member.user_id, member.role), (stranger, Role::Admin));
    assert_eq!(store.accept_invitation(token.digest(), "Eve", "$theirs", now()).await.unwrap(), None);
    let again = store.add_member(org, &invitation, None, audit(org, "member.added")).await.unwrap();
    assert_eq!(again, MemberAddition::AlreadyMember);
    assert_eq!(count_of(store, org, "member.added").await, 1);
}

async fn seats_that_are_taken_store_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (invitation, _) = invitation(Role::Viewer);
    let added = store.add_member(org, &invitation, Some(1), audit(org, "member.added")).await.unwrap();
    assert_eq!(added, MemberAddition::LimitReached);
    assert_eq!(store.user_by_email(&invitation.user.email).await.unwrap(), None);
    assert_eq!(count_of(store, org, "member.added").await, 0);
}

async fn concurrent_invitations_never_pass_the_seats<B: Backend>(backend: &B) {
    let (org, _) = stored_organization(backend.store()).await;
    let additions = (0..12).map(|_| {
        let store = backend.store().clone();
        tokio::spawn(async move {
            let (invitation, _) = invitation(Role::Viewer);
            store.add_member(org, &invitation, Some(5), audit(org, "member.added")).await.unwrap()
        })
    });
    for addition in additions.collect::<Vec<_>>() {
        addition.await.unwrap();
    }
    assert_eq!(backend.store().seats(org).await.unwrap(), SeatCount { used: 1, pending: 4 });
}

async fn the_last_owner_can_neither_leave_nor_step_down<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let step_down = async |user| store.set_role(org, user, Role::Admin, audit(org, "member.role")).await.unwrap();
    let leave = async |user| store.remove_member(org, user, audit(org, "member.removed")).await.unwrap();
    assert_eq!(step_down(owner).await, MemberChange::LastOwner);
    assert_eq!(leave(owner).await, MemberChange::LastOwner);
    assert_eq!(store.member(org, owner).await.unwrap().unwrap().role, Role::Owner);
    assert_eq!(actions(store, org).await, ["organization.created"]);

    let second = add(store, org, Role::Owner).await;
    let MemberChange::Changed(changed) = step_down(owner).await else { panic!("there is a second owner") };
    assert_eq!(changed.role, Role::Admin);
    assert_eq!(store.member(org, owner).await.unwrap(), Some(changed));
    assert_eq!(leave(second).await, MemberChange::LastOwner);
    assert!(matches!(leave(owner).await, MemberChange::Changed(_)));
    assert_eq!(store.member(org, owner).await.unwrap(), None);
}

async fn an_invited_owner_does_not_stand_in_for_one_who_can_log_in<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let (invitation, _) = invitation(Role::Owner);
    store.add_member(org, &invitation, None, audit(org, "member.added")).await.unwrap();
    let left = store.remove_member(org, owner, audit(org, "member.removed")).await.unwrap();
    assert_eq!(left, MemberChange::LastOwner);
}

async fn two_owners_who_leave_at_once_leave_one_behind<B: Backend>(backend: &B) {
    let (org, first) = stored_organization(backend.store()).await;
    let second = add(backend.store(), org, Role::Owner).await;
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

async fn an_account_that_never_logged_in_goes_with_its_last_membership<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (invitation, token) = invitation(Role::Viewer);
    let added = store.add_member(org, &invitation, None, audit(org, "member.added")).await.unwrap();
    let MemberAddition::Invited(member) = added else { panic!("{added:?}") };
    store.remove_member(org, member.user_id, audit(org, "member.removed")).await.unwrap();
    assert_eq!(store.user(member.user_id).await.unwrap(), None);
    assert_eq!(store.accept_invitation(token.digest(), "Grace", "$hash", now()).await.unwrap(), None);

    let stays = add(store, org, Role::Viewer).await;
    store.remove_member(org, stays, audit(org, "member.removed")).await.unwrap();
    let (_, memberships) = store.user(stays).await.unwrap().unwrap();
    assert!(memberships.is_empty());
}

async fn a_member_of_another_organization_is_absent<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, owner) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    assert_eq!(store.member(other, owner).await.unwrap(), None);
    let changed = store.set_role(other, owner, Role::Viewer, audit(other, "member.role")).await.unwrap();
    assert_eq!(changed, MemberChange::Missing);
    let removed = store.remove_member(other, owner, audit(other, "member.removed")).await.unwrap();
    assert_eq!(removed, MemberChange::Missing);
}
