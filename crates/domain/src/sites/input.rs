//! Input for creating and changing sites, and its checks.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    pages::settings::PageSettings,
    shared::{
        calendar::check_time_zone,
        edited_field::given,
        hidden_characters::{check_controls_in_lines, check_one_line},
        violation::{Violation, Violations},
    },
    sites::{
        MAX_DOMAIN_BYTES, MAX_NAME_CHARACTERS, MAX_NOTE_CHARACTERS, MAX_ORIGINS, Site, SiteSettings,
        aliases::{MAX_ALIAS_CHARACTERS, MAX_ALIASES, MIN_ALIAS_CHARACTERS, check_aliases},
        check_domain,
        credit_bound::MAX_CREDITS_PER_MONTH,
        origins::{check_origin, default_origins},
    },
};

/// The default time zone of a site.
const TIME_ZONE_DEFAULT: &str = "UTC";

/// A site to create.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SiteCreate")]
pub struct NewSite {
    /// The site's name; by default the domain.
    #[schemars(length(min = 1, max = MAX_NAME_CHARACTERS))]
    pub name: Option<String>,
    /// The site's domain, without scheme and port.
    #[schemars(length(min = 1, max = MAX_DOMAIN_BYTES), extend("format" = "idn-hostname"))]
    pub domain: String,
    /// Brand names that engines may use for the site in their answers, 2 to 80 characters each.
    #[serde(default)]
    #[schemars(length(max = MAX_ALIASES), extend("uniqueItems" = true), inner(length(min = MIN_ALIAS_CHARACTERS, max = MAX_ALIAS_CHARACTERS)))]
    pub aliases: Vec<String>,
    /// Origins whose events are accepted; by default the domain with and without `www.` over HTTPS.
    #[schemars(length(min = 1, max = MAX_ORIGINS), inner(length(min = 1)))]
    pub allowed_origins: Option<Vec<String>>,
    /// The IANA time zone in which the site's days begin and end; `UTC` by default.
    #[schemars(length(min = 1))]
    pub timezone: Option<String>,
    /// A note about the site for your team; readers never see it.
    #[schemars(length(max = MAX_NOTE_CHARACTERS))]
    pub note: Option<String>,
    /// Which addresses of the site are one page; by default the path alone counts.
    pub pages: Option<PageSettings>,
    /// Whether Askline reads the texts of the pages that are cited or asked about most, once a day; true by default.
    #[schemars(extend("default" = true))]
    pub read_pages: Option<bool>,
    /// How many credits work for the site may use in a calendar month (UTC); null or omitted for no limit of its own.
    #[schemars(range(max = MAX_CREDITS_PER_MONTH))]
    pub credits_per_month: Option<u32>,
}

/// Changes to a site; omitted fields stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SiteUpdate")]
pub struct SiteEdit {
    /// The site's name.
    #[schemars(length(min = 1, max = MAX_NAME_CHARACTERS))]
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub name: Option<String>,
    /// The site's domain, without scheme and port.
    #[schemars(length(min = 1, max = MAX_DOMAIN_BYTES), extend("format" = "idn-hostname"))]
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub domain: Option<String>,
    /// Brand names that engines may use for the site in their answers, 2 to 80 characters each. The list replaces the
    /// current one.
    #[schemars(length(max = MAX_ALIASES), extend("uniqueItems" = true), inner(length(min = MIN_ALIAS_CHARACTERS, max = MAX_ALIAS_CHARACTERS)))]
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    pub aliases: Option<Vec<String>>,
    /// Origins whose events are accepted. The list replaces the current one.
    #[schemars(length(min = 1, max = MAX_ORIGINS), inner(length(min = 1)))]
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    pub allowed_origins: Option<Vec<String>>,
    /// The IANA time zone in which the site's days begin and end. Days that were already counted do not change.
    #[schemars(length(min = 1))]
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub timezone: Option<String>,
    /// A note about the site for your team; an empty text removes it.
    #[schemars(length(max = MAX_NOTE_CHARACTERS))]
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub note: Option<String>,
    /// Which addresses of the site are one page. Replaces the current settings.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PageSettings")]
    pub pages: Option<PageSettings>,
    /// Whether Askline reads the texts of the pages that are cited or asked about most, once a day. With false, the texts that were
    /// read are deleted.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub read_pages: Option<bool>,
    /// How many credits work for the site may use in a calendar month (UTC); null removes the limit.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u32>", range(max = MAX_CREDITS_PER_MONTH))]
    pub credits_per_month: Option<Option<u32>>,
}

