//! Input about annotations, and its checks.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{AnnotationKind, MAX_TEXT_CHARACTERS, TIME_PATTERN};
use crate::shared::{
    calendar::{Day, date_of},
    edited_field::given,
    hidden_characters::check_one_line,
    violation::{Violation, Violations},
};

/// An annotation to write.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "AnnotationCreate")]
pub struct NewAnnotation {
    /// The day of the site's time zone, from the year 2000 on; today if omitted or null.
    #[schemars(extend("format" = "date"))]
    pub date: Option<String>,
    /// The time on that day in the site's time zone, `HH:MM`; the whole day if omitted or null.
    #[schemars(extend("pattern" = TIME_PATTERN))]
    pub time: Option<String>,
    /// The text, one line.
    #[schemars(length(min = 1, max = MAX_TEXT_CHARACTERS))]
    pub text: String,
    /// What it is about; `note` by default.
    #[serde(default)]
    pub kind: GivenKind,
}

/// Changes to an annotation; omitted fields stay unchanged. At least one field is required.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "AnnotationUpdate", extend("minProperties" = 1))]
pub struct AnnotationEdit {
    /// The day of the site's time zone.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", extend("format" = "date"), skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The time on that day in the site's time zone, `HH:MM`; null for the whole day.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<String>", extend("pattern" = TIME_PATTERN), skip_serializing_if = "Option::is_none")]
    pub time: Option<Option<String>>,
    /// The text, one line.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", length(min = 1, max = MAX_TEXT_CHARACTERS), skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What it is about.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "GivenKind", skip_serializing_if = "Option::is_none")]
    pub kind: Option<GivenKind>,
}

/// What an annotation by a person or a program is about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum GivenKind {
    /// Anything.
    #[default]
    Note,
    /// A release of the site.
    Release,
    /// The site could not be reached.
    Outage,
}

/// The checked settings of an annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnotationSettings {
    /// The day of the site's time zone.
    pub date: Day,
    /// The time, `HH:MM`.
    pub time: Option<String>,
    /// The text.
    pub text: String,
    /// What it is about.
    pub kind: AnnotationKind,
}

impl From<GivenKind> for AnnotationKind {
    fn from(kind: GivenKind) -> Self {
        match kind {
            GivenKind::Note => Self::Note,
            GivenKind::Release => Self::Release,
            GivenKind::Outage => Self::Outage,
        }
    }
}

impl NewAnnotation {
    /// Returns the settings on a day that is `today` by default, or everything that is wrong with the input.
    pub fn check(self, today: Day) -> Result<AnnotationSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        let settings = AnnotationSettings {
            date: self.date.map_or(today, |date| checked_date(&date, &mut violations)),
            time: self.time.map(|time| checked_time(time, &mut violations)),
            text: checked_text(&self.text, &mut violations),
            kind: self.kind.into(),
        };
        violations.finish(settings)
    }
}

impl AnnotationEdit {
    /// Returns the new settings of an annotation with these ones, or everything that is wrong with the input.
    pub fn check(self, present: AnnotationSettings) -> Result<AnnotationSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        if self.date.is_none() && self.time.is_none() && self.text.is_none() && self.kind.is_none() {
            violations.add("text", "REQUIRED", "text is missing. Send date, time, text, kind, or several of them.");
        }
        let settings = AnnotationSettings {
            date: self.date.map_or(present.date, |date| checked_date(&date, &mut violations)),
            time: match self.time {
                Some(time) => time.map(|time| checked_time(time, &mut violations)),
                None => present.time,
            },
            text: self.text.map_or(present.text, |text| checked_text(&text, &mut violations)),
            kind: self.kind.map_or(present.kind, Into::into),
        };
        violations.finish(settings)
    }
}

fn checked_date(text: &str, violations: &mut Violations) -> Day {
    date_of(text).unwrap_or_else(|| {
        violations.add("date", "INVALID_DATE", "date must be a date such as 2026-01-31, in the years 2000 to 2199.");
        Day(0)
    })
}

