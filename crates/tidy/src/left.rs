//! Counts of remaining violations, stored in `crates/tidy/left` as `key | number`. Counts only go down.

use std::{collections::BTreeMap, fs, path::PathBuf};

use crate::tree::{none, root};

/// How often each key was found.
pub type Counts = BTreeMap<String, usize>;

/// The command that lowers all counts to what is left.
const COMMAND: &str = "cargo test -p askline-tidy -- --ignored write_how_many";

/// A file of counts.
pub struct Left {
    /// Its name in `crates/tidy/left`.
    pub name: &'static str,
    /// Its first line, without `# `.
    pub head: &'static str,
}

impl Left {
    /// Asserts that no count is higher than in the file. `explain` returns what was found for a key.
    pub fn check_none_is_higher(&self, advice: &str, counts: &Counts, explain: impl Fn(&str) -> Vec<String>) {
        let left = self.read();
        let mut wrong = Vec::new();
        for (key, count) in counts {
            let allowed = left.get(key).copied().unwrap_or(0);
            if *count > allowed {
                wrong.push(format!("{key}: {count} found, but crates/tidy/left/{} allows only {allowed}", self.name));
                wrong.extend(explain(key).into_iter().map(|line| format!("  {line}")));
            }
        }
        none(&format!("{advice} (if files were only moved, run {COMMAND})"), &wrong);
    }

    /// Asserts that no count in the file is higher than what was found.
    pub fn check_none_is_lower(&self, counts: &Counts) {
        let now = |key: &String| counts.get(key).copied().unwrap_or(0);
        let lower = self.read().into_iter().filter(|(key, allowed)| now(key) < *allowed);
        let lower: Vec<String> = lower.map(|(key, allowed)| format!("{key}: {allowed}, now {}", now(&key))).collect();
        none(&format!("fewer were found than crates/tidy/left/{} says; run {COMMAND}", self.name), &lower);
    }

    /// Lowers the counts in the file to what was found. A moved file keeps its count; no other count rises.
    pub fn write(&self, counts: &Counts) {
        let now = lowered(&self.read(), counts, |path| root().join(path).exists());
        let lines: String = now.iter().map(|(key, number)| format!("{key} | {number}\n")).collect();
        fs::write(self.path(), format!("# {}\n{lines}", self.head)).expect("the file can be written");
    }

    fn read(&self) -> Counts {
        let text = fs::read_to_string(self.path()).expect("the numbers");
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        lines
            .map(|line| {
                let (key, number) =
                    line.rsplit_once(" | ").unwrap_or_else(|| panic!("{}: no number: {line}", self.name));
                (key.to_owned(), number.parse().expect("a number"))
            })
            .collect()
    }

    fn path(&self) -> PathBuf {
        root().join("crates/tidy/left").join(self.name)
    }
}

/// The stored counts, lowered to `counts`. `exists` says whether the file of a key still exists.
fn lowered(left: &Counts, counts: &Counts, exists: impl Fn(&str) -> bool) -> Counts {
    let is_path = |key: &str| key.contains('/') && !key.contains(' ');
    let mut kept = Counts::new();
    // By part of the repository: the sum of the counts of files that no longer exist. New files of the same part may take
    // them over.
    let mut moved = Counts::new();
    for (key, allowed) in left {
        if is_path(key) && !exists(key) {
            *moved.entry(part_of(key)).or_default() += allowed;
        } else {
            kept.insert(key.clone(), counts.get(key).copied().unwrap_or(0).min(*allowed));
        }
    }
    for (key, count) in counts.iter().filter(|(key, _)| is_path(key) && !left.contains_key(*key)) {
        if let Some(rest) = moved.get_mut(&part_of(key)).filter(|rest| **rest >= *count) {
            *rest -= count;
            kept.insert(key.clone(), *count);
        }
    }
    kept.retain(|_, number| *number > 0);
    kept
}

/// The crate of a path, or its first folder.
pub fn part_of(path: &str) -> String {
    let folders = if path.starts_with("crates/") { 2 } else { 1 };
    path.split('/').take(folders).collect::<Vec<_>>().join("/")
}

#[test]
fn numbers_fall_and_move_with_their_files_and_never_rise() {
    for (left, found, gone, expected) in [
        ("a/x 3, a/y 1", "a/x 2", "", "a/x 2"),
        ("a/x 3", "a/x 4, a/z 1", "", "a/x 3"),
        ("a/x 3", "a/z/x 2", "a/x", "a/z/x 2"),
        ("a/x 3", "a/z/x 4", "a/x", ""),
        ("a/x 3", "b/x 3", "a/x", ""),
        ("crates/a/x 3", "crates/b/x 3", "crates/a/x", ""),
        ("word 3", "word 2, other 1", "", "word 2"),
    ] {
        let counts = |text: &str| -> Counts {
            let pairs = text.split(", ").filter_map(|pair| pair.split_once(' '));
            pairs.map(|(key, number)| (key.to_owned(), number.parse().expect("a number"))).collect()
        };
        assert_eq!(lowered(&counts(left), &counts(found), |path| path != gone), counts(expected), "{left}; {found}");
    }
}
