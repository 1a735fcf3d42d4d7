//! A backup has everything except the secrets key; a restored folder is the same instance.

mod bucket;
mod scheduled;

use crate::instance::Instance;

#[test]
fn a_restored_backup_is_the_same_instance() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let site = instance.site(&org);
    let key = instance.json(&["key", "create", "--org", &org, "--scope", "*"]);
    let events = instance.beside("events.ndjson");
    let line = serde_json::json!({ "type": "view", "eventId": "0193a1b2-c3d4-7abc-8def-000000000001", "url": "https://example.com/", "at": "2026-01-31T09:30:00Z" });
    std::fs::write(&events, line.to_string()).unwrap();
    instance.json(&["import", "events", "--site", &site, events.to_str().unwrap()]);

    let file = instance.beside("whole.askline-backup");
    let server = instance.serve();
    let made = instance.json(&["backup", file.to_str().unwrap()]);
    assert_eq!(made["bytes"].as_u64(), Some(std::fs::metadata(&file).unwrap().len()));
    drop(server);

    let other = Instance::new();
    let restored = other.json(&["restore", file.to_str().unwrap()]);
    assert_eq!(restored["hasSecretsKey"], false, "no backup holds the key that seals");
    for arguments in [&["org", "list"][..], &["site", "list"], &["key", "list"]] {
        assert_eq!(instance.json(arguments), other.json(arguments), "{arguments:?}");
    }
    let exported = |each: &Instance| each.run(&["export", "events", "--site", &site, "-"]).stdout;
    assert_eq!(exported(&instance), exported(&other));
    assert_eq!(other.json(&["audit", "verify"])["intact"], true);
    let authorization = format!("Authorization: Bearer {}", key["key"].as_str().unwrap());
    assert_eq!(other.serve().get("/api/v1/sites", &[&authorization]).status, 200);
}

#[test]
fn backup_overwrites_no_file_and_restore_requires_force_and_a_stopped_server() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let file = instance.beside("whole.askline-backup");
    let path = file.to_str().unwrap();
    instance.json(&["backup", path]);
    instance.run(&["backup", path]).refused(1, &["exists already"]);
    instance.json(&["org", "create", "--name", "Other", "--plan", "pro", "--owner-email", "other@example.com"]);
    instance.run(&["restore", path]).refused(1, &["--force"]);
    assert_eq!(instance.json(&["org", "list"])["items"].as_array().unwrap().len(), 2);
    let server = instance.serve();
    instance.run(&["restore", path, "--force"]).refused(1, &["another Askline server"]);
    drop(server);
    instance.json(&["restore", path, "--force"]);
    assert_eq!(instance.json(&["org", "list"])["items"].as_array().unwrap().len(), 1);
}

#[test]
fn a_restore_that_is_refused_leaves_no_folder() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let (whole, other) = (instance.beside("whole.askline-backup"), instance.beside("other.txt"));
    instance.json(&["backup", whole.to_str().unwrap()]);
    std::fs::write(&other, "This is no backup.").unwrap();
    let mut bytes = std::fs::read(&whole).unwrap();
    let last = bytes.len() - 1;
    bytes.truncate(last / 2);
    let cut = instance.beside("cut.askline-backup");
    std::fs::write(&cut, bytes).unwrap();
    let folder = instance.beside("new");
    for data in [folder.clone(), folder.join("below/deeper")] {
        for file in [&other, &cut, &instance.beside("missing.askline-backup")] {
            let words = ["restore", file.to_str().unwrap(), "--data", data.to_str().unwrap()];
            assert_eq!(instance.run_bare(&words).code, 1);
            assert!(!folder.exists(), "{words:?}");
        }
    }
    // A folder that existed stays.
    std::fs::create_dir(&folder).unwrap();
    assert_eq!(instance.run_bare(&["restore", other.to_str().unwrap(), "--data", folder.to_str().unwrap()]).code, 1);
    assert!(folder.exists());
}

#[test]
fn a_damaged_backup_is_refused_and_changes_nothing() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let file = instance.beside("whole.askline-backup");
    let path = file.to_str().unwrap();
    instance.json(&["backup", path]);
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    std::fs::write(&file, bytes).unwrap();
    instance.run(&["restore", path, "--force"]).refused(1, &["damaged"]);
    assert_eq!(instance.json(&["org", "list"])["items"].as_array().unwrap().len(), 1);
}
