//! What can be sent to a channel: an event of webhooks, or a report.

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::{reports::period::ReportKind, webhooks::EventName};

/// What can be sent to a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RouteKind {
    /// An event, when it happens.
    Event(EventName),
    /// A report, when a week or month of the site has ended.
    Report(ReportKind),
}

impl RouteKind {
    /// Every kind: first the reports.
    pub const EVERY: [Self; EventName::EVERY.len() + ReportKind::EVERY.len()] = {
        let mut every = [Self::Report(ReportKind::Weekly); EventName::EVERY.len() + ReportKind::EVERY.len()];
        let mut place = 0;
        while place < ReportKind::EVERY.len() {
            every[place] = Self::Report(ReportKind::EVERY[place]);
            place += 1;
        }
        while place < every.len() {
            every[place] = Self::Event(EventName::EVERY[place - ReportKind::EVERY.len()]);
            place += 1;
        }
        every
    };

    /// Its name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Event(event) => event.as_str(),
            Self::Report(report) => report.as_str(),
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::EVERY.into_iter().find(|kind| kind.as_str() == name)
    }
}

impl From<EventName> for RouteKind {
    fn from(event: EventName) -> Self {
        Self::Event(event)
    }
}

impl From<ReportKind> for RouteKind {
    fn from(report: ReportKind) -> Self {
        Self::Report(report)
    }
}

impl fmt::Display for RouteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for RouteKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for RouteKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = <Cow<'de, str>>::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| D::Error::custom("no event and no report"))
    }
}

impl JsonSchema for RouteKind {
    fn schema_name() -> Cow<'static, str> {
        "NotificationKind".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "What can be sent to a channel: an event of webhooks, or a report.",
            "enum": Self::EVERY.map(Self::as_str).to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_and_every_report_is_a_kind_under_its_own_name() {
        let names: Vec<&str> = RouteKind::EVERY.into_iter().map(RouteKind::as_str).collect();
        assert_eq!(names[..2], ["report.weekly", "report.monthly"]);
        assert!(EventName::EVERY.into_iter().all(|event| RouteKind::named(event.as_str()) == Some(event.into())));
        for kind in RouteKind::EVERY {
            let json = serde_json::to_string(&kind).expect("plain data");
            assert_eq!(serde_json::from_str::<RouteKind>(&json).expect("the same"), kind);
        }
        assert!(serde_json::from_str::<RouteKind>("\"report.daily\"").is_err());
    }
}
