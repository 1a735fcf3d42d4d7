//! The shapes of analytics answers, and how counters become them.
//!
//! Sum of `series` = total = sum of each breakdown, by construction: all are made from the same rows.

use crate::present_fields::every_field_present_but_other;
use askline_domain::{
    analytics::{DayValue, OTHER, ranked, series},
    asked_question::AskedQuestion,
    calendar::Window,
    event::CounterKind,
    ports::Counts,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::prompt_clicks::PromptRow;
use crate::site_entry::SiteEntry;

/// A report that is made from counters of some kinds.
pub trait Report: Serialize + JsonSchema + Send + 'static {
    /// Its name, for the memory of ready answers.
    const NAME: &'static str;
    /// The counters it is made from.
    const KINDS: &'static [CounterKind];
    /// Makes it from the counters of its kinds, in their order.
    fn make(window: Window, current: &[Counts], previous: Option<&[Counts]>, site: &SiteEntry) -> Self;
    /// Name of the value in a CSV, and the rows by date.
    fn csv_series(&self) -> (&'static str, &[DayRow]);
}

/// One day of a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DayRow {
    /// The calendar date.
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// The count.
    pub value: i64,
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
            /// True in one row, the sum of what has no row of its own.
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            #[schemars(default)]
            pub other: bool,
        }
        impl $name {
            fn ranked(rows: impl IntoIterator<Item = (String, i64)>) -> Vec<Self> {
                ranked(rows).into_iter().map(|($label, value)| Self { other: $label == OTHER, $label, value }).collect()
            }
        }
    )* };
}

rows! {
    /// Presses by platform.
    PlatformRow { platform: "The platform's id; `other` for the tail." },
    /// Presses by network.
    NetworkRow { network: "The network's id; `other` for the tail." },
    /// Shares by channel.
    ChannelRow { channel: "A platform, a network or `copy`; `other` for the tail." },
    /// Visits by referrer.
    ReferrerRow { referrer: "An assistant, engine, network, campaign or host; `direct` for none; `other` for the tail." },
    /// Hits by crawler.
    CrawlerRow { crawler: "The crawler's name; `other` for the tail." },
}

/// Visits by kind of source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TypeRow {
    /// The kind of source.
    #[serde(rename = "type")]
    #[schemars(extend("enum" = ["ai_assistant", "search", "social", "campaign", "direct", "other"]))]
    pub kind: String,
    /// The count.
    pub value: i64,
}

/// Presses by suggested question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present_but_other)]
pub struct QuestionRow {
    /// The question's id; `own` for what readers asked in their own words; `other` for the tail.
    pub question_id: String,
    /// Its present text; null when it was removed, and for `own`, whose words are kept nowhere.
    pub question: Option<String>,
    /// The count.
    pub value: i64,
    /// True in one row, the sum of what has no row of its own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub other: bool,
}

macro_rules! totals {
    ($($(#[$doc:meta])* $name:ident { $($field:ident),* }),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $(/// The count.
            pub $field: i64,)*
            /// Days of the window.
            pub days: i32,
        }
    )* };
}

totals! {
    /// Totals of AI clicks.
    AiTotals { ai_clicks },
    /// Totals of social clicks.
    SocialTotals { social_clicks },
    /// Totals of question clicks.
    QuestionTotals { question_clicks },
    /// Totals of shares.
    ShareTotals { shares, ai_clicks, social_clicks, copies },
    /// Totals of visits.
    VisitTotals { visits },
    /// Totals of crawler hits.
    CrawlerTotals { hits },
}

/// Presses of AI buttons.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiClicks {
    /// Sums.
    pub totals: AiTotals,
    /// One row per day, oldest first.
    pub series: Vec<DayRow>,
    /// Most pressed first.
    pub by_platform: Vec<PlatformRow>,
    /// Most pressed first; with `include=byPrompt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "array"))]
    pub by_prompt: Option<Vec<PromptRow>>,
    /// Sums of the window before, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<AiTotals>,
}

