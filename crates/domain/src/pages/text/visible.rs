//! Which elements of a page a reader sees, or can open. Style sheets are not read.

use std::collections::{HashMap, HashSet};

use super::tree::{Id, ROOT, Tree};

/// Classes by which well-known style sheets leave a text to screen readers alone.
const READ_ALOUD_ONLY: [&str; 5] = ["sr-only", "visually-hidden", "screen-reader-text", "sr-text", "visuallyhidden"];
/// What is moved to the left by more than this is out of sight.
const MAX_INDENT: f64 = 500.0;

/// The elements that a reader neither sees nor can open.
pub(super) fn hidden_in(tree: &Tree) -> Vec<Id> {
    let all: Vec<Id> = tree.within(ROOT).into_iter().filter(|&id| tree.node(id).text.is_none()).collect();
    let hidden: HashSet<Id> = all.iter().copied().filter(|&id| is_hidden(tree, id)).collect();
    let controlled: HashSet<String> = all
        .iter()
        .filter_map(|&id| tree.attribute(id, "aria-controls"))
        .flat_map(|ids| ids.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let mut sets = HashMap::new();
    let is_shown = |id: Id| is_panel(tree, id, &controlled);
    all.into_iter()
        .filter(|&id| hidden.contains(&id) && !is_shown(id) && !is_of_set(tree, id, &hidden, &mut sets))
        .collect()
}

fn is_hidden(tree: &Tree, id: Id) -> bool {
    if tree.attribute(id, "hidden").is_some_and(|value| value != "until-found") || tree.has_class(id, &READ_ALOUD_ONLY)
    {
        return true;
    }
    let Some(style) = tree.attribute(id, "style") else { return false };
    let style = style.to_ascii_lowercase();
    let has_transition = style.contains("transition");
    let is_placed = ["absolute", "fixed"].iter().any(|placed| style.contains(placed));
    style.split(';').filter_map(|declaration| declaration.split_once(':')).any(|(name, value)| {
        let value = value.replace("!important", "").replace(' ', "");
        let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%').parse::<f64>();
        let is_zero = number.as_ref().is_ok_and(|number| *number == 0.0);
        match name.trim() {
            "display" => value == "none",
            "visibility" => value == "hidden" || value == "collapse",
            "font-size" => is_zero,
            // What appears when a reader scrolls has a transition.
            "opacity" => is_zero && !has_transition,
            "clip" => value.starts_with("rect(0") || value.starts_with("rect(1px"),
            "clip-path" => value.starts_with("inset(50%") || value.starts_with("inset(100%"),
            "text-indent" => number.is_ok_and(|number| number < -MAX_INDENT),
            "left" | "top" => is_placed && number.is_ok_and(|number| number < -MAX_INDENT),
            _ => false,
        }
    })
}

/// Whether a tab, a button or a summary shows the element.
fn is_panel(tree: &Tree, id: Id, controlled: &HashSet<String>) -> bool {
    tree.has_role(id, "tabpanel")
        || tree.name(id) == "details"
        || tree.around(id).any(|around| tree.name(around) == "details")
        || tree.attribute(id, "id").is_some_and(|name| controlled.contains(&name))
}

/// Whether it is one of the panels of a set, of which one is shown: beside radio buttons, or below the row of their labels.
fn is_of_set(tree: &Tree, id: Id, hidden: &HashSet<Id>, sets: &mut HashMap<(Id, String), bool>) -> bool {
    let Some(around) = tree.node(id).parent else { return false };
    let key = (around, tree.name(id).to_owned());
    if let Some(&known) = sets.get(&key) {
        return known;
    }
    let labels = |of: Id| tree.elements(of).filter(|&child| is_label(tree, child)).count();
    let panels: Vec<Id> = tree.elements(around).filter(|&other| tree.name(other) == key.1).collect();
    let is_one_shown = panels.iter().any(|panel| !hidden.contains(panel));
    let is_labeled = || {
        labels(around) > 1
            || tree
                .node(around)
                .parent
                .is_some_and(|outer| tree.elements(outer).any(|row| row != around && labels(row) > 1))
    };
    let is_set = panels.len() > 1 && is_one_shown && is_labeled();
    sets.insert(key, is_set);
    is_set
}

fn is_label(tree: &Tree, id: Id) -> bool {
    match tree.name(id) {
        "label" | "button" => true,
        "input" => tree.attribute(id, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("radio")),
        _ => tree.has_role(id, "tab"),
    }
}
