//! A site's own items in the widget, such as links and commands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::shared::{
    hidden_characters::check_one_line,
    ids::MenuItemId,
    lists::{check_count, check_no_repeats},
    violation::Violations,
};

/// The maximum number of own items.
pub const MAX_MENU_ITEMS: usize = 10;
/// The maximum number of characters of an item's label.
pub const MAX_MENU_LABEL_CHARACTERS: usize = 40;
/// The maximum number of characters of an item's text.
pub const MAX_MENU_TEXT_CHARACTERS: usize = 500;
/// The maximum length of an item's address, in bytes.
pub const MAX_MENU_URL_BYTES: usize = 2_000;

/// What an item does when a reader clicks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MenuItemKind {
    /// Opens `url`.
    Link,
    /// Copies `text`, such as a command that installs an MCP server.
    Command,
    /// Adds the MCP server at `url` to the reader's editor.
    Editor,
    /// Opens the page as Markdown.
    Markdown,
    /// Opens Google's settings, where readers choose the site as a preferred source.
    PreferredSource,
}

impl MenuItemKind {
    /// Every kind.
    pub const EVERY: [Self; 5] = [Self::Link, Self::Command, Self::Editor, Self::Markdown, Self::PreferredSource];

    /// Whether an item of this kind has a `url`; all others have none.
    pub const fn has_url(self) -> bool {
        matches!(self, Self::Link | Self::Editor)
    }

    /// Whether an item of this kind has a `text`; all others have none.
    pub const fn has_text(self) -> bool {
        matches!(self, Self::Command)
    }
}

/// One of a site's own items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MenuItem {
    /// The item's id, by which its clicks are counted; it stays the same when the label is corrected.
    pub id: MenuItemId,
    /// What the item does.
    pub kind: MenuItemKind,
    /// The text on the item.
    pub label: String,
    /// The address of a `link` or an `editor` item; null for all others.
    #[serde(default)]
    pub url: Option<String>,
    /// What a `command` item copies; null for all others.
    #[serde(default)]
    pub text: Option<String>,
}

/// One of a site's own items in a request.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MenuItemInput {
    /// The item's id, which keeps its counts together; an item without an id gets a new one.
    #[serde(default)]
    pub id: Option<MenuItemId>,
    /// What the item does.
    pub kind: MenuItemKind,
    /// The text on the item.
    #[schemars(length(min = 1, max = MAX_MENU_LABEL_CHARACTERS))]
    pub label: String,
    /// The https address of a `link`, or of the MCP server of an `editor` item. All other kinds have none.
    #[serde(default)]
    #[schemars(length(max = MAX_MENU_URL_BYTES))]
    pub url: Option<String>,
    /// One line, which a `command` item copies. All other kinds have none.
    #[serde(default)]
    #[schemars(length(max = MAX_MENU_TEXT_CHARACTERS))]
    pub text: Option<String>,
}

/// Returns the items to store; adds violations for each item that is not valid. `new_id` creates an id.
pub(crate) fn check_menu(
    items: Vec<MenuItemInput>,
    new_id: &mut dyn FnMut() -> MenuItemId,
    violations: &mut Violations,
) -> Vec<MenuItem> {
    if !check_count("menu", items.len(), MAX_MENU_ITEMS, violations) {
        return Vec::new();
    }
    let given: Vec<(usize, MenuItemId)> =
        items.iter().enumerate().filter_map(|(index, item)| Some((index, item.id?))).collect();
    let ids: Vec<MenuItemId> = given.iter().map(|(_, id)| *id).collect();
    check_no_repeats(|nth| format!("menu[{}].id", given[nth].0), &ids, violations);
    items
        .into_iter()
        .enumerate()
        .map(|(index, item)| item.check(&format!("menu[{index}]"), new_id, violations))
        .collect()
}

impl MenuItemInput {
    fn check(self, path: &str, new_id: &mut dyn FnMut() -> MenuItemId, violations: &mut Violations) -> MenuItem {
        let kind = self.kind;
        let label = self.label.trim().to_owned();
        let label_path = format!("{path}.label");
        violations.check_length(&label_path, &label, 1, MAX_MENU_LABEL_CHARACTERS);
        check_one_line(&label_path, &label, violations);
        let url = needed(&format!("{path}.url"), self.url, kind.has_url(), violations)
            .map(|url| check_url(&format!("{path}.url"), url, violations));
        let text = needed(&format!("{path}.text"), self.text, kind.has_text(), violations)
            .map(|text| check_text(&format!("{path}.text"), &text, violations));
        MenuItem { id: self.id.unwrap_or_else(new_id), kind, label, url, text }
    }
}

/// Returns the field if the item's kind has it; adds a violation if it is missing, or if the kind has no such field.
fn needed(path: &str, value: Option<String>, is_needed: bool, violations: &mut Violations) -> Option<String> {
    match (&value, is_needed) {
        (None, true) => violations.add(path, "REQUIRED", format!("{path} is missing; an item of this kind needs it.")),
        (Some(_), false) => {
            violations.add(path, "NOT_ALLOWED", format!("{path} must be left out; an item of this kind has none."));
        }
        _ => {}
    }
    value.filter(|_| is_needed)
}

