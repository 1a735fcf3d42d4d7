//! Compares the generator's texts for saved pages with texts that a person reviewed.
//!
//! A changed text appears as a changed file. The pages are in `testdata/generation`, with a folder for each site;
//! `cargo test -p askline-domain --lib write_what_is_made_now -- --ignored` rewrites the reviewed files.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use super::{WantedTexts, WrittenPages, draft_rules};
use crate::{
    generation::{MAX_QUESTIONS_GENERATED, SITE_KINDS, facts::PageReading, prompts::generate, site_facts::SiteFacts},
    prompts::policy::Names,
    rules::RuleAction,
    shared::ids::{Id as _, QuestionId},
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/generation");

/// The pages in a folder. The one with the shortest address, the home page, comes first.
fn pages_in(folder: &Path) -> Vec<PageReading> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PageReading> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "html"))
        .map(|path| {
            let html = fs::read_to_string(&path).expect("a page");
            let (_, address) = html.split_once("<!-- ").expect("the second line names the address");
            let (address, _) = address.split_once(" -->").expect("the second line names the address");
            PageReading::of(&address.parse().expect("an address"), &html)
        })
        .collect();
    pages.sort_by_key(|page| (page.facts.url.len(), page.facts.url.clone()));
    pages
}

/// Everything that is generated for a site's pages, for a person to read.
fn written(site: &SiteFacts) -> String {
    let mut text = String::new();
    let language = site.language.as_deref().unwrap_or("unknown");
    let _ = writeln!(text, "{} ({language}, {}, about {:?})\n", site.name, site.kind.as_str(), site.topics);
    let made = generate(site, &SITE_KINDS, MAX_QUESTIONS_GENERATED);
    let _ = writeln!(text, "== on every page");
    made.prompts.iter().for_each(|prompt| {
        let _ = writeln!(text, "{}: {}", prompt.name, prompt.text);
    });
    made.questions.iter().for_each(|question| {
        let _ = writeln!(text, "? {question}");
    });
    let wanted = WantedTexts { prompts: true, questions: true };
    let drafted =
        draft_rules(site, wanted, &WrittenPages::default(), &Names::default(), &mut || QuestionId::from_bits(1));
    let mut page = "";
    for rule in &drafted.rules {
        if rule.page_url != page {
            page = &rule.page_url;
            let _ = writeln!(text, "\n== {page}");
        }
        let _ = writeln!(text, "{}", rule.settings.name);
        let mark = if matches!(rule.settings.action, RuleAction::Append { .. }) { "+" } else { "?" };
        for (_, line) in rule.settings.action.texts() {
            let _ = writeln!(text, "{mark} {line}");
        }
    }
    for left_out in drafted.left_out.told() {
        let _ = writeln!(text, "\n== left out\n{}: {:?}", left_out.message, left_out.urls);
    }
    text
}

/// Each folder of pages, its number of pages, and the texts generated for them.
fn made() -> impl Iterator<Item = (PathBuf, usize, String)> {
    let folders = fs::read_dir(FOLDER).expect("the folder of pages").map(|entry| entry.expect("an entry").path());
    folders.filter(|folder| folder.is_dir()).map(|folder| {
        let pages = pages_in(&folder);
        let count = pages.len();
        (folder, count, written(&SiteFacts::of("Unnamed", pages.into_iter().map(|page| page.facts).collect())))
    })
}

#[test]
fn saved_pages_get_the_texts_that_were_reviewed() {
    let mut languages = 0;
    let mut pages_read = 0;
    for (folder, pages, found) in made() {
        (languages, pages_read) = (languages + 1, pages_read + pages);
        let reviewed = folder.join("reviewed.txt");
        let expected = fs::read_to_string(&reviewed).unwrap_or_default();
        assert_eq!(found, expected, "read it as an editor would, then write {}", reviewed.display());
    }
    assert!(languages >= 4 && pages_read >= 12, "{languages} languages, {pages_read} pages");
}

#[test]
#[ignore = "rewrites the reviewed files, to be read before they are committed"]
fn write_what_is_made_now() {
    for (folder, _, found) in made() {
        fs::write(folder.join("reviewed.txt"), found).expect("the file can be written");
    }
}
