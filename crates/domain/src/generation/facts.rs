//! What a page states about itself: title, description, headings, language, kind. All of it is untrusted text: limited
//! in length, on one line, and without text that addresses assistants. [`PageReading::of`] reads it from HTML.

mod reading;
mod signs;

use std::collections::BTreeSet;

use crate::{generation::injected_text::speaks_to_assistants, shared::hidden_characters::is_invisible};

pub use reading::PageReading;
pub use signs::PageSign;

/// The maximum number of characters of a title or a heading.
pub const MAX_TITLE_CHARACTERS: usize = 160;
/// The maximum number of characters of a description.
pub const MAX_DESCRIPTION_CHARACTERS: usize = 320;
/// The maximum number of characters of an excerpt.
pub const MAX_EXCERPT_CHARACTERS: usize = 600;
/// The maximum number of headings of a page.
pub const MAX_HEADINGS: usize = 24;
/// The maximum number of questions of a page besides its headings.
pub const MAX_ASKED: usize = 12;

/// The kind of a page, as far as the page shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// A page about something to buy.
    Product,
    /// An article or a post.
    Article,
    /// A recipe.
    Recipe,
    /// Instructions for using something.
    Documentation,
    /// A service that is offered.
    Service,
    /// A course.
    Course,
    /// A concert, an exhibition or another event.
    Event,
    /// A page about an association, a club or a union: something to join or support.
    Organization,
    /// The kind is unknown.
    Other,
}

/// What is known about a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageFacts {
    /// The address without query and fragment.
    pub url: String,
    /// The title of the page.
    pub title: String,
    /// The description that the page contains.
    pub description: String,
    /// The name that the page has for its site.
    pub site_name: Option<String>,
    /// The language of the page, as a tag.
    pub language: Option<String>,
    /// The headings, in order.
    pub headings: Vec<String>,
    /// Questions that the page answers and that are no headings: those of lists of questions.
    pub asked: Vec<String>,
    /// What the text of the page states.
    pub signs: BTreeSet<PageSign>,
    /// The first `h1` heading, which is also in `headings`.
    pub main_heading: Option<String>,
    /// The kind of the page.
    pub kind: PageKind,
    /// The beginning of the page's text.
    pub excerpt: String,
    /// Whether the address has a query, which distinguishes the page from others with the same path.
    pub is_told_by_query: bool,
}

impl PageFacts {
    /// Whether the page contains no texts.
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && self.description.is_empty() && self.headings.is_empty() && self.excerpt.is_empty()
    }

    /// All texts of the page, the most significant first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let headings = self.headings.iter().chain(&self.asked).map(String::as_str);
        [self.title.as_str(), self.description.as_str()].into_iter().chain(headings).chain([self.excerpt.as_str()])
    }
}

/// Returns a text of a page on one line of at most `most` characters, cut between words if possible; empty if it
/// addresses assistants. Backticks and braces are removed; without braces, it contains no placeholder.
pub(crate) fn clean(text: &str, most: usize) -> String {
    // The text is checked before the cut, which could hide a part of an instruction.
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
