//! Texts of pages that well-known systems make, counted, and of hostile pages.

use std::{collections::BTreeMap, fs, path::Path};

use proptest::prelude::*;
use serde::Deserialize;

use super::{difference::Structure, *};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Expected {
    headings: u32,
    code_lines: Vec<String>,
    table_rows: u32,
    list_items: u32,
    texts: Vec<String>,
    #[serde(default)]
    absent: Vec<String>,
}

fn text_of(html: &str) -> PageText {
    PageText::of(&"https://example.com/a/b".parse().expect("an address"), html)
}

#[track_caller]
fn check(html: &str, expected: &str) {
    assert_eq!(text_of(html).markdown, expected, "{html}");
}

fn code_of(markdown: &str) -> Vec<&str> {
    let mut is_code = false;
    let mut lines = Vec::new();
    for line in markdown.lines() {
        match line.trim_start().starts_with("```") {
            true => is_code = !is_code,
            false if is_code => lines.push(line),
            false => {}
        }
    }
    lines
}

/// The same pages hold the widget's copy: `widget/tests/offered/copied_pages.test.ts`.
#[test]
fn the_text_of_a_page_keeps_its_structure_and_texts_and_nothing_else() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/page_copies");
    let expected = fs::read_to_string(folder.join("expected.json")).expect("the expected counts");
    let pages: BTreeMap<String, Expected> = serde_json::from_str(&expected).expect("readable counts");
    assert!(pages.len() >= 10);
    for (name, page) in pages {
        let html = fs::read_to_string(folder.join(format!("{name}.html"))).expect("a page");
        let text = text_of(&html).markdown;
        let Structure { headings, code_lines, table_rows, list_items, .. } = Structure::of(&text);
        assert_eq!(code_of(&text), page.code_lines, "{name}\n{text}");
        let counted = (headings, code_lines as usize, table_rows, list_items);
        assert_eq!(counted, (page.headings, page.code_lines.len(), page.table_rows, page.list_items), "{name}\n{text}");
        for wanted in page.texts {
            assert!(text.contains(&wanted), "{name} has no {wanted:?}\n{text}");
        }
        for unwanted in page.absent.iter().map(String::as_str).chain(["¶", "\u{200b}", "Copy code"]) {
            assert!(!text.contains(unwanted), "{name} has {unwanted:?}\n{text}");
        }
    }
}

#[test]
fn marks_links_and_images_become_markdown() {
    check(
        "<title>T</title><main><p>a <b>b </b>c <i>d</i> <code>e`f</code></p></main>",
        "# T\n\na **b** c *d* `` e`f ``",
    );
    check(
        "<main><h1>T</h1><p><a href='../x?y=1'>x</a> <a href='#z'>z</a> <a href='javascript:1'>j</a></p></main>",
        "# T\n\n[x](https://example.com/x?y=1) z j",
    );
    check("<main><img src='i.png?v=1' alt='A hill'><img src='d.png'></main>", "![A hill](https://example.com/a/i.png)");
    check(
        "<main><p>1. not a list</p><p># no heading</p><p>a * b_c _d_</p></main>",
        "1\\. not a list\n\n\\# no heading\n\na \\* b_c \\_d\\_",
    );
    check("<main><ul><li>a<ul><li>b</ul><li><p>c</ul></main>", "- a\n\n  - b\n\n- c");
    check("<main><ol start=3><li>a<li>b</ol></main>", "3. a\n4. b");
    check("<main>a<br>b<div>c</div>d</main>", "a  \nb\n\nc\n\nd");
}

#[test]
fn the_marked_part_of_a_page_is_its_text() {
    check("<body><header>Menu</header><div>Banner</div><main><h1>A</h1><p>b</main><footer>c</footer>", "# A\n\nb");
    check("<body><nav>Menu</nav><article><h1>A</h1><p>b</article>", "# A\n\nb");
    check("<body><div><p>only this</p></div><script>x()</script>", "only this");
    check(
        "<body><div>other</div><div id=content><p>much of the text of the page</div>",
        "much of the text of the page",
    );
}

#[test]
fn the_words_of_a_text_are_counted_without_signs_and_numbers_of_items() {
    for (text, expected) in [("", 0), ("# A b\n\n1. c d\n2. e", 5), ("- a | b\n| --- |", 2), ("```sh\nls -l\n```", 2)] {
        assert_eq!(count_words(text), expected, "{text}");
    }
}

#[test]
fn a_text_that_is_cut_says_so_and_leaves_no_block_of_code_open() {
    let text = text_of(&format!("<main><pre>{}</pre></main>", "line of code\n\n".repeat(60_000)));
    assert!(text.is_cut && text.markdown.len() <= MAX_TEXT_BYTES);
    assert!(text.markdown.ends_with(CUT_NOTE));
    assert_eq!(text.markdown.matches("```").count(), 2);
    assert!(text_of(&"<b>x</b>".repeat(200_000)).is_cut);
}

#[test]
fn hostile_pages_are_read_in_little_time() {
    let pages = [
        "<div>".repeat(30_000),
        "<b><a href=#>".repeat(10_000),
        "<table><tr><td>".repeat(10_000),
        "<aside><a>x".repeat(10_000),
        "<main><h2>".to_owned() + &"<a href='#x'>y</a>".repeat(10_000),
        "<div role=tabpanel hidden><i role=tab>x</i>".repeat(3_000),
        "<div>".to_owned() + &"<p hidden>x</p>".repeat(10_000),
        "<ul><li>".repeat(10_000),
        "<form><button aria-expanded aria-controls=x>y".repeat(5_000),
        "<pre>".repeat(10_000),
        "</p></div>".repeat(20_000),
    ];
    for html in pages {
        assert!(text_of(&html).markdown.len() <= MAX_TEXT_BYTES);
    }
}

proptest! {
    #[test]
    fn no_page_makes_the_reader_panic(html in "(<[a-z1-6/]{1,5}( (id|class|role|href|hidden|style)='?[a-z#: ]{0,6}'?)?>|[a-z*_|# \\n]{1,4}){0,40}") {
        let _ = text_of(&html);
    }
}
