//! Lists the files of the repository, without built or installed ones.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The names of folders that contain no files of the repository.
pub const FOREIGN: &[&str] = &["target", "node_modules", ".git", ".venv", "dist", "lib", "data", ".askline"];

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("this crate lies two folders deep")
}

/// Every file below the root with one of these endings, with its path from the root and its text.
pub fn files(endings: &[&str]) -> Vec<(String, String)> {
    let root = root();
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder that was just listed") {
            let path = entry.expect("an entry of it").path();
            let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
            if path.is_dir() {
                // The folder crates/domain/data contains the data of the registries.
                if !FOREIGN.contains(&name.as_str()) || folder.ends_with("crates/domain") {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let text = fs::read_to_string(&path).expect("a text");
                let shown = path.strip_prefix(&root).expect("it lies below").to_string_lossy().into_owned();
                found.push((shown, text));
            }
        }
    }
    assert!(!found.is_empty(), "no file ends in {endings:?}");
    found
}

/// Asserts that nothing was found, and lists the findings.
pub fn none(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}
