//! The languages in which the payload of a site differs.

use std::collections::BTreeSet;

use askline_domain::shared::language_tag::{canonical_language_tag, primary_language};

/// The language tags of a site's labels and prompts, and the built-in ones.
#[derive(Debug, Clone, Default)]
pub struct Languages(BTreeSet<String>);

impl Languages {
    /// Creates the languages from these tags.
    pub fn new(tags: impl IntoIterator<Item = String>) -> Self {
        Self(tags.into_iter().collect())
    }

    /// The language whose payload a page gets: the exact tag, or the language without its region, or an empty text for
    /// a language that the site does not have. So a site has at most one payload per language, whatever is requested.
    pub fn of_page(&self, asked: &str) -> String {
        let tag = canonical_language_tag(asked).unwrap_or_default();
        let primary = primary_language(&tag);
        if self.0.contains(&tag) {
            return tag;
        }
        let speaks = self.0.iter().any(|own| primary_language(own).eq_ignore_ascii_case(primary));
        if speaks { primary.to_owned() } else { String::new() }
    }
}
