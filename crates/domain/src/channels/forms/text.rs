//! What the forms share: escaping within a limit, and the link's name.

/// What the link to the dashboard is called.
pub(super) const OPEN: &str = "Open in Askline";

/// The beginning of a text whose escaped form has at most `most` UTF-16 units, in its escaped form.
pub(super) fn escaped(text: &str, most: usize, escape: impl Fn(char) -> String) -> String {
    let units = |text: &str| text.encode_utf16().count();
    let whole: String = text.chars().map(&escape).collect();
    if units(&whole) <= most {
        return whole;
    }
    let (mut fitting, mut left) = (String::new(), most - 1);
    for part in text.chars().map(escape) {
        let size = units(&part);
        if size > left {
            break;
        }
        left -= size;
        fitting.push_str(&part);
    }
    fitting + "…"
}

/// A notice with the longest texts, all of characters that services read as markup.
#[cfg(test)]
pub(super) fn worst() -> super::super::notice::Notice {
    use super::super::notice::{MAX_LINE_CHARACTERS, MAX_LINES, MAX_TITLE_CHARACTERS, Notice};
    let line = "&<!channel>*_~`|[x](https://a.example)@everyone 😀".repeat(20);
    assert!(line.chars().count() > MAX_LINE_CHARACTERS.max(MAX_TITLE_CHARACTERS));
    Notice::new(&line, vec![line.clone(); MAX_LINES], "/orgs/org_1/notifications".into())
}