/// Presses of share buttons.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SocialClicks {
    /// Sums.
    pub totals: SocialTotals,
    /// One row per day, oldest first.
    pub series: Vec<DayRow>,
    /// Most pressed first.
    pub by_network: Vec<NetworkRow>,
    /// Sums of the window before, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<SocialTotals>,
}

/// Presses of suggested questions.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionClicks {
    /// Sums.
    pub totals: QuestionTotals,
    /// One row per day, oldest first.
    pub series: Vec<DayRow>,
    /// Most pressed first.
    pub by_question: Vec<QuestionRow>,
    /// Where they were opened; `none` when the widget did not say.
    pub by_platform: Vec<PlatformRow>,
    /// Sums of the window before, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<QuestionTotals>,
}

/// Everything that carries a page on.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Shares {
    /// Sums.
    pub totals: ShareTotals,
    /// One row per day, oldest first.
    pub series: Vec<DayRow>,
    /// Most used first.
    pub by_channel: Vec<ChannelRow>,
    /// Sums of the window before, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<ShareTotals>,
}

/// Visits by where readers came from.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Referrals {
    /// Sums.
    pub totals: VisitTotals,
    /// One row per day, oldest first.
    pub series: Vec<DayRow>,
    /// Most frequent first.
    pub by_referrer: Vec<ReferrerRow>,
    /// Most frequent first.
    pub by_type: Vec<TypeRow>,
    /// Sums of the window before, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<VisitTotals>,
}

/// Hits of known crawlers, which are never counted as people.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CrawlerHits {
    /// Sums.
    pub totals: CrawlerTotals,
    /// One row per day, oldest first.
    pub series: Vec<DayRow>,
    /// Most frequent first.
    pub by_crawler: Vec<CrawlerRow>,
    /// Sums of the window before, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<CrawlerTotals>,
}

fn total(counts: &Counts) -> i64 {
    counts.breakdown.iter().map(|row| row.value).sum()
}

fn days(window: Window, counts: &[Counts]) -> Vec<DayRow> {
    let mut by_day: Vec<DayValue> = counts.iter().flat_map(|counts| counts.by_day.iter().copied()).collect();
    by_day.sort_by_key(|row| row.day);
    series(window, &by_day)
        .into_iter()
        .map(|row| DayRow { date: row.day.date().to_string(), value: row.value })
        .collect()
}

fn labels(counts: &Counts) -> impl Iterator<Item = (String, i64)> {
    counts.breakdown.iter().map(|row| (row.label.clone(), row.value))
}

fn details(counts: &Counts) -> impl Iterator<Item = (String, i64)> {
    counts.breakdown.iter().map(|row| (row.detail.clone(), row.value))
}

/// A question as callers name it: `own` in place of the id under which readers' own questions are counted.
fn asked_question(counted: String) -> String {
    counted.parse().map_or(counted, |id| AskedQuestion::of_counted(id).to_string())
}

impl Report for AiClicks {
    const NAME: &'static str = "ai";
    const KINDS: &'static [CounterKind] = &[CounterKind::AiClick];

