//! `/docs/errors`: every error code with its meaning, from the list that the API uses.

use std::{collections::HashSet, fmt::Write as _};

use askline_api::pipeline::error::Code;

const FRAME: &str = include_str!("../../assets/docs/errors.html");

/// The page.
pub(super) fn page() -> String {
    let mut rows = String::new();
    let mut anchors = HashSet::new();
    for code in Code::EVERY {
        // One code has two statuses, and an address leads to the first.
        let anchor = if anchors.insert(code.as_str()) {
            code.as_str().to_owned()
        } else {
            format!("{}-{}", code.as_str(), code.status().as_u16())
        };
        let status = code.status();
        let _ = writeln!(
            rows,
            "<section class=\"code\" id=\"{anchor}\"><h2><a href=\"#{anchor}\">{name}</a></h2>\
             <p class=\"facts\"><span class=\"status\">{number} {reason}</span>{retryable}</p><p>{meaning}</p></section>",
            name = code.as_str(),
            number = status.as_u16(),
            reason = status.canonical_reason().unwrap_or_default(),
            retryable = if code.retryable() { "<span class=\"retryable\">retryable</span>" } else { "" },
            meaning = with_code(code.meaning()),
        );
    }
    FRAME.replace("{{codes}}", &rows)
}

/// The HTML of a sentence with `code` between backticks.
fn with_code(sentence: &str) -> String {
    sentence
        .split('`')
        .enumerate()
        .map(|(place, part)| {
            let part = escaped(part);
            if place % 2 == 1 { format!("<code>{part}</code>") } else { part }
        })
        .collect()
}

/// Text that is safe in HTML and in a quoted attribute.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_anchor_and_nothing_breaks_out_of_the_page() {
        let page = page();
        for code in Code::EVERY {
            assert!(page.contains(&format!("id=\"{}\"", code.as_str())), "{}", code.as_str());
        }
        assert!(!page.contains("{{"));
        assert_eq!(with_code("a <b> `c & d` \"e\""), "a &lt;b&gt; <code>c &amp; d</code> &quot;e&quot;");
    }
}
