//! Reads HTML within an answer: its links, and the text between its tags.

use std::ops::Range;

/// A part of HTML, with its byte range.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text between tags.
    Text(Range<usize>),
    /// The start tag of a link, with its target.
    LinkStart(Range<usize>, String),
    /// The end tag of a link.
    LinkEnd,
}

/// The parts of HTML that are read. Other tags, comments, and the content of scripts and styles are left out.
pub(super) fn pieces(html: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut from, mut hidden) = (0, None::<String>);
    while let Some(start) = html[from..].find('<').map(|at| from + at) {
        let Some(end) = tag_end(html, start) else { break };
        let tag = &html[start..end];
        if hidden.is_none() && from < start {
            pieces.push(Piece::Text(from..start));
        }
        let name = tag_name(tag);
        match &hidden {
            Some(until) if name.strip_prefix('/').is_some_and(|name| name == until) => hidden = None,
            Some(_) => {}
            None if matches!(name.as_str(), "script" | "style") => hidden = Some(name),
            None if name == "a" => {
                if let Some(target) = attribute(tag, "href") {
                    pieces.push(Piece::LinkStart(start..end, target));
                }
            }
            None if name == "/a" => pieces.push(Piece::LinkEnd),
            None => {}
        }
        from = end;
    }
    if hidden.is_none() && from < html.len() {
        pieces.push(Piece::Text(from..html.len()));
    }
    pieces
}

/// The byte after a tag or comment that begins at `start`; `start + 1` if no tag begins there. `None` if it has no end.
fn tag_end(html: &str, start: usize) -> Option<usize> {
    let rest = &html[start + 1..];
    if let Some(comment) = rest.strip_prefix("!--") {
        return comment.find("-->").map(|end| start + 4 + end + 3);
    }
    if !rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
        return Some(start + 1);
    }
    let mut quote = None;
    let end = rest.bytes().position(|byte| match quote {
        Some(open) => {
            if byte == open {
                quote = None;
            }
            false
        }
        None if matches!(byte, b'"' | b'\'') => {
            quote = Some(byte);
            false
        }
        None => byte == b'>',
    });
    end.map(|end| start + 1 + end + 1)
}

/// The name of a tag in lower case, with a slash if it is an end tag.
fn tag_name(tag: &str) -> String {
    let name = tag.trim_start_matches('<').split(|c: char| c.is_whitespace() || c == '>').next().unwrap_or_default();
    let name = if name.len() > 1 { name.trim_end_matches('/') } else { name };
    name.to_ascii_lowercase()
}

/// The value of an attribute of a start tag.
fn attribute(tag: &str, wanted: &str) -> Option<String> {
    let mut rest = tag.trim_start_matches('<').trim_end_matches('>').split_once(|c: char| c.is_whitespace())?.1;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        let name_end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let name = &rest[..name_end];
        let after = rest[name_end..].trim_start();
        let Some(value) = after.strip_prefix('=').map(str::trim_start) else {
            if after.is_empty() {
                return None;
            }
            rest = after;
            continue;
        };
        let (value, next) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].split_once(quote)?,
            _ => value.split_once(|c: char| c.is_whitespace()).unwrap_or((value, "")),
        };
        if name.eq_ignore_ascii_case(wanted) {
            return Some(decoded(value.trim()));
        }
        rest = next;
    }
}

/// An address without the character references that HTML needs in addresses.
fn decoded(text: &str) -> String {
    let mut text = text.to_owned();
    for (written, meant) in
        [("&quot;", "\""), ("&#x2F;", "/"), ("&#47;", "/"), ("&#38;", "&"), ("&#x26;", "&"), ("&amp;", "&")]
    {
        if text.contains(written) {
            text = text.replace(written, meant);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, texts: &[&str], links: &[&str]) {
        let pieces = pieces(html);
        let text =
            |piece: &Piece| if let Piece::Text(range) = piece { Some(html[range.clone()].to_owned()) } else { None };
        let link = |piece: &Piece| if let Piece::LinkStart(_, url) = piece { Some(url.clone()) } else { None };
        assert_eq!(pieces.iter().filter_map(text).collect::<Vec<_>>(), texts, "{html}");
        assert_eq!(pieces.iter().filter_map(link).collect::<Vec<_>>(), links, "{html}");
    }

    #[test]
    fn a_link_is_read_however_its_tag_is_written() {
        check("<a href=\"https://a.example/?a=1&amp;b=2\">A</a>", &["A"], &["https://a.example/?a=1&b=2"]);
        check("<A class=x HREF='https://a.example' >A</A>", &["A"], &["https://a.example"]);
        check("<a target=_blank href=https://a.example/b>A</a>", &["A"], &["https://a.example/b"]);
        check("<a\n title=\"a > b\"\n href = \"https://a.example\">A", &["A"], &["https://a.example"]);
        check("<a name=x><abbr href=\"https://a.example\">A</abbr>", &["A"], &[]);
        check("<a data-href=\"https://a.example\" disabled>A", &["A"], &[]);
    }

    #[test]
    fn comments_scripts_and_styles_are_left_out() {
        check("a<!-- <a href=\"https://a.example\">B</a> -->c", &["a", "c"], &[]);
        check("<script>var a = '<a href=\"https://a.example\">';</script>d<style>e</style>", &["d"], &[]);
        check("1 < 2 <b", &["1 ", " 2 <b"], &[]);
        check("", &[], &[]);
    }
}
