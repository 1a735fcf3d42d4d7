//! Finds the name of a page's subject, and the parts that its headings name.

use std::collections::BTreeMap;

use super::call_to_action::is_call_to_action;
use crate::{
    generation::{
        facts::{PageFacts, PageKind},
        site_facts::{SiteFacts, speaks_of_site, title_parts},
    },
    pages::language_guess::names_no_subject,
};

/// The maximum length of a subject or a part in a question, in characters.
const MAX_NAME_CHARACTERS: usize = 60;
/// On a site with at least this many pages, a heading on most of them counts as a part of the layout.
const MIN_PAGES: usize = 3;
/// Words after and before a product's name that offer it for sale, in lower case. A phrase comes before the words that
/// it ends with.
const OFFERS_AFTER: [&str; 6] = [" online kaufen", " günstig kaufen", " kaufen", " bestellen", "を購入", " online"];
const OFFERS_BEFORE: [&str; 5] = ["buy ", "shop ", "acheter ", "comprar ", "achetez "];
const QUESTION_MARKS: [char; 3] = ['?', '？', '؟'];

/// A site's headings, main headings and parts of titles, each with the number of pages on which it appears.
pub(super) struct Headings<'a> {
    headings: BTreeMap<&'a str, usize>,
    mains: BTreeMap<&'a str, usize>,
    titles: BTreeMap<&'a str, usize>,
    pages: usize,
}

impl<'a> Headings<'a> {
    pub(super) fn of(site: &'a SiteFacts) -> Self {
        let count = |texts: &mut dyn Iterator<Item = &'a str>| {
            let mut counts = BTreeMap::new();
            texts.for_each(|text| *counts.entry(text).or_default() += 1);
            counts
        };
        let pages = || site.pages.iter();
        Self {
            headings: count(&mut pages().flat_map(|page| page.headings.iter().map(String::as_str))),
            mains: count(&mut pages().filter_map(first_heading)),
            titles: count(&mut pages().flat_map(|page| title_parts(&page.title))),
            pages: site.pages.len(),
        }
    }

    /// The page's subject in its own words: its main heading, or the first part of its title that no other page has,
    /// whichever is shorter.
    pub(super) fn subject<'p>(&self, page: &'p PageFacts, site: &SiteFacts, language: &str) -> Option<&'p str> {
        let own = title_parts(&page.title).into_iter().find(|part| {
            *part != site.name
                && self.titles.get(part).is_none_or(|pages| *pages < 2)
                && is_subject(part, page, language)
        });
        let own = own.map(|own| if page.kind == PageKind::Product { without_offer(own) } else { own });
        // A main heading that several pages share, such as that of a list of products, is not the subject of any of
        // them.
        let first = first_heading(page).filter(|heading| {
            *heading != site.name
                && self.mains.get(heading).is_none_or(|pages| *pages < 2)
                && is_subject(heading, page, language)
        });
        // The shorter of the two contains less advertising.
        [first, own].into_iter().flatten().min_by_key(|text| text.chars().count())
    }

    /// The headings after the main one that can be used as names, except those of the layout and those that the title
    /// contains.
    pub(super) fn parts<'p>(&self, page: &'p PageFacts, language: &str) -> Vec<&'p str> {
        let is_furniture = |heading: &str| {
            let pages = self.headings.get(heading).copied().unwrap_or(0);
            self.pages >= MIN_PAGES && pages * 2 > self.pages
        };
        // Headings before the main heading belong to a banner.
        let main = page.main_heading.as_ref().and_then(|main| page.headings.iter().position(|heading| heading == main));
        let parts = page.headings.iter().skip(main.unwrap_or(0) + 1).map(String::as_str);
        // The steps of instructions are orders as well, but their names.
        let is_order = |part: &str| page.kind != PageKind::Documentation && is_call_to_action(part, language);
        let is_part = |part: &&str| !is_furniture(part) && !page.title.contains(*part) && is_name(part, language);
        parts.filter(is_part).filter(|part| !is_order(part)).collect()
    }
}

/// The main heading, or the first heading if there is no main one.
fn first_heading(page: &PageFacts) -> Option<&str> {
    page.main_heading.as_deref().or_else(|| page.headings.first().map(String::as_str))
}

/// A product's name without the words that offer it for sale: `Block plane` for `Block plane kaufen`.
fn without_offer(name: &str) -> &str {
    let is_same = |part: &str, word: &str| part.to_lowercase() == word;
    let ended = OFFERS_AFTER.iter().find_map(|offer| {
        let start = name.len().checked_sub(offer.len())?;
        name.get(start..).filter(|end| is_same(end, offer)).map(|_| &name[..start])
    });
    let begun = OFFERS_BEFORE
        .iter()
        .find_map(|offer| name.get(..offer.len()).filter(|begin| is_same(begin, offer)).map(|_| &name[offer.len()..]));
    ended.or(begun).map(str::trim).filter(|rest| !rest.is_empty()).unwrap_or(name)
}

/// Whether a text can name what a page is about. The titles of instructions are orders, and a thing may have any name.
fn is_subject(text: &str, page: &PageFacts, language: &str) -> bool {
    let is_order =
        || matches!(page.kind, PageKind::Other | PageKind::Organization) && is_call_to_action(text, language);
    is_name(text, language) && !is_order()
}

/// Whether a text can be used as a name: it is short, is not a question or an exclamation, does not refer to the site
/// itself, and has a word that names something.
fn is_name(text: &str, language: &str) -> bool {
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    text.chars().count() <= MAX_NAME_CHARACTERS
        && !text.contains(QUESTION_MARKS)
        && !text.ends_with('!')
        && !speaks_of_site(text, language)
        && words()
            .any(|word| word.chars().any(char::is_alphabetic) && !names_no_subject(&word.to_lowercase(), language))
}
