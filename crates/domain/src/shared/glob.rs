//! Globs for the paths of pages. They decide where the widget appears and which rule applies, both on the server and in
//! the widget; `testdata/glob_cases.json` tests both implementations. Matching never backtracks: it takes at most path
//! length × glob length steps, and in practice a 64th of that. No crate is used, since the TypeScript implementation
//! must give identical results and a crate could change its semantics.
//!
//! # Semantics, for the TypeScript implementation
//!
//! **Normal form.** Paths and globs go through the same [`normal_path`]:
//! 1. Each longest run of `%XX` is decoded; if its bytes are not UTF-8, the whole run stays as it is. It is decoded
//!    only once: `%2525` becomes `%25`.
//!    `text.replace(/(%[0-9a-f]{2})+/gi, (run) => { try { return decodeURIComponent(run); } catch { return run; } })`
//! 2. A missing leading `/` is added, runs of `/` become one, and a trailing `/` is removed, except from the root.
//!    So `/blog/` and `/blog` are the same page and the same glob.
//!
//! The path is a URL's path, without query and fragment, and without session ids (`;jsessionid=…`, `/(S(…))`). A path that ends
//! with an index file matches if it does or its folder does, and a glob without a star that ends with one matches the folder:
//! `crates/domain/src/shared/glob/path_parts.rs` knows these parts. Matching is case-sensitive. Only the first 2,048 characters of
//! a path (UTF-16 units, before step 1) are compared, so that a long address costs no more than a short one.
//!
//! **Wildcards**, read from the normal form of the glob, left to right:
//!
//! | Written | Matches | As a pattern |
//! |---|---|---|
//! | `/**`, followed by `/` or the end | nothing, or `/` and anything | `(?:/.*)?` |
//! | any other run of two or more `*` | anything, including `/` and nothing | `.*` |
//! | one `*` | anything without `/`, including nothing | `[^/]*` |
//! | any other character, including `?` `[` `{` `.` | itself | |
//!
//! The whole path must match. `/blog/**` matches `/blog`, `/blog/` and everything below it, not `/blogs`; `/blog/*`
//! matches `/blog/a`, not `/blog` and not `/blog/a/b`; `/**/a` matches `/a` and `/x/y/a`; `/*` matches `/`.
//!
//! **Matching** reads the path once and keeps the set of positions in the glob that are possible so far. No character
//! is needed to move past a star (by one position) or past an optional `/**` (by two: itself and the star after it).
//! Any unit of text works (byte, UTF-16 unit or character), since no wildcard matches exactly one unit.

pub(crate) mod path_parts;
mod walk;

use std::borrow::Cow;

use crate::shared::{
    lists::{check_count, check_no_repeats},
    steps,
    violation::Violations,
};
use path_parts::{folder_of_index_file, without_sessions};
use walk::{BELOW, Step};

/// The maximum number of characters of a glob.
pub const MAX_GLOB_CHARACTERS: usize = 256;
/// The maximum number of runs of two or more `*` in a glob.
pub const MAX_DOUBLE_STARS: usize = 8;
/// The maximum number of runs of `*` in all globs of a rule, or of the configuration's placement: two for each of 100
/// globs.
pub const MAX_WILDCARDS: usize = 200;
/// The number of UTF-16 units of a path that are compared. Browsers and proxies refuse most longer addresses.
pub const PATH_UNITS_COMPARED: usize = 2_048;

/// Steps for each byte of a glob that is parsed.
const STEPS_TO_READ_A_BYTE: usize = 10;
/// Steps for a match, in addition to the word operations of its walk.
const STEPS_FOR_A_MATCH: usize = 30;

/// A parsed glob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    /// The literal beginning of every matching path.
    beginning: Vec<u8>,
    /// The steps in between, from the first wildcard to the last.
    steps: Vec<Step>,
    /// The literal end of every matching path; empty if the glob has no wildcard.
    ending: Vec<u8>,
    literal_prefix_length: usize,
}

/// Why a text is not a glob.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidGlob {
    /// It does not begin with `/`.
    #[error("must begin with '/', as in '/blog/**'")]
    NoLeadingSlash,
    /// It has more than [`MAX_GLOB_CHARACTERS`] characters.
    #[error("must have at most {MAX_GLOB_CHARACTERS} characters")]
    TooLong,
    /// It has more than [`MAX_DOUBLE_STARS`] runs of two or more `*`.
    #[error("must have at most {MAX_DOUBLE_STARS} '**'")]
    TooManyDoubleStars,
    /// It has a line break or another control character.
    #[error("must not have control characters")]
    ControlCharacter,
}

