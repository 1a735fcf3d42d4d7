//! Moves that are refused: target not empty, stores in use, other key, invalid settings. A target of a newer release is
//! also refused.

use super::{
    filled,
    target::{Target, moved, moved_back, run_on, serve, serve_on},
};
use crate::instance::Instance;

#[test]
fn a_target_that_is_not_empty_is_refused_and_stays_as_it_is() {
    let (instance, _) = filled::copy();
    let target = Target::new();
    std::fs::copy(instance.data.join("secrets.key"), target.key_file()).unwrap();
    let create = ["org", "create", "--name", "Mine", "--owner-email", "mine@example.com"];
    assert_eq!(run_on(&target, &instance, &create, "").code, 0);
    moved(&instance, &target).refused(1, &["is not empty", "has rows"]);
    assert_eq!(target.number("SELECT COUNT(*) FROM organizations"), 1);
    assert_eq!(run_on(&target, &instance, &["org", "list"], "").code, 0, "it is served as before");

    let other = Instance::new();
    other.organization("free");
    std::fs::remove_file(other.data.join("secrets.key")).unwrap_or_default();
    moved_back(&target, &other).refused(1, &["is not empty", "has rows"]);
    assert_eq!(other.json(&["org", "list"])["items"].as_array().unwrap().len(), 1);

    let moved_once = Target::new();
    moved(&instance, &moved_once).json();
    moved(&instance, &moved_once).refused(1, &["is not empty"]);
}

#[test]
fn a_source_or_target_that_is_served_is_refused() {
    let (instance, _) = filled::copy();
    let target = Target::new();
    let server = serve(&instance);
    moved(&instance, &target).refused(1, &["another Askline server is running"]);
    assert_eq!(server.terminate().0, 0);
    std::fs::copy(instance.data.join("secrets.key"), target.key_file()).unwrap();
    let server = serve_on(&target, &instance);
    moved(&instance, &target).refused(1, &["an Askline server runs on the database", "stop it"]);
    moved_back(&target, &Instance::new()).refused(1, &["an Askline server runs on the database"]);
    assert_eq!(server.terminate().0, 0);
}

#[test]
fn a_target_with_another_key_is_refused_and_a_key_that_is_there_is_never_replaced() {
    let (instance, _) = filled::copy();
    let target = Target::new();
    std::fs::write(target.key_file(), [9; 32]).unwrap();
    moved(&instance, &target).refused(1, &["the target's key differs"]);
    assert_eq!(std::fs::read(target.key_file()).unwrap(), [9; 32]);
    // A folder that has lost its key.
    std::fs::remove_file(instance.data.join("secrets.key")).unwrap();
    moved(&instance, &target).refused(1, &["has lost the key"]);
}

#[test]
fn what_makes_no_sense_is_misuse() {
    let (instance, _) = filled::copy();
    let target = Target::new();
    let folder = target.config_of_folder(&instance.beside("other"));
    instance.run(&["migrate-store"]).refused(2, &["--to"]);
    instance.run(&["migrate-store", "--to", folder.to_str().unwrap()]).refused(2, &["askline backup"]);
    let config = target.config();
    run_on(&target, &instance, &["migrate-store", "--to", config.to_str().unwrap()], "").refused(2, &["pg_dump"]);
    instance.run(&["migrate-store", "--to", "/no/such/file"]).refused(2, &["/no/such/file"]);
    Instance::new().run(&["migrate-store", "--to", config.to_str().unwrap()]).refused(1, &["no Askline data"]);
}

#[test]
fn a_target_that_a_newer_release_wrote_is_refused() {
    let (instance, _) = filled::copy();
    let target = Target::new();
    std::fs::copy(instance.data.join("secrets.key"), target.key_file()).unwrap();
    assert_eq!(run_on(&target, &instance, &["org", "list"], "").code, 0);
    target.run("UPDATE layouts SET readable_from = 900 WHERE name = 'metadata'");
    target.run("INSERT INTO _sqlx_migrations SELECT 900, description, installed_on, success, checksum, execution_time FROM _sqlx_migrations LIMIT 1");
    moved(&instance, &target).refused(2, &["newer release"]);
}
