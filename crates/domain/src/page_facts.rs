//! What a page says about itself: title, description, headings, language, kind of page. All of it is untrusted
//! text: bounded, on one line, and without text that addresses assistants. Read from HTML by [`PageReading::of`].

mod reading;

use crate::{hidden_characters::is_invisible, injected_text::speaks_to_assistants};

pub use reading::PageReading;

/// Characters of a title or a heading.
pub const TITLE_CHARACTERS_MOST: usize = 160;
/// Characters of a description.
pub const DESCRIPTION_CHARACTERS_MOST: usize = 320;
/// Characters of the excerpt.
pub const EXCERPT_CHARACTERS_MOST: usize = 600;
/// Headings of a page.
pub const HEADINGS_MOST: usize = 24;

/// What kind of page it is, as far as it says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// Something to buy.
    Product,
    /// An article, a post, a recipe.
    Article,
    /// How something is used.
    Documentation,
    /// Of an association, a club, a union: something to take part in.
    Organization,
    /// It does not say.
    Other,
}

/// What is known of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageFacts {
    /// Where it is.
    pub url: String,
    /// Its title.
    pub title: String,
    /// What it says of itself.
    pub description: String,
    /// What it calls the site.
    pub site_name: Option<String>,
    /// Its language, as a tag.
    pub language: Option<String>,
    /// Its headings, in order.
    pub headings: Vec<String>,
    /// The first of the highest level; one of its headings.
    pub main_heading: Option<String>,
    /// What kind of page it is.
    pub kind: PageKind,
    /// The beginning of its text.
    pub excerpt: String,
    /// Whether its address has a query, which tells it from others of the same path.
    pub is_told_by_query: bool,
}

impl PageFacts {
    /// Whether the page tells anything at all.
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && self.description.is_empty() && self.headings.is_empty() && self.excerpt.is_empty()
    }

    /// All its texts, the most telling first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let headings = self.headings.iter().map(String::as_str);
        [self.title.as_str(), self.description.as_str()].into_iter().chain(headings).chain([self.excerpt.as_str()])
    }
}

/// A text of a page in one line of at most `most` characters, cut between words; empty when it speaks to assistants.
/// Braces go, so that no placeholder comes in.
pub(crate) fn clean(text: &str, most: usize) -> String {
    // Looked through before the cut and before hidden characters go: both could take the mark away.
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
