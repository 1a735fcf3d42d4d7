//! Globs over the paths of pages. They decide where the widget shows and which rule applies, on the
//! server and in the widget alike; `testdata/glob_cases.json` holds both to it. Never backtracks: a match costs
//! at most path × glob steps, whoever wrote the glob.
//!
//! # Semantics, for the twin in TypeScript
//!
//! **Normal form.** Paths and globs go through the same [`normal_path`]:
//! 1. Each longest run of `%XX` is decoded; when its bytes are not UTF-8, that whole run stays as it is. Once only:
//!    `%2525` becomes `%25`.
//!    `text.replace(/(%[0-9a-f]{2})+/gi, (run) => { try { return decodeURIComponent(run); } catch { return run; } })`
//! 2. A missing leading `/` is added, runs of `/` become one, and a trailing `/` goes, except that of the root.
//!    So `/blog/` and `/blog` are the same page and the same glob.
//!
//! The path is a URL's path, without query and fragment. Letters keep their case, and case counts.
//!
//! **Wildcards**, read from the normal form of the glob, left to right:
//!
//! | Written | Stands for | As a pattern |
//! |---|---|---|
//! | `/**`, followed by `/` or the end | nothing, or `/` and anything | `(?:/.*)?` |
//! | any other run of two or more `*` | anything, also `/` and nothing | `.*` |
//! | one `*` | anything within a segment, also nothing | `[^/]*` |
//! | any other character, `?` `[` `{` `.` included | itself | |
//!
//! The whole path must match. `/blog/**` takes `/blog`, `/blog/` and all below it, not `/blogs`; `/blog/*` takes
//! `/blog/a`, not `/blog` and not `/blog/a/b`; `/**/a` takes `/a` and `/x/y/a`; `/*` takes `/`.
//!
//! **Matching** walks the path once and keeps the set of places in the glob that it may stand at. A place may be
//! passed without a character at a star (go one on) and at an optional `/**` (go past it and the star that follows).
//! Any unit of text will do (byte, UTF-16 unit or character), as no wildcard stands for exactly one of them.

use std::borrow::Cow;

use crate::{
    known_ids::{check_count, check_no_repeats},
    violation::Violations,
};

/// Characters of a glob.
pub const GLOB_CHARACTERS_MOST: usize = 256;
/// Runs of two or more `*` in a glob.
pub const DOUBLE_STARS_MOST: usize = 8;

/// A glob that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    /// What every path begins with that is taken.
    beginning: Vec<u8>,
    /// What stands between, from the first wildcard to the last.
    steps: Vec<Step>,
    /// What every path ends with that is taken; empty when there is no wildcard.
    ending: Vec<u8>,
    literal_prefix_length: usize,
}

/// One place in a glob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// This byte.
    Byte(u8),
    /// Any bytes but `/`.
    WithinSegment,
    /// Any bytes.
    Anything,
    /// A `/`, and the [`Step::Anything`] that follows; or neither.
    OptionalBelow,
}

/// Why a text is not a glob.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidGlob {
    /// It does not begin with `/`.
    #[error("must begin with '/', as in '/blog/**'")]
    NoLeadingSlash,
    /// It has more than [`GLOB_CHARACTERS_MOST`] characters.
    #[error("must have at most {GLOB_CHARACTERS_MOST} characters")]
    TooLong,
    /// It has more than [`DOUBLE_STARS_MOST`] runs of two or more `*`.
    #[error("must have at most {DOUBLE_STARS_MOST} '**'")]
    TooManyDoubleStars,
    /// It has a line break or another control character.
    #[error("must not have control characters")]
    ControlCharacter,
}

impl Glob {
    /// Reads a glob as it was written.
    pub fn parse(text: &str) -> Result<Self, InvalidGlob> {
        if !text.starts_with('/') {
            return Err(InvalidGlob::NoLeadingSlash);
        }
        if text.chars().count() > GLOB_CHARACTERS_MOST {
            return Err(InvalidGlob::TooLong);
        }
        let glob = normal_path(text);
        if glob.chars().any(char::is_control) {
            return Err(InvalidGlob::ControlCharacter);
        }
        let steps = read_steps(glob.as_bytes());
        if steps.iter().filter(|step| **step == Step::Anything).count() > DOUBLE_STARS_MOST {
            return Err(InvalidGlob::TooManyDoubleStars);
        }
        let literal_prefix_length = literal_prefix_length(&glob);
        let is_byte = |step: &&Step| matches!(step, Step::Byte(_));
        let first = steps.iter().take_while(is_byte).count();
        let last = steps.len() - steps[first..].iter().rev().take_while(is_byte).count();
        let bytes = |steps: &[Step]| {
            steps.iter().filter_map(|step| if let Step::Byte(byte) = step { Some(*byte) } else { None }).collect()
        };
        Ok(Self {
            beginning: bytes(&steps[..first]),
            ending: bytes(&steps[last..]),
            steps: steps[first..last].to_vec(),
            literal_prefix_length,
        })
    }

    /// Whether the glob takes the page at `path`.
    pub fn matches(&self, path: &str) -> bool {
        self.matches_normal(&normal_path(path))
    }

    /// [`Self::matches`] for a path that is in its normal form already.
    pub fn matches_normal(&self, path: &str) -> bool {
        let Some(rest) = path.as_bytes().strip_prefix(self.beginning.as_slice()) else { return false };
        let Some(rest) = rest.strip_suffix(self.ending.as_slice()) else { return false };
        // Nearly every glob that people write ends in one of these ways; none of them needs a walk.
        match self.steps.as_slice() {
            [] => rest.is_empty(),
            [Step::OptionalBelow, Step::Anything] => matches!(rest.first(), None | Some(b'/')),
            [Step::Anything] => true,
            [Step::WithinSegment] => !rest.contains(&b'/'),
            _ => self.walk(rest),
        }
    }

