//! Input about shared links, and its checks.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{LinkEmbed, LinkFilter, LinkRange, LinkSettings, SharedPanel};
use crate::{
    identity::{
        password::{MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS, check_new_password},
        secret::Secret,
    },
    keys::input::{Lifetime, checked_expiry},
    pages::identity::MAX_IDENTITY_BYTES,
    shared::{
        calendar::{MAX_WINDOW_DAYS, Window, date_of},
        edited_field::given,
        hidden_characters::check_one_line,
        violation::{Violation, Violations},
    },
    sites::origins::check_origin,
};

/// The maximum length of a name, in characters.
pub const MAX_NAME_CHARACTERS: usize = 100;
/// The number of days after which a link expires if nothing else was asked for.
pub const EXPIRES_AFTER_DAYS: i64 = 30;
/// The maximum number of origins that can embed a link.
pub const MAX_EMBED_ORIGINS: usize = 20;
/// The maximum length of an origin, in characters.
const MAX_ORIGIN_CHARACTERS: usize = 300;
/// The maximum length of a platform's id, in characters.
const MAX_PLATFORM_CHARACTERS: usize = 64;
const ONE_YEAR: Lifetime = Lifetime {
    days: 366,
    message: "expiresAt must be within the next 366 days; leave it out for 30 days, or send null for a link that never expires.",
};

/// The days of a link: `days`, or `from` and `to`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SharedLinkRangeInput", extend("minProperties" = 1))]
pub struct RangeInput {
    /// The number of last days, including today.
    #[schemars(range(min = 1, max = MAX_WINDOW_DAYS))]
    pub days: Option<i32>,
    /// The oldest date, together with `to` and instead of `days`.
    #[schemars(extend("format" = "date"))]
    pub from: Option<String>,
    /// The newest date, included.
    #[schemars(extend("format" = "date"))]
    pub to: Option<String>,
}

/// What every number of a link is limited to.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SharedLinkFilterInput")]
pub struct FilterInput {
    /// A page by its path, or a folder with `/**` at its end; at most one for now.
    #[schemars(length(max = 1), inner(length(min = 1, max = MAX_IDENTITY_BYTES)))]
    pub pages: Option<Vec<String>>,
    /// The id of an assistant or of a social network; at most one for now.
    #[schemars(length(max = 1), inner(length(min = 1, max = MAX_PLATFORM_CHARACTERS)))]
    pub platforms: Option<Vec<String>>,
}

/// Where a link can be embedded.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SharedLinkEmbedInput")]
pub struct EmbedInput {
    /// The only origins whose pages can embed it, such as `https://example.com`.
    #[schemars(length(min = 1, max = MAX_EMBED_ORIGINS), inner(length(max = MAX_ORIGIN_CHARACTERS)))]
    pub origins: Vec<String>,
}

/// A shared link to create. Except for `expiresAt`, null is the same as omitted.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SharedLinkCreate")]
pub struct NewSharedLink {
    /// Its name, which its viewers see as the title.
    #[schemars(length(min = 1, max = MAX_NAME_CHARACTERS))]
    pub name: String,
    /// What it shows.
    #[schemars(length(min = 1, max = SharedPanel::EVERY.len()), extend("uniqueItems" = true))]
    pub panels: Vec<SharedPanel>,
    /// What every number is limited to. A panel that cannot be limited in this way is refused.
    pub filter: Option<FilterInput>,
    /// The days that it shows.
    pub range: RangeInput,
    /// Whether the previous period is shown; no by default.
    pub compare: Option<bool>,
    /// Whether the notes on the site's charts are shown; no by default.
    pub notes: Option<bool>,
    /// When it expires; in 30 days by default, null for never.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"), skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Option<String>>,
    /// The password that its viewers must know; none by default.
    #[schemars(length(min = MIN_PASSWORD_CHARACTERS, max = MAX_PASSWORD_CHARACTERS))]
    pub password: Option<String>,
    /// Where it can be embedded; nowhere by default. Not together with a password.
    pub embed: Option<EmbedInput>,
}

/// Changes to a shared link; omitted fields stay unchanged. At least one field is required.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SharedLinkUpdate", extend("minProperties" = 1))]
pub struct SharedLinkEdit {
    /// Its name.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", length(min = 1, max = MAX_NAME_CHARACTERS), skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it shows.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Vec<SharedPanel>", length(min = 1, max = SharedPanel::EVERY.len()), extend("uniqueItems" = true), skip_serializing_if = "Option::is_none")]
    pub panels: Option<Vec<SharedPanel>>,
    /// What every number is limited to; replaces the earlier filter.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "FilterInput", skip_serializing_if = "Option::is_none")]
    pub filter: Option<FilterInput>,
    /// The days that it shows.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "RangeInput", skip_serializing_if = "Option::is_none")]
    pub range: Option<RangeInput>,
    /// Whether the previous period is shown.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub compare: Option<bool>,
    /// Whether the notes on the site's charts are shown.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub notes: Option<bool>,
    /// When it expires; null for never.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"), skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Option<String>>,
    /// The password that its viewers must know; null for none. Another password ends the link's sessions.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<String>", length(min = MIN_PASSWORD_CHARACTERS, max = MAX_PASSWORD_CHARACTERS), skip_serializing_if = "Option::is_none")]
    pub password: Option<Option<String>>,
    /// Where it can be embedded; null for nowhere.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<EmbedInput>", skip_serializing_if = "Option::is_none")]
    pub embed: Option<Option<EmbedInput>>,
}

