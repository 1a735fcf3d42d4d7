//! What every `ServiceAccountStore` guarantees, and what changes of service accounts store or refuse.

use askline_app::{
    error::{Limit, UseCaseError},
    ports::{
        StoreError, keys::KeyStore as _, organizations::OrganizationStore as _,
        service_accounts::ServiceAccountStore as _,
    },
    service_accounts,
};
use askline_domain::{
    audit::{Actor, ActorKind, AuditDraft, Target, context::AuditContext},
    identity::role::Role,
    keys::KeyCreator,
    organizations::preconditions::{Precondition, ServiceAccountNeeds, SitesPrecondition},
    service_accounts::{
        MAX_SERVICE_ACCOUNTS, ServiceAccount,
        input::{NewServiceAccount, NewToken, ServiceAccountEdit},
    },
    shared::ids::{OrgId, ServiceAccountId},
    sites::visible::VisibleSites,
};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    key_changes::KeyChanges as _,
    samples::{actions, audit, count_of, id, key, later, now, remove_all, stored_organization},
    sites::changes::SiteChanges as _,
    sites::stored::stored_site_of,
};

on_every_backend! {
    a_service_account_reads_back_as_it_was_stored_and_its_tokens_name_it,
    of_creations_at_once_no_more_than_the_limit_are_stored,
    a_change_by_a_service_account_whose_access_changed_is_not_stored,
    what_a_service_account_created_is_named_as_long_as_it_is_there,
    a_last_use_of_a_service_account_never_moves_back,
    a_person_leaves_the_accounts_that_they_made_or_hold_a_valid_token_of,
}

fn context(seconds: u64) -> AuditContext {
    AuditContext::system("contract", later(seconds))
}

fn new_account(body: Value) -> NewServiceAccount {
    serde_json::from_value(body).unwrap()
}

async fn created(store: &impl Metadata, org: OrgId, role: Role) -> ServiceAccount {
    let new = new_account(json!({ "name": "Terraform", "role": role }));
    service_accounts::create((store, store), org, new, None, &context(0)).await.unwrap()
}

/// Gives an account a token after some seconds; returns the account.
async fn with_token(store: &impl Metadata, account: &ServiceAccount, body: Value, seconds: u64) -> ServiceAccount {
    let new: NewToken = serde_json::from_value(body).unwrap();
    let of = (account.org_id, account.id);
    service_accounts::give_token(store, of, new, None, &context(seconds)).await.unwrap().account
}

async fn a_service_account_reads_back_as_it_was_stored_and_its_tokens_name_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let account = created(store, org, Role::Member).await;
    assert_eq!(store.service_account(org, account.id).await.unwrap().as_ref(), Some(&account));
    assert_eq!(store.service_account(id(), account.id).await.unwrap(), None);
    assert_eq!(store.organization_of_service_account(account.id).await.unwrap(), Some(org));

    let first = with_token(store, &account, json!({ "allowedIps": ["192.0.2.0/24"] }), 1).await;
    let second = with_token(store, &account, json!({ "overlapSeconds": 60 }), 2).await;
    assert_eq!(second.tokens[0].allowed_ips, first.tokens[0].allowed_ips, "networks are kept unless they are named");
    assert_eq!((second.tokens.len(), second.tokens[1].expires_at), (2, later(62)));
    for token in &second.tokens {
        let grant = store.service_account_by_token(token.digest).await.unwrap().unwrap();
        assert_eq!((&grant.account, &grant.token), (&second, token));
    }
    assert_eq!(store.service_accounts(org).await.unwrap(), std::slice::from_ref(&second));
    let third = with_token(store, &account, json!({ "overlapSeconds": 0, "allowedIps": null }), 3).await;
    assert_eq!((third.tokens.len(), &third.tokens[0].allowed_ips), (1, &None));
    assert_eq!(store.service_account_by_token(second.tokens[0].digest).await.unwrap(), None);

    let edit: ServiceAccountEdit = serde_json::from_value(json!({ "role": "admin", "name": "CI" })).unwrap();
    let changed = service_accounts::update((store, store), (org, account.id), edit.clone(), &context(4)).await.unwrap();
    assert_eq!((changed.role, changed.name.as_str()), (Role::Admin, "CI"));
    assert_eq!(store.service_account(org, account.id).await.unwrap(), Some(changed));
    service_accounts::update((store, store), (org, account.id), edit, &context(5)).await.unwrap();
    service_accounts::end(store, (org, account.id), &context(6)).await.unwrap();
    assert_eq!(store.service_account_by_token(third.tokens[0].digest).await.unwrap(), None);
    let again = service_accounts::end(store, (org, account.id), &context(7)).await;
    assert!(matches!(again, Err(UseCaseError::NotFound(_))));
    let mut words = actions(store, org).await;
    words.retain(|action| action.starts_with("service_account."));
    let expected = ["deleted", "updated", "token_created", "token_created", "token_created", "created"];
    assert_eq!(words, expected.map(|word| format!("service_account.{word}")));
}

