//! The forms in which services accept messages. Each escapes text in its own way and keeps its own limits.

mod discord;
mod slack;
mod teams;

use serde_json::Value;

use super::{ChannelType, notice::Notice};

/// What the link to the dashboard is called.
const OPEN: &str = "Open in Askline";

/// The body of a message in the form of a service. `link` is the whole address of the page; `None` if this instance has no
/// public address.
pub fn body(kind: ChannelType, notice: &Notice, link: Option<&str>) -> Value {
    match kind {
        ChannelType::Slack => slack::body(notice, link),
        ChannelType::Discord => discord::body(notice, link),
        ChannelType::Teams => teams::body(notice, link),
    }
}

/// The beginning of a text whose escaped form has at most `most` UTF-16 units, in its escaped form.
fn escaped(text: &str, most: usize, escape: impl Fn(char) -> String) -> String {
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
fn worst() -> Notice {
    use super::notice::{MAX_LINE_CHARACTERS, MAX_LINES, MAX_TITLE_CHARACTERS};
    let line = "&<!channel>*_~`|[x](https://a.example)@everyone 😀".repeat(20);
    assert!(line.chars().count() > MAX_LINE_CHARACTERS.max(MAX_TITLE_CHARACTERS));
    Notice::new(&line, vec![line.clone(); MAX_LINES], "/orgs/org_1/notifications".into())
}
