//! The pages and questions that readers asked about far more often.

use askline_domain::reports::{
    news::{News, NewsCode},
    rise::{MAX_RISEN, has_risen},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    present_fields::every_field_present,
    reports::overview::{Overview, OverviewPage, OverviewQuestion},
};

/// What rose, of the pages and questions that the overview lists: those with the most asks.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ReportRising")]
pub struct Rising {
    /// Pages, the largest rise first.
    pub pages: Vec<RisenPage>,
    /// Questions, the largest rise first.
    pub questions: Vec<RisenQuestion>,
}

/// A page that rose.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present, rename = "ReportRisenPage")]
pub struct RisenPage {
    /// The path in its latest spelling.
    pub path: String,
    /// The latest title.
    pub title: Option<String>,
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
    /// The asks of the previous period.
    pub previous_asks: i64,
}

/// A question that rose.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReportRisenQuestion")]
pub struct RisenQuestion {
    /// The question's id.
    pub question_id: String,
    /// Its current text.
    pub question: String,
    /// Clicks on a question, suggested or the reader's own.
    pub question_clicks: i64,
    /// The clicks of the previous period.
    pub previous_question_clicks: i64,
}

impl Rising {
    /// The news about it.
    pub(super) fn news(&self) -> impl Iterator<Item = News> {
        let pages = self
            .pages
            .iter()
            .map(|page| News::count(NewsCode::PageRose, Some(page.path.clone()), page.asks, page.previous_asks));
        pages.chain(self.questions.iter().map(|one| {
            let subject = Some(one.question.clone());
            News::count(NewsCode::QuestionRose, subject, one.question_clicks, one.previous_question_clicks)
        }))
    }
}

/// The pages and questions of the overview that rose since the previous period, which each of its rows has.
pub(super) fn of(overview: &Overview) -> Rising {
    let page = |row: &OverviewPage| {
        let (path, previous_asks) = (row.path.clone()?, row.before.previous?);
        let risen = RisenPage { path, title: row.title.clone(), asks: row.asks, previous_asks };
        has_risen(row.asks, previous_asks).then_some(risen)
    };
    let question = |row: &OverviewQuestion| {
        let (question, previous) = (row.question.clone()?, row.before.previous?);
        has_risen(row.value, previous).then(|| RisenQuestion {
            question_id: row.question_id.clone(),
            question,
            question_clicks: row.value,
            previous_question_clicks: previous,
        })
    };
    let mut pages: Vec<_> = overview.pages.items.iter().filter_map(page).collect();
    let mut questions: Vec<_> = overview.questions.items.iter().filter_map(question).collect();
    pages.sort_by_key(|page| page.previous_asks - page.asks);
    questions.sort_by_key(|one| one.previous_question_clicks - one.question_clicks);
    pages.truncate(MAX_RISEN);
    questions.truncate(MAX_RISEN);
    Rising { pages, questions }
}