    fn walk(&self, path: &[u8]) -> bool {
        let places = self.steps.len() + 1;
        let (mut now, mut next) = (vec![false; places], vec![false; places]);
        now[0] = true;
        for &byte in path {
            self.pass_without_a_byte(&mut now);
            next.fill(false);
            for (place, step) in self.steps.iter().enumerate() {
                match step {
                    _ if !now[place] => {}
                    Step::Anything => next[place] = true,
                    Step::WithinSegment => next[place] |= byte != b'/',
                    Step::OptionalBelow => next[place + 1] |= byte == b'/',
                    Step::Byte(expected) => next[place + 1] |= byte == *expected,
                }
            }
            std::mem::swap(&mut now, &mut next);
        }
        self.pass_without_a_byte(&mut now);
        now[places - 1]
    }

    /// Every passage goes forward, so one walk from left to right finds them all.
    fn pass_without_a_byte(&self, now: &mut [bool]) {
        for (place, step) in self.steps.iter().enumerate() {
            match step {
                _ if !now[place] => {}
                Step::Anything | Step::WithinSegment => now[place + 1] = true,
                Step::OptionalBelow => now[place + 2] = true,
                Step::Byte(_) => {}
            }
        }
    }

    /// How much of the start is fixed, to tell which of two globs is the more exact: the characters (code points)
    /// before the first wildcard, the `/` of a `/**` not counted; a glob without a wildcard counts its end as one more,
    /// so that `/blog` comes before `/blog/**`.
    pub fn literal_prefix_length(&self) -> usize {
        self.literal_prefix_length
    }
}

fn read_steps(glob: &[u8]) -> Vec<Step> {
    let mut steps = Vec::with_capacity(glob.len() + 1);
    let mut at = 0;
    while at < glob.len() {
        let rest = &glob[at..];
        let stars_from = |start: usize| rest[start..].iter().take_while(|byte| **byte == b'*').count();
        if rest[0] == b'/' && stars_from(1) == 2 && matches!(rest.get(3), None | Some(b'/')) {
            steps.extend([Step::OptionalBelow, Step::Anything]);
            at += 3;
        } else if rest[0] == b'*' {
            let stars = stars_from(0);
            steps.push(if stars == 1 { Step::WithinSegment } else { Step::Anything });
            at += stars;
        } else {
            steps.push(Step::Byte(rest[0]));
            at += 1;
        }
    }
    steps
}

fn literal_prefix_length(glob: &str) -> usize {
    let Some(star) = glob.find('*') else { return glob.chars().count() + 1 };
    let whole_segment = glob[..star].ends_with('/')
        && glob[star..].starts_with("**")
        && matches!(glob.as_bytes().get(star + 2), None | Some(b'/'));
    glob[..star].chars().count() - usize::from(whole_segment)
}

/// The form in which paths are compared; see the head of this module.
pub fn normal_path(path: &str) -> Cow<'_, str> {
    let is_normal =
        !path.contains('%') && !path.contains("//") && path.starts_with('/') && (path == "/" || !path.ends_with('/'));
    if is_normal {
        return Cow::Borrowed(path);
    }
    let mut normal = String::with_capacity(path.len() + 1);
    normal.push('/');
    for character in percent_decoded(path).chars() {
        if character != '/' || !normal.ends_with('/') {
            normal.push(character);
        }
    }
    if normal.len() > 1 && normal.ends_with('/') {
        normal.pop();
    }
    Cow::Owned(normal)
}

fn percent_decoded(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('%') {
        decoded.push_str(&rest[..start]);
        rest = &rest[start..];
        let bytes: Vec<u8> = rest.as_bytes().chunks(3).map_while(escaped_byte).collect();
        // A '%' that begins no escape is a character like any other.
        let length = (bytes.len() * 3).max(1);
        match std::str::from_utf8(&bytes) {
            Ok(run) if !bytes.is_empty() => decoded.push_str(run),
            _ => decoded.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    decoded + rest
}

fn escaped_byte(escape: &[u8]) -> Option<u8> {
    let [b'%', high, low] = escape else { return None };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

/// Notes more than `most` globs at `path`, each that cannot be read and each that stands there twice.
pub(crate) fn check_globs(path: &str, globs: &[String], most: usize, violations: &mut Violations) {
    if check_count(path, globs.len(), most, violations) {
        let path = |index: usize| format!("{path}[{index}]");
        for (index, glob) in globs.iter().enumerate() {
            if let Err(reason) = Glob::parse(glob) {
                violations.add(path(index), "INVALID_GLOB", format!("{} {reason}.", path(index)));
            }
        }
        check_no_repeats(path, globs, violations);
    }
}

#[cfg(test)]
mod tests {
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
            serde_json::from_str(include_str!("../../../testdata/glob_cases.json")).expect("a list of cases");
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

    #[test]
    fn a_hostile_glob_on_a_long_path_is_decided_in_few_steps() {
        let glob = read(&format!("/{}b", "*a".repeat(127)));
        let path = format!("/{}", "a".repeat(8_000));
        // Two million steps; backtracking would outlive the machine.
        assert!(!glob.matches(&path));
    }

    /// The table at the head of the module, read out loud: slow, but plain to see.
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
}
