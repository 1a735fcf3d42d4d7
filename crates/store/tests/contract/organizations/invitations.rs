//! What every `OrganizationStore` guarantees about invitations: only a person's own decision makes them a member.

use askline_app::{
    members::Joiner,
    ports::{
        StoreError,
        invitation::Invitation,
        organizations::{InvitationStore as _, MemberStore as _, OrganizationStore as _},
    },
};
use askline_domain::{
    identity::{
        grounds::{NewAccountGround, SessionGround},
        role::Role,
        secret::{Secret, SecretDigest},
        user::User,
    },
    organizations::{SeatCount, member::MemberStatus, plan::Plan},
    shared::{
        ids::{OrgId, UserId},
        paging::PageRequest,
    },
};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    member_changes::{Joining, MemberAddition, MemberChanges as _, Renewal},
    organizations::changes::OrganizationChanges as _,
    samples::{
        actions, audit, count_of, id, invitation, invitation_token, later, now, organization, set_role, signed_in,
        stored_member, stored_organization, user,
    },
};

on_every_backend! {
    who_was_invited_is_listed_and_belongs_to_nothing,
    a_new_account_joins_by_the_token_and_replaces_the_pending_member,
    an_account_joins_as_it_is_whatever_address_was_typed,
    a_token_works_once_and_not_after_its_end,
    of_those_who_take_a_token_up_at_once_one_joins,
    an_invited_account_is_not_yet_a_member_and_duplicate_invitations_are_refused,
    several_organizations_invite_one_address,
    a_refused_joiner_leaves_the_token_as_it_was,
    a_plan_that_was_lowered_lets_in_as_many_as_it_has_seats,
    a_renewed_token_ends_the_old_one,
    a_withdrawn_invitation_opens_nothing,
    tokens_end_with_the_membership_of_their_inviter_for_good,
    tokens_end_when_their_inviter_may_no_longer_give_the_role,
    a_role_that_the_inviter_could_not_give_ends_the_token,
    an_inviter_who_is_no_member_any_more_is_noticed_even_if_the_token_was_left,
    seats_that_are_taken_store_nothing,
    concurrent_invitations_never_pass_the_seats,
}

/// A stored invitation by `inviter`.
async fn invited<S: Metadata>(store: &S, org: OrgId, role: Role, inviter: Option<UserId>) -> (Invitation, Secret) {
    let (mut invitation, _) = invitation(role);
    let (token, secret) = invitation_token(inviter);
    invitation.token = token;
    let added = store.invite_member(org, &invitation, None, audit(org, "member.invited")).await.unwrap();
    assert!(matches!(added, MemberAddition::Invited(_)), "{added:?}");
    (invitation, secret)
}

async fn join<S: Metadata>(store: &S, org: OrgId, token: &Secret, joiner: Joiner) -> Joining {
    store.take_up_invitation(token.digest(), &joiner, now(), audit(org, "member.joined")).await.unwrap()
}

async fn is_open<S: Metadata>(store: &S, token: &Secret) -> bool {
    store.open_invitation(token.digest(), now()).await.unwrap().is_some()
}

async fn who_was_invited_is_listed_and_belongs_to_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let (invitation, token) = invited(store, org, Role::Member, Some(owner)).await;
    let member = store.member(org, invitation.user_id).await.unwrap().unwrap();
    assert_eq!((member.role, member.status), (Role::Member, MemberStatus::Pending));
    assert_eq!((&member.email, member.invitation_expires_at), (&invitation.email, Some(invitation.token.expires_at)));
    assert_eq!(store.seats(org).await.unwrap(), SeatCount { used: 1, pending: 1 });
    let listed = store.members(org, PageRequest::NEWEST).await.unwrap().items;
    assert_eq!(listed.len(), 2);
    assert!(listed.contains(&member) && listed[0].user_id > listed[1].user_id);
    // Neither the id nor the address belongs to an account.
    assert_eq!(store.user(invitation.user_id).await.unwrap(), None);
    assert_eq!(store.user_by_email(&invitation.email).await.unwrap(), None);
    let opened = store.open_invitation(token.digest(), now()).await.unwrap().unwrap();
    assert_eq!((opened.org_id, opened.user_id, opened.role), (org, invitation.user_id, Role::Member));
    assert_eq!((&opened.email, opened.invited_by), (&invitation.email, Some(owner)));
}

