//! Tests that dependencies in manifests come from the workspace, have a reason, and are used.

use crate::tree::{files, none, root};

#[test]
fn every_workspace_dependency_is_listed_in_a_group_with_its_reason() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace's manifest");
    let section = manifest.split("[workspace.dependencies]").nth(1).expect("the section");
    let section = section.split("\n[").next().expect("it ends somewhere");
    let mut reason = false;
    for line in section.lines() {
        match line.trim() {
            "" => reason = false,
            line if line.starts_with('#') => reason = true,
            line => assert!(reason || line.starts_with("askline-"), "no reason above: {line}"),
        }
    }
}

#[test]
fn crates_take_their_dependencies_from_the_workspace() {
    for (path, text) in files(&["Cargo.toml"]) {
        if path == "Cargo.toml" {
            continue;
        }
        assert!(text.contains("[lints]\nworkspace = true"), "{path}: no lints");
        for section in ["[dependencies]", "[dev-dependencies]"] {
            let Some(lines) = text.split(section).nth(1) else { continue };
            for line in lines.lines().skip(1).take_while(|line| !line.starts_with('[')) {
                let own = !line.is_empty() && !line.starts_with('#') && !line.contains("workspace = true");
                assert!(!own, "{path}: {line}");
            }
        }
    }
}

#[test]
fn every_dependency_of_a_crate_is_named_in_its_sources() {
    let sources = files(&[".rs"]);
    let mut unused = Vec::new();
    for (path, text) in files(&["Cargo.toml"]) {
        let Some(folder) = path.strip_suffix("Cargo.toml").filter(|folder| !folder.is_empty()) else { continue };
        for section in ["[dependencies]", "[dev-dependencies]", "[build-dependencies]"] {
            // Dependencies must be used in `src/`; those of tests and build scripts anywhere in the crate.
            let place = if section == "[dependencies]" { format!("{folder}src/") } else { folder.to_owned() };
            let of_crate = || sources.iter().filter(|(path, _)| path.starts_with(&place));
            for name in dependencies(&text, section) {
                let named = name.replace('-', "_");
                if !of_crate().any(|(_, source)| names(source, &named)) {
                    unused.push(format!("{path}: {section} {name}"));
                }
            }
        }
    }
    none("dependencies that no source names", &unused);
}

#[test]
fn a_word_that_only_contains_or_mentions_the_name_is_no_use_of_a_dependency() {
    for (source, is_use) in [
        ("use csv::Reader;", true),
        ("    csv::Writer::new()", true),
        ("use csv;", true),
        ("extern crate csv as table;", true),
        ("[\"css\", \"csv\"]", false),
        ("my_csv::Reader", false),
        ("// csv is not used", false),
    ] {
        assert_eq!(names(source, "csv"), is_use, "{source}");
    }
}

/// The names in a section of a manifest.
fn dependencies<'t>(manifest: &'t str, section: &str) -> Vec<&'t str> {
    let lines = manifest.lines().skip_while(|line| line.trim() != section).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.trim_start().starts_with('#'));
    lines.filter_map(|line| line.split(['.', ' ', '=']).next()).filter(|name| !name.is_empty()).collect()
}

/// Whether a source uses a crate, that is, its name followed by a path, a renaming or the end of a `use`.
fn names(source: &str, name: &str) -> bool {
    source.match_indices(name).any(|(at, _)| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let behind = &source[at + name.len()..];
        let is_path = behind.starts_with("::") || behind.starts_with(';') || behind.starts_with(" as ");
        is_path && !source[..at].ends_with(is_part)
    })
}
