//! Data folders as earlier releases left them: `testdata/upgrades` says how they were made.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use serde_json::Value;

use crate::instance::Instance;

/// The layouts, by the commit that made them, with the number of steps applied to each database.
pub const LAYOUTS: [(&str, i64, i64); 2] = [("ab2f116", 8, 2), ("2d83297", 24, 5)];

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/upgrades")
}

/// The ids and credentials of the objects in the folders.
pub fn known() -> Value {
    serde_json::from_str(&fs::read_to_string(testdata().join("known.json")).unwrap()).unwrap()
}

/// A folder of the layout.
pub fn folder_of(layout: &str) -> Instance {
    let instance = Instance::new();
    fill(&instance.data, layout);
    instance
}

/// Copies the databases of a layout into a folder, replacing existing ones.
pub fn fill(data: &Path, layout: &str) {
    fs::create_dir_all(data).unwrap();
    fs::set_permissions(data, fs::Permissions::from_mode(0o700)).unwrap();
    for name in ["metadata", "events"] {
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(data.join(format!("{name}.db{end}")));
        }
        let sql = fs::read_to_string(testdata().join(layout).join(format!("{name}.dump"))).unwrap();
        let connection = open(data, name);
        connection.execute_batch(&sql).unwrap();
        connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    }
    let key = known()["secretsKey"].as_str().unwrap().to_owned();
    fs::write(data.join("secrets.key"), hex::decode(key).unwrap()).unwrap();
    for entry in fs::read_dir(data).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
        fs::set_permissions(entry.path(), fs::Permissions::from_mode(0o600)).unwrap();
    }
}

/// A database of the folder.
pub fn open(data: &Path, name: &str) -> Connection {
    Connection::open(data.join(format!("{name}.db"))).unwrap()
}

/// The number of steps applied to each database.
pub fn layout_of(data: &Path) -> (i64, i64) {
    let number = |name: &str, sql: &str| open(data, name).query_row(sql, [], |row| row.get(0)).unwrap();
    (number("metadata", "SELECT MAX(version) FROM _sqlx_migrations"), number("events", "PRAGMA user_version"))
}

/// The content of a folder, by name; empty if there is no such folder.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(Result::unwrap);
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The automatic backups of a data folder.
pub fn backups(data: &Path) -> Vec<String> {
    let mut names = names_in(&data.join("backups"));
    names.retain(|name| name.starts_with("before-upgrade-") && name.ends_with(".tar"));
    names
}
