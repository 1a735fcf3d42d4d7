//! Backups in a bucket are made, verified, listed and restored. Also tests the messages when the bucket's service
//! fails.

use std::fs;

use askline_server::scheduled_backups::time_of;
use askline_stand_in::{
    bucket_server::{ACCESS_KEY_ID, BucketServer, Fault, Operation, REGION, SECRET_ACCESS_KEY},
    until_blocking as until,
};

use super::scheduled::{EVERY, SERVE, measured, names_in, said, until_made};
use crate::instance::Instance;

/// A bucket service that runs during a test, and the settings for it.
struct Storage {
    server: BucketServer,
    endpoint: String,
    _runtime: tokio::runtime::Runtime,
}

impl Storage {
    fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let server = runtime.block_on(BucketServer::start()).unwrap();
        Self { endpoint: server.endpoint(), server, _runtime: runtime }
    }

    fn settings(&self) -> Vec<(&str, &str)> {
        vec![
            ("ASKLINE_BACKUP__TO", "s3://backups/of/one"),
            ("ASKLINE_BACKUP__S3__ENDPOINT", &self.endpoint),
            ("ASKLINE_BACKUP__S3__REGION", REGION),
            ("ASKLINE_BACKUP__S3__ACCESS_KEY_ID", ACCESS_KEY_ID),
            ("ASKLINE_BACKUP__S3__SECRET_ACCESS_KEY", SECRET_ACCESS_KEY),
        ]
    }

    fn with<'s>(&'s self, more: &[(&'s str, &'s str)]) -> Vec<(&'s str, &'s str)> {
        [&self.settings(), more].concat()
    }

    /// The names of the backups in the bucket.
    fn backups(&self) -> Vec<String> {
        let keys = self.server.keys();
        let names = keys.iter().filter_map(|key| key.strip_prefix("of/one/"));
        names.filter(|name| time_of(name).is_some()).map(str::to_owned).collect()
    }
}

fn old(day: u32) -> String {
    format!("askline-202601{day:02}T000000000Z.tar")
}

#[test]
fn a_backup_goes_to_the_bucket_and_restores_to_the_same_instance() {
    let (storage, instance) = (Storage::new(), Instance::new());
    let org = instance.organization("enterprise");
    instance.site(&org);
    let settings = storage.with(&[EVERY, ("ASKLINE_LOG__LEVEL", "trace")]);
    let server = instance.start(&SERVE, &settings);
    until_made(&server);
    let [name] = &storage.backups()[..] else { panic!("one backup: {:?}", storage.backups()) };
    assert_eq!(storage.server.keys().len(), 1, "nothing else is left there");
    assert_eq!(storage.server.open_uploads(), 0);
    until("nothing is left here", || names_in(&instance.data.join("backups")).is_empty());
    assert!(!instance.data.join("unfinished_backup.json").exists());
    assert!(!said(&server).contains("fail"), "{}", said(&server));
    let bytes = storage.server.object(&format!("of/one/{name}")).unwrap().len();
    assert_eq!(measured(&server, "askline_backup_bytes"), bytes as f64);
    assert!(measured(&server, "askline_backup_last_success_timestamp_seconds") > 1e9);
    assert_eq!(measured(&server, "askline_backup_failures_total"), 0.0);
    let listed = instance.run_with(&["backup", "list", "--json"], &settings, "").json();
    let address = format!("s3://backups/of/one/{name}");
    assert_eq!((&listed["items"][0]["file"], &listed["items"][0]["bytes"]), (&address.as_str().into(), &bytes.into()));
    let doctor = instance.run_with(&["doctor"], &settings, "");
    assert!(
        doctor.code == 0 && doctor.stdout.contains("the latest of 1 is from"),
        "{}{}",
        doctor.stdout,
        doctor.stderr
    );
    let log = server.terminate_and_tell();
    for said in [log, doctor.stdout, doctor.stderr] {
        assert!(!said.contains(SECRET_ACCESS_KEY), "{said}");
    }

    // A new machine that has only the access key of the bucket.
    let other = Instance::new();
    other.run_with(&["restore", &address, "--json"], &storage.settings()[1..], "").json();
    for arguments in [&["org", "list"][..], &["site", "list"]] {
        assert_eq!(instance.json(arguments), other.json(arguments), "{arguments:?}");
    }
    other.run_with(&["restore", &address], &storage.settings(), "").refused(1, &["is not empty", "--force"]);
}

#[test]
fn a_sealed_backup_restores_from_the_bucket_with_its_key() {
    let (storage, instance) = (Storage::new(), Instance::new());
    instance.organization("enterprise");
    let key = instance.beside("backup.key");
    let key = key.to_str().unwrap();
    instance.json(&["backup", "key", key]);
    let secret = instance.beside("secret");
    fs::write(&secret, format!("{SECRET_ACCESS_KEY}\n")).unwrap();
    // The secret is in a file.
    let mut settings = storage.with(&[EVERY, ("ASKLINE_BACKUP__KEY_FILE", key)]);
    settings[4] = ("ASKLINE_BACKUP__S3__SECRET_ACCESS_KEY_FILE", secret.to_str().unwrap());
    let server = instance.start(&SERVE, &settings);
    until_made(&server);
    let [name] = &storage.backups()[..] else { panic!("one backup") };
    assert!(name.ends_with(".tar.sealed"), "{name}");
    let bytes = storage.server.object(&format!("of/one/{name}")).unwrap();
    assert!(!bytes.windows(13).any(|part| part == b"SQLite format"));
    let address = format!("s3://backups/of/one/{name}");
    let other = Instance::new();
    other.run_with(&["restore", &address], &storage.settings(), "").refused(1, &["is encrypted", "--key-file"]);
    other.run_with(&["restore", &address, "--key-file", key, "--json"], &storage.settings(), "").json();
    assert_eq!(instance.json(&["org", "list"]), other.json(&["org", "list"]));
}

