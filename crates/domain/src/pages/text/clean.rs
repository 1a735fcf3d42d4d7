//! Leaves of a page what its reader reads. By the same rules as the widget's copy of a page.

use std::collections::HashMap;

use super::{
    tabs::name_tabs,
    tree::{Id, ROOT, Tree},
    visible::hidden_in,
};

/// Elements that are never content.
const EXCLUDED: [&str; 18] = [
    "head",
    "script",
    "style",
    "noscript",
    "template",
    "iframe",
    "object",
    "embed",
    "canvas",
    "nav",
    "dialog",
    "svg",
    "input",
    "select",
    "textarea",
    "datalist",
    "askline-widget",
    "title",
];
const EXCLUDED_ROLES: [&str; 3] = ["navigation", "dialog", "search"];
/// Comments of readers.
const COMMENT_IDS: [&str; 2] = ["comments", "disqus_thread"];
const COMMENT_CLASSES: [&str; 5] = ["comments", "comment-list", "comments-area", "giscus", "utterances"];
/// The link from a footnote back to its place.
const BACK_CLASSES: [&str; 2] = ["footnote-backref", "data-footnote-backref"];
/// Classes of links with which headings lead to themselves.
const ANCHOR_CLASSES: [&str; 8] = [
    "headerlink",
    "header-anchor",
    "heading-anchor",
    "anchor",
    "anchor-link",
    "hash-link",
    "permalink",
    "sl-anchor-link",
];
/// What such a link shows, if anything.
const ANCHOR_SIGNS: [char; 7] = ['#', '¶', '§', '🔗', '⚓', '\u{200c}', '\u{200d}'];
/// A form with more than one in this many letters is the frame of the page, and not a form in it.
const FRAME_PART: usize = 2;

/// Whether the name is a heading's.
pub(super) fn is_heading(name: &str) -> bool {
    matches!(name.as_bytes(), [b'h', b'1'..=b'6'])
}

/// Whether the element marks the main part of its page.
pub(super) fn is_main(tree: &Tree, id: Id) -> bool {
    tree.name(id) == "main" || tree.has_role(id, "main")
}

/// Removes what is hidden or no content, and gives what remains the elements that mean it.
pub(super) fn clean(tree: &mut Tree) {
    // Tabs say which panels are one of a set, so they are taken away later.
    let hidden = hidden_in(tree);
    name_tabs(tree);
    hidden.into_iter().for_each(|id| tree.remove(id));
    open_questions(tree);
    open_forms(tree);
    for id in tree.within(ROOT) {
        if is_excluded(tree, id) {
            tree.remove(id);
        }
    }
    remove_anchors(tree);
    keep_notes(tree);
}

fn is_excluded(tree: &Tree, id: Id) -> bool {
    let name = tree.name(id);
    let is_frame = || {
        matches!(name, "header" | "footer") && tree.node(id).parent.is_some_and(|around| tree.name(around) == "body")
    };
    let is_back = || {
        name == "a"
            && (tree.has_class(id, &BACK_CLASSES)
                || tree.has_role(id, "doc-backlink")
                || tree.attribute(id, "data-footnote-backref").is_some()
                || tree.attribute(id, "href").is_some_and(|href| href.starts_with("#fnref")))
    };
    let is_comment = || {
        tree.has_class(id, &COMMENT_CLASSES)
            || tree.attribute(id, "id").is_some_and(|own| COMMENT_IDS.contains(&own.as_str()))
            || tree.attribute(id, "itemprop").is_some_and(|property| property == "comment")
    };
    EXCLUDED.contains(&name)
        || EXCLUDED_ROLES.iter().any(|role| tree.has_role(id, role))
        || is_frame()
        || is_back()
        || is_comment()
}

/// A button in a heading, or one that opens a part of the page, is the title of that part. Others are no content.
fn open_questions(tree: &mut Tree) {
    for id in tree.within(ROOT) {
        let is_button = tree.name(id) == "button";
        if !is_button && !tree.has_role(id, "button") {
            continue;
        }
        let is_title = |name: &str| is_heading(name) || matches!(name, "summary" | "dt");
        let is_in_title = is_title(tree.name(id)) || tree.around(id).any(|around| is_title(tree.name(around)));
        let opens = tree.attribute(id, "aria-expanded").is_some() && tree.attribute(id, "aria-controls").is_some();
        if is_in_title && is_button {
            tree.unwrap(id);
        } else if opens && tree.letters(id) > 0 && !is_in_title {
            tree.rename(id, "p");
            tree.wrap_content(id, "strong");
        } else if is_button {
            tree.remove(id);
        }
    }
}

/// Some systems put a whole page into a form.
fn open_forms(tree: &mut Tree) {
    let all = tree.all_letters();
    for id in tree.within(ROOT) {
        if tree.name(id) != "form" {
            continue;
        }
        let has_page = tree.within(id).into_iter().any(|id| matches!(tree.name(id), "main" | "article" | "h1"));
        if has_page || all[id].all * FRAME_PART > all[ROOT].all {
            tree.unwrap(id);
        } else {
            tree.remove(id);
        }
    }
}

/// Links with which headings lead to themselves.
fn remove_anchors(tree: &mut Tree) {
    let mut headings: HashMap<Id, String> = HashMap::new();
    for id in tree.within(ROOT) {
        if tree.name(id) != "a" || !tree.attribute(id, "href").is_none_or(|href| href.contains('#')) {
            continue;
        }
        let heading_around = tree.around(id).find(|&around| is_heading(tree.name(around)));
        let beside = || {
            let around = tree.node(id).parent?;
            // A row of very many elements is no heading with its link.
            tree.elements(around).take(4).find(|&other| is_heading(tree.name(other)))
        };
        let Some(heading) = heading_around.or_else(beside) else { continue };
        let has_more =
            tree.within(id).into_iter().any(|inner| is_heading(tree.name(inner)) || tree.name(inner) == "img");
        if has_more {
            continue;
        }
        let text = tree.text_of(id);
        let is_sign =
            text.chars().all(|sign| sign.is_whitespace() || ANCHOR_SIGNS.contains(&sign) || is_invisible(sign));
        let whole = headings.entry(heading).or_insert_with(|| tree.text_of(heading));
        if heading_around.is_some() && !is_sign && text.trim() == whole.trim() {
            // A heading that is a link to itself keeps its text.
            tree.unwrap(id);
        } else if is_sign || tree.has_class(id, &ANCHOR_CLASSES) || heading_around.is_none() {
            tree.remove(id);
        }
    }
}

/// A note in the text is an `aside`, and so is a column of links beside it.
fn keep_notes(tree: &mut Tree) {
    let letters = tree.all_letters();
    for id in tree.within(ROOT) {
        if tree.name(id) != "aside" && !tree.has_role(id, "complementary") {
            continue;
        }
        let is_within = |around: Id| is_main(tree, around) || tree.name(around) == "article";
        let has_form = tree.within(id).into_iter().any(|inner| tree.name(inner) == "form");
        if tree.around(id).any(is_within) && letters[id].all > 0 && !letters[id].is_navigation() && !has_form {
            tree.rename(id, "blockquote");
        } else {
            tree.remove(id);
        }
    }
}

/// Signs without width, which systems put into links and long words.
pub(super) fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}
