//! Reads what `config/default.toml` says about each setting: the one place where settings are explained.

use super::DEFAULTS;

/// A section of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The section's name, such as `backup.s3`; empty for settings without a section.
    pub name: String,
    /// What applies to the whole section.
    pub notes: Vec<String>,
    /// Its settings, in order.
    pub settings: Vec<Explained>,
}

/// A setting, as the file explains it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// Its whole name, such as `backup.s3.region`.
    pub name: String,
    /// Its default in TOML.
    pub default: String,
    /// What it means. Settings below one comment share it.
    pub meaning: String,
}

/// The introduction of the file, and all of its sections.
pub fn explained() -> (Vec<String>, Vec<Section>) {
    let mut introduction = Vec::new();
    let mut sections = vec![Section { name: String::new(), notes: Vec::new(), settings: Vec::new() }];
    let (mut comment, mut shared, mut of_next) = (Vec::new(), String::new(), Vec::new());
    for line in DEFAULTS.lines() {
        let last = sections.len() - 1;
        if let Some(text) = line.strip_prefix('#') {
            comment.push(text.strip_prefix(' ').unwrap_or(text));
        } else if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            sections.push(Section { name: name.to_owned(), notes: std::mem::take(&mut of_next), settings: Vec::new() });
            shared.clear();
        } else if let Some((name, default)) = line.split_once(" = ") {
            if !comment.is_empty() {
                shared = paragraphs(&mut comment).join(" ");
            }
            let section = &mut sections[last];
            let name = if section.name.is_empty() { name.to_owned() } else { format!("{}.{name}", section.name) };
            section.settings.push(Explained { name, default: default.to_owned(), meaning: shared.clone() });
        } else if line.is_empty() && !comment.is_empty() {
            // A comment that ends with an empty line explains a section: the one that has just begun, or the next one.
            let notes = match (introduction.is_empty(), sections[last].settings.is_empty()) {
                (true, _) => &mut introduction,
                (false, true) => &mut sections[last].notes,
                (false, false) => &mut of_next,
            };
            notes.extend(paragraphs(&mut comment));
        }
    }
    (introduction, sections)
}

/// Joins the lines of a comment to paragraphs: an indented line and an empty one begin a new one.
fn paragraphs(comment: &mut Vec<&str>) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in comment.drain(..) {
        // The lists of the introduction are indented; what continues an entry is indented further.
        let starts_entry =
            line.starts_with("  ") && line.trim_start().starts_with(|first: char| first.is_ascii_digit());
        match paragraphs.last_mut() {
            _ if line.trim().is_empty() => goes_on = false,
            Some(last) if goes_on && !starts_entry => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => {
                paragraphs.push(line.trim().to_owned());
                goes_on = true;
            }
        }
    }
    paragraphs
}

/// The setting with this name.
pub fn explanation(name: &str) -> Option<Explained> {
    explained().1.into_iter().flat_map(|section| section.settings).find(|setting| setting.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Layers;

    #[test]
    fn every_setting_is_explained_with_its_default() {
        let known = Layers::defaults(DEFAULTS).expect("the defaults").names();
        let all: Vec<Explained> = explained().1.into_iter().flat_map(|section| section.settings).collect();
        let mut names: Vec<String> = all.iter().map(|setting| setting.name.clone()).collect();
        names.sort();
        assert_eq!(names, known);
        for setting in all {
            assert!(setting.meaning.len() > 5, "{} has no comment", setting.name);
            assert!(!setting.default.is_empty(), "{}", setting.name);
        }
    }

    #[test]
    fn every_setting_that_may_hold_a_secret_is_masked() {
        let mut layers = Layers::defaults(DEFAULTS).expect("the defaults");
        let mut masked = 0;
        for name in layers.names() {
            let last = name.rsplit('.').next().unwrap_or_default();
            let holds_secret = ["key", "token", "secret", "password"].iter().any(|word| last.contains(word));
            if !holds_secret || last.ends_with("_file") || last.ends_with("_id") {
                continue;
            }
            let variable = format!("ASKLINE_{}", name.replace('.', "__").to_uppercase());
            layers.add_variable(&variable, "a hidden value").expect("a text");
            let (value, _) = layers.shown(&name).expect("a setting");
            assert!(!value.to_string().contains("hidden"), "{name}");
            masked += 1;
        }
        assert!(masked >= 8, "only {masked}");
    }

    #[test]
    fn comments_belong_to_their_settings_and_sections() {
        let meaning = |name: &str| explanation(name).map(|setting| setting.meaning).unwrap_or_default();
        assert!(meaning("listen").starts_with("Address and port"), "{}", meaning("listen"));
        assert_eq!(meaning("generation.credits_per_prompt"), meaning("generation.credits_per_site"));
        assert!(meaning("limits.intake_per_minute").starts_with("Requests with events"));
        let (introduction, sections) = explained();
        assert!(introduction.len() >= 5, "{introduction:?}");
        let notes = |name: &str| sections.iter().find(|section| section.name == name).map(|one| one.notes.join(" "));
        assert!(notes("limits").is_some_and(|notes| notes.starts_with("Requests per minute. 0 lifts")));
        assert!(notes("engines.openai").is_some_and(|notes| notes.starts_with("The engines that monitors ask")));
        assert_eq!(notes("engines.xai").as_deref(), Some(""));
    }
}
