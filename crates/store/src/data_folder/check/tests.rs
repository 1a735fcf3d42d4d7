//! Every state of each file, checked against the words that name it. No check changes the folder.

use std::{collections::BTreeMap, fs, path::Path};

use super::*;
use crate::data_folder::pairing::pair_databases;

/// A whole instance with an organization, closed.
async fn instance() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    begin(folder.path()).await;
    pair_databases(folder.path()).expect("paired");
    folder
}

/// Both databases with an organization, without the id of an instance.
async fn begin(folder: &Path) {
    use askline_app::ports::whole_stores::Database as _;
    let clock = std::sync::Arc::new(askline_domain::shared::clock::SystemClock::default());
    let metadata = crate::metadata::MetadataStore::open(folder).await.expect("opened");
    let events = crate::events::sqlite::EventDatabase::open(folder, Default::default(), clock).expect("opened");
    metadata.close().await;
    events.close().await;
    let connection = Connection::open(folder.join(METADATA_FILE)).expect("opened");
    let account = "INSERT INTO users (id, email, name, created_ms) VALUES ('usr_a', 'a@example.com', '', 0)";
    connection.execute_batch(account).expect("stored");
}

fn snapshot(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("read")))
        .collect()
}

fn check(folder: &Path, words: &[&str]) {
    let before = snapshot(folder);
    let fault = check_folder(folder).expect_err("a fault").to_string();
    for word in words {
        assert!(fault.contains(word), "no {word} in: {fault}");
    }
    assert_eq!(snapshot(folder), before, "{fault}");
}

#[tokio::test]
async fn a_whole_folder_and_an_empty_one_have_no_fault_and_are_not_changed() {
    let folder = instance().await;
    let before = snapshot(folder.path());
    check_folder(folder.path()).expect("whole");
    assert_eq!(snapshot(folder.path()), before);
    let empty = tempfile::tempdir().expect("a folder");
    check_folder(empty.path()).expect("nothing in it");
    check_folder(&empty.path().join("missing")).expect("no folder yet");
    assert_eq!(snapshot(empty.path()).len(), 0);
}

#[tokio::test]
async fn an_interrupted_first_start_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(METADATA_FILE), "").expect("written");
    check_folder(folder.path()).expect("nothing was stored");
    fs::remove_file(folder.path().join(METADATA_FILE)).expect("removed");
    crate::metadata::MetadataStore::open(folder.path()).await.expect("opened");
    check_folder(folder.path()).expect("no events yet");
    fs::write(folder.path().join(EVENTS_FILE), "").expect("written");
    check_folder(folder.path()).expect("events have just begun");
}

#[tokio::test]
async fn a_folder_of_an_earlier_release_gets_its_id_and_keeps_it() {
    let folder = tempfile::tempdir().expect("a folder");
    begin(folder.path()).await;
    check_folder(folder.path()).expect("of an earlier release");
    pair_databases(folder.path()).expect("paired");
    let id = || read(&folder.path().join(EVENTS_FILE), Kind::Events, true, None).expect("read");
    let first = id();
    assert!(matches!(&first, Found::Database(Contents { instance: Some(_), .. })), "{first:?}");
    pair_databases(folder.path()).expect("paired already");
    assert_eq!(id(), first);
}

#[tokio::test]
async fn an_interrupted_pairing_continues() {
    let folder = instance().await;
    let run = |file: &str, sql: &str| {
        Connection::open(folder.path().join(file)).expect("opened").execute_batch(sql).expect("run");
    };
    run(METADATA_FILE, "UPDATE instance SET is_paired = 0");
    check_folder(folder.path()).expect("the events have the id");
    run(EVENTS_FILE, "DELETE FROM instance");
    check_folder(folder.path()).expect("the events have no id yet");
    pair_databases(folder.path()).expect("paired");
    run(EVENTS_FILE, "DELETE FROM instance");
    check(folder.path(), &["different instances"]);
}

#[tokio::test]
async fn each_missing_emptied_or_broken_database_is_named() {
    let whole = instance().await;
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 5] = [
        ("is missing", |path| fs::remove_file(path).expect("removed")),
        ("is empty", |path| fs::write(path, "").expect("emptied")),
        ("is cut off or damaged", |path| {
            let bytes = fs::read(path).expect("read");
            fs::write(path, &bytes[..bytes.len() / 2]).expect("cut off");
        }),
        ("is cut off or damaged", |path| {
            let bytes = fs::read(path).expect("read");
            fs::write(path, &bytes[..bytes.len() - 1]).expect("cut off");
        }),
        ("is not a database", |path| fs::write(path, "my own notes, ".repeat(500)).expect("written")),
    ];
    for kind in [Kind::Metadata, Kind::Events] {
        for (words, damage) in damages {
            let folder = tempfile::tempdir().expect("a folder");
            for (name, bytes) in snapshot(whole.path()) {
                fs::write(folder.path().join(name), bytes).expect("copied");
            }
            damage(&folder.path().join(kind.file()));
            check(folder.path(), &[&format!("{} {words}", kind.file()), "restore", "Nothing was changed"]);
        }
    }
}

#[tokio::test]
async fn a_database_of_another_instance_and_the_other_database_under_its_name_are_named() {
    let (one, other) = (instance().await, instance().await);
    fs::copy(other.path().join(EVENTS_FILE), one.path().join(EVENTS_FILE)).expect("copied");
    check(one.path(), &["different instances"]);
    fs::copy(one.path().join(METADATA_FILE), one.path().join(EVENTS_FILE)).expect("copied");
    check(one.path(), &["events.db is another program's database, or not the one with the events"]);
}

#[tokio::test]
async fn what_is_left_of_an_instance_without_databases_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(SEALING_KEY_FILE), [7; KEY_BYTES]).expect("written");
    check(folder.path(), &["there is secrets.key, but metadata.db and events.db are missing"]);
    fs::write(folder.path().join(SEALING_KEY_FILE), [7; 3]).expect("written");
    check(folder.path(), &["secrets.key has 3 bytes, and a key has 32"]);
    fs::remove_file(folder.path().join(SEALING_KEY_FILE)).expect("removed");
    fs::write(folder.path().join("events.db-wal"), "frames").expect("written");
    check(folder.path(), &["there is events.db-wal"]);
}

#[tokio::test]
async fn a_folder_whose_name_has_signs_of_an_address_is_checked_as_well() {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("a?b#c%20d");
    fs::create_dir(&folder).expect("created");
    begin(&folder).await;
    pair_databases(&folder).expect("paired");
    check_folder(&folder).expect("whole");
}
