//! Tests that every path named in the documents for developers exists.
//!
//! A path from the root begins with a folder of the root; a shorter one is the end of a source's path.

use std::fs;

use crate::tree::{FOREIGN, files, none, root};

/// The endings of sources, which documents may name without their folders.
const SOURCES: &[&str] = &[".rs", ".ts", ".tsx", ".mjs", ".sh", ".sql", ".lua"];

/// What exists in a repository.
struct Tree {
    folders: Vec<String>,
    sources: Vec<String>,
    exists: fn(&str) -> bool,
}

#[test]
fn every_path_that_the_documents_for_developers_name_exists() {
    let tree = Tree {
        folders: folders_of_the_root(),
        sources: files(SOURCES).into_iter().map(|(path, _)| path).collect(),
        exists: |path| root().join(path).exists(),
    };
    let mut missing = Vec::new();
    for (path, text) in files(&[".md"]) {
        if ["ARCHITECTURE.md", "CONTRIBUTING.md"].contains(&&*path) || path.starts_with("docs/decisions/") {
            missing.extend(absent(&text, &tree).map(|(line, named)| format!("{path}:{line}: {named}")));
        }
    }
    none("these paths do not exist", &missing);
}

#[test]
fn a_path_that_does_not_exist_is_found() {
    let tree = Tree {
        folders: vec!["crates".to_owned(), "widget".to_owned()],
        sources: vec!["crates/api/src/keys/mod.rs".to_owned(), "crates/api/src/prompts.rs".to_owned()],
        exists: |path| path == "crates/api",
    };
    for (text, expected) in [
        ("`crates/api` and `crates/api/`", None),
        ("`crates/apis`", Some("crates/apis")),
        ("`keys/mod.rs`, `prompts.rs`", None),
        ("`ys/mod.rs`", Some("ys/mod.rs")),
        ("`prompt.rs`", Some("prompt.rs")),
        // Built files, addresses, commands, and names of other kinds are not paths of the repository.
        ("`widget/dist`, `/docs/guide`, `make test`, `secrets.key`, `sql::Statement`, `target/x.rs`", None),
        ("crates/apis", None),
        ("```\n`crates/apis`\n```", None),
    ] {
        assert_eq!(absent(text, &tree).map(|(_, named)| named).next(), expected, "{text}");
    }
}

/// The paths in backticks that do not exist in a tree, with their line numbers.
fn absent<'t>(text: &'t str, tree: &'t Tree) -> impl Iterator<Item = (usize, &'t str)> {
    let mut is_code = false;
    let lines = text.lines().enumerate().filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    let spans = lines.flat_map(|(number, line)| line.split('`').skip(1).step_by(2).map(move |span| (number + 1, span)));
    spans.filter(|(_, span)| !is_right(span.trim_end_matches('/'), tree))
}

/// Whether a span is either not a path of the repository, or one that exists.
fn is_right(span: &str, tree: &Tree) -> bool {
    let is_path = span.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let is_built = span.split('/').any(|part| FOREIGN.contains(&part));
    if !is_path || is_built || span.starts_with(['/', '.']) {
        return true;
    }
    if let Some((folder, _)) = span.split_once('/')
        && tree.folders.iter().any(|known| known == folder)
    {
        return (tree.exists)(span);
    }
    let is_source = SOURCES.iter().any(|ending| span.strip_suffix(ending).is_some_and(|stem| !stem.is_empty()));
    let ends_so = |path: &String| path.strip_suffix(span).is_some_and(|head| head.is_empty() || head.ends_with('/'));
    !is_source || tree.sources.iter().any(ends_so)
}

fn folders_of_the_root() -> Vec<String> {
    let entries = fs::read_dir(root()).expect("the root").map(|entry| entry.expect("an entry of it"));
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect()
}