/// What is to be stored of a link.
#[derive(Debug, Clone)]
pub struct CheckedLink {
    /// Its settings.
    pub settings: LinkSettings,
    /// When it expires.
    pub expires_at: Option<Timestamp>,
    /// A new password, or `Some(None)` to remove it; `None` if it stays.
    pub password: Option<Option<Secret>>,
}

/// What a link is when it is changed.
#[derive(Debug, Clone, Copy)]
pub struct Present<'l> {
    /// Its settings.
    pub settings: &'l LinkSettings,
    /// When it expires.
    pub expires_at: Option<Timestamp>,
    /// Whether it has a password.
    pub has_password: bool,
}

impl NewSharedLink {
    /// Returns what is to be stored at `now`, or what is wrong with the input.
    pub fn check(self, now: Timestamp) -> Result<CheckedLink, Vec<Violation>> {
        let mut violations = Violations::new();
        let noted = &mut violations;
        let expires_at = match self.expires_at {
            None => Some(now + SignedDuration::from_hours(24 * EXPIRES_AFTER_DAYS)),
            Some(None) => None,
            Some(Some(text)) => checked_expiry(&text, (now, ONE_YEAR), noted),
        };
        let password = checked_password(self.password, noted);
        let settings = LinkSettings {
            name: self.name.trim().to_owned(),
            panels: checked_panels(&self.panels, noted),
            filter: checked_filter(self.filter.unwrap_or_default(), noted),
            range: checked_range(self.range, noted),
            compare: self.compare.unwrap_or(false),
            notes: self.notes.unwrap_or(false),
            embed: checked_embed(self.embed, noted),
        };
        check_together(&settings, password.is_some(), noted);
        violations.finish(CheckedLink { settings, expires_at, password: Some(password) })
    }
}

impl SharedLinkEdit {
    /// Returns what is to be stored after the edit at `now`, or what is wrong with it.
    pub fn check(self, present: Present<'_>, now: Timestamp) -> Result<CheckedLink, Vec<Violation>> {
        let mut violations = Violations::new();
        let noted = &mut violations;
        let before = present.settings.clone();
        if self.is_empty() {
            noted.add("name", "REQUIRED", "name is missing. Send at least one field that is to be changed.");
        }
        let expires_at = match self.expires_at {
            None => present.expires_at,
            Some(None) => None,
            Some(Some(text)) => checked_expiry(&text, (now, ONE_YEAR), noted),
        };
        let password = self.password.map(|password| checked_password(password, noted));
        let settings = LinkSettings {
            name: self.name.map_or(before.name, |name| name.trim().to_owned()),
            panels: self.panels.map_or(before.panels, |panels| checked_panels(&panels, noted)),
            filter: self.filter.map_or(before.filter, |filter| checked_filter(filter, noted)),
            range: self.range.map_or(before.range, |range| checked_range(range, noted)),
            compare: self.compare.unwrap_or(before.compare),
            notes: self.notes.unwrap_or(before.notes),
            embed: self.embed.map_or(before.embed, |embed| checked_embed(embed, noted)),
        };
        let has_password = password.as_ref().map_or(present.has_password, Option::is_some);
        check_together(&settings, has_password, noted);
        violations.finish(CheckedLink { settings, expires_at, password })
    }

    const fn is_empty(&self) -> bool {
        self.name.is_none()
            && self.panels.is_none()
            && self.filter.is_none()
            && self.range.is_none()
            && self.compare.is_none()
            && self.notes.is_none()
            && self.expires_at.is_none()
            && self.password.is_none()
            && self.embed.is_none()
    }
}

/// Checks what depends on several fields, and the name.
fn check_together(settings: &LinkSettings, has_password: bool, noted: &mut Violations) {
    noted.check_length("name", &settings.name, 1, MAX_NAME_CHARACTERS);
    check_one_line("name", &settings.name, noted);
    for (index, panel) in settings.panels.iter().enumerate() {
        if let Some(reason) = panel.refusal(&settings.filter) {
            noted.add(format!("panels[{index}]"), "NOT_ALLOWED", format!("panels[{index}]: {reason}"));
        }
    }
    if has_password && settings.embed.is_some() {
        let message = "embed is not for a link with a password: a page that embeds it would ask its readers for it.";
        noted.add("embed", "NOT_ALLOWED", message);
    }
}

