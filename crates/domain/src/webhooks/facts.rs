//! What people need to know of an event's data, in each language.
//!
//! The texts in them are those of people and sites: nothing here is markup.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engines::Engine;

/// A fact about an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "camelCase")]
pub enum Fact {
    /// The question of a monitor.
    Question {
        /// The question.
        text: String,
    },
    /// An engine.
    Engine {
        /// The engine.
        engine: Engine,
    },
    /// A clear change of a citation rate.
    Rates {
        /// The rate before.
        before: f64,
        /// The rate after.
        after: f64,
    },
    /// The answers of a run that cite the site.
    Cited {
        /// How many do.
        cited: u64,
        /// How many there are.
        answers: u64,
    },
    /// The visits of a day.
    Visits {
        /// The day, such as `2026-11-29`.
        date: String,
        /// How many there were.
        visits: i64,
        /// How many are usual.
        expected: f64,
    },
    /// A crawler that is refused.
    Crawler {
        /// Its name.
        name: String,
        /// How many requests were refused.
        refused: u64,
    },
    /// A reason, in English.
    Reason {
        /// The reason.
        text: String,
    },
    /// The credits that are left.
    Credits {
        /// How many.
        available: i64,
    },
    /// A site's own limit of credits.
    SiteCredits {
        /// How many it used this month.
        used: i64,
        /// How many it may use.
        most: i64,
    },
    /// An API key.
    Key {
        /// Its name, if it has one.
        name: Option<String>,
        /// The key with its middle masked.
        masked: String,
    },
    /// A webhook.
    Webhook {
        /// The scheme, host and port of its URL.
        origin: String,
    },
}

impl Fact {
    /// The facts in the data of an event. A field is in the data, or in one of their objects.
    pub fn all_of(data: &Value) -> Vec<Self> {
        let field = |name: &str| field_of(data, name);
        let text = |name: &str| field(name).as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        let mut facts = Vec::new();
        facts.extend(text("query").map(|text| Self::Question { text }));
        let engine = text("engine").and_then(|engine| engine.parse::<Engine>().ok());
        facts.extend(engine.map(|engine| Self::Engine { engine }));
        let change = field("change");
        if let (Some(before), Some(after)) = (change["before"]["rate"].as_f64(), change["after"]["rate"].as_f64()) {
            facts.push(Self::Rates { before, after });
        }
        if let (Some(cited), Some(answers)) = (field("citedCount").as_u64(), field("samples").as_u64()) {
            facts.push(Self::Cited { cited, answers });
        }
        let referrals = field("referrals");
        if let (Some(visits), Some(expected), Some(date)) =
            (referrals["visits"].as_i64(), referrals["expected"].as_f64(), referrals["date"].as_str())
        {
            facts.push(Self::Visits { date: date.to_owned(), visits, expected });
        }
        let crawler = field("crawler");
        if let (Some(name), Some(refused)) = (crawler["name"].as_str(), crawler["refused"].as_u64()) {
            facts.push(Self::Crawler { name: name.to_owned(), refused });
        }
        facts.extend(text("reason").map(|text| Self::Reason { text }));
        let site = &data["site"];
        match (site["creditsUsed"].as_i64(), site["creditsPerMonth"].as_i64()) {
            (Some(used), Some(most)) => facts.push(Self::SiteCredits { used, most }),
            _ => facts.extend(field("available").as_i64().map(|available| Self::Credits { available })),
        }
        facts.extend(text("maskedKey").map(|masked| Self::Key { name: text("name"), masked }));
        facts.extend(text("origin").map(|origin| Self::Webhook { origin }));
        facts
    }

