//! `askline settings`: every setting with its value, its source and its meaning. Needs no data.

use std::fmt::Write as _;

use clap::Args;
use serde_json::{Value, json};

use crate::{
    commands::answer::{print_json, print_line, table, with_changed},
    config::{
        Flags, Layers, Settings, Source,
        reference::{Explained, explained},
    },
    failure::Failure,
};

/// `askline settings`
#[derive(Debug, Args)]
pub struct SettingsCommand {
    /// Only this setting, such as backup.every, or the settings of this section, such as backup; with its meaning
    name: Option<String>,
    /// Print the page of the documentation with all settings, as Markdown
    #[arg(long, conflicts_with = "name")]
    document: bool,
}

impl SettingsCommand {
    /// Prints the settings. If a value is invalid, fails after that and says so, as every other command would.
    pub fn run(&self, flags: &Flags, as_json: bool) -> Result<(), Failure> {
        if self.document {
            let page = document();
            return if as_json {
                print_json(&with_changed(&json!({ "page": page })))
            } else {
                print_line(page.trim_end())
            };
        }
        let layers = Settings::layers(flags)?;
        let chosen: Vec<Explained> = all().filter(|setting| self.names(&setting.name)).collect();
        if chosen.is_empty() {
            let name = self.name.as_deref().unwrap_or_default();
            return Err(Failure::misuse(format!("there is no setting {name}; askline settings lists them all")));
        }
        match (as_json, &self.name) {
            (true, _) => print_json(&with_changed(&json!({ "items": items(&layers, &chosen) })))?,
            (false, None) => print_line(&list(&layers, &chosen))?,
            (false, Some(_)) => print_line(&explanations(&layers, &chosen))?,
        }
        Settings::check(&layers).map(drop)
    }

    fn names(&self, setting: &str) -> bool {
        self.name.as_deref().is_none_or(|name| {
            let rest = setting.strip_prefix(name.trim_end_matches('.'));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    }
}

fn all() -> impl Iterator<Item = Explained> {
    explained().1.into_iter().flat_map(|section| section.settings)
}

fn items(layers: &Layers, chosen: &[Explained]) -> Vec<Value> {
    let item = |setting: &Explained| {
        let Explained { name, default, meaning } = setting;
        let (value, source) = layers.shown(name)?;
        Some(json!({
            "name": name,
            "value": value,
            "default": default,
            "source": kind(source),
            "from": source.to_string(),
            "meaning": meaning,
        }))
    };
    chosen.iter().filter_map(item).collect()
}

const fn kind(source: &Source) -> &'static str {
    match source {
        Source::Default => "default",
        Source::File(_) => "file",
        Source::Variable(_) => "environment",
        Source::Flag(_) => "flag",
    }
}

/// A value as it is written in a settings file.
fn written(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

fn list(layers: &Layers, chosen: &[Explained]) -> String {
    let row = |setting: &Explained| {
        let (value, source) = layers.shown(&setting.name)?;
        let first = setting.meaning.split_inclusive(". ").next().unwrap_or_default().trim_end();
        Some(vec![setting.name.clone(), written(&value), source.to_string(), first.to_owned()])
    };
    let rows: Vec<Vec<String>> = chosen.iter().filter_map(row).collect();
    format!(
        "{}\n\naskline settings NAME prints the whole meaning. In the environment, limits.idle_seconds is ASKLINE_LIMITS__IDLE_SECONDS.",
        table(&["SETTING", "VALUE", "FROM", "MEANING"], &rows)
    )
}

fn explanations(layers: &Layers, chosen: &[Explained]) -> String {
    let mut text = String::new();
    for Explained { name, default, meaning } in chosen {
        let Some((value, source)) = layers.shown(name) else { continue };
        let (value, variable) = (written(&value), variable_of(name));
        let _ = write!(
            text,
            "{name} = {value}\n  from: {source}\n  default: {default}\n  environment: {variable}\n  {meaning}\n\n"
        );
    }
    text.trim_end().to_owned()
}

fn variable_of(name: &str) -> String {
    format!("ASKLINE_{}", name.replace('.', "__").to_uppercase())
}

/// `docs/settings.md`: all settings in tables, one for each section of the file.
fn document() -> String {
    let (introduction, sections) = explained();
    let mut page = String::from(
        "# Settings\n\nWritten by `askline settings --document` from `config/default.toml`; do not edit. `askline settings` prints the \
         same settings with the values of an instance, and where each comes from.\n\n",
    );
    for paragraph in introduction.iter().skip(1) {
        let is_entry = paragraph.starts_with(|first: char| first.is_ascii_digit());
        let _ = write!(page, "{}{paragraph}\n{}", if is_entry { "" } else { "\n" }, if is_entry { "" } else { "\n" });
    }
    for section in &sections {
        let title = if section.name.is_empty() { "Address and data".to_owned() } else { format!("[{}]", section.name) };
        let _ = write!(page, "\n## {title}\n\n");
        for note in &section.notes {
            let _ = write!(page, "{}\n\n", cell(note));
        }
        if section.settings.is_empty() {
            continue;
        }
        page.push_str("| Setting | Default | Meaning |\n|---|---|---|\n");
        for Explained { name, default, meaning } in &section.settings {
            let _ = writeln!(page, "| `{name}` | `{default}` | {} |", cell(meaning));
        }
    }
    page.replace("\n\n\n", "\n\n")
}

/// Text that Markdown shows as it is, also in a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('_', "\\_").replace('*', "\\*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_the_documentation_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/settings.md");
        let stored = std::fs::read_to_string(path).unwrap_or_default();
        let way = "cargo run -p askline-server -- settings --document > docs/settings.md";
        assert!(stored.trim_end() == document().trim_end(), "docs/settings.md is out of date: {way}");
    }
}