fn checked_panels(panels: &[SharedPanel], noted: &mut Violations) -> Vec<SharedPanel> {
    if panels.is_empty() || panels.len() > SharedPanel::EVERY.len() {
        let message = format!("panels needs 1 to {} entries.", SharedPanel::EVERY.len());
        noted.add("panels", "INVALID_COUNT", message);
    }
    for (index, panel) in panels.iter().enumerate().take(SharedPanel::EVERY.len()) {
        if panels[..index].contains(panel) {
            noted.add(format!("panels[{index}]"), "DUPLICATE", format!("panels[{index}] is there twice: '{panel}'."));
        }
    }
    panels.to_vec()
}

fn checked_filter(filter: FilterInput, noted: &mut Violations) -> LinkFilter {
    let filter =
        LinkFilter { pages: filter.pages.unwrap_or_default(), platforms: filter.platforms.unwrap_or_default() };
    for (path, entries, most) in [
        ("filter.pages", &filter.pages, MAX_IDENTITY_BYTES),
        ("filter.platforms", &filter.platforms, MAX_PLATFORM_CHARACTERS),
    ] {
        if entries.len() > 1 {
            let message = format!("{path} has {} entries; at most one can be applied.", entries.len());
            noted.add(path, "INVALID_COUNT", message);
        }
        if let Some(text) = entries.first() {
            let path = format!("{path}[0]");
            noted.check_length(&path, text, 1, most);
            check_one_line(&path, text, noted);
        }
    }
    if filter.pages.first().is_some_and(|page| page.trim_matches('/') == "**") {
        noted.add("filter.pages[0]", "NOT_ALLOWED", "filter.pages[0] means every page. Leave pages out for that.");
    }
    filter
}

fn checked_range(range: RangeInput, noted: &mut Violations) -> LinkRange {
    let wrong = |noted: &mut Violations, path: &str, code: &str, message: String| {
        noted.add(path, code, message);
        LinkRange::Days { days: 1 }
    };
    match range {
        RangeInput { days: Some(days), from: None, to: None } if (1..=MAX_WINDOW_DAYS).contains(&days) => {
            LinkRange::Days { days }
        }
        RangeInput { days: Some(_), from: None, to: None } => {
            wrong(noted, "range.days", "OUT_OF_RANGE", format!("range.days must be from 1 to {MAX_WINDOW_DAYS}."))
        }
        RangeInput { days: None, from: Some(from), to: Some(to) } => match (date_of(&from), date_of(&to)) {
            (Some(first), Some(last)) => {
                let window = Window { from: first, to: last };
                if (1..=MAX_WINDOW_DAYS).contains(&window.days()) {
                    LinkRange::Dates { from, to }
                } else {
                    let message = format!("range.to must be from 0 to {} days after range.from.", MAX_WINDOW_DAYS - 1);
                    wrong(noted, "range.to", "OUT_OF_RANGE", message)
                }
            }
            (None, _) => {
                wrong(noted, "range.from", "INVALID_DATE", "range.from must be a date such as 2026-01-31.".into())
            }
            (_, None) => wrong(noted, "range.to", "INVALID_DATE", "range.to must be a date such as 2026-01-31.".into()),
        },
        _ => wrong(noted, "range", "REQUIRED", "range needs either days, or from and to.".into()),
    }
}

fn checked_password(password: Option<String>, noted: &mut Violations) -> Option<Secret> {
    let password = password?;
    check_new_password("password", &password, "", noted);
    Some(Secret::new(password))
}

fn checked_embed(embed: Option<EmbedInput>, noted: &mut Violations) -> Option<LinkEmbed> {
    let embed = embed?;
    if embed.origins.is_empty() || embed.origins.len() > MAX_EMBED_ORIGINS {
        let message = format!("embed.origins needs 1 to {MAX_EMBED_ORIGINS} entries.");
        noted.add("embed.origins", "INVALID_COUNT", message);
    }
    let mut origins = Vec::new();
    for (index, text) in embed.origins.iter().take(MAX_EMBED_ORIGINS).enumerate() {
        let path = format!("embed.origins[{index}]");
        let Some(origin) = check_origin(&path, text, noted) else { continue };
        // Origins become a part of a header, in which other characters would begin something else.
        if !origin.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:/[]".contains(&byte)) {
            let message = format!("{path} may have only letters, digits, dots and hyphens in its host.");
            noted.add(path, "INVALID_ORIGIN", message);
        } else if !origins.contains(&origin) {
            origins.push(origin);
        }
    }
    Some(LinkEmbed { origins })
}

#[cfg(test)]
mod tests;
