//! Annotations: dated notes on a site's charts, by people, programs and Askline itself.

pub mod input;
pub mod outage;

use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::outage::Outage;
use crate::{
    audit::{Actor, AuditDraft, Target},
    engines::Engine,
    shared::{
        calendar::Day,
        ids::{AnnotationId, Id as _, SiteId},
        rfc3339::{Moment, as_moment},
    },
};

/// The maximum number of characters of an annotation.
pub const MAX_TEXT_CHARACTERS: usize = 280;
/// The form of a time of day.
pub const TIME_PATTERN: &str = "^([01][0-9]|2[0-3]):[0-5][0-9]$";
/// The maximum number of annotations of a site that people and programs wrote.
pub const MAX_ANNOTATIONS_PER_SITE: u32 = 1_000;
/// The number of days for which Askline's own annotations are kept: a year of a chart, and the period before.
pub const OWN_ANNOTATION_DAYS: i32 = 731;

/// A dated note on the charts of a site.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Annotation {
    /// Its id.
    pub id: AnnotationId,
    /// The site.
    pub site_id: SiteId,
    /// The day of the site's time zone.
    #[serde(serialize_with = "as_date")]
    #[schemars(with = "String", extend("format" = "date"))]
    pub date: Day,
    /// The time on that day in the site's time zone, `HH:MM`; null for the whole day.
    #[schemars(default, extend("pattern" = TIME_PATTERN))]
    pub time: Option<String>,
    /// The text, one line.
    pub text: String,
    /// What it is about.
    pub kind: AnnotationKind,
    /// Who wrote it; the type is `system` where Askline wrote it.
    pub author: Actor,
    /// When it was written.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub created_at: Timestamp,
}

/// What an annotation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnnotationKind {
    /// Anything.
    Note,
    /// A release of the site.
    Release,
    /// The site could not be reached, or Askline was down.
    Outage,
    /// The widget's configuration was published or restored.
    Config,
    /// Prompts changed.
    Prompts,
    /// Rules changed.
    Rules,
    /// A tracked question was added, changed or deleted.
    Monitor,
    /// The widget is no longer seen, or seen again.
    Widget,
    /// An engine answers with another model.
    Model,
}

words! {
    AnnotationKind, "a kind of annotation":
    Note = "note",
    Release = "release",
    Outage = "outage",
    Config = "config",
    Prompts = "prompts",
    Rules = "rules",
    Monitor = "monitor",
    Widget = "widget",
    Model = "model",
}

/// What Askline itself writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnAnnotation<'a> {
    /// A change that an entry of the audit log records.
    Entry(AnnotationKind),
    /// The widget is no longer seen.
    WidgetGone,
    /// The widget is seen again.
    WidgetBack,
    /// An engine answers with another model.
    Model {
        /// The engine.
        engine: Engine,
        /// The model that answers now.
        model: &'a str,
        /// The model that answered before.
        before: &'a str,
    },
    /// The instance was down.
    Outage(Outage),
}

/// The actions of the audit log that Askline annotates, with the first and the only annotation of an hour.
const ANNOTATED: &[(&str, AnnotationKind)] = &[
    ("site.config_updated", AnnotationKind::Config),
    ("site.config_rolled_back", AnnotationKind::Config),
    ("prompt.created", AnnotationKind::Prompts),
    ("prompt.updated", AnnotationKind::Prompts),
    ("prompt.deleted", AnnotationKind::Prompts),
    ("prompt.imported", AnnotationKind::Prompts),
    ("prompt.generated", AnnotationKind::Prompts),
    ("rule.created", AnnotationKind::Rules),
    ("rule.proposals_approved", AnnotationKind::Rules),
    ("rule.updated", AnnotationKind::Rules),
    ("rule.deleted", AnnotationKind::Rules),
    ("rule.reordered", AnnotationKind::Rules),
    ("monitor.created", AnnotationKind::Monitor),
    ("monitor.updated", AnnotationKind::Monitor),
    ("monitor.deleted", AnnotationKind::Monitor),
];

impl OwnAnnotation<'_> {
    /// The kind.
    pub const fn kind(self) -> AnnotationKind {
        match self {
            Self::Entry(kind) => kind,
            Self::WidgetGone | Self::WidgetBack => AnnotationKind::Widget,
            Self::Model { .. } => AnnotationKind::Model,
            Self::Outage(_) => AnnotationKind::Outage,
        }
    }

    /// What Askline writes, with times of the site's time zone; dashboards show it in the reader's language, by the kind.
    fn text(self, zone: &TimeZone) -> String {
        match self {
            Self::Entry(AnnotationKind::Config) => "The widget's settings were published.".into(),
            Self::Entry(AnnotationKind::Prompts) => "Prompts were changed.".into(),
            Self::Entry(AnnotationKind::Rules) => "Rules were changed.".into(),
            Self::Entry(AnnotationKind::Monitor) => "Tracked questions were changed.".into(),
            Self::Entry(_) => String::new(),
            Self::WidgetGone => "The widget is no longer seen.".into(),
            Self::WidgetBack => "The widget is seen again.".into(),
            Self::Model { engine, model, before } => format!("{}: {before} → {model}", engine.name()),
            Self::Outage(Outage { from, to }) => {
                let [from, to] = [from, to].map(|at| zone.to_datetime(at).strftime("%Y-%m-%d %H:%M").to_string());
                format!("Askline was down from {from} to {to}. Visits in this time were not counted.")
            }
        }
    }
}

