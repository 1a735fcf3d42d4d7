//! What every `PasskeyStore` guarantees.

use askline_app::ports::{
    change::{BeginChange as _, Scope},
    identity::passkeys::PasskeyStore as _,
};
use askline_domain::{
    identity::{
        passkeys::{
            Passkey,
            ceremony::{Ceremony, Purpose},
        },
        role::Role,
        secret::SecretDigest,
    },
    shared::ids::{Id as _, PasskeyId, UserId},
};

use crate::{
    backend::{Backend, on_every_backend},
    samples::{id, later, now, stored_member, stored_organization},
};

on_every_backend! {
    a_passkey_reads_back_as_it_was_stored_and_used,
    a_credential_belongs_to_one_account_and_only_its_account_changes_it,
    a_ceremony_is_used_once_however_many_use_it_at_once_and_forgotten_when_it_expired,
    a_ceremony_is_read_only_where_it_was_written,
    passkeys_end_with_their_account,
}

fn passkey(user_id: UserId, credential: &[u8]) -> Passkey {
    Passkey {
        id: id(),
        user_id,
        name: "Laptop".into(),
        credential_id: credential.to_vec(),
        credential: "{\"counter\":0}".into(),
        counter: 0,
        is_backed_up: false,
        created_at: now(),
        last_used_at: None,
    }
}

/// Stores a passkey; returns whether it was stored.
async fn insert(store: &impl crate::backend::Metadata, passkey: &Passkey) -> bool {
    let mut change = store.begin(&[Scope::User(passkey.user_id)]).await.unwrap();
    let is_stored = change.insert_passkey(passkey).await.unwrap();
    change.commit().await.unwrap();
    is_stored
}

async fn a_passkey_reads_back_as_it_was_stored_and_used<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let stored = passkey(user, b"one");
    assert!(insert(store, &stored).await);
    assert_eq!(store.passkeys_of(user).await.unwrap(), std::slice::from_ref(&stored));
    let used = Passkey {
        credential: "{\"counter\":7}".into(),
        counter: u32::MAX,
        is_backed_up: true,
        last_used_at: Some(later(9)),
        ..stored.clone()
    };
    let mut change = store.begin(&[Scope::User(user)]).await.unwrap();
    // The name is not part of a use.
    change.put_passkey_use(&Passkey { name: "Other".into(), ..used.clone() }).await.unwrap();
    assert_eq!(change.passkeys(user).await.unwrap(), std::slice::from_ref(&used));
    change.commit().await.unwrap();
    assert_eq!(store.passkey_by_credential(b"one").await.unwrap(), Some(used));
    assert_eq!(store.passkey_by_credential(b"on").await.unwrap(), None);
}

async fn a_credential_belongs_to_one_account_and_only_its_account_changes_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let other = stored_member(store, org, Role::Viewer).await;
    let stored = passkey(user, b"one");
    assert!(insert(store, &stored).await);
    assert!(!insert(store, &passkey(other, b"one")).await);
    assert!(insert(store, &passkey(other, b"two")).await);
    let mut change = store.begin(&[Scope::User(other)]).await.unwrap();
    assert!(!change.rename_passkey(other, stored.id, "Mine").await.unwrap());
    assert!(!change.delete_passkey(other, stored.id).await.unwrap());
    assert!(!change.delete_passkey(user, PasskeyId::from_bits(1)).await.unwrap());
    drop(change);
    let mut change = store.begin(&[Scope::User(user)]).await.unwrap();
    assert!(change.rename_passkey(user, stored.id, "Key ring").await.unwrap());
    change.commit().await.unwrap();
    assert_eq!(store.passkeys_of(user).await.unwrap()[0].name, "Key ring");
    let mut change = store.begin(&[Scope::User(user)]).await.unwrap();
    assert!(change.delete_passkey(user, stored.id).await.unwrap());
    change.commit().await.unwrap();
    assert_eq!((store.passkeys_of(user).await.unwrap().len(), store.passkeys_of(other).await.unwrap().len()), (0, 1));
}

async fn a_ceremony_is_used_once_however_many_use_it_at_once_and_forgotten_when_it_expired<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, first) = stored_organization(store).await;
    let second = stored_member(store, org, Role::Viewer).await;
    let (digest, other) = (SecretDigest::of("pc_1"), SecretDigest::of("pc_2"));
    let use_it = async |user: UserId| {
        let mut change = store.begin(&[Scope::User(user)]).await.unwrap();
        let is_first = change.use_ceremony(digest, later(300)).await.unwrap();
        change.commit_without_notice().await.unwrap();
        is_first
    };
    let (one, two) = tokio::join!(use_it(first), use_it(second));
    assert!(one != two, "{one} {two}");
    assert!(!use_it(first).await);
    let mut dropped = store.begin(&[Scope::User(first)]).await.unwrap();
    assert!(dropped.use_ceremony(other, later(300)).await.unwrap());
    drop(dropped);
    assert_eq!(store.forget_used_ceremonies(later(299), 10).await.unwrap(), 0);
    assert_eq!(store.forget_used_ceremonies(later(300), 10).await.unwrap(), 1);
    assert_eq!(backend.number("SELECT COUNT(*) FROM used_ceremonies").await, 0);
}

async fn a_ceremony_is_read_only_where_it_was_written<B: Backend>(backend: &B) {
    let store = backend.store();
    let ceremony = Ceremony::new(Purpose::SignIn, "{\"challenge\":\"a\"}".into(), now());
    let sealed = store.seal_ceremony(&ceremony).unwrap();
    assert_eq!(store.open_ceremony(sealed.expose()).unwrap(), Some(ceremony));
    let sealed = sealed.expose();
    let mut changed = sealed.to_owned();
    let last = changed.pop().unwrap();
    changed.push(if last == '0' { '1' } else { '0' });
    for text in ["", "pc_", "pc_00", &sealed[3..], &sealed[..sealed.len() - 2], &changed] {
        assert_eq!(store.open_ceremony(text).unwrap(), None, "{text}");
    }
}

async fn passkeys_end_with_their_account<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    assert!(insert(store, &passkey(user, b"one")).await);
    backend.tamper(&format!("DELETE FROM memberships WHERE user_id = '{user}'")).await;
    backend.tamper(&format!("DELETE FROM users WHERE id = '{user}'")).await;
    assert_eq!(store.passkey_by_credential(b"one").await.unwrap(), None);
}