async fn a_new_account_joins_by_the_token_and_replaces_the_pending_member<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (invitation, token) = invited(store, org, Role::Admin, None).await;
    let account = user();
    assert_eq!(join(store, org, &token, Joiner::New(account.clone())).await, Joining::Joined(account.id));
    let (read, memberships) = store.user(account.id).await.unwrap().unwrap();
    assert_eq!(read, account);
    assert_eq!((memberships.len(), memberships[0].org_id, memberships[0].role), (1, org, Role::Admin));
    assert_eq!(store.member(org, invitation.user_id).await.unwrap(), None);
    let member = store.member(org, account.id).await.unwrap().unwrap();
    assert_eq!((member.status, member.invitation_expires_at), (MemberStatus::Active, None));
    assert_eq!(member.email, account.email);
    assert_eq!(store.seats(org).await.unwrap(), SeatCount { used: 2, pending: 0 });
    assert_eq!(count_of(store, org, "member.joined").await, 1);
}

async fn an_account_joins_as_it_is_whatever_address_was_typed<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (_, account) = stored_organization(store).await;
    let (before, _) = store.user(account).await.unwrap().unwrap();
    let (_, token) = invited(store, org, Role::Viewer, None).await;
    assert_eq!(
        join(store, org, &token, Joiner::Account(signed_in(store, account).await)).await,
        Joining::Joined(account)
    );
    let (after, memberships) = store.user(account).await.unwrap().unwrap();
    assert_eq!((after, memberships.len()), (before.clone(), 2));
    assert_eq!(store.member(org, account).await.unwrap().unwrap().email, before.email);
}

async fn a_token_works_once_and_not_after_its_end<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (invitation, token) = invited(store, org, Role::Viewer, None).await;
    let at = async |digest, at| {
        let joiner = Joiner::New(user());
        store.take_up_invitation(digest, &joiner, at, audit(org, "member.joined")).await.unwrap()
    };
    let end = invitation.token.expires_at;
    assert_eq!(at(token.digest(), end).await, Joining::Unknown);
    assert_eq!(store.open_invitation(token.digest(), end).await.unwrap(), None);
    assert_eq!(at(SecretDigest::of("guessed"), now()).await, Joining::Unknown);
    assert!(matches!(at(token.digest(), later(60)).await, Joining::Joined(_)));
    assert_eq!(at(token.digest(), later(60)).await, Joining::Unknown);
    assert_eq!(store.open_invitation(token.digest(), now()).await.unwrap(), None);
    assert_eq!(store.seats(org).await.unwrap(), SeatCount { used: 2, pending: 0 });
}

async fn of_those_who_take_a_token_up_at_once_one_joins<B: Backend>(backend: &B) {
    let (org, _) = stored_organization(backend.store()).await;
    let (_, token) = invited(backend.store(), org, Role::Viewer, None).await;
    let attempts = (0..8).map(|_| {
        let (store, token) = (backend.store().clone(), token.clone());
        tokio::spawn(async move { join(&store, org, &token, Joiner::New(user())).await })
    });
    let mut joined = 0;
    for attempt in attempts.collect::<Vec<_>>() {
        joined += usize::from(attempt.await.unwrap() != Joining::Unknown);
    }
    assert_eq!(joined, 1);
}

async fn an_invited_account_is_not_yet_a_member_and_duplicate_invitations_are_refused<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let (_, stranger) = stored_organization(store).await;
    let (account, _) = store.user(stranger).await.unwrap().unwrap();
    let (mut invitation, _) = invitation(Role::Admin);
    invitation.email.clone_from(&account.email);
    let added = store.invite_member(org, &invitation, None, audit(org, "member.invited")).await.unwrap();
    assert!(matches!(added, MemberAddition::Invited(_)), "{added:?}");
    assert_eq!(store.user(stranger).await.unwrap().unwrap().1.len(), 1);
    assert_eq!(store.member(org, stranger).await.unwrap(), None);
    let again = Invitation { user_id: id(), ..invitation.clone() };
    let again = store.invite_member(org, &again, None, audit(org, "member.invited")).await.unwrap();
    assert_eq!(again, MemberAddition::AlreadyInvited);
    let (account, _) = store.user(owner).await.unwrap().unwrap();
    let member = Invitation { user_id: id(), email: account.email, ..invitation };
    let member = store.invite_member(org, &member, None, audit(org, "member.invited")).await.unwrap();
    assert_eq!(member, MemberAddition::AlreadyMember);
    assert_eq!(count_of(store, org, "member.invited").await, 1);
}