async fn of_creations_at_once_no_more_than_the_limit_are_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let tries = (0..MAX_SERVICE_ACCOUNTS + 3).map(|number| {
        let new = new_account(json!({ "name": format!("{number}"), "role": "viewer", "siteIds": [] }));
        async move { service_accounts::create((store, store), org, new, None, &context(0)).await }
    });
    let done = join_all(tries).await;
    let refused = |made: &&Result<_, _>| matches!(made, Err(UseCaseError::LimitReached(Limit::ServiceAccounts)));
    assert_eq!(done.iter().filter(refused).count(), 3);
    let stored = store.service_accounts(org).await.unwrap();
    assert_eq!(stored.len(), MAX_SERVICE_ACCOUNTS as usize);
    assert!(stored.iter().all(|account| account.sites == VisibleSites::only(vec![])), "an empty list is no site");
    assert_eq!(count_of(store, org, "service_account.created").await, MAX_SERVICE_ACCOUNTS as usize);
    store.remove_organization(org, &[], now()).await.unwrap();
    remove_all(store).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM service_accounts").await, 0);
}

/// Whether a change is stored whose caller is the service account as it was.
async fn is_stored(store: &impl Metadata, account: &ServiceAccount) -> bool {
    let caller = Precondition::ServiceAccount(ServiceAccountNeeds {
        id: account.id,
        token: account.tokens[0].digest,
        role: account.role,
        sites: SitesPrecondition::Any,
        address: None,
    });
    let entry = AuditDraft { preconditions: vec![caller], ..audit(account.org_id, "key.created") };
    match store.create_key(&key(account.org_id), 1_000, entry).await {
        Ok(_) => true,
        Err(StoreError::PreconditionsChanged) => false,
        Err(error) => panic!("{error}"),
    }
}

async fn a_change_by_a_service_account_whose_access_changed_is_not_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let of_other = stored_organization(store).await.0;
    let account = with_token(store, &created(store, org, Role::Admin).await, json!({}), 0).await;
    assert!(is_stored(store, &account).await);
    assert!(!is_stored(store, &ServiceAccount { org_id: of_other, ..account.clone() }).await);
    assert!(!is_stored(store, &ServiceAccount { id: id::<ServiceAccountId>(), ..account.clone() }).await);
    let rotated = with_token(store, &account, json!({ "overlapSeconds": 0 }), 1).await;
    assert!(!is_stored(store, &account).await, "its token was replaced");
    assert!(is_stored(store, &rotated).await);
    let edit: ServiceAccountEdit = serde_json::from_value(json!({ "role": "member" })).unwrap();
    service_accounts::update((store, store), (org, account.id), edit, &context(2)).await.unwrap();
    assert!(!is_stored(store, &rotated).await, "its role was lowered");
    let lowered = store.service_account(org, account.id).await.unwrap().unwrap();
    assert!(is_stored(store, &lowered).await);
    service_accounts::end(store, (org, account.id), &context(3)).await.unwrap();
    assert!(!is_stored(store, &lowered).await, "it was deleted");
    assert_eq!(
        store.keys(org, None, now(), askline_domain::shared::paging::PageRequest::NEWEST).await.unwrap().items.len(),
        3
    );
}

