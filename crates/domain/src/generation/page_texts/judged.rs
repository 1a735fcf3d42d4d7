//! Judges the built-in questions on ten sites whose pages were written before the rules.
//!
//! `testdata/questions*` hold the pages, frozen by digests, and each `verdicts.txt` the verdict of an editor on each
//! question: `keep`, or `drop` with the reason. A new question has no verdict, so the test fails until an editor has
//! read it: `cargo test -p askline-domain --lib write_questions_to_judge -- --ignored` adds it as `unjudged`.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};

use super::{WantedTexts, WrittenPages, draft_rules};
use crate::{
    generation::{MAX_QUESTIONS_GENERATED, SITE_KINDS, facts::PageReading, prompts::generate, site_facts::SiteFacts},
    prompts::policy::Names,
    shared::ids::{Id as _, QuestionId},
};

const TESTDATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");
/// The minimum share of kept questions, in percent.
const MIN_KEPT: usize = 85;

/// Pages with the verdicts of one editor.
struct Judged {
    folder: &'static str,
    /// SHA-256 of all pages, the files in alphabetical order.
    sha256: &'static str,
    min_questions: usize,
}

/// Ten sites; their editor wrote the rules.
const FIRST: Judged = Judged {
    folder: "questions",
    sha256: "9fb43176e2828c68715f13638710297006b5bdf4aca41c2367a92d14f25e7eb3",
    min_questions: 130,
};
/// Ten sites; pages and verdicts are those of a second editor, whose first verdicts changed the rules.
const SECOND: Judged = Judged {
    folder: "questions_second",
    sha256: "47586177ca9e241edf5af0237ffcffcf6f33e6b610d39920191dc2828098a106",
    min_questions: 60,
};
/// Four more sites of the second editor, whose first verdicts changed the rules as well.
const THIRD: Judged = Judged {
    folder: "questions_third",
    sha256: "9867e66eb4928fd4c985888f5aafb3243d74bf4587e981becceac99c9bb252d8",
    min_questions: 30,
};
/// Three sites of the second editor, which no rule was changed for.
const UNTOUCHED: Judged = Judged {
    folder: "questions_untouched",
    sha256: "a27dd69d29f4b79ae78c1026fc07efd7665ae24c6f63cb6b0d58097cbea2f0ae",
    min_questions: 20,
};

/// Where the questions that every page shows are listed.
const EVERY_PAGE: &str = "every page";

/// The name and the text of each file with pages, in alphabetical order.
fn files(folder: &str) -> Vec<(String, String)> {
    let paths =
        fs::read_dir(Path::new(TESTDATA).join(folder)).expect("a folder").map(|entry| entry.expect("an entry").path());
    let pages = paths.filter(|path| path.extension().is_some_and(|ending| ending == "html"));
    let mut files: Vec<(String, String)> = pages
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("pages"))
        })
        .collect();
    files.sort();
    files
}

/// The pages of a file: each begins with a line that names its address.
fn pages_in(text: &str) -> Vec<PageReading> {
    let pages = text.split("<!-- https://").skip(1).map(|page| {
        let (address, html) = page.split_once(" -->").expect("the line ends");
        PageReading::of(&format!("https://{address}").parse().expect("an address"), html)
    });
    pages.collect()
}

/// Each question as `site, path, text`, in order.
fn made(folder: &str) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for (name, text) in files(folder) {
        let facts = pages_in(&text).into_iter().map(|page| page.facts).collect();
        let site = SiteFacts::of("Unnamed", facts);
        for question in generate(&site, &SITE_KINDS, MAX_QUESTIONS_GENERATED).questions {
            found.push((name.clone(), EVERY_PAGE.to_owned(), question));
        }
        let wanted = WantedTexts { prompts: false, questions: true };
        let drafted =
            draft_rules(&site, wanted, &WrittenPages::default(), &Names::default(), &mut || QuestionId::from_bits(1));
        for rule in &drafted.rules {
            let path = rule.settings.matching.paths.first().expect("a page").clone();
            let texts = rule.settings.action.texts().into_iter();
            found.extend(texts.map(|(_, text)| (name.clone(), path.clone(), text.to_owned())));
        }
    }
    found
}

fn verdicts_file(folder: &str) -> PathBuf {
    Path::new(TESTDATA).join(folder).join("verdicts.txt")
}

/// The verdict on each question. A line is `site|path|question|verdict`.
fn verdicts(folder: &str) -> BTreeMap<(String, String, String), String> {
    let text = fs::read_to_string(verdicts_file(folder)).unwrap_or_default();
    let of_line = |line: &str| {
        let mut parts = line.splitn(4, '|').map(str::to_owned);
        Some(((parts.next()?, parts.next()?, parts.next()?), parts.next()?))
    };
    text.lines().filter_map(of_line).collect()
}

fn check(judged: &Judged) {
    let Judged { folder, sha256, min_questions } = judged;
    let all: String = files(folder).into_iter().map(|(_, text)| text).collect();
    assert_eq!(hex::encode(Sha256::digest(all.as_bytes())), *sha256, "the pages are frozen");
    let (made, mut verdicts) = (made(folder), verdicts(folder));
    let judged = made.iter().map(|question| {
        let verdict = verdicts.remove(question);
        verdict.unwrap_or_else(|| panic!("no editor has read this question: {question:?}"))
    });
    let judged: Vec<String> = judged.collect();
    assert!(verdicts.is_empty(), "verdicts on questions that are no longer asked: {verdicts:?}");
    let is_known = |verdict: &String| verdict == "keep" || verdict.starts_with("drop: ");
    assert!(judged.iter().all(is_known), "a verdict is `keep`, or `drop: ` and a reason");
    let kept = judged.iter().filter(|verdict| *verdict == "keep").count();
    println!("{folder}: kept {kept} of {} questions", judged.len());
    assert!(judged.len() >= *min_questions, "{} questions are too few to judge the generator", judged.len());
    assert!(kept * 100 >= judged.len() * MIN_KEPT, "kept {kept} of {}", judged.len());
}

#[test]
fn an_editor_keeps_at_least_85_of_100_questions_on_pages_that_were_written_before_the_rules() {
    check(&FIRST);
}

#[test]
fn a_second_editor_keeps_at_least_85_of_100_questions_on_other_pages() {
    check(&SECOND);
    check(&THIRD);
}

#[test]
fn a_second_editor_keeps_at_least_85_of_100_questions_on_pages_that_no_rule_was_changed_for() {
    check(&UNTOUCHED);
}

#[test]
#[ignore = "rewrites the lists of verdicts, with new questions as `unjudged`"]
fn write_questions_to_judge() {
    for Judged { folder, .. } in [FIRST, SECOND, THIRD, UNTOUCHED] {
        let known = verdicts(folder);
        let mut text = String::new();
        for question in made(folder) {
            let verdict = known.get(&question).map_or("unjudged", String::as_str);
            let (site, path, asked) = &question;
            let _ = writeln!(text, "{site}|{path}|{asked}|{verdict}");
        }
        fs::write(verdicts_file(folder), text).expect("the file can be written");
    }
}
