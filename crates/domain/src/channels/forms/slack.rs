//! Slack: blocks. Texts are `plain_text`, so nothing in them is markup; only the link is `mrkdwn`.
//!
//! Sources: <https://docs.slack.dev/reference/block-kit/blocks>, <https://docs.slack.dev/messaging/formatting-message-text>.

use serde_json::{Value, json};

use super::text::{OPEN, escaped};
use crate::channels::notice::Notice;

/// The maximum number of characters of a header.
const MAX_HEADER: usize = 150;
/// The maximum number of characters of the text of a section.
const MAX_SECTION: usize = 3_000;

pub(super) fn body(notice: &Notice, link: Option<&str>) -> Value {
    let plain =
        |text: &str, most: usize| json!({ "type": "plain_text", "text": escaped(text, most, escape), "emoji": false });
    let mut blocks = vec![json!({ "type": "header", "text": plain(&notice.title, MAX_HEADER) })];
    if !notice.lines.is_empty() {
        blocks.push(json!({ "type": "section", "text": plain(&notice.lines.join("\n"), MAX_SECTION) }));
    }
    if let Some(link) = link {
        let link = json!({ "type": "mrkdwn", "text": format!("<{}|{OPEN}>", address(link)) });
        blocks.push(json!({ "type": "context", "elements": [link] }));
    }
    // The text is what notifications show.
    json!({
        "text": escaped(&notice.title, MAX_SECTION, escape),
        "mrkdwn": false,
        "unfurl_links": false,
        "unfurl_media": false,
        "blocks": blocks,
    })
}

/// The three characters with which Slack's control sequences begin and end.
fn escape(character: char) -> String {
    match character {
        '&' => "&amp;".into(),
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        other => other.into(),
    }
}

/// An address within `<…|…>`.
fn address(link: &str) -> String {
    link.chars().map(|character| if character == '|' { "%7C".into() } else { escape(character) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channels::forms::text::worst;

    #[test]
    fn a_message_has_a_header_a_section_and_one_link() {
        let notice = Notice::new("Cited <less> & *less*", vec!["Question: <!channel>".into()], "/x".into());
        let expected = json!({
            "text": "Cited &lt;less&gt; &amp; *less*",
            "mrkdwn": false,
            "unfurl_links": false,
            "unfurl_media": false,
            "blocks": [
                { "type": "header", "text": { "type": "plain_text", "text": "Cited &lt;less&gt; &amp; *less*", "emoji": false } },
                { "type": "section", "text": { "type": "plain_text", "text": "Question: &lt;!channel&gt;", "emoji": false } },
                { "type": "context", "elements": [{ "type": "mrkdwn", "text": "<https://a.example/x?a=1&amp;b=%7C|Open in Askline>" }] },
            ],
        });
        assert_eq!(body(&notice, Some("https://a.example/x?a=1&b=|")), expected);
    }

    #[test]
    fn the_longest_message_keeps_the_limits() {
        let body = body(&worst(), Some("https://a.example/x"));
        let text = |index: usize| body["blocks"][index]["text"]["text"].as_str().expect("a text");
        assert!(text(0).encode_utf16().count() <= MAX_HEADER, "{}", text(0));
        assert!(text(1).encode_utf16().count() <= MAX_SECTION);
        assert!(!body["blocks"][0].to_string().contains('<') && !body["blocks"][1].to_string().contains('<'));
    }
}