    fn make(window: Window, current: &[Counts], previous: Option<&[Counts]>, _: &SiteEntry) -> Self {
        let totals = |counts: &[Counts]| AiTotals { ai_clicks: total(&counts[0]), days: window.days() };
        Self {
            totals: totals(current),
            series: days(window, current),
            by_platform: PlatformRow::ranked(labels(&current[0])),
            by_prompt: None,
            previous: previous.map(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[DayRow]) {
        ("aiClicks", &self.series)
    }
}

impl Report for SocialClicks {
    const NAME: &'static str = "social";
    const KINDS: &'static [CounterKind] = &[CounterKind::SocialClick];

    fn make(window: Window, current: &[Counts], previous: Option<&[Counts]>, _: &SiteEntry) -> Self {
        let totals = |counts: &[Counts]| SocialTotals { social_clicks: total(&counts[0]), days: window.days() };
        Self {
            totals: totals(current),
            series: days(window, current),
            by_network: NetworkRow::ranked(labels(&current[0])),
            previous: previous.map(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[DayRow]) {
        ("socialClicks", &self.series)
    }
}

impl Report for QuestionClicks {
    const NAME: &'static str = "questions";
    const KINDS: &'static [CounterKind] = &[CounterKind::QuestionClick];

    fn make(window: Window, current: &[Counts], previous: Option<&[Counts]>, site: &SiteEntry) -> Self {
        let totals = |counts: &[Counts]| QuestionTotals { question_clicks: total(&counts[0]), days: window.days() };
        let text_of = |id: &str| {
            let of_rules = site.rules.iter().flat_map(|rule| rule.settings.action.questions());
            let mut asked = site.config.config.questions.items.iter().chain(of_rules);
            asked.find(|item| item.id.to_string() == id).map(|item| item.text.clone())
        };
        let by_platform = labels(&current[0])
            .map(|(platform, value)| (if platform.is_empty() { "none".into() } else { platform }, value));
        Self {
            totals: totals(current),
            series: days(window, current),
            by_question: ranked(details(&current[0]).map(|(id, value)| (asked_question(id), value)))
                .into_iter()
                .map(|(question_id, value)| QuestionRow {
                    question: text_of(&question_id),
                    other: question_id == OTHER,
                    question_id,
                    value,
                })
                .collect(),
            by_platform: PlatformRow::ranked(by_platform),
            previous: previous.map(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[DayRow]) {
        ("questionClicks", &self.series)
    }
}

impl Report for Shares {
    const NAME: &'static str = "shares";
    const KINDS: &'static [CounterKind] = &[CounterKind::AiClick, CounterKind::SocialClick, CounterKind::Copy];

    fn make(window: Window, current: &[Counts], previous: Option<&[Counts]>, _: &SiteEntry) -> Self {
        let totals = |counts: &[Counts]| {
            let (ai_clicks, social_clicks, copies) = (total(&counts[0]), total(&counts[1]), total(&counts[2]));
            let shares = ai_clicks + social_clicks + copies;
            ShareTotals { shares, ai_clicks, social_clicks, copies, days: window.days() }
        };
        Self {
            totals: totals(current),
            series: days(window, current),
            by_channel: ChannelRow::ranked(current.iter().flat_map(labels)),
            previous: previous.map(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[DayRow]) {
        ("shares", &self.series)
    }
}

impl Report for Referrals {
    const NAME: &'static str = "referrers";
    const KINDS: &'static [CounterKind] = &[CounterKind::Visit];

    fn make(window: Window, current: &[Counts], previous: Option<&[Counts]>, _: &SiteEntry) -> Self {
        let totals = |counts: &[Counts]| VisitTotals { visits: total(&counts[0]), days: window.days() };
        Self {
            totals: totals(current),
            series: days(window, current),
            by_referrer: ReferrerRow::ranked(details(&current[0])),
            by_type: ranked(labels(&current[0])).into_iter().map(|(kind, value)| TypeRow { kind, value }).collect(),
            previous: previous.map(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[DayRow]) {
        ("visits", &self.series)
    }
}

impl Report for CrawlerHits {
    const NAME: &'static str = "crawlers";
    const KINDS: &'static [CounterKind] = &[CounterKind::Crawler];

    fn make(window: Window, current: &[Counts], previous: Option<&[Counts]>, _: &SiteEntry) -> Self {
        let totals = |counts: &[Counts]| CrawlerTotals { hits: total(&counts[0]), days: window.days() };
        Self {
            totals: totals(current),
            series: days(window, current),
            by_crawler: CrawlerRow::ranked(labels(&current[0])),
            previous: previous.map(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[DayRow]) {
        ("hits", &self.series)
    }
}
