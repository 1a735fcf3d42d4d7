//! Descriptions of the document as HTML. They have paragraphs, lists of lines that begin with `* `, and code between backticks
//! or fences.

use super::escaped;

/// A description.
pub(super) fn prose(text: &str) -> String {
    let mut html = String::new();
    for (place, block) in text.split("```").enumerate() {
        if place % 2 == 1 {
            // The first line of a fence names the language.
            let code = block.split_once('\n').map_or("", |(_, code)| code).trim_end();
            html.push_str(&format!("<pre><code>{}</code></pre>", escaped(code)));
        } else {
            html.push_str(&paragraphs(block));
        }
    }
    html
}

fn paragraphs(block: &str) -> String {
    let mut html = String::new();
    let mut lines: Vec<&str> = Vec::new();
    let (mut is_item, mut is_list) = (false, false);
    let mut end = |lines: &mut Vec<&str>, is_item: bool, is_list: &mut bool, closes: bool| {
        if !lines.is_empty() {
            let content = inline(&lines.join(" "));
            html.push_str(if is_item && !*is_list { "<ul>" } else { "" });
            *is_list |= is_item;
            html.push_str(&if is_item { format!("<li>{content}</li>") } else { format!("<p>{content}</p>") });
            lines.clear();
        }
        if closes && std::mem::take(is_list) {
            html.push_str("</ul>");
        }
    };
    for line in block.lines().map(str::trim).chain([""]) {
        let item = line.strip_prefix("* ");
        if line.is_empty() || item.is_some() {
            end(&mut lines, is_item, &mut is_list, line.is_empty());
            is_item = item.is_some();
        }
        if !line.is_empty() {
            lines.push(item.unwrap_or(line));
        }
    }
    html
}

/// A line with `code` between backticks; an error code is a link to its meaning.
pub(super) fn inline(text: &str) -> String {
    let part = |(place, part): (usize, &str)| match place % 2 {
        0 => escaped(part),
        _ if is_error_code(part) => format!("<a href=\"/docs/errors#{part}\"><code>{part}</code></a>"),
        _ => format!("<code>{}</code>", escaped(part)),
    };
    text.split('`').enumerate().map(part).collect()
}

fn is_error_code(word: &str) -> bool {
    askline_api::pipeline::error::Code::EVERY.iter().any(|code| code.as_str() == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_keeps_its_paragraphs_lists_and_code() {
        assert_eq!(prose("a\nb\n\nc `d`"), "<p>a b</p><p>c <code>d</code></p>");
        assert_eq!(prose("a\n* b\nc\n* d\n\ne"), "<p>a</p><ul><li>b c</li><li>d</li></ul><p>e</p>");
        assert_eq!(prose("a\n```json\n{ <b> }\n```\nc"), "<p>a</p><pre><code>{ &lt;b&gt; }</code></pre><p>c</p>");
        let link = "<a href=\"/docs/errors#NOT_FOUND\"><code>NOT_FOUND</code></a>: x";
        assert_eq!(prose("* `NOT_FOUND`: x"), format!("<ul><li>{link}</li></ul>"));
        assert_eq!(prose(""), "");
    }
}