/// Returns the address as browsers write it.
fn check_url(path: &str, url: String, violations: &mut Violations) -> String {
    // The parser drops line breaks and tabs, so that a reader of the configuration would see another address.
    let is_plain = !url.chars().any(|character| character.is_whitespace() || character.is_control());
    let parsed = Url::parse(&url).ok().filter(|parsed| is_plain && parsed.scheme() == "https" && parsed.has_host());
    let Some(parsed) = parsed else {
        violations.add(path, "INVALID_URL", format!("{path} must be an absolute https address."));
        return url;
    };
    if !parsed.username().is_empty() || parsed.password().is_some() {
        violations.add(path, "INVALID_URL", format!("{path} must not contain a user name or a password."));
    }
    if parsed.as_str().len() > MAX_MENU_URL_BYTES {
        violations.add(path, "TOO_LONG", format!("{path} must have at most {MAX_MENU_URL_BYTES} bytes."));
    }
    parsed.into()
}

fn check_text(path: &str, text: &str, violations: &mut Violations) -> String {
    let trimmed = text.trim_matches(' ').to_owned();
    violations.check_length(path, &trimmed, 1, MAX_MENU_TEXT_CHARACTERS);
    check_one_line(path, &trimmed, violations);
    trimmed
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::shared::ids::Id as _;

    fn check(menu: Value) -> Result<Vec<MenuItem>, Vec<(String, String)>> {
        let items = serde_json::from_value(menu).expect("a menu of the right shape");
        let (mut made, mut violations) = (0, Violations::new());
        let mut new_id = || {
            made += 1;
            MenuItemId::from_bits(made)
        };
        let menu = check_menu(items, &mut new_id, &mut violations);
        violations
            .finish(menu)
            .map_err(|found| found.into_iter().map(|violation| (violation.path, violation.code)).collect())
    }

    fn is_refused(item: Value, field: &str, code: &str) {
        let first = json!({ "kind": "markdown", "label": "a" });
        assert_eq!(check(json!([first, item])), Err(vec![(format!("menu[1].{field}"), code.to_owned())]), "{item}");
    }

    fn of_kind(kind: MenuItemKind) -> Value {
        let mut item = json!({ "kind": kind, "label": "Item" });
        if kind.has_url() {
            item["url"] = "https://example.com/a".into();
        }
        if kind.has_text() {
            item["text"] = "npx example".into();
        }
        item
    }

    #[test]
    fn every_kind_demands_its_fields_and_refuses_the_others() {
        for kind in MenuItemKind::EVERY {
            check(json!([of_kind(kind)])).expect("a valid item");
            for (field, is_needed, value) in
                [("url", kind.has_url(), "https://example.com/"), ("text", kind.has_text(), "a")]
            {
                let mut item = of_kind(kind);
                if is_needed {
                    item[field] = Value::Null;
                    is_refused(item, field, "REQUIRED");
                } else {
                    item[field] = value.into();
                    is_refused(item, field, "NOT_ALLOWED");
                }
            }
        }
    }

    #[test]
    fn only_https_addresses_without_credentials_are_accepted() {
        let link = |url: &str| json!({ "kind": "link", "label": "a", "url": url });
        for url in [
            "",
            "/a",
            "http://example.com/",
            "javascript:alert(1)",
            "data:text/html,a",
            "cursor://a",
            "vscode:a",
            "https://",
            "https://u@example.com/",
            "https://u:p@example.com/",
            "https://example.com/\na",
            "https://example.com/a b",
            "\thttps://example.com/",
        ] {
            is_refused(link(url), "url", "INVALID_URL");
        }
        is_refused(link(&format!("https://example.com/{}", "a".repeat(MAX_MENU_URL_BYTES))), "url", "TOO_LONG");
        let menu = check(json!([link("https://EXAMPLE.com")])).expect("a valid address");
        assert_eq!(menu[0].url.as_deref(), Some("https://example.com/"));
    }

    #[test]
    fn labels_and_texts_are_one_visible_line_of_limited_length() {
        for (field, most) in [("label", MAX_MENU_LABEL_CHARACTERS), ("text", MAX_MENU_TEXT_CHARACTERS)] {
            let with = |value: String| {
                let mut item = json!({ "kind": "command", "label": "a", "text": "b" });
                item[field] = value.into();
                item
            };
            check(json!([with("ä".repeat(most))])).expect("the longest text");
            for (value, code) in [
                (" ".to_owned(), "TOO_SHORT"),
                ("a".repeat(most + 1), "TOO_LONG"),
                ("a\nb".to_owned(), "CONTROL_CHARACTER"),
                ("a\u{7}b".to_owned(), "CONTROL_CHARACTER"),
                ("a\u{202E}b".to_owned(), "HIDDEN_CHARACTER"),
            ] {
                is_refused(with(value), field, code);
            }
        }
    }

    #[test]
    fn ids_are_kept_created_where_missing_and_never_repeated() {
        let item = |id: Value| json!({ "id": id, "kind": "markdown", "label": "a" });
        let kept = MenuItemId::from_bits(9);
        let menu = check(json!([item(json!(kept)), item(Value::Null)])).expect("a valid menu");
        assert_eq!([menu[0].id, menu[1].id], [kept, MenuItemId::from_bits(1)]);
        is_refused_whole(json!([item(json!(kept)), item(Value::Null), item(json!(kept))]), "menu[2].id", "DUPLICATE");
        is_refused_whole(json!(vec![item(Value::Null); MAX_MENU_ITEMS + 1]), "menu", "TOO_MANY");
        for id in ["", "m_1", "q_00000000000000000000000001", "m_00000000000000000000000OIL"] {
            assert!(serde_json::from_value::<MenuItemInput>(item(id.into())).is_err(), "{id}");
        }
    }

    fn is_refused_whole(menu: Value, path: &str, code: &str) {
        assert_eq!(check(menu), Err(vec![(path.to_owned(), code.to_owned())]));
    }
}
