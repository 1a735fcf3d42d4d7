//! What the SQLite file guarantees: survives restarts, can be copied, contains no plaintext secret. Databases of other
//! programs are refused.

use std::path::Path;

use askline_app::ports::{
    StoreError,
    audit_log::AuditLog as _,
    keys::KeyStore as _,
    organizations::{InvitationStore as _, OrganizationStore as _},
    whole_stores::Database as _,
};
use askline_domain::{identity::role::Role, keys::ApiKey};
use askline_store::{metadata::MetadataStore, sqlite::OpenError};

use crate::{
    backend::{Backend as _, Sqlite},
    key_changes::KeyChanges as _,
    member_changes::MemberChanges as _,
    samples::{audit, count_of, invitation, key, now, session, start_session, stored_key, stored_organization},
};

async fn open_error(dir: &Path) -> OpenError {
    match MetadataStore::open(dir).await {
        Ok(_) => panic!("it opened"),
        Err(error) => error,
    }
}

#[tokio::test]
async fn everything_acknowledged_is_there_after_a_restart() {
    let backend = Sqlite::empty().await;
    let (org, _) = stored_organization(backend.store()).await;
    let key = stored_key(backend.store(), org).await;
    backend.store().close().await;
    assert!(matches!(backend.store().key(org, key.id).await, Err(StoreError::Unavailable(_))));
    assert!(matches!(backend.store().key_by_digest(key.digest).await, Err(StoreError::Unavailable(_))));
    let again = backend.another_process().await;
    again.ping().await.unwrap();
    assert_eq!(again.key(org, key.id).await.unwrap(), Some(key));
}

#[tokio::test]
async fn a_data_folder_is_made_when_it_is_missing() {
    let dir = tempfile::tempdir().unwrap();
    let nested = dir.path().join("var/lib/askline");
    MetadataStore::open(&nested).await.unwrap().ping().await.unwrap();
    assert!(nested.join("metadata.db").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_start_at_once_make_one_database() {
    let dir = tempfile::tempdir().unwrap();
    let starts = (0..8).map(|_| {
        let dir = dir.path().to_owned();
        tokio::spawn(async move { MetadataStore::open(&dir).await.unwrap() })
    });
    let mut stores = Vec::new();
    for start in starts.collect::<Vec<_>>() {
        stores.push(start.await.unwrap());
    }
    let (org, _) = stored_organization(&stores[0]).await;
    for store in &stores {
        assert!(store.organization(org).await.unwrap().is_some());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_write_at_once_wait_for_each_other() {
    let backend = Sqlite::empty().await;
    let (org, _) = stored_organization(backend.store()).await;
    let stores = [backend.store().clone(), backend.another_process().await];
    let writes = (0..60).map(|n| {
        let store = stores[n % 2].clone();
        tokio::spawn(async move { stored_key(&store, org).await })
    });
    for write in writes.collect::<Vec<_>>() {
        write.await.unwrap();
    }
    assert_eq!(count_of(backend.store(), org, "key.created").await, 60);
    let reports = backend.store().verify_chains().await.unwrap();
    assert!(reports.iter().all(|report| report.broken_at.is_none() && !report.truncated));
}

#[tokio::test]
async fn another_programs_database_is_refused_and_left_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("metadata.db");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
    drop(connection);
    let before = std::fs::read(&path).unwrap();
    assert_eq!(open_error(dir.path()).await, OpenError::NotAskline { path: path.clone() });
    assert_eq!(std::fs::read(&path).unwrap(), before);

    std::fs::write(&path, "a shopping list, and surely no database. ".repeat(40)).unwrap();
    assert_eq!(open_error(dir.path()).await, OpenError::NotAskline { path });
}

#[tokio::test]
async fn a_database_of_a_newer_release_is_refused() {
    let backend = Sqlite::empty().await;
    backend.store().close().await;
    backend
        .tamper(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'of the future', TRUE, x'00', 0)",
        )
        .await;
    let error = open_error(backend.dir()).await;
    assert!(matches!(error, OpenError::NewerThanBinary { found: 9999, known: 1.., .. }), "{error}");
    assert!(error.to_string().contains("newer release"));
}

#[tokio::test]
async fn a_database_with_an_altered_layout_is_refused() {
    let backend = Sqlite::empty().await;
    backend.store().close().await;
    backend.tamper("UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 1").await;
    let error = open_error(backend.dir()).await;
    assert!(matches!(error, OpenError::Corrupt { .. }), "{error}");
}

#[tokio::test]
async fn a_damaged_file_is_refused() {
    let backend = Sqlite::empty().await;
    stored_organization(backend.store()).await;
    backend.store().close().await;
    let path = backend.dir().join("metadata.db");
    let mut bytes = std::fs::read(&path).unwrap();
    // The list of tables starts after the header of 100 bytes.
    bytes[100..200].fill(0xff);
    std::fs::write(&path, bytes).unwrap();
    let error = open_error(backend.dir()).await;
    assert!(matches!(error, OpenError::Corrupt { .. }), "{error}");
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = open_error(&file).await;
    assert!(matches!(error, OpenError::Io { .. }), "{error}");
    assert!(error.to_string().contains("metadata.db"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_a_whole_database_and_overwrites_nothing() {
    let backend = Sqlite::empty().await;
    let (org, _) = stored_organization(backend.store()).await;
    let key = stored_key(backend.store(), org).await;
    let copy = tempfile::tempdir().unwrap();
    let file = copy.path().join("metadata.db");
    // Writers continue in the meantime.
    let (copied, _) = tokio::join!(backend.store().backup_into(&file), stored_key(backend.store(), org));
    copied.unwrap();
    assert!(backend.store().backup_into(&file).await.is_err());
    let restored = MetadataStore::open(copy.path()).await.unwrap();
    assert_eq!(restored.key(org, key.id).await.unwrap(), Some(key));
    let report = restored.verify_chains().await.unwrap().remove(0);
    assert!(report.broken_at.is_none() && !report.truncated);
    stored_key(&restored, org).await;
}

#[tokio::test]
async fn no_plaintext_is_in_any_file() {
    let backend = Sqlite::empty().await;
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let plaintext = ApiKey::generate(&mut rand::rng());
    let mut record = key(org);
    (record.digest, record.masked) = (plaintext.digest(), plaintext.masked());
    store.create_key(&record, 10, audit(org, "key.created")).await.unwrap();
    let (session, session_token) = session(user);
    start_session(store, &session).await;
    let (invitation, invitation_token) = invitation(Role::Viewer);
    store.invite_member(org, &invitation, None, audit(org, "member.invited")).await.unwrap();
    let backup = backend.dir().join("backup.db");
    store.backup_into(&backup).await.unwrap();

    let holds = |text: &str| {
        std::fs::read_dir(backend.dir()).unwrap().any(|entry| {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            bytes.windows(text.len()).any(|window| window == text.as_bytes())
        })
    };
    // The search finds what is stored,
    assert!(holds(&plaintext.masked()) && holds(&session.id.to_string()) && holds(&invitation.email));
    // but no part of a secret.
    for secret in [plaintext.expose(), session_token.expose(), invitation_token.expose()] {
        assert!(!holds(&secret[8..28]));
    }
    assert!(store.open_invitation(invitation_token.digest(), now()).await.unwrap().is_some());
}
