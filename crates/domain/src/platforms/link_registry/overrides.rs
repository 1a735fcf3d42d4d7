//! Reads, checks and applies an operator's changes to the link registry.
//!
//! All errors are reported together, and a file with an error changes nothing.

use jiff::civil::Date;
use serde::Deserialize;
use url::Url;

use crate::{
    pages::hosts::is_within,
    platforms::{
        AutoSubmits, Confidence, Evidence, Platform, Strategy,
        template::{check_address, check_url_template},
    },
    shared::violation::{Violation, Violations},
};

const MAX_ID_BYTES: usize = 32;
const MAX_NAME_CHARACTERS: usize = 60;
const MIN_URL_BYTES: u32 = 200;
const MAX_URL_BYTES: u32 = 32_000;
/// A length that works everywhere, according to the sources; see the data's README.
const URL_BYTES_DEFAULT: u32 = 2_000;
const MAX_PLATFORMS: usize = 200;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OverridesFile {
    #[serde(default)]
    platforms: Vec<Override>,
    default_ids: Option<Vec<String>>,
    /// Whether the widget may show icons.
    marks: Option<bool>,
    /// The day on which the file was written.
    date: Option<Date>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Override {
    id: String,
    name: Option<String>,
    strategy: Option<String>,
    url_template: Option<String>,
    max_url_bytes: Option<u32>,
    limit_reason: Option<String>,
    fallback: Option<String>,
    /// Whether the prompt is also copied when the address contains it.
    copies_prompt: Option<bool>,
    auto_submits: Option<AutoSubmits>,
    confidence: Option<Confidence>,
    checked_on: Option<Date>,
    note: Option<String>,
    evidence: Option<Vec<Evidence>>,
}

/// The content of a registry.
#[derive(Clone)]
pub(super) struct Entries {
    pub(super) platforms: Vec<Platform>,
    pub(super) default_ids: Vec<String>,
    pub(super) shows_marks: bool,
    /// The date of the operator's file.
    pub(super) file_date: Option<Date>,
}

/// Applies a file. With `hosts`, someone else wrote the file: it must be dated, and may only change entries whose addresses are on
/// these hosts, before and after.
pub(super) fn apply(built_in: Entries, json: &str, hosts: &[String]) -> Result<Entries, Vec<Violation>> {
    let mut violations = Violations::new();
    let file: OverridesFile = match serde_json::from_str(json) {
        Ok(file) => file,
        Err(error) => {
            violations.add("", "MALFORMED", format!("The link registry file cannot be read: {error}."));
            return violations.finish(built_in);
        }
    };
    if file.platforms.len() > MAX_PLATFORMS {
        violations.add("platforms", "TOO_MANY", format!("platforms may hold at most {MAX_PLATFORMS} entries."));
        return violations.finish(built_in);
    }
    if !hosts.is_empty() {
        check_limited_file(&file, &mut violations);
    }
    let mut platforms = built_in.platforms.clone();
    let mut seen: Vec<String> = Vec::new();
    for (place, change) in file.platforms.into_iter().enumerate() {
        let path = format!("platforms[{place}]");
        if seen.contains(&change.id) {
            violations.add(format!("{path}.id"), "REPEATED", format!("'{}' appears twice.", change.id));
            continue;
        }
        seen.push(change.id.clone());
        let known = platforms.iter().position(|platform| platform.id == change.id);
        let platform = change.onto(known.map(|place| &platforms[place]), &path, &mut violations);
        if !hosts.is_empty() {
            let both = known.map(|place| &platforms[place]).into_iter().chain(&platform);
            both.for_each(|platform| check_hosts(&path, platform, hosts, &mut violations));
        }
        match (platform, known) {
            (Some(platform), Some(place)) => platforms[place] = platform,
            (Some(platform), None) => platforms.push(platform),
            (None, _) => {}
        }
    }
    let default_ids = file.default_ids.unwrap_or_else(|| built_in.default_ids.clone());
    for (place, id) in default_ids.iter().enumerate() {
        if !platforms.iter().any(|platform| platform.id == *id) {
            let path = format!("defaultIds[{place}]");
            let message = format!("'{id}' is not a platform of this registry.");
            violations.add_not_one_of(path, "UNKNOWN_PLATFORM", message, platforms.iter().map(|p| &p.id));
        } else if default_ids[..place].contains(id) {
            violations.add(format!("defaultIds[{place}]"), "REPEATED", format!("'{id}' appears twice."));
        }
    }
    let shows_marks = file.marks.unwrap_or(built_in.shows_marks);
    violations.finish(Entries { platforms, default_ids, shows_marks, file_date: file.date })
}

impl Override {
    /// Returns the changed or new platform; `None` if a required field is missing.
    fn onto(self, known: Option<&Platform>, path: &str, violations: &mut Violations) -> Option<Platform> {
        let strategy = self.checked_strategy(path, violations).or(known.map(|known| known.strategy));
        let fallback = self.fallback.clone().or(known.map(|known| known.fallback.clone()));
        let url_template = self.url_template.clone().or_else(|| match (known, strategy) {
            // `{ "id": "x", "strategy": "copy_then_open" }` is enough to stop using an address that no longer fills in
            // the prompt.
            (Some(known), Some(Strategy::CopyThenOpen)) if known.strategy == Strategy::Prefill => fallback.clone(),
            (known, _) => known.map(|known| known.url_template.clone()),
        });
        let name = self.name.or(known.map(|known| known.name.clone()));
        let checked_on = self.checked_on.or(known.map(|known| known.checked_on));
        for (field, is_missing) in
            [("name", name.is_none()), ("urlTemplate", url_template.is_none()), ("checkedOn", checked_on.is_none())]
        {
            if is_missing {
                let message = format!("A platform that is not built in needs {field}.");
                violations.add(format!("{path}.{field}"), "MISSING", message);
            }
        }
        let (name, url_template, checked_on) = (name?, url_template?, checked_on?);
        let limit_reason = self
            .limit_reason
            .or(known.map(|known| known.limit_reason.clone()))
            .unwrap_or_else(|| "A cautious limit: the operator named none.".to_owned());
        let platform = Platform {
            id: self.id,
            name,
            strategy: strategy.unwrap_or(Strategy::Prefill),
            max_url_bytes: self.max_url_bytes.or(known.map(|known| known.max_url_bytes)).unwrap_or(URL_BYTES_DEFAULT),
            limit_reason,
            fallback: fallback.unwrap_or_else(|| home_of(&url_template)),
            url_template,
            copies_prompt: self.copies_prompt.or(known.map(|known| known.copies_prompt)).unwrap_or(false),
            alternatives: known.map(|known| known.alternatives.clone()).unwrap_or_default(),
            auto_submits: self.auto_submits.or(known.map(|known| known.auto_submits)).unwrap_or(AutoSubmits::Uncertain),
            confidence: self.confidence.or(known.map(|known| known.confidence)).unwrap_or(Confidence::Low),
            checked_on,
            note: self.note.or(known.and_then(|known| known.note.clone())),
            evidence: self.evidence.or(known.map(|known| known.evidence.clone())).unwrap_or_default(),
        };
        check_platform(path, &platform, violations);
        Some(platform)
    }

    fn checked_strategy(&self, path: &str, violations: &mut Violations) -> Option<Strategy> {
        match self.strategy.as_deref()? {
            "prefill" => Some(Strategy::Prefill),
            "copy_then_open" => Some(Strategy::CopyThenOpen),
            other => {
                let message = format!("'{other}' is not a strategy.");
                let path = format!("{path}.strategy");
                violations.add_not_one_of(path, "UNKNOWN_STRATEGY", message, ["prefill", "copy_then_open"]);
                None
            }
        }
    }
}

/// A file that someone else wrote has a date, and leaves choices of the operator alone.
fn check_limited_file(file: &OverridesFile, violations: &mut Violations) {
    if file.date.is_none() {
        violations.add("date", "MISSING", "With links.hosts, the file needs a date, such as \"date\": \"2026-11-20\".");
    }
    for (field, is_set) in [("defaultIds", file.default_ids.is_some()), ("marks", file.marks.is_some())] {
        if is_set {
            let message = format!("With links.hosts, the file cannot set {field}.");
            violations.add(field, "NOT_ALLOWED", message);
        }
    }
}

/// Reports addresses that are not on a host that the operator enabled, or below one.
fn check_hosts(path: &str, platform: &Platform, hosts: &[String], violations: &mut Violations) {
    for (field, address) in [("urlTemplate", &platform.url_template), ("fallback", &platform.fallback)] {
        let url = Url::parse(address).ok();
        let Some(host) = url.as_ref().and_then(Url::host_str) else { continue };
        if !hosts.iter().any(|enabled| is_within(host, enabled)) {
            let message = format!("'{}' has an address on {host}, which links.hosts does not contain.", platform.id);
            violations.add(format!("{path}.{field}"), "HOST_NOT_ENABLED", message);
        }
    }
}

fn check_platform(path: &str, platform: &Platform, violations: &mut Violations) {
    let template_path = format!("{path}.urlTemplate");
    check_id(&format!("{path}.id"), &platform.id, violations);
    violations.check_length(&format!("{path}.name"), &platform.name, 1, MAX_NAME_CHARACTERS);
    match platform.strategy {
        Strategy::Prefill => check_url_template(&template_path, &platform.url_template, violations),
        Strategy::CopyThenOpen => check_address(&template_path, &platform.url_template, violations),
    }
    // A fallback that is derived from the template needs no separate check.
    if platform.fallback != home_of(&platform.url_template) {
        check_address(&format!("{path}.fallback"), &platform.fallback, violations);
    }
    if !(MIN_URL_BYTES..=MAX_URL_BYTES).contains(&platform.max_url_bytes) {
        let message = format!("maxUrlBytes must be between {MIN_URL_BYTES} and {MAX_URL_BYTES}.");
        violations.add(format!("{path}.maxUrlBytes"), "OUT_OF_RANGE", message);
    }
}

fn check_id(path: &str, id: &str, violations: &mut Violations) {
    let is_well_formed = (1..=MAX_ID_BYTES).contains(&id.len())
        && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    if !is_well_formed {
        let message = format!("An id is 1 to {MAX_ID_BYTES} of the characters a-z, 0-9 and _.");
        violations.add(path, "INVALID_ID", message);
    }
}

/// Returns `https://example.com/` for `https://example.com/chat?q={{prompt}}`.
fn home_of(template: &str) -> String {
    Url::parse(template).map_or_else(|_| template.to_owned(), |url| format!("{}/", url.origin().ascii_serialization()))
}
