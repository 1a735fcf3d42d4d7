//! A change is stored only if the preconditions of its decision are still true. Every store guarantees this, however
//! close in time a change and the loss of a right are.

use askline_app::{
    members::Joiner,
    ports::{
        StoreError,
        audit_log::{AuditFilter, AuditLog as _},
        keys::KeyStore as _,
        organizations::{InvitationStore as _, MemberStore as _, OrganizationStore as _},
    },
};
use askline_domain::{
    identity::role::Role,
    keys::scope::Scope,
    organizations::{
        member::MemberStatus,
        plan::Plan,
        preconditions::{KeyNeeds, Precondition, RolePrecondition, SitesPrecondition},
    },
    shared::{ids::KeyId, paging::PageRequest},
};
use serde_json::json;

use crate::{
    backend::{Backend, on_every_backend},
    key_changes::KeyChanges as _,
    member_changes::{MemberAddition, MemberChange, MemberChanges as _, Renewal},
    samples::{
        actions, audit, invitation, invitation_token, key, later, now, set_role, stored_key, stored_member,
        stored_organization, user,
    },
};

on_every_backend! {
    what_a_right_stood_on_is_compared_in_the_change,
    a_key_revoked_after_its_request_arrived_changes_nothing,
    changes_decided_under_a_role_that_has_since_changed_are_refused,
    an_invitation_that_was_changed_meanwhile_is_not_accepted,
    an_organization_is_removed_only_by_who_still_owns_it,
    concurrent_role_changes_form_one_unbroken_audit_chain,
}

fn member(user: askline_domain::shared::ids::UserId, role: Role) -> Precondition {
    let role = RolePrecondition::Exactly(role);
    Precondition::Member { user, role, status: MemberStatus::Active, sites: SitesPrecondition::Any }
}

fn by_key(id: KeyId) -> Precondition {
    let address = Some([192, 0, 2, 1].into());
    Precondition::Key(KeyNeeds { id, scope: Some(Scope::PromptsWrite), sites: SitesPrecondition::Any, address })
}

async fn what_a_right_stood_on_is_compared_in_the_change<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let (_, foreign) = stored_organization(store).await;
    let (pending, _) = invitation(Role::Admin);
    store.invite_member(org, &pending, None, audit(org, "member.invited")).await.unwrap();
    let (own, theirs) = (stored_key(store, org).await, stored_key(store, stored_organization(store).await.0).await);
    let waits = Precondition::Member {
        user: pending.user_id,
        role: RolePrecondition::Exactly(Role::Admin),
        status: MemberStatus::Pending,
        sites: SitesPrecondition::Any,
    };
    let before = actions(store, org).await.len();
    for (ground, holds) in [
        (Precondition::Plan(Plan::Pro), true),
        (Precondition::Plan(Plan::Enterprise), false),
        (member(owner, Role::Owner), true),
        (member(owner, Role::Admin), false),
        (member(foreign, Role::Owner), false),
        (waits, true),
        (member(pending.user_id, Role::Admin), false),
        (by_key(own.id), true),
        (by_key(theirs.id), false),
    ] {
        let entry = audit(org, "key.created").provided(Precondition::Plan(Plan::Pro)).provided(ground.clone());
        let made = key(org);
        let stored = store.create_key(&made, 100, entry).await;
        assert_eq!(stored.is_ok(), holds, "{ground:?}");
        assert!(holds || matches!(stored, Err(StoreError::PreconditionsChanged)), "{stored:?}");
        assert_eq!(store.key(org, made.id).await.unwrap().is_some(), holds, "{ground:?}");
    }
    assert_eq!(actions(store, org).await.len(), before + 4);
}

async fn a_key_revoked_after_its_request_arrived_changes_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let calling = stored_key(store, org).await;
    store.revoke_key(org, calling.id, later(1)).await.unwrap();
    let entry = audit(org, "key.created").provided(by_key(calling.id));
    assert!(matches!(store.create_key(&key(org), 100, entry).await, Err(StoreError::PreconditionsChanged)));
}

