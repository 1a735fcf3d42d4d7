//! Scheduled backups: when they are due, complete and verified, and how many are kept. A backup that fails leaves
//! nothing.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use askline_server::scheduled_backups::time_of;
use askline_stand_in::until_blocking as until;

use crate::instance::{Instance, Server, may_mount};

pub const EVERY: (&str, &str) = ("ASKLINE_BACKUP__EVERY", "15m");
pub const SERVE: [&str; 4] = ["serve", "--listen", "127.0.0.1:0", "--json"];

fn usual_folder(instance: &Instance) -> PathBuf {
    instance.data.join("backups/scheduled")
}

/// The names in a folder, including hidden ones.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn backups_in(folder: &Path) -> Vec<String> {
    names_in(folder).into_iter().filter(|name| time_of(name).is_some()).collect()
}

pub fn said(server: &Server) -> String {
    let answer = server.get("/readyz", &[]);
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

pub fn measured(server: &Server, name: &str) -> f64 {
    let body = server.get("/metrics", &[]).body;
    let value = body.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("no {name}: {body}")).parse().unwrap()
}

pub fn until_made(server: &Server) {
    until("a backup is made", || said(server).contains("backups: the latest was made at "));
}

#[test]
fn a_backup_that_is_due_is_made_and_restores_to_the_same_instance() {
    let instance = Instance::with_umask("000");
    let org = instance.organization("enterprise");
    instance.site(&org);
    let server = instance.start(&SERVE, &[EVERY]);
    until_made(&server);
    let folder = usual_folder(&instance);
    let names = backups_in(&folder);
    assert_eq!(names_in(&folder), names, "nothing else is left");
    assert_eq!(names_in(&instance.data.join("backups")), ["scheduled"], "nothing is left of the verification");
    let [name] = &names[..] else { panic!("one backup: {names:?}") };
    let file = folder.join(name);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
    let text = said(&server);
    assert!(text.contains("; the next is due at ") && !text.contains("fail"), "{text}");
    assert!(measured(&server, "askline_backup_last_success_timestamp_seconds") > 1e9);
    assert_eq!(measured(&server, "askline_backup_every_seconds"), 900.0);
    assert_eq!(measured(&server, "askline_backup_failures_total"), 0.0);
    assert_eq!(measured(&server, "askline_backup_bytes"), fs::metadata(&file).unwrap().len() as f64);
    let listed = instance.json(&["backup", "list"]);
    assert_eq!(listed["items"][0]["file"], file.to_str().unwrap());
    let doctor = instance.run_with(&["doctor"], &[EVERY], "").stdout;
    assert!(doctor.lines().any(|line| line.starts_with("ok") && line.contains("the latest of 1 is from")), "{doctor}");

    let other = Instance::new();
    other.json(&["restore", file.to_str().unwrap()]);
    for arguments in [&["org", "list"][..], &["site", "list"]] {
        assert_eq!(instance.json(arguments), other.json(arguments), "{arguments:?}");
    }
}

#[test]
fn age_of_the_newest_backup_is_determined_from_the_existing_files() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let folder = usual_folder(&instance);
    let server = instance.start(&SERVE, &[EVERY]);
    until_made(&server);
    drop(server);
    // A restarted server finds a backup that is recent enough.
    let server = instance.start(&SERVE, &[EVERY]);
    until("it has looked", || measured(&server, "askline_backup_last_success_timestamp_seconds") > 0.0);
    assert_eq!(backups_in(&folder).len(), 1);
    drop(server);
    // An old backup, and one from the future, made when the clock was wrong.
    let name = backups_in(&folder).remove(0);
    fs::rename(folder.join(&name), folder.join("askline-20260101T000000000Z.tar")).unwrap();
    fs::copy(folder.join("askline-20260101T000000000Z.tar"), folder.join("askline-20990101T000000000Z.tar")).unwrap();
    let doctor = instance.run_with(&["doctor"], &[EVERY], "");
    assert_eq!(doctor.code, 0, "one from the future is not too old: {}", doctor.stdout);
    let server = instance.start(&SERVE, &[EVERY]);
    until("another is made", || backups_in(&folder).len() == 3);
    drop(server);
    for name in backups_in(&folder).iter().skip(1) {
        fs::remove_file(folder.join(name)).unwrap();
    }
    let doctor = instance.run_with(&["doctor"], &[EVERY], "");
    assert_eq!(doctor.code, 1, "{}", doctor.stdout);
    assert!(doctor.stderr.contains("backups"), "{}", doctor.stderr);
}

