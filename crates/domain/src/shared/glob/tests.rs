//! Tests of globs: the shared cases, invalid globs, cost, and a slow but simple implementation.

use super::*;
use proptest::prelude::*;

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Case {
    glob: String,
    path: String,
    matches: bool,
    literal_prefix_length: Option<usize>,
}

fn read(glob: &str) -> Glob {
    Glob::parse(glob).unwrap_or_else(|reason| panic!("'{glob}' {reason}"))
}

#[test]
fn every_shared_case_is_decided_as_it_says() {
    let cases: Vec<Case> =
        serde_json::from_str(include_str!("../../../../../testdata/glob_cases.json")).expect("a list of cases");
    assert!(cases.len() >= 60);
    for Case { glob, path, matches, literal_prefix_length } in cases {
        assert_eq!(read(&glob).matches(&path), matches, "'{glob}' and '{path}'");
        if let Some(length) = literal_prefix_length {
            assert_eq!(read(&glob).literal_prefix_length(), length, "literal prefix of '{glob}'");
        }
    }
}

#[test]
fn what_is_no_glob_is_refused_with_its_reason() {
    let reason = |glob: &str| Glob::parse(glob).expect_err(glob);
    assert_eq!(reason(""), InvalidGlob::NoLeadingSlash);
    assert_eq!(reason("blog/*"), InvalidGlob::NoLeadingSlash);
    assert_eq!(reason("https://example.com/*"), InvalidGlob::NoLeadingSlash);
    assert_eq!(reason(&format!("/{}", "a".repeat(256))), InvalidGlob::TooLong);
    assert_eq!(reason(&"/**".repeat(9)), InvalidGlob::TooManyDoubleStars);
    assert_eq!(reason("/a\nb"), InvalidGlob::ControlCharacter);
    assert_eq!(reason("/a%00b"), InvalidGlob::ControlCharacter);
    assert!(Glob::parse(&"/**".repeat(8)).is_ok());
}

fn cost(glob: &str, path: &str) -> u64 {
    let mut cost = 0;
    read(glob).matches_normal(&compared_path(path), &mut cost);
    cost
}

#[test]
fn a_match_costs_at_most_a_64th_of_glob_times_path_even_for_hostile_globs() {
    let path = format!("/{}", "a".repeat(100_000));
    let deep = format!("/{}", "a/".repeat(50_000));
    for glob in [
        format!("/{}b", "*a".repeat(127)),
        format!("{}b", "/**/a*".repeat(8)),
        format!("/{}", "*".repeat(255)),
        format!("/*{}*b", "a".repeat(250)),
        format!("/*{}b", "/**".repeat(8)),
        format!("/*{}*", "é".repeat(250)),
    ] {
        let words = (glob.len() as u64 + 1).div_ceil(64);
        for path in [&path, &deep] {
            let cost = cost(&glob, path);
            assert!(cost <= words * PATH_UNITS_COMPARED as u64, "{glob}: {cost}");
        }
    }
}

#[test]
fn a_path_that_can_no_longer_match_is_not_walked_further() {
    let path = format!("/{}", "b".repeat(2_000));
    assert!(cost("/*/x*y", &path) <= 2_000);
    assert!(cost("/**/x/*/y", &format!("/x{path}")) <= 2_002);
    assert_eq!(cost("/blog/*/a*", &path), 0);
}

#[test]
fn wildcards_of_a_thing_are_counted_over_all_its_globs_as_they_are_read() {
    let check = |globs: &[String]| {
        let mut violations = Violations::new();
        check_wildcards("match", globs, &mut violations);
        violations.finish(()).map_err(|found| (found[0].path.clone(), found[0].code.clone()))
    };
    let refused = Err(("match".to_owned(), "TOO_MANY_WILDCARDS".to_owned()));
    assert_eq!(check(&vec!["/a/*/**".to_owned(); 100]), Ok(()));
    assert_eq!(check(&vec!["/a/*/b/*/**".to_owned(); 67]), refused);
    assert_eq!(check(&vec!["/%2a/%2A%2a/*".to_owned(); 67]), refused);
    assert_eq!(check(&vec!["/a".to_owned(); 500]), Ok(()));
}

/// The table at the head of the module, implemented directly: slow, but simple.
fn naive(glob: &str, path: &str) -> bool {
    let after_below = glob.strip_prefix("/**").filter(|rest| rest.is_empty() || rest.starts_with('/'));
    if let Some(rest) = after_below {
        return naive(rest, path) || (path.starts_with('/') && tails(&path[1..]).any(|tail| naive(rest, tail)));
    }
    let stars = glob.len() - glob.trim_start_matches('*').len();
    match (stars, glob.chars().next(), path.chars().next()) {
        (0, None, None) => true,
        (0, Some(expected), Some(found)) if expected == found => {
            naive(&glob[expected.len_utf8()..], &path[found.len_utf8()..])
        }
        (0, _, _) => false,
        (1, _, _) => {
            let segment = path.find('/').unwrap_or(path.len());
            tails(path).filter(|tail| path.len() - tail.len() <= segment).any(|tail| naive(&glob[1..], tail))
        }
        _ => tails(path).any(|tail| naive(&glob[stars..], tail)),
    }
}

fn tails(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().map(|(at, _)| at).chain([text.len()]).map(|at| &text[at..])
}

proptest! {
    #[test]
    fn a_glob_decides_as_the_naive_reading_does(glob in "/([ab*é]|/|\\*\\*|/\\*\\*){0,7}", path in "/[abé/]{0,9}") {
        let expected = naive(&normal_path(&glob), &normal_path(&path));
        prop_assert_eq!(read(&glob).matches(&path), expected);
    }

    /// The globs are longer than one word, so that bits must be carried from one word to the next.
    #[test]
    fn a_long_glob_decides_as_the_naive_reading_does(
        glob in "/([ab]{1,40}(/|\\*|/\\*\\*/|\\*\\*|/\\*\\*)){1,4}",
        filled in prop::collection::vec("[ab/]{0,2}", 8),
    ) {
        // A path that is the glob with each star replaced by a text.
        let mut filled = filled.into_iter();
        let path: String = glob.split('*').map(|piece| format!("{piece}{}", filled.next().unwrap_or_default())).collect();
        let expected = naive(&normal_path(&glob), &normal_path(&path));
        prop_assert_eq!(read(&glob).matches(&path), expected);
        prop_assert_eq!(read(&glob).matches(&format!("{path}a")), naive(&normal_path(&glob), &normal_path(&format!("{path}a"))));
    }

    #[test]
    fn a_path_without_stars_is_a_glob_that_takes_itself(path in "/[a-z%/é]{0,20}") {
        prop_assert!(read(&path).matches(&path));
    }

    #[test]
    fn the_prefix_that_is_counted_is_really_needed(glob in "/[ab/]{0,6}(/\\*\\*|\\*)[ab/*]{0,3}", path in "/[ab/]{0,9}") {
        let (glob, path) = (read(&glob), normal_path(&path).into_owned());
        let text: String = path.chars().take(glob.literal_prefix_length()).collect();
        if glob.matches(&path) {
            prop_assert!(glob.beginning.starts_with(text.as_bytes()));
        }
    }

    #[test]
    fn no_text_makes_glob_or_path_panic(glob: String, path: String) {
        let _ = normal_path(&path);
        if let Ok(glob) = Glob::parse(&format!("/{glob}")) {
            let _ = glob.matches(&path);
        }
    }
}
