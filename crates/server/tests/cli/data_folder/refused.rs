//! A folder that cannot be used is refused with the reason. It is not changed.

use crate::instance::Instance;

const CREATE: &[&str] = &["org", "create", "--name", "Example", "--owner-email", "owner@example.com"];

#[test]
fn a_second_server_on_one_folder_is_refused() {
    let instance = Instance::new();
    let first = instance.serve();
    instance.run(&["serve", "--listen", "127.0.0.1:0"]).refused(1, &["another Askline server"]);
    assert_eq!(first.get("/healthz", &[]).status, 200, "the first one goes on");
}

#[test]
fn lock_left_by_a_killed_server_does_not_block_the_next_start() {
    let instance = Instance::new();
    drop(instance.serve());
    assert!(instance.data.join("askline.lock").exists());
    instance.serve();
}

#[test]
fn a_folder_of_another_owner_is_refused_and_left_alone() {
    let instance = Instance::new();
    std::fs::create_dir(&instance.data).unwrap();
    std::fs::write(instance.data.join("thesis.tex"), "x").unwrap();
    instance.run(CREATE).refused(1, &["no Askline data"]);
    instance.run(&["serve"]).refused(1, &["no Askline data"]);
    assert_eq!(std::fs::read_dir(&instance.data).unwrap().count(), 1);
}

#[test]
fn a_database_of_another_program_is_refused_and_left_alone() {
    let instance = Instance::new();
    std::fs::create_dir(&instance.data).unwrap();
    let file = instance.data.join("metadata.db");
    std::fs::write(&file, "this is no database, but somebody needs it").unwrap();
    instance.run(CREATE).refused(1, &["metadata.db"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "this is no database, but somebody needs it");
}

#[test]
fn a_folder_that_cannot_be_written_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let instance = Instance::new();
    std::fs::create_dir(&instance.data).unwrap();
    std::fs::set_permissions(&instance.data, std::fs::Permissions::from_mode(0o500)).unwrap();
    if std::fs::File::create(instance.data.join("x")).is_ok() {
        // The superuser may write everywhere except in /proc.
        std::fs::remove_file(instance.data.join("x")).unwrap();
        instance.at("/proc/askline").run(CREATE).refused(1, &["/proc/askline"]);
        return;
    }
    instance.run(CREATE).refused(1, &["read-only"]);
}

#[test]
fn a_mistyped_folder_does_not_look_like_an_empty_instance() {
    let instance = Instance::new();
    for arguments in [&["org", "list"][..], &["key", "list"], &["doctor"], &["audit", "verify"]] {
        instance.run(arguments).refused(1, &["no Askline data"]);
    }
    assert!(!instance.data.exists());
}