impl Glob {
    /// Parses a glob.
    pub fn parse(text: &str) -> Result<Self, InvalidGlob> {
        if !text.starts_with('/') {
            return Err(InvalidGlob::NoLeadingSlash);
        }
        if text.chars().count() > MAX_GLOB_CHARACTERS {
            return Err(InvalidGlob::TooLong);
        }
        steps::count(STEPS_TO_READ_A_BYTE * text.len());
        let glob = normal_path(text);
        if glob.chars().any(char::is_control) {
            return Err(InvalidGlob::ControlCharacter);
        }
        if runs_of_stars(&glob).filter(|stars| *stars > 1).count() > MAX_DOUBLE_STARS {
            return Err(InvalidGlob::TooManyDoubleStars);
        }
        let literal_prefix_length = prefix_length_of_normal(&glob);
        let glob = if glob.contains('*') { &glob } else { folder_of_index_file(&glob).unwrap_or(&glob) };
        let steps = read_steps(glob.as_bytes());
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

    /// Whether the glob matches the page at `path`.
    pub fn matches(&self, path: &str) -> bool {
        self.matches_normal(&compared_path(path), &mut 0)
    }

    /// Like [`Self::matches`], for a path that went through [`compared_path`]. Adds the word operations of the walk to `cost`.
    pub(crate) fn matches_normal(&self, path: &str, cost: &mut u64) -> bool {
        let before = *cost;
        let matches =
            self.walked(path, cost) || folder_of_index_file(path).is_some_and(|folder| self.walked(folder, cost));
        steps::count(STEPS_FOR_A_MATCH + usize::try_from(*cost - before).unwrap_or(usize::MAX));
        matches
    }

    fn walked(&self, path: &str, cost: &mut u64) -> bool {
        let Some(rest) = path.as_bytes().strip_prefix(self.beginning.as_slice()) else { return false };
        let Some(rest) = rest.strip_suffix(self.ending.as_slice()) else { return false };
        // Nearly every glob in practice has one of these forms; none of them needs a walk.
        match self.steps.as_slice() {
            [] => rest.is_empty(),
            [Step::OptionalBelow, Step::Anything] => matches!(rest.first(), None | Some(b'/')),
            [Step::Anything] => true,
            [Step::WithinSegment] => !rest.contains(&b'/'),
            steps => walk::walk(steps, rest, cost),
        }
    }

    /// Returns the length of the literal start, which decides which of two globs is more specific: the number of
    /// characters (code points) before the first wildcard, without the `/` of a `/**`. A glob without a wildcard counts
    /// its end as an additional character, so that `/blog` comes before `/blog/**`.
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
            // `/**/**` matches what `/**` matches.
            if !steps.ends_with(&BELOW) {
                steps.extend(BELOW);
            }
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

/// [`Glob::literal_prefix_length`] of a glob's text, without parsing all of it.
pub(crate) fn literal_prefix_length(glob: &str) -> usize {
    prefix_length_of_normal(&normal_path(glob))
}

fn prefix_length_of_normal(glob: &str) -> usize {
    let Some(star) = glob.find('*') else { return glob.chars().count() + 1 };
    let whole_segment = glob[..star].ends_with('/')
        && glob[star..].starts_with("**")
        && matches!(glob.as_bytes().get(star + 2), None | Some(b'/'));
    glob[..star].chars().count() - usize::from(whole_segment)
}

/// The lengths of the runs of `*`, from left to right.
fn runs_of_stars(glob: &str) -> impl Iterator<Item = usize> {
    glob.split(|character| character != '*').map(str::len).filter(|stars| *stars > 0)
}

/// Returns the form in which a page's path is compared with globs.
pub(crate) fn compared_path(path: &str) -> Cow<'_, str> {
    match without_sessions(compared(path)) {
        Cow::Borrowed(path) => normal_path(path),
        Cow::Owned(path) => Cow::Owned(normal_path(&path).into_owned()),
    }
}

/// Returns the beginning of a path, which is all that is compared.
fn compared(path: &str) -> &str {
    if path.len() <= PATH_UNITS_COMPARED {
        return path;
    }
    let mut units = 0;
    let end = path.char_indices().find(|(_, character)| {
        units += character.len_utf16();
        units > PATH_UNITS_COMPARED
    });
    &path[..end.map_or(path.len(), |(at, _)| at)]
}

/// Returns the form in which paths are compared; see the head of this module.
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
        // A `%` without an escape is an ordinary character.
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

/// Adds a violation at `path` for more than `most` globs, and one for each glob that is invalid or repeated.
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

/// Adds a violation at `path` for more than [`MAX_WILDCARDS`] wildcards in all its globs.
pub(crate) fn check_wildcards<'a>(
    path: &str,
    globs: impl IntoIterator<Item = &'a String>,
    violations: &mut Violations,
) {
    let wildcards: usize = globs.into_iter().map(|glob| runs_of_stars(&normal_path(glob)).count()).sum();
    if wildcards > MAX_WILDCARDS {
        let message = format!(
            "{path} has {wildcards} wildcards in all its globs; at most {MAX_WILDCARDS} are allowed. One '**' for a \
             folder takes all that is below it."
        );
        violations.add(path, "TOO_MANY_WILDCARDS", message);
    }
}

#[cfg(test)]
mod tests;
