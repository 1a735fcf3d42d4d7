//! Puts the name of its tab above each panel.

use super::tree::{Id, ROOT, Tree};

/// The maximum number of panels that are named.
const MAX_PANELS: usize = 200;
/// How many elements around a panel are searched for its tabs.
const MAX_UP: usize = 6;
/// Classes of panels beside their labels.
const PANELS: [&str; 3] = ["tab-content", "sd-tab-content", "tabbed-block"];

/// Names the panels of a page.
pub(super) fn name_tabs(tree: &mut Tree) {
    let ids = tree.by_id();
    let all = tree.within(ROOT);
    let with_role =
        |tree: &Tree, role: &str| all.iter().copied().filter(|&id| tree.has_role(id, role)).collect::<Vec<_>>();
    let tabs = with_role(tree, "tab");
    for panel in with_role(tree, "tabpanel").into_iter().take(MAX_PANELS) {
        let labeled = tree.attribute(panel, "aria-labelledby").and_then(|name| ids.get(&name).copied());
        let own = tree.attribute(panel, "id");
        let controls = |&&tab: &&Id| own.is_some() && tree.attribute(tab, "aria-controls") == own;
        let tab = labeled.or_else(|| tabs.iter().find(controls).copied()).or_else(|| tab_beside(tree, panel));
        put_name(tree, panel, tab);
    }
    for &set in &all {
        name_labeled(tree, set);
    }
    for row in with_role(tree, "tablist") {
        tree.remove(row);
    }
}

/// The tab at the same place in the nearest row of tabs.
fn tab_beside(tree: &Tree, panel: Id) -> Option<Id> {
    for around in tree.around(panel).take(MAX_UP) {
        let (mut tabs, mut panels) = (Vec::new(), Vec::new());
        for id in tree.within(around) {
            if tree.has_role(id, "tab") {
                tabs.push(id);
            } else if tree.has_role(id, "tabpanel") {
                panels.push(id);
            }
        }
        if !tabs.is_empty() {
            let place = panels.iter().position(|&other| other == panel)?;
            return if tabs.len() == panels.len() { tabs.get(place).copied() } else { None };
        }
    }
    None
}

/// Panels without roles, beside radio buttons with labels or below a row of labels.
fn name_labeled(tree: &mut Tree, set: Id) {
    let (mut labels, mut panels) = (Vec::new(), Vec::new());
    for child in tree.elements(set) {
        if tree.name(child) == "label" {
            labels.push(child);
        } else if tree.has_class(child, &["tabbed-labels", "tabs"]) {
            labels.extend(tree.elements(child).filter(|&inner| tree.name(inner) == "label"));
        } else if tree.has_class(child, &["tabbed-content", "blocks"]) {
            panels.extend(tree.elements(child));
        } else if tree.has_class(child, &PANELS) {
            panels.push(child);
        }
    }
    if labels.len() < 2 || labels.len() != panels.len() {
        return;
    }
    for (label, panel) in labels.into_iter().zip(panels) {
        put_name(tree, panel, Some(label));
        tree.remove(label);
    }
}

fn put_name(tree: &mut Tree, panel: Id, tab: Option<Id>) {
    let name = tab.map(|tab| tree.text_of(tab).trim().to_owned()).unwrap_or_default();
    if !name.is_empty() {
        // `b` in a block of its own: the panel's text may begin without an element.
        tree.prepend(panel, "tab-name", name);
    }
}