async fn several_organizations_invite_one_address<B: Backend>(backend: &B) {
    let store = backend.store();
    let mut invitations = Vec::new();
    for role in [Role::Viewer, Role::Owner] {
        let (org, _) = stored_organization(store).await;
        let (mut invitation, token) = invitation(role);
        invitation.email = "grace@example.com".into();
        let added = store.invite_member(org, &invitation, None, audit(org, "member.invited")).await.unwrap();
        assert!(matches!(added, MemberAddition::Invited(_)), "{added:?}");
        invitations.push((org, role, token));
    }
    // A person who signs up with the address belongs to none of the organizations,
    let (own, account) = (organization(), User { email: "grace@example.com".into(), ..user() });
    let signed_up =
        store.create_organization(&own, &account, NewAccountGround::Nobody, audit(own.id, "o.created")).await.unwrap();
    assert_eq!(signed_up, Some(account.id));
    assert_eq!(store.user(account.id).await.unwrap().unwrap().1.len(), 1);
    // until they accept one, and then only to that one.
    for (number, (org, role, token)) in invitations.into_iter().enumerate() {
        assert_eq!(
            join(store, org, &token, Joiner::Account(signed_in(store, account.id).await)).await,
            Joining::Joined(account.id)
        );
        let (_, memberships) = store.user(account.id).await.unwrap().unwrap();
        assert_eq!(memberships.len(), number + 2);
        assert!(memberships.iter().any(|each| (each.org_id, each.role) == (org, role)));
    }
}

async fn a_refused_joiner_leaves_the_token_as_it_was<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let (known, _) = store.user(owner).await.unwrap().unwrap();
    let (_, token) = invited(store, org, Role::Viewer, Some(owner)).await;
    assert_eq!(join(store, org, &token, Joiner::Account(signed_in(store, owner).await)).await, Joining::AlreadyMember);
    let taken = User { email: known.email.clone(), ..user() };
    assert_eq!(join(store, org, &token, Joiner::New(taken)).await, Joining::EmailTaken);
    let ended = SessionGround { user: owner, session: id() };
    let (ended, entry) = (Joiner::Account(ended), audit(org, "member.joined"));
    let joining = store.take_up_invitation(token.digest(), &ended, now(), entry).await;
    assert!(matches!(joining, Err(StoreError::SessionEnded)), "{joining:?}");
    assert_eq!(store.user(owner).await.unwrap().unwrap().0, known);
    assert_eq!(count_of(store, org, "member.joined").await, 0);
    assert!(matches!(join(store, org, &token, Joiner::New(user())).await, Joining::Joined(_)));
}

async fn a_plan_that_was_lowered_lets_in_as_many_as_it_has_seats<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (_, token) = invited(store, org, Role::Viewer, None).await;
    invited(store, org, Role::Viewer, None).await;
    store.set_plan(org, Plan::Free, audit(org, "plan.changed")).await.unwrap();
    assert_eq!(join(store, org, &token, Joiner::New(user())).await, Joining::LimitReached);
    assert_eq!(store.seats(org).await.unwrap(), SeatCount { used: 1, pending: 2 });
    store.set_plan(org, Plan::Pro, audit(org, "plan.changed")).await.unwrap();
    assert!(matches!(join(store, org, &token, Joiner::New(user())).await, Joining::Joined(_)));
}

async fn a_renewed_token_ends_the_old_one<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    let (invitation, old) = invited(store, org, Role::Viewer, Some(owner)).await;
    let (token, new) = invitation_token(Some(owner));
    let renew =
        async |org, user| store.renew_invitation(org, user, &token, audit(org, "member.renewed")).await.unwrap();
    assert_eq!(renew(other, invitation.user_id).await, Renewal::Missing);
    assert_eq!(renew(org, id()).await, Renewal::Missing);
    assert_eq!(renew(org, owner).await, Renewal::AlreadyMember);
    assert!(is_open(store, &old).await && !is_open(store, &new).await);
    let Renewal::Renewed(renewed) = renew(org, invitation.user_id).await else { panic!("it waits") };
    assert_eq!(renewed.member.invitation_expires_at, Some(token.expires_at));
    assert!(!is_open(store, &old).await && is_open(store, &new).await);
    assert_eq!(count_of(store, org, "member.renewed").await, 1);
    assert_eq!(join(store, org, &old, Joiner::New(user())).await, Joining::Unknown);
    assert!(matches!(join(store, org, &new, Joiner::New(user())).await, Joining::Joined(_)));
}

async fn a_withdrawn_invitation_opens_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (invitation, token) = invited(store, org, Role::Viewer, None).await;
    store.remove_member(org, invitation.user_id, audit(org, "member.withdrawn")).await.unwrap();
    assert_eq!(join(store, org, &token, Joiner::New(user())).await, Joining::Unknown);
    assert_eq!(store.seats(org).await.unwrap(), SeatCount { used: 1, pending: 0 });
    // The address can be invited again.
    let again = Invitation { user_id: id(), token: invitation_token(None).0, ..invitation };
    let again = store.invite_member(org, &again, None, audit(org, "member.invited")).await.unwrap();
    assert!(matches!(again, MemberAddition::Invited(_)), "{again:?}");
}

