//! Backups and exports get their name when they are complete, or not at all. What a killed command leaves is closed to
//! other users, reported, and removed by the next one.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::instance::Instance;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn left_in(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(".askline-")).collect()
}

/// Runs a command whose files may have at most this many bytes. Beyond that, the kernel kills it or, if the signal is
/// not `heeded`, refuses the write.
fn with_files_of(instance: &Instance, bytes: u64, heeded: bool, arguments: &[&str]) -> Output {
    let trap = if heeded { "" } else { "trap '' XFSZ; " };
    let script = format!("umask 000; {trap}exec prlimit --core=0 --fsize={bytes} \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_askline")]).args(arguments).arg("--data").arg(&instance.data);
    command.output().unwrap()
}

/// A size larger than the largest database, and smaller than both together.
fn room_for_copies(instance: &Instance) -> u64 {
    let sizes = ["metadata.db", "events.db"].map(|name| fs::metadata(instance.data.join(name)).unwrap().len());
    sizes[0].max(sizes[1]) + sizes[0].min(sizes[1]) / 2
}

#[test]
fn killed_backup_leaves_only_private_files_and_the_next_backup_removes_them() {
    let instance = Instance::with_umask("000");
    instance.organization("enterprise");
    let folder = instance.beside("backups");
    fs::create_dir(&folder).unwrap();
    let file = folder.join("whole.tar");
    let backup = ["backup", file.to_str().unwrap()];
    let killed = with_files_of(&instance, room_for_copies(&instance), true, &backup);
    assert_eq!(killed.status.code(), None, "it was killed: {killed:?}");
    assert!(!file.exists());
    let [left] = &left_in(&folder)[..] else { panic!("one folder is left") };
    assert_eq!(mode(left), 0o700);
    let files: Vec<PathBuf> = fs::read_dir(left).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 3, "{files:?}");
    for path in &files {
        assert_eq!(mode(path), 0o600, "{}", path.display());
    }
    // Doctor finds it wherever backups are written, and changes nothing.
    let told = instance.json(&["doctor"])["checks"].to_string();
    assert!(told.contains(left.to_str().unwrap()) && left.exists(), "{told}");
    // A folder that another process holds is not touched.
    let held = folder.join(".askline-backup-held");
    fs::create_dir(&held).unwrap();
    let lock = fs::File::open(&held).unwrap();
    lock.try_lock().unwrap();
    instance.json(&backup);
    assert_eq!((left_in(&folder), mode(&file)), (vec![held], 0o600));
}

#[test]
fn doctor_names_what_an_interrupted_command_left() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let left = instance.beside(".askline-export-x1");
    fs::create_dir(&left).unwrap();
    let report = instance.json(&["doctor"]);
    let checks = report["checks"].as_array().unwrap();
    let check = checks.iter().find(|check| check["name"] == "leftovers").unwrap();
    let message = check["message"].as_str().unwrap();
    assert!(check["state"] == "warning" && message.contains(".askline-export-x1"), "{check}");
    // Doctor only reports it.
    assert!(left.exists());
}

#[test]
fn file_that_cannot_be_written_completely_is_removed_and_the_reason_is_reported() {
    let instance = Instance::with_umask("000");
    let org = instance.organization("enterprise");
    let site = instance.site(&org);
    let history = instance.beside("history.ndjson");
    let line = |number: u32| {
        let id = format!("0193a1b2-c3d4-7abc-8def-{number:012}");
        serde_json::json!({ "type": "view", "eventId": id, "url": "https://example.com/", "at": "2026-01-31T09:30:00Z" })
            .to_string()
    };
    fs::write(&history, (0..4_000).map(line).collect::<Vec<_>>().join("\n")).unwrap();
    instance.json(&["import", "events", "--site", &site, history.to_str().unwrap()]);
    let folder = instance.beside("out");
    fs::create_dir(&folder).unwrap();
    let file = folder.join("file");
    let path = file.to_str().unwrap();
    let export = ["export", "events", "--site", &site, path];
    for (bytes, arguments) in [(64 * 1_024, &export[..]), (room_for_copies(&instance), &["backup", path])] {
        let broken = with_files_of(&instance, bytes, false, arguments);
        let told = String::from_utf8(broken.stderr).unwrap();
        assert_eq!(broken.status.code(), Some(1), "{told}");
        assert!(told.contains(path) && told.contains("File too large"), "{told}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{arguments:?}");
    }
    let missing = instance.beside("missing/file");
    let missing = missing.to_str().unwrap();
    for arguments in [&["backup", missing][..], &["export", "audit", "--org", &org, missing]] {
        instance.run(arguments).refused(1, &[missing, "missing does not exist"]);
    }

    // Complete files: the audit log is closed to other users, and the events have the umask's permissions.
    instance.json(&["export", "audit", "--org", &org, folder.join("audit").to_str().unwrap()]);
    instance.json(&export);
    assert_eq!((mode(&folder.join("audit")), mode(&file)), (0o600, 0o666));
    let before = fs::read(&file).unwrap();
    instance.run(&export).refused(1, &[path, "exists already"]);
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(left_in(&folder), Vec::<PathBuf>::new());
}
