//! Names and texts that strangers wrote, as text that no program turns into a link.

/// The maximum number of characters of a name that are shown.
const MAX_NAME_CHARACTERS: usize = 100;
/// The maximum number of characters that are shown of a question or a passage.
const MAX_QUOTED_CHARACTERS: usize = 150;

/// A name that a person chose, in the form for emails and messages: one line of limited length that no mail program turns into a link,
/// since a stranger may have entered a web address as their name.
pub fn named(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars().filter(|character| !breaks_a_line(*character)).take(MAX_NAME_CHARACTERS) {
        shown.push(character);
        if matches!(character, '.' | ':' | '/' | '@') {
            shown.push('\u{200B}');
        }
    }
    shown
}

/// A text of a stranger in one line of limited length.
pub fn quoted(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text.chars();
    for part in std::iter::from_fn(|| Some(rest.by_ref().take(50).collect::<String>()).filter(|part| !part.is_empty()))
        .take(MAX_QUOTED_CHARACTERS / 50)
    {
        shown.push_str(&named(&part));
    }
    if rest.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Whether a character ends a line or changes the direction of the text after it. New names have none; older ones may.
fn breaks_a_line(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