fn checked_time(text: String, violations: &mut Violations) -> String {
    let is_number = |part: &str, below: u8| {
        part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit()) && part.parse().is_ok_and(|n: u8| n < below)
    };
    if !text.split_once(':').is_some_and(|(hour, minute)| is_number(hour, 24) && is_number(minute, 60)) {
        violations.add("time", "INVALID_TIME", "time must be a time such as 09:30.");
    }
    text
}

fn checked_text(text: &str, violations: &mut Violations) -> String {
    let text = text.trim();
    violations.check_length("text", text, 1, MAX_TEXT_CHARACTERS);
    check_one_line("text", text, violations);
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const TODAY: Day = Day(20_000);

    fn new(input: Value) -> Result<AnnotationSettings, Vec<String>> {
        let input: NewAnnotation = serde_json::from_value(input).expect("the document's form");
        input.check(TODAY).map_err(paths)
    }

    fn paths(violations: Vec<Violation>) -> Vec<String> {
        violations.into_iter().map(|violation| format!("{} {}", violation.path, violation.code)).collect()
    }

    #[test]
    fn an_annotation_is_about_today_and_the_whole_day_unless_it_says_otherwise() {
        let short = new(json!({ "text": "  New home page " })).expect("valid");
        let expected =
            AnnotationSettings { date: TODAY, time: None, text: "New home page".into(), kind: AnnotationKind::Note };
        assert_eq!(short, expected);
        let full = json!({ "date": "2026-02-28", "time": "23:59", "text": "2.0", "kind": "release" });
        let full = new(full).expect("valid");
        assert_eq!((full.date.date().to_string(), full.time.as_deref()), ("2026-02-28".into(), Some("23:59")));
        assert_eq!(full.kind, AnnotationKind::Release);
    }

    #[test]
    fn bad_input_is_refused_with_its_field() {
        let long = "x".repeat(MAX_TEXT_CHARACTERS + 1);
        for (field, value, code) in [
            ("date", json!("2026-02-30"), "INVALID_DATE"),
            ("date", json!("yesterday"), "INVALID_DATE"),
            ("date", json!("1999-12-31"), "INVALID_DATE"),
            ("time", json!("24:00"), "INVALID_TIME"),
            ("time", json!("9:30"), "INVALID_TIME"),
            ("time", json!("+9:30"), "INVALID_TIME"),
            ("text", json!("   "), "TOO_SHORT"),
            ("text", json!(long), "TOO_LONG"),
            ("text", json!("two\nlines"), "CONTROL_CHARACTER"),
            ("text", json!("a\u{202E}b"), "HIDDEN_CHARACTER"),
        ] {
            let mut input = json!({ "text": "A note" });
            input[field] = value.clone();
            assert_eq!(new(input), Err(vec![format!("{field} {code}")]), "{value}");
            let edit: AnnotationEdit = serde_json::from_value(json!({ field: value })).expect("the document's form");
            let present = new(json!({ "text": "A note" })).expect("valid");
            assert_eq!(edit.check(present).map_err(paths), Err(vec![format!("{field} {code}")]));
        }
    }

    #[test]
    fn an_edit_changes_what_it_names() {
        let present = new(json!({ "text": "A note", "time": "09:30" })).expect("valid");
        let edit = |input: Value| serde_json::from_value::<AnnotationEdit>(input).expect("the document's form");
        let kept = edit(json!({ "text": "Another" })).check(present.clone()).expect("valid");
        assert_eq!((kept.text.as_str(), kept.time.as_deref()), ("Another", Some("09:30")));
        assert_eq!(edit(json!({ "time": null })).check(present.clone()).expect("valid").time, None);
        assert_eq!(edit(json!({})).check(present).map_err(paths), Err(vec!["text REQUIRED".into()]));
    }
}