impl NewSite {
    /// Returns the settings, or everything that is wrong with them.
    pub fn check(self) -> Result<SiteSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        let noted = &mut violations;
        let domain = check_domain("domain", &self.domain, noted);
        let timezone = self.timezone.unwrap_or_else(|| TIME_ZONE_DEFAULT.into());
        check_time_zone("timezone", &timezone, noted);
        let name = match (self.name, &domain) {
            // The domain's violation is enough: without a domain, the name may have no default.
            (_, None) => String::new(),
            (None, Some(domain)) => checked_name(domain, noted),
            (Some(name), Some(_)) => checked_name(&name, noted),
        };
        let aliases = check_aliases("aliases", &self.aliases, noted);
        let allowed_origins = match self.allowed_origins {
            Some(origins) => checked_origins(&origins, noted),
            None => domain.as_deref().map(default_origins).unwrap_or_default(),
        };
        let note = checked_note(self.note.as_deref().unwrap_or_default(), noted);
        let pages = self.pages.unwrap_or_default().check("pages", noted);
        let (domain, read_pages) = (domain.unwrap_or_default(), self.read_pages.unwrap_or(true));
        let credits_per_month = checked_credits(self.credits_per_month, noted);
        violations.finish(SiteSettings {
            name,
            domain,
            aliases,
            allowed_origins,
            timezone,
            note,
            pages,
            read_pages,
            credits_per_month,
        })
    }
}

impl SiteEdit {
    /// Returns the change, or everything that is wrong with it.
    pub fn check(self) -> Result<SiteChange, Vec<Violation>> {
        let mut violations = Violations::new();
        let noted = &mut violations;
        let change = Self {
            name: self.name.map(|name| checked_name(&name, noted)),
            domain: self.domain.and_then(|domain| check_domain("domain", &domain, noted)),
            aliases: self.aliases.map(|aliases| check_aliases("aliases", &aliases, noted)),
            allowed_origins: self.allowed_origins.map(|origins| checked_origins(&origins, noted)),
            timezone: self.timezone.inspect(|timezone| {
                check_time_zone("timezone", timezone, noted);
            }),
            note: self.note.map(|note| checked_note(&note, noted)),
            pages: self.pages.map(|pages| pages.check("pages", noted)),
            read_pages: self.read_pages,
            credits_per_month: self.credits_per_month.map(|credits| checked_credits(credits, noted)),
        };
        violations.finish(SiteChange(change))
    }
}

/// A checked [`SiteEdit`]. The audit log shows its serialized form: the input, as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct SiteChange(SiteEdit);

impl SiteChange {
    /// The settings after the change.
    fn applied_to(&self, settings: &SiteSettings) -> SiteSettings {
        let (edit, kept) = (self.0.clone(), settings.clone());
        SiteSettings {
            name: edit.name.unwrap_or(kept.name),
            domain: edit.domain.unwrap_or(kept.domain),
            aliases: edit.aliases.unwrap_or(kept.aliases),
            allowed_origins: edit.allowed_origins.unwrap_or(kept.allowed_origins),
            timezone: edit.timezone.unwrap_or(kept.timezone),
            note: edit.note.unwrap_or(kept.note),
            pages: edit.pages.unwrap_or(kept.pages),
            read_pages: edit.read_pages.unwrap_or(kept.read_pages),
            credits_per_month: edit.credits_per_month.unwrap_or(kept.credits_per_month),
        }
    }
}

impl Site {
    /// Returns the site after a change at `at`; unchanged if nothing differs.
    pub fn changed(&self, change: &SiteChange, at: Timestamp) -> Self {
        self.with(change.applied_to(&self.settings), at)
    }
}

fn checked_credits(credits: Option<u32>, violations: &mut Violations) -> Option<u32> {
    if credits.is_some_and(|credits| credits > MAX_CREDITS_PER_MONTH) {
        let message = format!("creditsPerMonth must be at most {MAX_CREDITS_PER_MONTH}, or null.");
        violations.add("creditsPerMonth", "OUT_OF_RANGE", message);
    }
    credits
}

fn checked_name(text: &str, violations: &mut Violations) -> String {
    let name = text.trim().to_owned();
    violations.check_length("name", &name, 1, MAX_NAME_CHARACTERS);
    check_one_line("name", &name, violations);
    name
}

/// Returns a note with `\n` as line ending, whatever the system on which it was written.
fn checked_note(text: &str, violations: &mut Violations) -> String {
    let note = text.trim().replace("\r\n", "\n");
    violations.check_length("note", &note, 0, MAX_NOTE_CHARACTERS);
    check_controls_in_lines("note", &note, violations);
    note
}

