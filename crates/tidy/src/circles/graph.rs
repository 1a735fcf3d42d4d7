//! Finds circles in a graph of files.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::Imports;

/// Groups of files that all reach each other, the largest first.
pub fn circles(imports: &Imports) -> Vec<BTreeSet<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|file| (file, reached(imports, file))).collect();
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for (file, others) in &reached {
        if found.iter().any(|circle| circle.contains(*file)) {
            continue;
        }
        let comes_back = |other: &&&String| reached.get(**other).is_some_and(|back| back.contains(*file));
        let circle: BTreeSet<String> = others.iter().filter(comes_back).map(|other| (*other).clone()).collect();
        if circle.len() > 1 {
            found.push(circle);
        }
    }
    found.sort_by_key(|circle| usize::MAX - circle.len());
    found
}

/// The shortest way from a file to another, without the first file.
pub fn way<'i>(imports: &'i Imports, from: &'i str, to: &str) -> Option<Vec<&'i str>> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut next = vec![from];
    while !before.contains_key(to) && !next.is_empty() {
        let mut further = Vec::new();
        for file in next {
            for other in imports.get(file).into_iter().flat_map(BTreeMap::keys) {
                if !before.contains_key(other.as_str()) {
                    before.insert(other, file);
                    further.push(other.as_str());
                }
            }
        }
        next = further;
    }
    let mut way = vec![*before.get_key_value(to)?.0];
    while before[way[way.len() - 1]] != from {
        way.push(before[way[way.len() - 1]]);
    }
    way.reverse();
    Some(way)
}

/// The files that a file imports, directly or through others.
fn reached<'i>(imports: &'i Imports, file: &String) -> BTreeSet<&'i String> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&String> = imports.get(file).into_iter().flat_map(BTreeMap::keys).collect();
    while let Some(file) = next.pop() {
        if reached.insert(file) {
            next.extend(imports.get(file).into_iter().flat_map(BTreeMap::keys));
        }
    }
    reached
}

#[test]
fn the_way_back_is_the_shortest() {
    let edges = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("b", "d")];
    let mut imports = Imports::new();
    for (from, to) in edges {
        imports.entry(from.to_owned()).or_default().insert(to.to_owned(), BTreeSet::new());
    }
    assert_eq!(way(&imports, "b", "a"), Some(vec!["d", "a"]));
    assert_eq!(way(&imports, "b", "x"), None);
}

#[test]
fn files_that_reach_each_other_are_a_circle() {
    for (edges, expected) in [
        ("a>b b>c", vec![]),
        ("a>b b>a", vec!["a b"]),
        ("a>b b>c c>a c>d d>e e>d", vec!["a b c", "d e"]),
        ("a>b b>d d>c c>b", vec!["b c d"]),
    ] {
        let mut imports = Imports::new();
        for (from, to) in edges.split(' ').filter_map(|edge| edge.split_once('>')) {
            imports.entry(from.to_owned()).or_default().insert(to.to_owned(), BTreeSet::new());
        }
        let found: Vec<String> =
            circles(&imports).into_iter().map(|circle| circle.into_iter().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(found, expected, "{edges}");
    }
}
