//! Tests that no subject of a crate imports one that imports it in turn.
//!
//! A subject is a folder of a crate's sources, with the file of the same name.

use std::collections::BTreeSet;

use super::{graph::circles, imports::Imports, imports_of_all_crates};

#[test]
fn no_subject_imports_one_that_imports_it_directly_or_through_others() {
    let found = told(&subjects(&imports_of_all_crates()));
    assert!(
        found.is_empty(),
        "move what both need below both, or what one needs of the other to it:\n{}",
        found.join("\n")
    );
}

/// For people who look for the place of a file: `cargo test -p askline-tidy -- --ignored --nocapture show_the_order`.
#[test]
#[ignore = "shows the order of all subjects"]
fn show_the_order_of_subjects() {
    let mut left = subjects(&imports_of_all_crates());
    while let Some(next) = left.keys().find(|subject| left[*subject].keys().all(|other| !left.contains_key(other))) {
        println!("{next}");
        let next = next.clone();
        left.remove(&next);
    }
    assert!(left.is_empty(), "these have no order: {:?}", left.keys());
}

#[test]
fn subjects_in_a_circle_are_found_with_the_files_that_cause_it() {
    let found = |edges: &str| {
        let mut imports = Imports::new();
        for (from, to) in edges.split(' ').filter_map(|edge| edge.split_once('>')) {
            let path = |name: &str| format!("crates/x/src/{name}.rs");
            imports.entry(path(from)).or_default().insert(path(to), BTreeSet::new());
        }
        told(&subjects(&imports))
    };
    assert_eq!(found("a/one>b/one a/two>b/one b/one>c/one lib>a a>a/one"), [] as [String; 0]);
    let (there, back) = ("a -> b: crates/x/src/a/one.rs", "b -> a: crates/x/src/b.rs");
    assert_eq!(found("a/one>b/one b>a/one"), [there, back].map(|way| format!("crates/x/src/{way}")));
    let around = found("a>b b>c/one c/two>a");
    assert_eq!(around.len(), 3, "{around:?}");
}

/// What each subject imports of other subjects of its crate, with the files that do. Subjects are named by their paths.
fn subjects(imports: &Imports) -> Imports {
    let mut subjects = Imports::new();
    for (file, others) in imports {
        let Some(from) = subject(file) else { continue };
        let of_subject = subjects.entry(from.clone()).or_default();
        let others: BTreeSet<String> = others.keys().filter_map(|other| subject(other)).collect();
        for to in others.into_iter().filter(|to| *to != from) {
            of_subject.entry(to).or_default().insert(file.clone());
        }
    }
    subjects
}

/// The subject of a file, by its path; `None` for the crate's root.
fn subject(file: &str) -> Option<String> {
    let (sources, rest) = file.split_at(file.find("/src/")? + "/src/".len());
    let name = rest.split_once('/').map_or(rest.trim_end_matches(".rs"), |(folder, _)| folder);
    (!matches!(name, "lib" | "main")).then(|| format!("{sources}{name}"))
}

/// The imports of subjects in circles, with the files that cause each.
fn told(subjects: &Imports) -> Vec<String> {
    let mut told = Vec::new();
    for circle in circles(subjects) {
        for from in &circle {
            let within = subjects[from].iter().filter(|(to, _)| circle.contains(*to));
            told.extend(within.map(|(to, files)| {
                let to = to.rsplit('/').next().unwrap_or(to);
                format!("{from} -> {to}: {}", files.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
            }));
        }
    }
    told
}