    /// The same fact with other texts in place of those of people and sites.
    #[must_use]
    pub fn with_texts(self, text_of: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Question { text } => Self::Question { text: text_of(&text) },
            Self::Reason { text } => Self::Reason { text: text_of(&text) },
            Self::Crawler { name, refused } => Self::Crawler { name: text_of(&name), refused },
            Self::Key { name, masked } => Self::Key { name: name.as_deref().map(text_of), masked },
            Self::Webhook { origin } => Self::Webhook { origin: text_of(&origin) },
            other => other,
        }
    }

    /// The fact as an English line.
    pub fn english(&self) -> String {
        match self {
            Self::Question { text } => format!("Question: {text}"),
            Self::Engine { engine } => format!("Engine: {}", engine.name()),
            Self::Rates { before, after } => {
                let direction = if after > before { "up" } else { "down" };
                format!("{:.0}% of answers, {direction} from {:.0}% (clear change)", after * 100.0, before * 100.0)
            }
            Self::Cited { cited, answers } => format!("{cited} of {answers} answers cite the site"),
            Self::Visits { date, visits, expected } => {
                format!("{visits} visits on {date}, usually about {expected:.0}")
            }
            Self::Crawler { name, refused } => format!("Crawler: {name}, {refused} refused requests"),
            Self::Reason { text } => text.clone(),
            Self::Credits { available } => format!("Available credits: {available}"),
            Self::SiteCredits { used, most } => format!("{used} of the site\u{2019}s {most} credits a month are used"),
            Self::Key { name: Some(name), masked } => format!("Key: {name} ({masked})"),
            Self::Key { name: None, masked } => format!("Key: {masked}"),
            Self::Webhook { origin } => format!("Webhook: {origin}"),
        }
    }

    /// The fact as a German line.
    pub fn german(&self) -> String {
        match self {
            Self::Question { text } => format!("Frage: {text}"),
            Self::Engine { engine } => format!("KI-Suche: {}", engine.name()),
            Self::Rates { before, after } => {
                let percent = |rate: &f64| format!("{:.0}\u{A0}%", rate * 100.0);
                format!("{} der Antworten, vorher {} (eindeutige Änderung)", percent(after), percent(before))
            }
            Self::Cited { cited, answers } => format!("{cited} von {answers} Antworten zitieren die Website"),
            Self::Visits { date, visits, expected } => {
                let day =
                    date.parse::<Date>().map_or_else(|_| date.clone(), |day| day.strftime("%d.%m.%Y").to_string());
                format!("{visits} Besuche am {day}, üblich sind etwa {expected:.0}")
            }
            Self::Crawler { name, refused } => format!("Crawler: {name}, {refused} abgewiesene Anfragen"),
            Self::Reason { text } => text.clone(),
            Self::Credits { available } => format!("Verfügbare Credits: {available}"),
            Self::SiteCredits { used, most } => {
                format!("{used} der {most} Credits, die die Website im Monat hat, sind verbraucht")
            }
            Self::Key { name: Some(name), masked } => format!("Schlüssel: {name} ({masked})"),
            Self::Key { name: None, masked } => format!("Schlüssel: {masked}"),
            Self::Webhook { origin } => format!("Webhook: {origin}"),
        }
    }
}

/// A field of the data or, if they have none, of the objects in them; null if it is nowhere.
fn field_of<'d>(data: &'d Value, name: &str) -> &'d Value {
    static ABSENT: Value = Value::Null;
    let inner = data.as_object().into_iter().flat_map(|fields| fields.values());
    let found = std::iter::once(data).chain(inner).filter_map(|part| part.get(name)).find(|value| !value.is_null());
    found.unwrap_or(&ABSENT)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_facts_of_an_alert_are_worded_in_each_language() {
        let data = json!({
            "citation": { "query": "Which lock?", "engine": "openai", "change": { "before": { "rate": 0.5 }, "after": { "rate": 0.2 } } },
            "referrals": { "date": "2026-11-29", "visits": 12, "expected": 40.4 },
            "webhook": { "origin": "https://hooks.example.com" },
        });
        let facts = Fact::all_of(&data);
        let english: Vec<String> = facts.iter().map(Fact::english).collect();
        assert_eq!(
            english,
            [
                "Question: Which lock?",
                "Engine: ChatGPT",
                "20% of answers, down from 50% (clear change)",
                "12 visits on 2026-11-29, usually about 40",
                "Webhook: https://hooks.example.com",
            ]
        );
        let german: Vec<String> = facts.iter().map(Fact::german).collect();
        assert_eq!(
            german,
            [
                "Frage: Which lock?",
                "KI-Suche: ChatGPT",
                "20\u{A0}% der Antworten, vorher 50\u{A0}% (eindeutige Änderung)",
                "12 Besuche am 29.11.2026, üblich sind etwa 40",
                "Webhook: https://hooks.example.com",
            ]
        );
    }
}
