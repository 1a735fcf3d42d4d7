//! What is news in a report, in which order, and the one thing to do.
//!
//! `docs/reports.md` states these rules for users.

use std::cmp::{Ordering, Reverse};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ReportAudience;
use crate::{engines::Engine, present_fields::every_field_present};

/// A kind of news, the most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsCode {
    /// The widget is no longer seen, or the check of the site's page failed: the figures are incomplete.
    WidgetMissing,
    /// The site's server began to refuse a crawler that reads for an index or for a person.
    CrawlerRefused,
    /// A citation rate fell: the change became clear in this period.
    CitationLost,
    /// A citation rate rose: the change became clear in this period.
    CitationGained,
    /// Readers asked AI clearly less often.
    AsksFell,
    /// AI clearly sent fewer readers.
    VisitsFell,
    /// Readers asked AI clearly more often.
    AsksRose,
    /// AI clearly sent more readers.
    VisitsRose,
    /// Readers asked about a page far more often.
    PageRose,
    /// Readers picked a question far more often.
    QuestionRose,
}

words! {
    NewsCode, "a kind of news":
    WidgetMissing = "widget_missing",
    CrawlerRefused = "crawler_refused",
    CitationLost = "citation_lost",
    CitationGained = "citation_gained",
    AsksFell = "asks_fell",
    VisitsFell = "visits_fell",
    AsksRose = "asks_rose",
    VisitsRose = "visits_rose",
    PageRose = "page_rose",
    QuestionRose = "question_rose",
}

/// Something that a report has to say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(transform = every_field_present, rename = "ReportNews")]
pub struct News {
    /// What happened.
    pub code: NewsCode,
    /// The page's path, the text of the question, or the crawler's name; null for all questions, and for any other code.
    pub subject: Option<String>,
    /// The engine whose citation rate changed; null for all engines, and for any other code.
    pub engine: Option<Engine>,
    /// The count or the rate now; null for a widget or crawler.
    pub value: Option<f64>,
    /// The count or the rate before; null for a widget or crawler.
    pub previous: Option<f64>,
}

/// What a team can do about the news, and about what needs attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToDo {
    /// Put the widget back in place.
    CheckWidget,
    /// Let the server allow the crawler.
    AllowCrawler,
    /// Read the answers of the engines whose citation rate fell.
    ReadAnswers,
    /// Get more credits: monitors will stop.
    AddCredits,
    /// Look at the page that readers ask about more often.
    OpenPage,
}

words! {
    ToDo, "a thing to do":
    CheckWidget = "check_widget",
    AllowCrawler = "allow_crawler",
    ReadAnswers = "read_answers",
    AddCredits = "add_credits",
    OpenPage = "open_page",
}

impl NewsCode {
    /// Whether only the team reads it.
    pub const fn is_internal(self) -> bool {
        matches!(self, Self::WidgetMissing | Self::CrawlerRefused)
    }

    /// What the team can do about it.
    pub const fn to_do(self) -> Option<ToDo> {
        match self {
            Self::WidgetMissing => Some(ToDo::CheckWidget),
            Self::CrawlerRefused => Some(ToDo::AllowCrawler),
            Self::CitationLost => Some(ToDo::ReadAnswers),
            Self::PageRose => Some(ToDo::OpenPage),
            _ => None,
        }
    }
}

impl News {
    /// News without figures.
    pub fn plain(code: NewsCode, subject: Option<String>) -> Self {
        Self { code, subject, engine: None, value: None, previous: None }
    }

    /// News about a count.
    pub fn count(code: NewsCode, subject: Option<String>, value: i64, previous: i64) -> Self {
        Self { code, subject, engine: None, value: Some(value as f64), previous: Some(previous as f64) }
    }

    /// How much changed.
    fn size(&self) -> f64 {
        (self.value.unwrap_or_default() - self.previous.unwrap_or_default()).abs()
    }
}

/// The news for an audience, the most important first: by kind, then what concerns more questions and engines, then what
/// changed by more, then by name.
pub fn ranked(mut news: Vec<News>, audience: ReportAudience) -> Vec<News> {
    news.retain(|one| audience == ReportAudience::Team || !one.code.is_internal());
    let narrowness = |one: &News| u8::from(one.subject.is_some()) + u8::from(one.engine.is_some());
    news.sort_by(|one, other| {
        let by_kind = (one.code, narrowness(one)).cmp(&(other.code, narrowness(other)));
        by_kind
            .then(other.size().total_cmp(&one.size()))
            .then_with(|| (&one.subject, one.engine).cmp(&(&other.subject, other.engine)))
            .then_with(|| {
                (one.value, one.previous).partial_cmp(&(other.value, other.previous)).unwrap_or(Ordering::Equal)
            })
    });
    news
}

/// How much a site has to say, to list the one with the most news first: the number of news, then the most important one.
pub fn weight(news: &[News]) -> (usize, Option<Reverse<NewsCode>>) {
    (news.len(), news.first().map(|first| Reverse(first.code)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_news() -> impl Strategy<Value = News> {
        let code = prop::sample::select(NewsCode::EVERY.to_vec());
        let engine = prop::option::of(prop::sample::select(Engine::EVERY.to_vec()));
        let number = || prop::option::of(0_u32..50);
        (code, prop::option::of("[a-c]"), engine, number(), number()).prop_map(
            |(code, subject, engine, value, previous)| News {
                code,
                subject,
                engine,
                value: value.map(f64::from),
                previous: previous.map(f64::from),
            },
        )
    }

    proptest! {
        #[test]
        fn the_order_depends_on_the_news_alone_and_a_client_reads_nothing_internal(
            news in prop::collection::vec(any_news(), 0..12), turn in 0_usize..12,
        ) {
            let team = ranked(news.clone(), ReportAudience::Team);
            prop_assert_eq!(team.len(), news.len());
            prop_assert!(team.is_sorted_by_key(|one| one.code));
            let mut turned = news.clone();
            turned.rotate_left(turn.min(news.len()));
            turned.reverse();
            prop_assert_eq!(&ranked(turned, ReportAudience::Team), &team);
            let client = ranked(news, ReportAudience::Client);
            prop_assert!(client.iter().all(|one| !one.code.is_internal() && team.contains(one)));
            prop_assert_eq!(client.len(), team.iter().filter(|one| !one.code.is_internal()).count());
            prop_assert!(weight(&client) <= weight(&team));
        }
    }

    #[test]
    fn the_rate_of_all_questions_ranks_before_that_of_one_and_larger_changes_before_smaller() {
        let fall = |subject: Option<&str>, engine, value| News {
            code: NewsCode::CitationLost,
            subject: subject.map(str::to_owned),
            engine,
            value: Some(value),
            previous: Some(0.6),
        };
        let (all, question) = (fall(None, None, 0.5), fall(Some("a"), None, 0.1));
        let (small, large) =
            (fall(Some("a"), Some(Engine::OpenAi), 0.3), fall(Some("b"), Some(Engine::Perplexity), 0.2));
        let refused = News::plain(NewsCode::CrawlerRefused, Some("GPTBot".into()));
        let news = vec![small.clone(), question.clone(), refused.clone(), large.clone(), all.clone()];
        assert_eq!(ranked(news, ReportAudience::Team), [refused, all, question, large, small]);
    }
}
