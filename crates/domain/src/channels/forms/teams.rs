//! Microsoft Teams: an Adaptive Card. Its texts are `TextRun`s, which know no Markdown.
//!
//! Sources: <https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using>,
//! <https://adaptivecards.io/explorer/TextRun.html>.

use serde_json::{Value, json};

use super::text::OPEN;
use crate::channels::notice::Notice;

/// The maximum number of bytes of a message.
#[cfg(test)]
const MAX_BYTES: usize = 28 * 1024;

pub(super) fn body(notice: &Notice, link: Option<&str>) -> Value {
    let run = |text: &str| json!({ "type": "TextRun", "text": text });
    let mut title = run(&notice.title);
    title["weight"] = "Bolder".into();
    title["size"] = "Medium".into();
    let block = |run: Value| json!({ "type": "RichTextBlock", "inlines": [run] });
    let blocks: Vec<Value> =
        std::iter::once(title).chain(notice.lines.iter().map(|line| run(line))).map(block).collect();
    let mut card = json!({
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": blocks,
    });
    if let Some(link) = link {
        card["actions"] = json!([{ "type": "Action.OpenUrl", "title": OPEN, "url": link }]);
    }
    json!({
        "type": "message",
        "attachments": [{
            "contentType": "application/vnd.microsoft.card.adaptive",
            "contentUrl": null,
            "content": card,
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channels::forms::text::worst;

    #[test]
    fn a_message_is_a_card_without_markdown_and_with_one_action() {
        let notice = Notice::new("Cited *less*", vec!["[x](https://b.example)".into()], "/x".into());
        let body = body(&notice, Some("https://a.example/x"));
        let expected = json!({
            "type": "message",
            "attachments": [{
                "contentType": "application/vnd.microsoft.card.adaptive",
                "contentUrl": null,
                "content": {
                    "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                    "type": "AdaptiveCard",
                    "version": "1.4",
                    "body": [
                        { "type": "RichTextBlock", "inlines": [{ "type": "TextRun", "text": "Cited *less*", "weight": "Bolder", "size": "Medium" }] },
                        { "type": "RichTextBlock", "inlines": [{ "type": "TextRun", "text": "[x](https://b.example)" }] },
                    ],
                    "actions": [{ "type": "Action.OpenUrl", "title": "Open in Askline", "url": "https://a.example/x" }],
                },
            }],
        });
        assert_eq!(body, expected);
    }

    #[test]
    fn the_longest_message_keeps_the_limit() {
        let longest = Notice::new(&"😀".repeat(500), vec!["😀".repeat(500); 100], "/x".into());
        for notice in [longest, worst()] {
            assert!(body(&notice, Some("https://a.example/x")).to_string().len() <= MAX_BYTES);
        }
    }
}