async fn what_a_service_account_created_is_named_as_long_as_it_is_there<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let account = created(store, org, Role::Admin).await;
    let mut sites = Vec::new();
    for _ in 0..3 {
        sites.push(stored_site_of(store, org).await);
    }
    let [kept, deleted, by_person] = &sites[..] else { panic!("three sites") };
    let actor = account.actor();
    let entry = |actor: Actor, site: &askline_domain::sites::Site| AuditDraft {
        actor,
        targets: vec![Target::new("site", site.id, &*site.name)],
        ..audit(org, "site.created")
    };
    let person = Actor { kind: ActorKind::User, ..actor.clone() };
    for (actor, site) in [(actor.clone(), kept), (actor, deleted), (person, by_person)] {
        store.create_key(&key(org), 1_000, entry(actor, site)).await.unwrap();
    }
    store.delete_site(org, deleted.id, audit(org, "site.deleted")).await.unwrap();
    let made = service_accounts::end(store, (org, account.id), &context(1)).await.unwrap().made;
    let named: Vec<(&str, &str)> = made.iter().map(|made| (made.kind.as_str(), made.id.as_str())).collect();
    assert_eq!(named, [("site", kept.id.to_string().as_str())]);
}

async fn a_last_use_of_a_service_account_never_moves_back<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let account = created(store, org, Role::Viewer).await;
    store.touch_service_accounts(&[(account.id, later(9)), (account.id, later(5))]).await.unwrap();
    store.touch_service_accounts(&[(account.id, later(3))]).await.unwrap();
    let used = store.service_account(org, account.id).await.unwrap().unwrap();
    assert_eq!(used.last_used_at, Some(later(9)));
}

async fn a_person_leaves_the_accounts_that_they_made_or_hold_a_valid_token_of<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, person) = stored_organization(store).await;
    let (other_org, _) = stored_organization(store).await;
    let by = |id| Some(KeyCreator { id, email: "ada@example.com".into() });
    // Each a second later, so that their order is known.
    let made_by = async |org, creator, seconds| {
        let new = new_account(json!({ "name": "CI", "role": "viewer" }));
        service_accounts::create((store, store), org, new, creator, &context(seconds)).await.unwrap()
    };
    let give = async |account: &ServiceAccount, creator, seconds: u64, body: Value| {
        let (of, new) = ((account.org_id, account.id), serde_json::from_value(body).unwrap());
        service_accounts::give_token(store, of, new, creator, &context(seconds)).await.unwrap().account
    };
    let made = made_by(org, by(person), 0).await;
    let held = give(&made_by(org, None, 1).await, by(person), 1, json!({})).await;
    assert_eq!(store.service_account(org, held.id).await.unwrap().as_ref(), Some(&held), "its token has a creator");
    let elsewhere = give(&made_by(other_org, by(id()), 2).await, by(person), 2, json!({})).await;
    let replaced = give(&made_by(org, by(id()), 3).await, by(person), 3, json!({})).await;
    let replaced = give(&replaced, by(id()), 4, json!({ "overlapSeconds": 60 })).await;
    give(&made_by(org, None, 5).await, None, 5, json!({})).await;
    let left = async |org, seconds| store.service_accounts_left_by(person, org, later(seconds)).await.unwrap();
    assert_eq!(left(Some(org), 63).await, [replaced, held.clone(), made.clone()]);
    assert_eq!(left(Some(org), 64).await, [held.clone(), made.clone()], "the overlap has ended");
    assert_eq!(left(None, 64).await, [elsewhere, held, made]);
    store.remove_organization(other_org, &[], now()).await.unwrap();
    assert_eq!(left(None, 64).await.len(), 2);
    assert_eq!(store.service_accounts_left_by(id(), None, now()).await.unwrap(), []);
}
