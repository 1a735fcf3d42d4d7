//! Tests that folders do not have too many sources, and sources not too many lines.

use crate::{
    left::{Counts, Left},
    tree::files,
};

/// The maximum number of sources in a folder, and of lines in a source.
const MAX_SOURCES: usize = 16;
const MAX_LINES: usize = 400;

const FOLDERS: Left =
    Left { name: "folders.txt", head: "Folders with more than 16 sources: `folder | sources`. Numbers only go down." };
const LENGTHS: Left =
    Left { name: "lengths.txt", head: "Sources with more than 400 lines: `file | lines`. Numbers only go down." };

#[test]
fn no_folder_has_more_sources_than_are_left() {
    let counts = sources_by_folder(files(&[".rs", ".ts", ".tsx", ".mjs"]).into_iter().map(|(path, _)| path));
    FOLDERS.check_none_is_higher("make folders by subject", &counts, |_| Vec::new());
    FOLDERS.check_none_is_lower(&counts);
}

#[test]
fn no_source_is_longer_than_is_left() {
    let counts = lengths(files(&[".rs", ".ts", ".tsx", ".mjs", ".sh"]));
    LENGTHS.check_none_is_higher("split these", &counts, |_| Vec::new());
    LENGTHS.check_none_is_lower(&counts);
}

#[test]
#[ignore = "writes left/folders.txt"]
fn write_how_many_sources_of_folders_are_left() {
    FOLDERS.write(&sources_by_folder(files(&[".rs", ".ts", ".tsx", ".mjs"]).into_iter().map(|(path, _)| path)));
}

#[test]
#[ignore = "writes left/lengths.txt"]
fn write_how_many_lines_of_sources_are_left() {
    LENGTHS.write(&lengths(files(&[".rs", ".ts", ".tsx", ".mjs", ".sh"])));
}

#[test]
fn the_seventeenth_source_of_a_folder_and_the_401st_line_are_found() {
    let sources = |count: usize| (0..count).map(|number| format!("a/b/{number}.rs")).chain(["a/x.rs".to_owned()]);
    assert_eq!(sources_by_folder(sources(16)), Counts::new());
    assert_eq!(sources_by_folder(sources(17)), Counts::from([("a/b".to_owned(), 17)]));
    let source = |path: &str, lines: usize| vec![(path.to_owned(), "x\n".repeat(lines))];
    assert_eq!(lengths(source("a.rs", 400)), Counts::new());
    assert_eq!(lengths(source("a.rs", 401)), Counts::from([("a.rs".to_owned(), 401)]));
    assert_eq!(lengths(source("generated/a.ts", 401)), Counts::new());
}

/// The folders with too many sources.
fn sources_by_folder(paths: impl Iterator<Item = String>) -> Counts {
    let mut counts = Counts::new();
    for path in paths {
        let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
        *counts.entry(folder.to_owned()).or_default() += 1;
    }
    counts.retain(|_, count| *count > MAX_SOURCES);
    counts
}

/// The sources with too many lines. Only compilers read generated ones.
fn lengths(sources: Vec<(String, String)>) -> Counts {
    let of_people = sources.into_iter().filter(|(path, _)| !path.split('/').any(|part| part == "generated"));
    let counts = of_people.map(|(path, text)| (path, text.lines().count()));
    counts.filter(|(_, lines)| *lines > MAX_LINES).collect()
}