async fn changes_decided_under_a_role_that_has_since_changed_are_refused<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let admin = stored_member(store, org, Role::Admin).await;
    let viewer = stored_member(store, org, Role::Viewer).await;
    let by = |user, role| audit(org, "member.role_changed").provided(member(user, role));
    // The change alters the role that it is based on.
    let stepped_down = set_role(store, org, admin, Role::Viewer, by(admin, Role::Admin)).await.unwrap();
    assert!(matches!(stepped_down, MemberChange::Changed(_)), "{stepped_down:?}");
    let (waiting, _) = invitation(Role::Viewer);
    let refused = [
        set_role(store, org, viewer, Role::Member, by(admin, Role::Admin)).await.err(),
        store.remove_member(org, viewer, by(admin, Role::Admin)).await.err(),
        store.invite_member(org, &waiting, None, by(admin, Role::Admin)).await.err(),
        // The affected person had another role when the change was decided.
        set_role(store, org, viewer, Role::Admin, by(viewer, Role::Member)).await.err(),
        store.remove_member(org, admin, by(owner, Role::Owner).provided(member(admin, Role::Admin))).await.err(),
    ];
    for error in refused {
        assert!(matches!(error, Some(StoreError::PreconditionsChanged)), "{error:?}");
    }
    assert_eq!(store.member(org, viewer).await.unwrap().unwrap().role, Role::Viewer);
    let left = store.remove_member(org, admin, by(admin, Role::Viewer)).await.unwrap();
    assert!(matches!(left, MemberChange::Changed(_)), "{left:?}");
}

async fn an_invitation_that_was_changed_meanwhile_is_not_accepted<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (new, token) = invitation(Role::Viewer);
    let MemberAddition::Invited(seen) = store.invite_member(org, &new, None, audit(org, "m")).await.unwrap() else {
        panic!("there is room")
    };
    set_role(store, org, new.user_id, Role::Admin, audit(org, "m")).await.unwrap();
    let entry = || audit(org, "member.joined").provided(seen.member.precondition());
    let joining = store.take_up_invitation(token.digest(), &Joiner::New(user()), now(), entry()).await;
    assert!(matches!(joining, Err(StoreError::PreconditionsChanged)), "{joining:?}");
    let (renewed, _) = invitation_token(None);
    let renewal = store.renew_invitation(org, new.user_id, &renewed, entry()).await;
    assert!(matches!(renewal, Err(StoreError::PreconditionsChanged)), "{renewal:?}");
    let opened = store.open_invitation(token.digest(), now()).await.unwrap().unwrap();
    let entry = audit(org, "m").provided(opened.precondition());
    assert!(matches!(store.renew_invitation(org, new.user_id, &renewed, entry).await.unwrap(), Renewal::Renewed(_)));
}

async fn an_organization_is_removed_only_by_who_still_owns_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let refused = store.remove_organization(org, &[member(owner, Role::Admin)], now()).await;
    assert!(matches!(refused, Err(StoreError::PreconditionsChanged)), "{refused:?}");
    assert!(store.organization(org).await.unwrap().is_some());
    assert!(store.remove_organization(org, &[member(owner, Role::Owner)], now()).await.unwrap().is_some());
}

async fn concurrent_role_changes_form_one_unbroken_audit_chain<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, owner) = stored_organization(store).await;
    let changed = stored_member(store, org, Role::Viewer).await;
    let tasks = [Role::Admin, Role::Member, Role::Viewer, Role::Admin].map(|wanted| {
        let store = store.clone();
        tokio::spawn(async move {
            for _ in 0..6 {
                let seen = store.member(org, changed).await.unwrap().unwrap();
                let entry = audit(org, "member.role_changed").provided(member(owner, Role::Owner));
                let told = json!({ "from": seen.role, "to": wanted });
                let entry = askline_domain::audit::AuditDraft { metadata: told, ..entry.provided(seen.precondition()) };
                match set_role(&store, org, changed, wanted, entry).await {
                    Ok(MemberChange::Changed(_)) | Err(StoreError::PreconditionsChanged) => {}
                    other => panic!("{other:?}"),
                }
            }
        })
    });
    for task in tasks {
        task.await.unwrap();
    }
    let page = PageRequest { limit: 200, ..PageRequest::NEWEST };
    let told = store.audit_entries(org, &AuditFilter::default(), page).await.unwrap().items;
    let steps = told.iter().filter(|entry| entry.draft.action == "member.role_changed");
    // The entries have the same time, so their order is that of the chain and not of their ids.
    let mut steps: Vec<_> = steps.collect();
    let mut role = json!(Role::Viewer);
    let mut previous = None;
    assert!(!steps.is_empty());
    while !steps.is_empty() {
        let next = steps.iter().position(|entry| match &previous {
            Some(hash) => entry.previous_hash == *hash,
            None => !steps.iter().any(|other| other.hash == entry.previous_hash),
        });
        let entry = steps.swap_remove(next.expect("one follows the other"));
        assert_eq!(entry.draft.metadata["from"], role, "what is told is what was");
        (role, previous) = (entry.draft.metadata["to"].clone(), Some(entry.hash.clone()));
    }
    assert_eq!(json!(store.member(org, changed).await.unwrap().unwrap().role), role);
}
