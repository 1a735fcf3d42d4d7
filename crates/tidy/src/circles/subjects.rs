//! Tests that of two subjects of a crate at most one imports the other.
//!
//! A subject is a folder of a crate's sources, with the file of the same name.

use std::collections::{BTreeMap, BTreeSet};

use super::{imports::Imports, imports_of_all_crates};
use crate::left::{Counts, Left};

const LEFT: Left = Left {
    name: "subjects.txt",
    head: "Pairs of subjects that import each other: `one <-> other | imports in the rarer direction`. Numbers only go down.",
};

#[test]
fn no_two_subjects_import_each_other_more_than_is_left() {
    let pairs = pairs(&imports_of_all_crates());
    let counts = counts(&pairs);
    let explain = |pair: &str| pairs[pair].iter().cloned().collect();
    LEFT.check_none_is_higher("move what both need below both, or what one needs of the other to it", &counts, explain);
    LEFT.check_none_is_lower(&counts);
}

#[test]
#[ignore = "writes left/subjects.txt"]
fn write_how_many_imports_between_subjects_are_left() {
    LEFT.write(&counts(&pairs(&imports_of_all_crates())));
}

#[test]
fn two_subjects_that_import_each_other_are_found_with_the_rarer_direction() {
    let found = |edges: &str| {
        let mut imports = Imports::new();
        for (from, to) in edges.split(' ').filter_map(|edge| edge.split_once('>')) {
            let path = |name: &str| format!("crates/x/src/{name}.rs");
            imports.entry(path(from)).or_default().insert(path(to), BTreeSet::new());
        }
        counts(&pairs(&imports))
    };
    assert_eq!(found("a/one>b/one a/two>b/one lib>a a>a/one"), Counts::new());
    let key = "crates/x/src: a <-> b".to_owned();
    assert_eq!(found("a/one>b/one a/two>b/one b>a/one"), Counts::from([(key.clone(), 1)]));
    assert_eq!(found("a>b b>a"), Counts::from([(key, 1)]));
}

/// The folder of a crate's sources, and the subject in it, of a file; `None` for the crate's root.
fn subject(file: &str) -> Option<(&str, &str)> {
    let (sources, rest) = file.split_at(file.find("/src/")? + "/src".len());
    let name = rest.trim_start_matches('/');
    let subject = name.split_once('/').map_or(name.trim_end_matches(".rs"), |(folder, _)| folder);
    (!matches!(subject, "lib" | "main")).then_some((sources, subject))
}

/// The imports in the rarer direction of each pair of subjects that import each other.
fn pairs(imports: &Imports) -> BTreeMap<String, BTreeSet<String>> {
    let mut ways: BTreeMap<(&str, &str, &str), BTreeSet<String>> = BTreeMap::new();
    for (file, others) in imports {
        let Some((sources, from)) = subject(file) else { continue };
        for (other, to) in others.keys().filter_map(|other| Some((other, subject(other)?.1))) {
            if from != to {
                ways.entry((sources, from, to)).or_default().insert(format!("{file} -> {other}"));
            }
        }
    }
    let both = ways.iter().filter(|((_, from, to), _)| from < to).filter_map(|((sources, from, to), there)| {
        let back = ways.get(&(*sources, *to, *from))?;
        let rarer = if back.len() < there.len() { back } else { there };
        Some((format!("{sources}: {from} <-> {to}"), rarer.clone()))
    });
    both.collect()
}

fn counts(pairs: &BTreeMap<String, BTreeSet<String>>) -> Counts {
    pairs.iter().map(|(pair, imports)| (pair.clone(), imports.len())).collect()
}