async fn tokens_end_with_the_membership_of_their_inviter_for_good<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let admin = stored_member(store, org, Role::Admin).await;
    let (own_second, ended) = invited(store, org, Role::Admin, Some(admin)).await;
    let (_, others) = invited(store, org, Role::Admin, Some(owner)).await;
    store.remove_member(org, admin, audit(org, "member.removed")).await.unwrap();
    assert!(!is_open(store, &ended).await && is_open(store, &others).await);
    assert_eq!(join(store, org, &ended, Joiner::Account(signed_in(store, admin).await)).await, Joining::Unknown);
    let waiting = store.member(org, own_second.user_id).await.unwrap().unwrap();
    assert_eq!((waiting.status, waiting.invitation_expires_at), (MemberStatus::Pending, None));
    // A member who rejoins through another person's invitation does not make the old tokens valid again.
    assert_eq!(join(store, org, &others, Joiner::Account(signed_in(store, admin).await)).await, Joining::Joined(admin));
    assert!(!is_open(store, &ended).await);
}

async fn tokens_end_when_their_inviter_may_no_longer_give_the_role<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let inviter = stored_member(store, org, Role::Owner).await;
    let (_, of_owner) = invited(store, org, Role::Owner, Some(inviter)).await;
    let (_, of_admin) = invited(store, org, Role::Admin, Some(inviter)).await;
    let (_, of_viewer) = invited(store, org, Role::Viewer, Some(inviter)).await;
    let becomes = async |role| set_role(store, org, inviter, role, audit(org, "member.role")).await.unwrap();
    becomes(Role::Admin).await;
    assert!(!is_open(store, &of_owner).await && is_open(store, &of_admin).await && is_open(store, &of_viewer).await);
    becomes(Role::Member).await;
    assert!(!is_open(store, &of_admin).await && !is_open(store, &of_viewer).await);
    becomes(Role::Owner).await;
    for token in [&of_owner, &of_admin, &of_viewer] {
        assert_eq!(join(store, org, token, Joiner::New(user())).await, Joining::Unknown);
    }
}

async fn a_role_that_the_inviter_could_not_give_ends_the_token<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let admin = stored_member(store, org, Role::Admin).await;
    let (by_admin, kept_by_admin) = invited(store, org, Role::Viewer, Some(admin)).await;
    let (by_owner, kept_by_owner) = invited(store, org, Role::Viewer, Some(owner)).await;
    let becomes = async |user, role| set_role(store, org, user, role, audit(org, "member.role")).await.unwrap();
    becomes(by_admin.user_id, Role::Admin).await;
    assert!(is_open(store, &kept_by_admin).await);
    becomes(by_admin.user_id, Role::Owner).await;
    assert!(!is_open(store, &kept_by_admin).await);
    assert_eq!(store.member(org, by_admin.user_id).await.unwrap().unwrap().role, Role::Owner);
    let (token, renewed) = invitation_token(Some(owner));
    store.renew_invitation(org, by_admin.user_id, &token, audit(org, "member.renewed")).await.unwrap();
    assert!(is_open(store, &renewed).await && !is_open(store, &kept_by_admin).await);

    becomes(by_owner.user_id, Role::Owner).await;
    let joined = join(store, org, &kept_by_owner, Joiner::New(user())).await;
    let Joining::Joined(user) = joined else { panic!("{joined:?}") };
    assert_eq!(store.member(org, user).await.unwrap().unwrap().role, Role::Owner);
}

async fn an_inviter_who_is_no_member_any_more_is_noticed_even_if_the_token_was_left<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let admin = stored_member(store, org, Role::Admin).await;
    let (_, token) = invited(store, org, Role::Viewer, Some(admin)).await;
    backend.tamper(&format!("DELETE FROM memberships WHERE user_id = '{admin}'")).await;
    assert!(!is_open(store, &token).await);
    assert_eq!(join(store, org, &token, Joiner::New(user())).await, Joining::Unknown);
}

async fn seats_that_are_taken_store_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (invitation, token) = invitation(Role::Viewer);
    let added = store.invite_member(org, &invitation, Some(1), audit(org, "member.invited")).await.unwrap();
    assert_eq!(added, MemberAddition::LimitReached);
    assert!(!is_open(store, &token).await);
    assert_eq!(actions(store, org).await, ["organization.created"]);
}

async fn concurrent_invitations_never_pass_the_seats<B: Backend>(backend: &B) {
    let (org, _) = stored_organization(backend.store()).await;
    let additions = (0..12).map(|_| {
        let store = backend.store().clone();
        tokio::spawn(async move {
            let (invitation, _) = invitation(Role::Viewer);
            store.invite_member(org, &invitation, Some(5), audit(org, "member.invited")).await.unwrap()
        })
    });
    for addition in additions.collect::<Vec<_>>() {
        addition.await.unwrap();
    }
    assert_eq!(backend.store().seats(org).await.unwrap(), SeatCount { used: 1, pending: 4 });
}