#[test]
fn as_many_as_are_to_be_kept_stay_and_no_file_of_another_is_touched() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let folder = instance.beside("kept here");
    fs::create_dir(&folder).unwrap();
    let old = |day: u32| format!("askline-202601{day:02}T000000000Z.tar");
    let others = ["askline-2026-01-01.tar", "before-upgrade-20260101T000000000Z.tar", "notes.txt"];
    for name in (1..=9).map(old).chain(others.map(str::to_owned)) {
        fs::write(folder.join(name), "x").unwrap();
    }
    let environment = [EVERY, ("ASKLINE_BACKUP__KEEP", "3"), ("ASKLINE_BACKUP__TO", folder.to_str().unwrap())];
    let server = instance.start(&SERVE, &environment);
    until_made(&server);
    until("the others are deleted", || backups_in(&folder).len() == 3);
    assert_eq!(backups_in(&folder)[..2], [old(8), old(9)]);
    for name in others {
        assert!(folder.join(name).exists(), "{name}");
    }
}

#[test]
fn missing_backup_folder_is_reported_and_not_created() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let folder = instance.beside("missing");
    let environment = [EVERY, ("ASKLINE_BACKUP__TO", folder.to_str().unwrap())];
    let server = instance.start(&SERVE, &environment);
    until("it is told", || said(&server).contains("backups fail: the folder for backups does not exist"));
    assert!(!said(&server).contains(folder.to_str().unwrap()), "no path for everybody");
    assert!(server.log().contains(folder.to_str().unwrap()), "{}", server.log());
    assert!(measured(&server, "askline_backup_failures_total") > 0.0);
    assert!(!folder.exists());
    let doctor = instance.run_with(&["doctor"], &environment, "");
    assert!(doctor.code == 1 && doctor.stdout.contains("missing does not exist"), "{}", doctor.stdout);
    fs::create_dir(&folder).unwrap();
    until_made(&server);
    assert_eq!(backups_in(&folder).len(), 1);
    assert!(said(&server).contains("; the latest failure was at "), "{}", said(&server));
}

#[test]
fn full_disk_is_reported_and_no_partial_backup_remains() {
    if !may_mount() {
        return;
    }
    // Space for the databases, but not for copies of them.
    let instance = Instance::with_disk(18);
    let server = instance.start(&SERVE, &[EVERY]);
    until("it is told", || said(&server).contains("backups fail: there is not enough room on the disk for backups"));
    let folder = format!("/proc/{}/root{}", server.id(), usual_folder(&instance).display());
    assert_eq!(names_in(Path::new(&folder)), Vec::<String>::new());
    assert!(measured(&server, "askline_backup_failures_total") > 0.0);
    assert_eq!(measured(&server, "askline_backup_last_success_timestamp_seconds"), 0.0);
}

/// A size larger than the largest database, and smaller than both together.
fn room_for_copies(instance: &Instance) -> u64 {
    let sizes = ["metadata.db", "events.db"].map(|name| fs::metadata(instance.data.join(name)).unwrap().len());
    sizes[0].max(sizes[1]) + sizes[0].min(sizes[1]) / 2
}

#[test]
fn a_backup_that_cannot_be_written_whole_is_not_there_and_old_ones_stay() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let folder = usual_folder(&instance);
    fs::create_dir_all(&folder).unwrap();
    let old = ["askline-20260101T000000000Z.tar", "askline-20260102T000000000Z.tar"];
    for name in old {
        fs::write(folder.join(name), "x").unwrap();
    }
    let bytes = room_for_copies(&instance);
    let instance = instance.with_files_of(bytes, false);
    let server = instance.start(&SERVE, &[EVERY, ("ASKLINE_BACKUP__KEEP", "1")]);
    until("it is told", || said(&server).contains("backups fail: the copies could not be packed"));
    until("its remains are gone", || names_in(&folder) == old);
}