impl AnnotationKind {
    /// The kind of annotation that Askline writes about the change that an audit entry records, and the site.
    pub fn of_entry(entry: &AuditDraft) -> Option<(Self, SiteId)> {
        let (_, kind) = ANNOTATED.iter().find(|(action, _)| *action == entry.action)?;
        Some((*kind, entry.site_id()?))
    }
}

impl Annotation {
    /// Askline's own annotation of a change at `at`, for a site whose days begin in `zone`. One about an outage has its beginning.
    pub fn own(site_id: SiteId, what: OwnAnnotation<'_>, at: Timestamp, zone: &TimeZone) -> Self {
        let local = zone.to_datetime(match what {
            OwnAnnotation::Outage(outage) => outage.from,
            _ => at,
        });
        Self {
            id: AnnotationId::new(at, &mut rand::rng()),
            site_id,
            date: Day::from_date(local.date()),
            time: Some(local.strftime("%H:%M").to_string()),
            text: what.text(zone).chars().take(MAX_TEXT_CHARACTERS).collect(),
            kind: what.kind(),
            author: Actor::system("Askline"),
            created_at: at,
        }
    }

    /// The annotation as an audit entry names it.
    pub fn audit_target(&self) -> Target {
        Target::new("annotation", self.id, &*self.text)
    }
}

fn as_date<S: serde::Serializer>(day: &Day, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&day.date())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{audit::context::AuditContext, shared::ids::OrgId};

    fn entry(action: &str, targets: Vec<Target>, metadata: serde_json::Value) -> AuditDraft {
        let at = "2026-06-15T22:30:00Z".parse().expect("a timestamp");
        AuditContext::system("ada@example.com", at).entry(OrgId::from_bits(1), action, targets, metadata)
    }

    #[test]
    fn changes_of_a_site_are_annotated_and_other_entries_are_not() {
        let site = SiteId::from_bits(4);
        for (action, kind) in ANNOTATED {
            let by_metadata = entry(action, vec![Target::new("rule", "rule_1", "x")], json!({ "siteId": site }));
            let by_target = entry(action, vec![Target::new("site", site, "Garden")], json!({}));
            for found in [by_metadata, by_target] {
                assert_eq!(AnnotationKind::of_entry(&found), Some((*kind, site)), "{action}");
            }
            assert!(!OwnAnnotation::Entry(*kind).text(&TimeZone::UTC).is_empty(), "{action}");
        }
        for action in ["site.created", "key.created", "auth.login", "annotation.created", "monitor.run_started"] {
            let other = entry(action, vec![Target::new("site", site, "Garden")], json!({}));
            assert_eq!(AnnotationKind::of_entry(&other), None, "{action}");
        }
    }

    #[test]
    fn an_annotation_by_askline_has_the_day_and_the_time_of_the_site() {
        let at = "2026-06-15T22:30:00Z".parse().expect("a timestamp");
        let zone = TimeZone::get("Europe/Berlin").expect("a time zone");
        let own = Annotation::own(SiteId::from_bits(4), OwnAnnotation::Entry(AnnotationKind::Rules), at, &zone);
        assert_eq!((own.date.date().to_string(), own.time.as_deref()), ("2026-06-16".into(), Some("00:30")));
        assert_eq!(serde_json::to_value(&own).expect("JSON")["date"], "2026-06-16");
    }

    #[test]
    fn an_annotation_of_an_outage_has_its_beginning_and_says_both_times_of_the_site() {
        let [from, to] = ["2026-06-15T21:30:00Z", "2026-06-15T22:10:00Z"].map(|at| at.parse().expect("a timestamp"));
        let zone = TimeZone::get("Europe/Berlin").expect("a time zone");
        let what = OwnAnnotation::Outage(Outage { from, to });
        let own = Annotation::own(SiteId::from_bits(4), what, to, &zone);
        assert_eq!((own.date.date().to_string(), own.time.as_deref()), ("2026-06-15".into(), Some("23:30")));
        assert!(own.text.starts_with("Askline was down from 2026-06-15 23:30 to 2026-06-16 00:10."), "{}", own.text);
        assert_eq!((own.kind, own.created_at), (AnnotationKind::Outage, to));
    }
}
