//! Tables of a settings file: values by whole name, and sections that the operator names.

use std::collections::BTreeMap;

use config::{Map, Value, ValueKind};

/// The name of the section that contains one section for each identity provider.
pub(super) const PROVIDERS: &str = "oidc";

/// The sections in a section, by name; `None` if it contains something else.
pub(super) fn sections_in(section: Option<Value>) -> Option<BTreeMap<String, Value>> {
    let Some(section) = section else { return Some(BTreeMap::new()) };
    let ValueKind::Table(named) = section.kind else { return None };
    let is_section = |value: &Value| matches!(value.kind, ValueKind::Table(_));
    named.into_iter().map(|(name, value)| is_section(&value).then_some((name, value))).collect()
}

/// Adds the values of a table by their whole names, such as `limits.intake_per_minute`.
pub(super) fn flatten(prefix: &str, table: Map<String, Value>, values: &mut BTreeMap<String, ValueKind>) {
    for (name, value) in table {
        let key = if prefix.is_empty() { name } else { format!("{prefix}.{name}") };
        match value.kind {
            ValueKind::Table(table) if !table.is_empty() => flatten(&key, table, values),
            kind => {
                values.insert(key, kind);
            }
        }
    }
}

/// The TOML parser's message without the quoted line: otherwise an API key whose quotation marks are missing would be logged.
pub(super) fn without_excerpt(message: &str) -> String {
    let is_excerpt = |line: &&str| line.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit()).starts_with('|');
    let lines: Vec<&str> = message.lines().filter(|line| !is_excerpt(line)).collect();
    lines.join(": ")
}