fn checked_origins(origins: &[String], violations: &mut Violations) -> Vec<String> {
    if origins.is_empty() || origins.len() > MAX_ORIGINS {
        let message = format!("allowedOrigins must have 1 to {MAX_ORIGINS} entries.");
        violations.add("allowedOrigins", "INVALID_COUNT", message);
        return Vec::new();
    }
    let mut checked: Vec<String> = Vec::new();
    for (index, text) in origins.iter().enumerate() {
        if let Some(origin) = check_origin(&format!("allowedOrigins[{index}]"), text, violations)
            && !checked.contains(&origin)
        {
            checked.push(origin);
        }
    }
    checked
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    use super::*;

    fn read<T: DeserializeOwned>(body: Value) -> T {
        serde_json::from_value(body).expect("the right types")
    }

    fn check_refused<T: std::fmt::Debug>(checked: Result<T, Vec<Violation>>, expected: &[(&str, &str)]) {
        let found = checked.expect_err("refused");
        let found: Vec<_> = found.iter().map(|one| (one.path.as_str(), one.code.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_domain_alone_is_a_site_named_by_it_with_its_usual_origins_in_utc() {
        let settings = read::<NewSite>(json!({ "domain": "WWW.Example.com" })).check().expect("a domain is enough");
        assert_eq!(
            settings,
            SiteSettings {
                name: "www.example.com".into(),
                domain: "www.example.com".into(),
                aliases: Vec::new(),
                allowed_origins: vec!["https://example.com".into(), "https://www.example.com".into()],
                timezone: "UTC".into(),
                note: String::new(),
                pages: PageSettings::default(),
                read_pages: true,
                credits_per_month: None,
            }
        );
    }

    #[test]
    fn every_mistake_of_a_new_site_is_named_at_once() {
        let body = json!({
            "name": "a\u{7}", "domain": "example.com", "timezone": "Europe/Nowhere", "aliases": ["x"],
            "allowedOrigins": ["https://example.com", "example.com", "https://example.com/a"],
        });
        check_refused(
            read::<NewSite>(body).check(),
            &[
                ("timezone", "UNKNOWN_TIMEZONE"),
                ("name", "CONTROL_CHARACTER"),
                ("aliases[0]", "TOO_SHORT"),
                ("allowedOrigins[1]", "INVALID_ORIGIN"),
                ("allowedOrigins[2]", "INVALID_ORIGIN"),
            ],
        );
        check_refused(
            read::<NewSite>(json!({ "name": " ", "domain": "https://example.com", "allowedOrigins": [] })).check(),
            &[("domain", "INVALID_DOMAIN"), ("allowedOrigins", "INVALID_COUNT")],
        );
    }

    #[test]
    fn every_mistake_of_a_change_is_named_at_once() {
        let body = json!({
            "name": "n".repeat(101), "domain": "", "timezone": "../UTC", "aliases": ["Acme", "acme"],
            "allowedOrigins": vec!["https://example.com"; 21],
        });
        check_refused(
            read::<SiteEdit>(body).check(),
            &[
                ("name", "TOO_LONG"),
                ("domain", "INVALID_DOMAIN"),
                ("aliases[1]", "DUPLICATE"),
                ("allowedOrigins", "INVALID_COUNT"),
                ("timezone", "UNKNOWN_TIMEZONE"),
            ],
        );
        check_refused(read::<SiteEdit>(json!({ "name": "  " })).check(), &[("name", "TOO_SHORT")]);
    }

    #[test]
    fn a_change_holds_what_was_sent_as_it_is_stored_and_nothing_else() {
        let body = json!({ "name": " Shop ", "allowedOrigins": ["https://Example.com:443", "https://example.com"] });
        let change = read::<SiteEdit>(body).check().expect("a right change");
        let told = serde_json::to_value(&change).expect("plain fields");
        assert_eq!(told, json!({ "name": "Shop", "allowedOrigins": ["https://example.com"] }));
        assert_eq!(read::<SiteEdit>(json!({})).check(), Ok(SiteChange::default()));
    }

    #[test]
    fn a_note_has_lines_without_control_characters_and_an_empty_one_removes_it() {
        let note = |text: &str| read::<SiteEdit>(json!({ "note": text })).check().map(|SiteChange(change)| change.note);
        assert_eq!(note(" Old server.\r\nAsk first.\n"), Ok(Some("Old server.\nAsk first.".into())));
        assert_eq!(note(" "), Ok(Some(String::new())));
        assert_eq!(note(&"ü".repeat(2_000)), Ok(Some("ü".repeat(2_000))));
        check_refused(note(&"ü".repeat(2_001)), &[("note", "TOO_LONG")]);
        check_refused(note("a\u{1b}[31m"), &[("note", "CONTROL_CHARACTER")]);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_checks_panic(text: String) {
            let many = Some(vec![text.clone()]);
            let new = NewSite {
                name: Some(text.clone()),
                domain: text.clone(),
                aliases: vec![text.clone()],
                allowed_origins: many.clone(),
                timezone: Some(text.clone()),
                note: Some(text.clone()),
                ..NewSite::default()
            };
            let _ = new.check();
            let one = Some(text);
            let edit = SiteEdit {
                name: one.clone(), domain: one.clone(), aliases: many.clone(), allowed_origins: many, timezone: one.clone(), note: one,
                ..SiteEdit::default()
            };
            let _ = edit.check();
        }
    }
}