#[test]
fn as_many_as_are_to_be_kept_stay_and_no_object_of_another_is_touched() {
    let (storage, instance) = (Storage::new(), Instance::new());
    instance.organization("enterprise");
    storage.server.set_page(2);
    let others = ["of/one/askline-2026-01-01.tar", "of/one/notes.txt", "of/askline-20260101T000000000Z.tar", "a//b"];
    for key in (1..=9).map(|day| format!("of/one/{}", old(day))).chain(others.map(str::to_owned)) {
        storage.server.put(&key, b"x");
    }
    let server = instance.start(&SERVE, &storage.with(&[EVERY, ("ASKLINE_BACKUP__KEEP", "3")]));
    until_made(&server);
    until("the others are deleted", || storage.backups().len() == 3);
    assert_eq!(storage.backups()[..2], [old(8), old(9)]);
    let keys = storage.server.keys();
    assert!(others.iter().all(|key| keys.iter().any(|there| there == key)), "{keys:?}");
}

#[test]
fn backup_that_reads_back_corrupt_is_removed_and_old_backups_are_kept() {
    let (storage, instance) = (Storage::new(), Instance::new());
    instance.organization("enterprise");
    storage.server.put(&format!("of/one/{}", old(1)), b"x");
    storage.server.plan(Operation::Get, usize::MAX, Fault::Corrupt);
    let server = instance.start(&SERVE, &storage.with(&[EVERY, ("ASKLINE_BACKUP__KEEP", "1")]));
    until("it is told", || said(&server).contains("backups fail: a new backup could not be restored"));
    until("it is removed", || storage.backups() == [old(1)]);
    storage.server.work();
    until_made(&server);
    until("the old one is deleted", || storage.backups().len() == 1);
    assert_ne!(storage.backups(), [old(1)]);
}

#[test]
fn refused_key_or_missing_bucket_is_reported_and_no_backup_is_lost() {
    let (storage, instance) = (Storage::new(), Instance::new());
    instance.organization("enterprise");
    storage.server.put(&format!("of/one/{}", old(1)), b"x");
    storage.server.set_secret("another");
    let settings = storage.with(&[EVERY]);
    let server = instance.start(&SERVE, &settings);
    until("it is told", || {
        said(&server).contains("backups fail: the service of the bucket for backups refuses the access key")
    });
    assert!(!said(&server).contains("s3://"), "no address for everyone");
    assert!(server.log().contains("SignatureDoesNotMatch") && !server.log().contains("string-that-was-signed"));
    assert!(measured(&server, "askline_backup_failures_total") > 0.0);
    let doctor = instance.run_with(&["doctor"], &settings, "");
    assert!(doctor.code == 1 && doctor.stdout.contains("backup.s3.access_key_id"), "{}", doctor.stdout);
    instance.run_with(&["backup", "list"], &settings, "").refused(1, &["SignatureDoesNotMatch"]);
    storage.server.set_secret(SECRET_ACCESS_KEY);
    until_made(&server);
    assert_eq!(storage.backups().len(), 2);
    let mut elsewhere = storage.with(&[EVERY]);
    elsewhere[0] = ("ASKLINE_BACKUP__TO", "s3://missing/of/one");
    let doctor = instance.run_with(&["doctor"], &elsewhere, "");
    assert!(doctor.code == 1 && doctor.stdout.contains("s3://missing/of/one/: the bucket for backups does not exist"));
}

#[test]
fn a_server_that_is_killed_while_it_sends_leaves_no_backup_and_the_next_removes_the_parts() {
    let (storage, instance) = (Storage::new(), Instance::new());
    instance.organization("enterprise");
    storage.server.plan(Operation::Part, usize::MAX, Fault::Hang);
    let settings = storage.with(&[EVERY]);
    let mut server = instance.start(&SERVE, &settings);
    until("it sends", || storage.server.count(Operation::Part) > 0);
    server.kill();
    assert_eq!((storage.backups().len(), storage.server.open_uploads()), (0, 1));
    storage.server.work();
    let server = instance.start(&SERVE, &settings);
    until_made(&server);
    assert_eq!((storage.backups().len(), storage.server.open_uploads()), (1, 0));
    // A stop in the middle is not a failure either.
    storage.server.plan(Operation::Part, usize::MAX, Fault::Hang);
    assert_eq!(server.terminate().0, 0);
}

#[test]
fn what_cannot_be_restored_from_a_bucket_changes_nothing() {
    let (storage, instance) = (Storage::new(), Instance::new());
    let settings = storage.settings();
    let restore =
        |address: &str, environment: &[(&str, &str)]| instance.run_with(&["restore", address], environment, "");
    restore("s3://backups/of/one/missing.tar", &settings).refused(1, &["not in the bucket", "nothing was changed"]);
    restore("s3://backups/", &settings).refused(2, &["s3://bucket/prefix/name"]);
    restore("s3://backups/one.tar", &[]).refused(2, &["backup.s3.access_key_id"]);
    storage.server.put("one.tar", b"no backup");
    restore("s3://backups/one.tar", &settings).refused(1, &["s3://backups/one.tar is not a backup"]);
    assert!(!instance.data.join("metadata.db").exists());
    let address = "s3://backups/one.tar";
    instance.run_with(&["backup", address], &settings, "").refused(2, &["writes a file", "backup.to"]);
}
