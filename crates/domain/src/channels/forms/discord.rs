//! Discord: one embed, which mentions nobody. Markdown in texts is escaped.
//!
//! Sources: <https://discord.com/developers/docs/resources/webhook#execute-webhook>,
//! <https://discord.com/developers/docs/resources/message#embed-object-embed-limits>.

use serde_json::{Value, json};

use super::text::{OPEN, escaped};
use crate::channels::notice::Notice;

/// The maximum number of characters of a title.
const MAX_TITLE: usize = 256;
/// The maximum number of characters of a description.
const MAX_DESCRIPTION: usize = 4_096;
/// The color at the edge of the embed: the accent of the dashboard.
const ACCENT: u32 = 0x0b_6e_5f;

pub(super) fn body(notice: &Notice, link: Option<&str>) -> Value {
    // Room for the link on a line of its own.
    let end = link.map_or_else(String::new, |link| format!("\n[{OPEN}](<{}>)", address(link)));
    let room = MAX_DESCRIPTION.saturating_sub(end.encode_utf16().count());
    let description = escaped(&notice.lines.join("\n"), room, escape) + &end;
    let mut embed = json!({ "title": escaped(&notice.title, MAX_TITLE, escape), "color": ACCENT });
    if !description.trim().is_empty() {
        embed["description"] = description.trim_start().into();
    }
    json!({ "embeds": [embed], "allowed_mentions": { "parse": [] } })
}

/// A character that Discord reads as itself: behind a backslash, if it is punctuation.
fn escape(character: char) -> String {
    if character.is_ascii_punctuation() && !matches!(character, ',' | ';' | '%' | '\'' | '"' | '?' | '&' | '/') {
        format!("\\{character}")
    } else {
        character.into()
    }
}

/// An address within `[…](<…>)`.
fn address(link: &str) -> String {
    link.replace('>', "%3E").replace(')', "%29")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channels::forms::text::worst;

    #[test]
    fn a_message_is_one_embed_that_allows_no_mentions() {
        let notice =
            Notice::new("Cited *less*", vec!["Question: @everyone [x](https://b.example)?".into()], "/x".into());
        let expected = json!({
            "embeds": [{
                "title": "Cited \\*less\\*",
                "color": 749_151,
                "description": "Question\\: \\@everyone \\[x\\]\\(https\\://b\\.example\\)?\n[Open in Askline](<https://a.example/x>)",
            }],
            "allowed_mentions": { "parse": [] },
        });
        assert_eq!(body(&notice, Some("https://a.example/x")), expected);
        let bare = body(&Notice::new("A", Vec::new(), String::new()), None);
        assert_eq!(bare["embeds"][0], json!({ "title": "A", "color": 749_151 }));
    }

    #[test]
    fn the_longest_message_keeps_the_limits() {
        let body = body(&worst(), Some("https://a.example/x"));
        let text = |field: &str| body["embeds"][0][field].as_str().expect("a text").to_owned();
        let (title, description) = (text("title").encode_utf16().count(), text("description").encode_utf16().count());
        // An embed has at most 6,000 characters in all.
        assert!(title <= MAX_TITLE && description <= MAX_DESCRIPTION && title + description <= 6_000);
        assert!(text("description").ends_with("[Open in Askline](<https://a.example/x>)"));
    }
}
