//! Facts about a whole site, from the pages that were read.
//!
//! They are its name, language and kind, and the words that all pages share. The subjects of single pages are in
//! [`crate::generation::page_texts`]. The same pages always give the same facts.

mod article;
mod own_questions;
mod titles;
mod topics;

use std::collections::BTreeMap;

use crate::{
    generation::facts::{PageFacts, PageKind},
    pages::language_guess::guess_language,
    shared::language_tag::primary_language,
};

pub(crate) use own_questions::{own_questions_of, speaks_of_site};
pub(crate) use titles::title_parts;

/// Words in the names of associations, in lower case. In German they may also end a compound.
const ORGANIZATION_WORDS: [&str; 15] = [
    "e.v.",
    "e. v.",
    "verein",
    "verband",
    "stiftung",
    "association",
    "foundation",
    "charity",
    "nonprofit",
    "asociación",
    "fundación",
    "associação",
    "fundação",
    "協会",
    "جمعية",
];

/// The kind of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteKind {
    /// A shop.
    Shop,
    /// Documentation.
    Documentation,
    /// A site that publishes articles.
    Magazine,
    /// The site of an association or similar.
    Organization,
    /// Something else.
    Other,
}

words! {
    SiteKind, "a kind of site":
    Shop = "shop",
    Documentation = "documentation",
    Magazine = "magazine",
    Organization = "organization",
    Other = "other",
}

/// What is known about a site.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteFacts {
    /// The site's name for itself, or else the name that it has in the service.
    pub name: String,
    /// The language of most of its pages; `None` if unknown.
    pub language: Option<String>,
    /// The kind of site.
    pub kind: SiteKind,
    /// The subjects that all of its pages name: names of several words first, then the most frequent.
    pub topics: Vec<String>,
    /// The pages.
    pub pages: Vec<PageFacts>,
}

impl SiteFacts {
    /// Collects the facts from all `pages`, the home page first; `owners_name` is used if the pages do not name the
    /// site.
    pub fn of(owners_name: &str, pages: Vec<PageFacts>) -> Self {
        let language = language_of(&pages);
        Self::in_language(owners_name, language, pages)
    }

    /// Collects the facts for texts in this language.
    pub fn in_language(owners_name: &str, language: Option<String>, pages: Vec<PageFacts>) -> Self {
        let name = name_of(&pages).unwrap_or_else(|| owners_name.to_owned());
        // A word of one language names no subject on a page in another.
        let is_of_one = pages.iter().all(|page| page_language(page).is_none_or(|own| Some(own) == language));
        let topics = if is_of_one {
            topics::topics(&pages.iter().collect::<Vec<_>>(), &name, language.as_deref().unwrap_or(""))
        } else {
            Vec::new()
        };
        Self { kind: kind_of(&pages), name, language, topics, pages }
    }

    /// Whether most of the pages are documentation.
    pub(crate) fn is_documentation(&self) -> bool {
        self.pages.iter().filter(|page| page.kind == PageKind::Documentation).count() * 2 > self.pages.len()
    }
}

/// The language that a page declares, or the one that its words suggest if it declares none. A different suggestion
/// also replaces declared English, because many templates declare English by default.
pub(crate) fn page_language(page: &PageFacts) -> Option<String> {
    let stated = page.language.as_deref().map(|tag| primary_language(tag).to_owned());
    let text = page.texts().collect::<Vec<_>>().join(" ");
    let guessed = guess_language(&text).map(str::to_owned);
    match (stated, guessed) {
        // No other language is replaced: English words appear on pages of every language, and no guess from a short
        // text is certain.
        (Some(stated), Some(guessed)) if guessed != "en" && stated == "en" => Some(guessed),
        (Some(stated), _) => Some(stated),
        (None, guessed) => guessed,
    }
}

fn language_of(pages: &[PageFacts]) -> Option<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (at, language) in pages.iter().enumerate().filter_map(|(at, page)| Some((at, page_language(page)?))) {
        // If several languages have the same number of pages, the home page decides.
        *counts.entry(language).or_default() += 2 + usize::from(at == 0);
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(language, _)| language)
}

/// The name that most pages give the site, or else the recurring part of their titles.
fn name_of(pages: &[PageFacts]) -> Option<String> {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for name in pages.iter().filter_map(|page| page.site_name.as_deref()) {
        *names.entry(name).or_default() += 1;
    }
    if let Some((name, _)) = names.into_iter().max_by_key(|(_, count)| *count) {
        return Some(name.to_owned());
    }
    let mut parts: BTreeMap<&str, usize> = BTreeMap::new();
    for part in pages.iter().flat_map(|page| title_parts(&page.title)) {
        *parts.entry(part).or_default() += 1;
    }
    let recurring = parts.into_iter().filter(|(part, count)| *count >= 2 && *count * 2 > pages.len() && part.len() > 2);
    recurring.max_by_key(|(_, count)| *count).map(|(part, _)| part.to_owned())
}

/// Whether a text in lower case contains a word for an association: `Tierschutzverein` does, `Verbandskasten` does not.
fn names_association(lower: &str) -> bool {
    ORGANIZATION_WORDS.iter().any(|word| {
        lower.match_indices(word).any(|(at, _)| {
            let is_spelled = word.is_ascii() || word.starts_with('a') || word.starts_with('f');
            let next = lower[at + word.len()..].chars().next();
            !is_spelled || !next.is_some_and(char::is_alphabetic)
        })
    })
}

/// The kind whose words fit all pages. One article does not make a shop a magazine, and the words of a shop do not fit
/// its page about returns.
fn kind_of(pages: &[PageFacts]) -> SiteKind {
    let all = |kind: PageKind| !pages.is_empty() && pages.iter().all(|page| page.kind == kind);
    // A site with products is not an organization, even if its structured data says so.
    let sells = pages.iter().any(|page| page.kind == PageKind::Product);
    let speaks_of_organization = !sells
        && pages.iter().take(1).any(|home| {
            // Only the site's names for itself count, not the organizations that it writes about.
            let named = [&home.title, &home.description].into_iter().chain(&home.site_name).chain(&home.main_heading);
            home.kind == PageKind::Organization || named.into_iter().any(|text| names_association(&text.to_lowercase()))
        });
    if all(PageKind::Product) {
        SiteKind::Shop
    } else if all(PageKind::Documentation) {
        SiteKind::Documentation
    } else if !pages.is_empty() && pages.iter().all(|page| matches!(page.kind, PageKind::Article | PageKind::Recipe)) {
        SiteKind::Magazine
    } else if speaks_of_organization {
        SiteKind::Organization
    } else {
        SiteKind::Other
    }
}
