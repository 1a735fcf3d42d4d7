//! The search index of the guide: the words of each section, each once. `assets/docs/guide.js` ranks them.

use std::collections::BTreeSet;

use serde::Serialize;

use super::draw::Drawn;

/// The maximum number of characters of a section's beginning that a search result shows.
const BEGINNING_CHARACTERS: usize = 140;

/// A section, with short field names, since only a program reads them.
#[derive(Serialize)]
struct Entry<'a> {
    /// The page's name.
    p: &'a str,
    /// The page's title.
    t: &'a str,
    /// The section's anchor.
    a: &'a str,
    /// Its heading.
    h: &'a str,
    /// Its beginning.
    b: String,
    /// The words that are only in the rest of its text, in lower case, each once.
    w: String,
}

/// The index as JSON.
pub(super) fn index<'a>(pages: impl Iterator<Item = (&'static str, &'a Drawn)>) -> String {
    let entries: Vec<_> = pages
        .flat_map(|(name, drawn)| {
            drawn.sections.iter().map(move |section| {
                let (b, w) = parts(&section.text);
                Entry { p: name, t: &drawn.title, a: &section.anchor, h: &section.heading, b, w }
            })
        })
        .collect();
    serde_json::to_string(&entries).unwrap_or_default()
}

/// The beginning of a text, and the words that are only in the rest.
fn parts(text: &str) -> (String, String) {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = flat.char_indices().nth(BEGINNING_CHARACTERS).map_or(flat.len(), |(end, _)| end);
    // No word is cut.
    let end = if end == flat.len() { end } else { flat[..end].rfind(' ').unwrap_or(end) };
    let known: BTreeSet<String> = words(&flat[..end]).collect();
    let rest: BTreeSet<String> = words(&flat[end..]).filter(|word| !known.contains(word)).collect();
    (flat[..end].to_owned(), rest.into_iter().collect::<Vec<_>>().join(" "))
}

/// The words of at least two bytes, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|character: char| !character.is_alphanumeric()).filter(|word| word.len() > 1).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_keeps_its_beginning_and_the_words_beyond_it_once() {
        assert_eq!(parts("One  two\nTwo."), ("One two Two.".into(), String::new()));
        let (beginning, rest) = parts(&format!("{} backup key backup", "A word of it, ".repeat(12)));
        assert!(beginning.len() <= BEGINNING_CHARACTERS && beginning.ends_with(|end: char| !end.is_whitespace()));
        assert_eq!(rest, "backup key");
    }
}
