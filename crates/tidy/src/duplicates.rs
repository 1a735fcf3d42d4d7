//! Finds places in sources that share six or more equal lines. Imports, comments, braces, attributes, and lists of fields
//! and parameters are left out.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    left::{Counts, Left, part_of},
    tree::files,
};

/// The minimum number of equal lines that count.
const LINES: usize = 6;

const LEFT: Left = Left {
    name: "duplicates.txt",
    head: "Pairs of places with six or more equal lines, by crate or folder: `crate | pairs`. Numbers only go down.",
};

/// A line that counts: its number and its text.
type Line<'s> = (usize, &'s str);

/// Where equal lines begin: the number of the file, and the position among its lines that count.
type Place = (usize, usize);

#[test]
fn no_more_places_share_lines_than_are_left() {
    let pairs = pairs(&sources());
    LEFT.check_none_is_higher("write these once", &counts(&pairs), |key| {
        pairs.iter().filter(|(part, _)| part == key).map(|(_, told)| told.clone()).collect()
    });
    LEFT.check_none_is_lower(&counts(&pairs));
}

#[test]
#[ignore = "writes left/duplicates.txt"]
fn write_how_many_pairs_of_places_are_left() {
    LEFT.write(&counts(&pairs(&sources())));
}

#[test]
fn six_equal_lines_are_one_pair_and_five_or_braces_are_none() {
    let lines = |count: usize| -> String { (0..count).map(|number| format!("    call({number});\n")).collect() };
    for (a, b, expected) in [
        (lines(6), format!("fn b() {{\n{}}}\n", lines(6)), vec!["a/x.rs:1 and a/y.rs:2: 6 lines"]),
        (lines(9), lines(9), vec!["a/x.rs:1 and a/y.rs:1: 9 lines"]),
        (lines(5), lines(5), vec![]),
        ("pub site: SiteId,\nid,\n".repeat(9), "pub site: SiteId,\nid,\n".repeat(9), vec![]),
        ("use a::b;\n}\n#[test]\n// c\n\n".repeat(9), "use a::b;\n}\n#[test]\n// c\n\n".repeat(9), vec![]),
        (format!("{}other();\n{}", lines(6), lines(6)), String::new(), vec!["a/x.rs:1 and a/x.rs:8: 6 lines"]),
        ("same();\n".repeat(9), String::new(), vec![]),
    ] {
        let sources = vec![("a/x.rs".to_owned(), a), ("a/y.rs".to_owned(), b)];
        let told: Vec<String> = pairs(&sources).into_iter().map(|(_, told)| told).collect();
        assert_eq!(told, expected, "{sources:?}");
    }
}

/// The sources that people write, in the order of their paths.
fn sources() -> Vec<(String, String)> {
    let mut sources = files(&[".rs", ".ts", ".tsx", ".mjs"]);
    sources.retain(|(path, _)| !path.split('/').any(|part| part == "generated"));
    sources.sort();
    sources
}

fn counts(pairs: &[(String, String)]) -> Counts {
    let mut counts = Counts::new();
    for (part, _) in pairs {
        *counts.entry(part.clone()).or_default() += 1;
    }
    counts
}

/// Every pair of places with equal lines: the part of the repository (or both parts), and where they are.
fn pairs(sources: &[(String, String)]) -> Vec<(String, String)> {
    let lines: Vec<Vec<Line<'_>>> = sources.iter().map(|(_, text)| lines(text)).collect();
    let mut places: BTreeMap<Vec<&str>, Vec<Place>> = BTreeMap::new();
    for (file, lines) in lines.iter().enumerate() {
        for (at, window) in lines.windows(LINES).enumerate() {
            places.entry(window.iter().map(|(_, line)| *line).collect()).or_default().push((file, at));
        }
    }
    let text = |(file, at): Place| lines[file].get(at).map(|(_, line)| *line);
    let mut found = BTreeSet::new();
    for same in places.into_values().filter(|same| same.len() > 1) {
        for (number, &a) in same.iter().enumerate() {
            for &b in &same[number + 1..] {
                let before = |(file, at): Place| at.checked_sub(1).and_then(|at| text((file, at)));
                let goes_on = before(a).is_some() && before(a) == before(b);
                if !goes_on && (a.0 != b.0 || b.1 - a.1 >= LINES) {
                    found.insert((a, b));
                }
            }
        }
    }
    let told = found.into_iter().map(|(a, b)| {
        let after = |(file, at): Place, more: usize| text((file, at + more));
        let length = (0..).take_while(|more| after(a, *more).is_some() && after(a, *more) == after(b, *more)).count();
        let shown = |(file, at): Place| format!("{}:{}", sources[file].0, lines[file][at].0);
        let (one, other) = (part_of(&sources[a.0].0), part_of(&sources[b.0].0));
        let part = if one == other { one } else { format!("{one} and {other}") };
        (part, format!("{} and {}: {length} lines", shown(a), shown(b)))
    });
    told.collect()
}

/// The lines of a source that count.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut is_import = false;
    let lines = text.lines().map(str::trim).enumerate().map(|(at, line)| (at + 1, line));
    lines
        .filter(|(_, line)| {
            let begins = ["use ", "pub use ", "mod ", "pub mod ", "import ", "export {"]
                .iter()
                .any(|word| line.starts_with(word));
            let was_import = is_import;
            is_import = (begins || was_import) && !line.contains(';');
            let is_empty = !line.contains(char::is_alphanumeric);
            let is_comment = ["//", "/*", "* ", "#"].iter().any(|mark| line.starts_with(mark));
            !begins && !was_import && !is_empty && !is_comment && !is_listed(line)
        })
        .collect()
}

/// Whether a line is a field, a parameter or an argument. A trait and its implementations must repeat the same ones, as must
/// a type and its views.
fn is_listed(line: &str) -> bool {
    let line = line.trim_start_matches("pub ").trim_start_matches("pub(crate) ");
    let name = line.split([':', ',']).next().unwrap_or("");
    let is_name = name.chars().all(|c| c.is_alphanumeric() || "_&".contains(c));
    is_name && line.ends_with(',')
}
