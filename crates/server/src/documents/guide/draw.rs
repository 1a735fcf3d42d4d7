//! Renders a page of the guide: HTML from Markdown, and sections for the search.

use std::collections::BTreeMap;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html::push_html};

/// The address of the guide.
const ROOT: &str = "/docs/guide";

/// A rendered page, with what the search needs.
pub(super) struct Drawn {
    /// Its first heading.
    pub(super) title: String,
    /// Its content.
    pub(super) html: String,
    /// The text below each heading, including that of the first one.
    pub(super) sections: Vec<Section>,
}

/// A heading and the text below it, up to the next.
pub(super) struct Section {
    /// Its anchor, as GitHub makes it.
    pub(super) anchor: String,
    /// Its text.
    pub(super) heading: String,
    /// The text below it, without markup.
    pub(super) text: String,
}

/// Renders a file of `docs/`. Links between files become links between pages; links to other files of the repository, which
/// are not in the binary, become plain text.
pub(super) fn draw(markdown: &str) -> Drawn {
    let mut sections: Vec<Section> = Vec::new();
    let mut seen = BTreeMap::<String, usize>::new();
    let mut events = Vec::new();
    let mut dropped_links = 0_usize;
    let mut parser = Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    while let Some(event) = parser.next() {
        match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let content: Vec<Event<'_>> =
                    parser.by_ref().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_)))).collect();
                let heading = text_of(&content);
                let anchor = anchor_of(&heading, &mut seen);
                let id = Some(CowStr::from(anchor.clone()));
                events.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
                if level == HeadingLevel::H1 {
                    events.extend(content);
                } else {
                    events.push(Event::InlineHtml(format!("<a href=\"#{anchor}\">").into()));
                    events.extend(content);
                    events.push(Event::InlineHtml("</a>".into()));
                }
                events.push(Event::End(TagEnd::Heading(level)));
                sections.push(Section { anchor, heading, text: String::new() });
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => match address_of(&dest_url) {
                Some(dest_url) => {
                    events.push(Event::Start(Tag::Link { link_type, dest_url: dest_url.into(), title, id }))
                }
                None => dropped_links += 1,
            },
            Event::End(TagEnd::Link) if dropped_links > 0 => dropped_links -= 1,
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = format!("{ROOT}/{dest_url}").into();
                events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            // Blocks that are wider than a phone can be scrolled separately, also with the keyboard.
            Event::Start(Tag::Table(alignments)) => {
                events.push(Event::Html(
                    "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">".into(),
                ));
                events.push(Event::Start(Tag::Table(alignments)));
            }
            Event::End(TagEnd::Table) => {
                events.push(Event::End(TagEnd::Table));
                events.push(Event::Html("</div>".into()));
            }
            event => {
                if let Some(section) = sections.last_mut() {
                    section.text.push_str(words_of(&event).unwrap_or(if parts_words(&event) { " " } else { "" }));
                }
                events.push(event);
            }
        }
    }
    let mut html = String::with_capacity(markdown.len() * 2);
    push_html(&mut html, events.into_iter());
    // Code that is wider than the page can be scrolled, also with the keyboard. Text never matches: its `<` is escaped.
    let html = html.replace("<pre><code", "<pre tabindex=\"0\"><code");
    // An empty corner of a table is not a heading.
    let html = html.replace("<th></th>", "<td></td>");
    let title = sections.first().map(|section| section.heading.clone()).unwrap_or_default();
    Drawn { title, html, sections }
}

fn words_of<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    match event {
        Event::Text(words) | Event::Code(words) => Some(words),
        _ => None,
    }
}

/// Whether the event separates the words before and after it.
fn parts_words(event: &Event<'_>) -> bool {
    match event {
        Event::SoftBreak | Event::HardBreak => true,
        Event::End(end) => {
            !matches!(end, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
        }
        _ => false,
    }
}

fn text_of(events: &[Event<'_>]) -> String {
    events.iter().filter_map(words_of).collect()
}

/// The anchor of a heading, as GitHub makes it, so that the same links work in the repository.
fn anchor_of(heading: &str, seen: &mut BTreeMap<String, usize>) -> String {
    let anchor: String = heading
        .to_lowercase()
        .chars()
        .filter(|character| character.is_alphanumeric() || matches!(character, ' ' | '-' | '_'))
        .map(|character| if character == ' ' { '-' } else { character })
        .collect();
    let times = seen.entry(anchor.clone()).and_modify(|times| *times += 1).or_insert(0);
    if *times == 0 { anchor } else { format!("{anchor}-{times}") }
}

/// The target of a file's link in the guide; `None` for a file that is not in the binary.
fn address_of(link: &str) -> Option<String> {
    if link.starts_with("https://") || link.starts_with("http://") || link.starts_with(['#', '/']) {
        return Some(link.to_owned());
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let page = file.strip_suffix(".md").filter(|page| !page.contains('/'))?;
    Some(format!("{ROOT}/{page}{}", anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_the_anchors_that_the_repository_gives_them() {
        let drawn = draw("# A `key`, rotated\n\nOne.\n\n## What's new?\n\nTwo *words*.\n\n## What's new?\n");
        let sections: Vec<_> =
            drawn.sections.iter().map(|one| (one.anchor.as_str(), one.heading.as_str(), one.text.trim())).collect();
        assert_eq!(
            sections,
            [
                ("a-key-rotated", "A key, rotated", "One."),
                ("whats-new", "What's new?", "Two words."),
                ("whats-new-1", "What's new?", "")
            ]
        );
        assert_eq!(drawn.title, "A key, rotated");
        assert!(
            drawn.html.contains("<h2 id=\"whats-new-1\"><a href=\"#whats-new-1\">What's new?</a></h2>"),
            "{}",
            drawn.html
        );
    }

    #[test]
    fn links_between_files_become_links_between_pages_and_links_out_of_docs_become_text() {
        let drawn =
            draw("# A\n[b](b.md#c) [d](../deploy/nginx.conf) [e](#a) [f](https://example.com/) ![g](pictures/g.png)\n");
        for part in [
            "<a href=\"/docs/guide/b#c\">b</a> d <a href=\"#a\">e</a> <a href=\"https://example.com/\">f</a>",
            "<img src=\"/docs/guide/pictures/g.png\" alt=\"g\"",
        ] {
            assert!(drawn.html.contains(part), "{}", drawn.html);
        }
    }

    #[test]
    fn what_is_wide_can_be_scrolled_by_keyboard() {
        let drawn = draw("# A\n\n```sh\nls <x>\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n");
        assert!(drawn.html.contains("<pre tabindex=\"0\"><code class=\"language-sh\">ls &lt;x&gt;"), "{}", drawn.html);
        assert!(drawn.html.contains("aria-label=\"Table\"><table>"), "{}", drawn.html);
        assert!(drawn.html.contains("</table>\n</div>"), "{}", drawn.html);
    }
}