#[test]
fn a_server_that_is_killed_while_it_makes_one_leaves_no_backup_and_the_next_sweeps_what_it_left() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let folder = usual_folder(&instance);
    let bytes = room_for_copies(&instance);
    let instance = instance.with_files_of(bytes, true);
    let mut killed = instance.command(&SERVE);
    let status = killed.env(EVERY.0, EVERY.1).output().unwrap().status;
    assert_eq!(status.code(), None, "the kernel ended it");
    let left = names_in(&folder);
    assert!(left.len() == 1 && left[0].starts_with(".askline-backup-"), "{left:?}");
    let instance = instance.unbounded();
    let server = instance.start(&SERVE, &[EVERY]);
    until_made(&server);
    let names = names_in(&folder);
    assert_eq!(names, backups_in(&folder));
    assert_eq!(names.len(), 1);
}

#[test]
fn sealed_backups_restore_with_their_key_alone() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    instance.site(&org);
    let (key, other) = (instance.beside("backup.key"), instance.beside("other.key"));
    let (key, other) = (key.to_str().unwrap(), other.to_str().unwrap());
    for file in [key, other] {
        instance.json(&["backup", "key", file]);
        assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    instance.run(&["backup", "key", key]).refused(1, &["exists already"]);
    let server = instance.start(&SERVE, &[EVERY, ("ASKLINE_BACKUP__KEY_FILE", key)]);
    until_made(&server);
    let folder = usual_folder(&instance);
    let [name] = &backups_in(&folder)[..] else { panic!("one backup") };
    assert!(name.ends_with(".tar.sealed"), "{name}");
    let file = folder.join(name);
    let bytes = fs::read(&file).unwrap();
    for clear in ["SQLite format", "askline-backup.json", "metadata.db"] {
        assert!(!bytes.windows(clear.len()).any(|part| part == clear.as_bytes()), "{clear} stands there in the clear");
    }
    let file = file.to_str().unwrap();
    let restored = Instance::new();
    restored.run(&["restore", file]).refused(1, &["is encrypted", "--key-file"]);
    restored.run(&["restore", file, "--key-file", other]).refused(1, &["encrypted with another key"]);
    let cut = instance.beside("cut.tar.sealed");
    fs::write(&cut, &bytes[..bytes.len() - 100]).unwrap();
    let cut = ["restore", cut.to_str().unwrap(), "--key-file", key];
    restored.run(&cut).refused(1, &["changed, moved or cut off", "nothing was changed"]);
    fs::set_permissions(other, fs::Permissions::from_mode(0o644)).unwrap();
    restored.run(&["restore", file, "--key-file", other]).refused(1, &["can be read by other users"]);
    restored.run_with(&["restore", file, "--json"], &[("ASKLINE_BACKUP__KEY_FILE", key)], "").json();
    for arguments in [&["org", "list"][..], &["site", "list"]] {
        assert_eq!(instance.json(arguments), restored.json(arguments), "{arguments:?}");
    }
    // A backup by a command can also be restored.
    let by_hand = instance.beside("by-hand.tar.sealed");
    instance.json(&["backup", by_hand.to_str().unwrap(), "--key-file", key]);
    let again = Instance::new();
    again.json(&["restore", by_hand.to_str().unwrap(), "--key-file", key]);
    assert_eq!(instance.json(&["site", "list"]), again.json(&["site", "list"]));
}

#[test]
fn without_its_key_nothing_is_made_in_the_clear() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let key = instance.beside("missing.key");
    let server = instance.start(&SERVE, &[EVERY, ("ASKLINE_BACKUP__KEY_FILE", key.to_str().unwrap())]);
    until("it is told", || said(&server).contains("backups fail: the backup key cannot be used"));
    assert_eq!(names_in(&usual_folder(&instance)), Vec::<String>::new());
    instance.json(&["backup", "key", key.to_str().unwrap()]);
    until_made(&server);
}
