//! The data folder and backups are closed to other users, whatever the umask is.

use std::{
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use serde_json::json;

use crate::instance::Instance;

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// Checks that the folder has the mode 0700, that everything in it has 0600, and that it contains `names`.
fn check_closed(data: &Path, names: &[&str]) {
    assert_eq!(mode(data), 0o700);
    for path in files(data) {
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    for name in names {
        assert!(data.join(name).exists(), "{name}");
    }
}

#[test]
fn every_file_that_is_made_is_closed_to_other_users_whatever_the_umask() {
    let instance = Instance::with_umask("000");
    let org = instance.organization("enterprise");
    let server = instance.serve();
    let owner = format!("Authorization: Bearer {}", server.log_in());
    let hook = json!({ "url": "https://hooks.example.com/", "events": ["key.expiring"] });
    // This creates the key that encrypts secrets.
    let made = server.post(&format!("/api/v1/webhooks?orgId={org}"), &[&owner], &hook);
    assert_eq!(made.status, 201, "{}", made.body);
    let while_it_runs =
        ["metadata.db", "metadata.db-wal", "metadata.db-shm", "events.db", "secrets.key", "askline.lock"];
    check_closed(&instance.data, &while_it_runs);
    let backup = instance.beside("whole.askline-backup");
    instance.json(&["backup", backup.to_str().unwrap()]);
    assert_eq!(mode(&backup), 0o600);
    drop(server);

    let other = Instance::with_umask("000");
    other.json(&["restore", backup.to_str().unwrap()]);
    check_closed(&other.data, &["metadata.db", "events.db"]);
}

#[test]
fn files_open_to_other_users_are_made_private_at_the_next_start_and_logged() {
    let instance = Instance::new();
    instance.organization("enterprise");
    for path in files(&instance.data) {
        set_mode(&path, 0o644);
    }
    set_mode(&instance.data, 0o755);
    let elsewhere = instance.beside("elsewhere");
    std::fs::write(&elsewhere, "x").unwrap();
    set_mode(&elsewhere, 0o644);
    std::os::unix::fs::symlink(&elsewhere, instance.data.join("link")).unwrap();
    let server = instance.serve();
    // When it responds, it also receives signals.
    assert_eq!(server.get("/healthz", &[]).status, 200);
    std::fs::remove_file(instance.data.join("link")).unwrap();
    check_closed(&instance.data, &["metadata.db", "events.db"]);
    assert_eq!(mode(&elsewhere), 0o644, "a link is not followed");
    let log = server.terminate_and_tell();
    assert!(log.contains("open to other users") && log.contains("metadata.db"), "{log}");
}
