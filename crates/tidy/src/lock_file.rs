//! Tests that libraries in several versions are explained, and that none returns by accident.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{none, root};

/// The page that names every library in several versions.
const PAGE: &str = "docs/decisions/builds.md";
/// Names of libraries that are compiled only for other systems begin like this.
const OTHER_SYSTEMS: [&str; 2] = ["windows", "r-efi"];

#[test]
fn every_second_version_of_a_library_is_listed_with_what_requires_it() {
    let listed: BTreeSet<String> = text(PAGE)
        .split("| Library |")
        .nth(1)
        .expect("the table")
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .flat_map(|line| line.split('|').nth(1).unwrap_or_default().split(','))
        .map(|entry| entry.replace('`', "").trim().to_owned())
        .collect();
    let there: BTreeSet<String> = older_versions(&text("Cargo.lock")).into_iter().collect();
    none("second versions that the page does not list", &there.difference(&listed).cloned().collect::<Vec<_>>());
    none("second versions on the page that are gone", &listed.difference(&there).cloned().collect::<Vec<_>>());
}

#[test]
fn names_in_other_scripts_are_read_with_tables_that_the_program_has_anyway() {
    let lock = text("Cargo.lock");
    let found = versions(&lock).remove("idna_adapter").expect("url needs it");
    assert!(
        found.iter().all(|version| version.starts_with("1.1.")),
        "run: cargo update -p idna_adapter --precise 1.1.0"
    );
}

#[test]
fn the_newest_version_is_not_called_a_second_one() {
    let lock =
        [("a", "1.9.0"), ("a", "1.10.2"), ("b", "0.9.1"), ("b", "0.10.0"), ("b", "0.10.1"), ("windows-sys", "1.0.0")]
            .map(|(name, version)| format!("[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n"))
            .concat();
    assert_eq!(older_versions(&lock), ["a 1", "b 0.9", "b 0.10"]);
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect(path)
}

/// All versions of each library in a lock file.
fn versions(lock: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut versions = BTreeMap::<_, Vec<_>>::new();
    for package in lock.split("[[package]]").skip(1) {
        let field = |name: &str| {
            let value =
                package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \"")?.strip_suffix('"'));
            value.unwrap_or_else(|| panic!("{name} is missing: {package}"))
        };
        versions.entry(field("name")).or_default().push(field("version"));
    }
    versions
}

/// The versions of each library besides the newest one, such as `syn 2` and `sha2 0.10`.
fn older_versions(lock: &str) -> Vec<String> {
    let numbers =
        |version: &str| -> Vec<u64> { version.split(['.', '-', '+']).map_while(|part| part.parse().ok()).collect() };
    let mut found = Vec::new();
    for (name, mut versions) in versions(lock) {
        if OTHER_SYSTEMS.iter().any(|prefix| name.starts_with(prefix)) {
            continue;
        }
        versions.sort_by_key(|version| numbers(version));
        versions.pop();
        found.extend(versions.into_iter().map(|version| match numbers(version)[..] {
            [0, minor, ..] => format!("{name} 0.{minor}"),
            [major, ..] => format!("{name} {major}"),
            [] => format!("{name} {version}"),
        }));
    }
    found
}
