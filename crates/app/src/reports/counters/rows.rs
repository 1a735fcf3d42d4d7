//! The rows and sums that reports of counters consist of.

use askline_domain::analytics::{OTHER, parts::Part, ranked};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    present_fields::every_field_of_a_row_present,
    reports::row_changes::{RowBefore, RowChanges},
};

/// Clicks by prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_of_a_row_present)]
pub struct PromptRow {
    /// The prompt's id; null for clicks without a known prompt, `other` for the rest.
    pub prompt_id: Option<String>,
    /// Its current name; null if it was deleted, or if there is no id.
    pub name: Option<String>,
    /// The count.
    pub value: i64,
    /// True only in the row for the rest, which is the sum of all that have no row of their own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub other: bool,
}

macro_rules! rows {
    ($($(#[$doc:meta])* $name:ident { $label:ident: $text:literal }),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
        pub struct $name {
            #[doc = $text]
            pub $label: String,
            /// The count.
            pub value: i64,
            /// The previous period.
            #[serde(flatten)]
            pub before: RowBefore,
            /// True only in the row for the rest, which is the sum of all that have no row of their own.
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            #[schemars(default)]
            pub other: bool,
        }
        impl $name {
            pub(super) fn ranked(rows: impl IntoIterator<Item = (String, i64)>, changes: &RowChanges) -> Vec<Self> {
                let row = |($label, value): (String, i64)| {
                    Self { other: $label == OTHER, before: changes.row(&$label), $label, value }
                };
                ranked(rows).into_iter().map(row).collect()
            }
        }
    )* };
}

rows! {
    /// Clicks by platform.
    PlatformRow { platform: "The platform's id; `other` for the rest." },
    /// Clicks by network.
    NetworkRow { network: "The network's id; `other` for the rest." },
    /// Shares by channel.
    ChannelRow { channel: "A platform, a network or `copy`; `other` for the rest." },
    /// Visits by referrer.
    ReferrerRow { referrer: "An assistant, search engine, network, campaign or host; `direct` for none; `other` for the rest." },
    /// Requests by crawler.
    CrawlerRow { crawler: "The crawler's name; `other` for the rest." },
}

macro_rules! part_rows {
    ($($(#[$doc:meta])* $name:ident { $label:ident: $text:literal }),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
        pub struct $name {
            #[doc = $text]
            pub $label: String,
            /// One number for each row of `series`, in its order.
            pub values: Vec<i64>,
            /// True only in the last series, which is the sum of all that have no series of their own.
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            #[schemars(default)]
            pub other: bool,
        }
        impl $name {
            pub(super) fn of(($label, values): Part) -> Self {
                Self { other: $label == OTHER, $label, values }
            }
            pub(super) fn pairs(parts: Option<&Vec<Self>>) -> Vec<(&str, &[i64])> {
                parts.into_iter().flatten().map(|part| (part.$label.as_str(), part.values.as_slice())).collect()
            }
        }
    )* };
}

part_rows! {
    /// The series of a platform.
    PlatformSeries { platform: "The platform's id; `other` for the rest." },
    /// The series of a network.
    NetworkSeries { network: "The network's id; `other` for the rest." },
    /// The series of a channel.
    ChannelSeries { channel: "A platform, a network or `copy`; `other` for the rest." },
    /// The series of a crawler.
    CrawlerSeries { crawler: "The crawler's name; `other` for the rest." },
}

/// The series of a kind of source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ReferrerTypeSeries")]
pub struct TypeSeries {
    /// The kind of source.
    #[serde(rename = "type")]
    #[schemars(extend("enum" = ["ai_assistant", "search", "social", "campaign", "direct", "other"]))]
    pub kind: String,
    /// One number for each row of `series`, in its order.
    pub values: Vec<i64>,
}

/// Visits by kind of source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ReferrerTypeRow")]
pub struct TypeRow {
    /// The kind of source.
    #[serde(rename = "type")]
    #[schemars(extend("enum" = ["ai_assistant", "search", "social", "campaign", "direct", "other"]))]
    pub kind: String,
    /// The count.
    pub value: i64,
}

/// Clicks by suggested question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_of_a_row_present)]
pub struct QuestionRow {
    /// The question's id; `own` for what readers asked in their own words; `other` for the rest.
    pub question_id: String,
    /// Its current text; null if it was removed, and for `own`, whose text is never stored.
    pub question: Option<String>,
    /// The count.
    pub value: i64,
    /// The previous period.
    #[serde(flatten)]
    pub before: RowBefore,
    /// True only in the row for the rest, which is the sum of all that have no row of their own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub other: bool,
}

/// Clicks by own item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_of_a_row_present)]
pub struct ItemRow {
    /// The item's id; `other` for the rest.
    pub item_id: String,
    /// Its current label; null if it was removed.
    pub label: Option<String>,
    /// The count.
    pub value: i64,
    /// The previous period.
    #[serde(flatten)]
    pub before: RowBefore,
    /// True only in the row for the rest, which is the sum of all that have no row of their own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub other: bool,
}

macro_rules! totals {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $text:literal),* $(,)? }),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $(#[doc = $text]
            pub $field: i64,)*
            /// The number of days in the period.
            pub days: i32,
        }
    )* };
}

totals! {
    /// Totals of AI clicks.
    AiTotals { ai_clicks: "Clicks on an assistant's button. Questions are not included." },
    /// Totals of social clicks.
    SocialTotals { social_clicks: "Clicks on share buttons of social networks." },
    /// Totals of question clicks.
    QuestionTotals { question_clicks: "Clicks on a question, suggested or the reader's own." },
    /// Totals of clicks on own items.
    ItemTotals { item_clicks: "Clicks on the site's own items in the widget. They are neither asks nor shares." },
    /// Totals of shares.
    ShareTotals {
        shares: "AI clicks, social clicks and copies together.",
        ai_clicks: "Clicks on an assistant's button. Questions are not included.",
        social_clicks: "Clicks on share buttons of social networks.",
        copies: "Copies of the page or of its address.",
    },
    /// Totals of visits.
    VisitTotals { visits: "Visits, each counted where it began." },
    /// Totals of crawler requests.
    CrawlerTotals { hits: "Requests of known crawlers that ran the widget, one for each page." },
}
