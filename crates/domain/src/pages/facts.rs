//! What a page says about itself: title, description, headings, language, kind of page. All of it is untrusted
//! text: bounded, on one line, and without text that addresses assistants. Read from HTML by [`PageReading::of`].

mod reading;

use crate::{pages::injected_text::speaks_to_assistants, shared::hidden_characters::is_invisible};

pub use reading::PageReading;

/// Characters of a title or a heading.
pub const MAX_TITLE_CHARACTERS: usize = 160;
/// Characters of a description.
pub const MAX_DESCRIPTION_CHARACTERS: usize = 320;
/// Characters of the excerpt.
pub const MAX_EXCERPT_CHARACTERS: usize = 600;
/// Headings of a page.
pub const MAX_HEADINGS: usize = 24;

/// The kind of a page, as far as it says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// Something to buy.
    Product,
    /// An article, a post, a recipe.
    Article,
    /// How to use something.
    Documentation,
    /// About an association, a club, a union: something to join or support.
    Organization,
    /// It does not say.
    Other,
}

/// What is known about a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageFacts {
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its description of itself.
    pub description: String,
    /// Its name for the site.
    pub site_name: Option<String>,
    /// Its language, as a tag.
    pub language: Option<String>,
    /// Its headings, in order.
    pub headings: Vec<String>,
    /// The first heading of the highest level; one of its headings.
    pub main_heading: Option<String>,
    /// What kind of page it is.
    pub kind: PageKind,
    /// The beginning of its text.
    pub excerpt: String,
    /// Whether its address has a query, which distinguishes it from others with the same path.
    pub is_told_by_query: bool,
}

impl PageFacts {
    /// Whether the page says nothing at all.
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && self.description.is_empty() && self.headings.is_empty() && self.excerpt.is_empty()
    }

    /// All its texts, the most significant first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let headings = self.headings.iter().map(String::as_str);
        [self.title.as_str(), self.description.as_str()].into_iter().chain(headings).chain([self.excerpt.as_str()])
    }
}

/// A text of a page on one line of at most `most` characters, cut between words; empty if it addresses assistants.
/// Braces are removed, so that it contains no placeholder.
pub(crate) fn clean(text: &str, most: usize) -> String {
    // Checked before the cut and before invisible characters are removed: both could hide the evidence.
    let beginning = &text[..text.floor_char_boundary(most.saturating_mul(16))];
    let is_shown = |c: &char| !is_invisible(*c) && !matches!(c, '{' | '}' | '`');
    let shown: String = beginning.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(is_shown).collect();
    let line = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    if speaks_to_assistants(&line) {
        return String::new();
    }
    if line.chars().count() <= most {
        return line;
    }
    let cut: String = line.chars().take(most).collect();
    match cut.rsplit_once(' ') {
        Some((whole_words, _)) if whole_words.chars().count() * 2 > most => whole_words.to_owned(),
        _ => cut,
    }
}
