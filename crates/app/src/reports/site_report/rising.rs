//! The pages and questions that readers asked about far more often.

use askline_domain::{
    analytics::{
        filter::{AnalyticsFilter, PageFilter},
        panel::sums,
    },
    events::CounterKind,
    pages::identity::PageIdentifier,
    reports::{
        news::{News, NewsCode},
        rise::{MAX_RISEN, MIN_RISEN, has_risen},
    },
    shared::calendar::Window,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ports::{
        StoreResult,
        all::Ports,
        analytics::{Counts, CountsQuestion},
    },
    present_fields::every_field_present,
    reports::{counters::asked_question, overview::Overview, question::ReportedSite},
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

/// Reads what the pages and questions of the overview had in the window before, and keeps those that rose.
pub(super) async fn read(
    ports: &Ports,
    site: ReportedSite<'_>,
    overview: &Overview,
    before: Window,
) -> StoreResult<Rising> {
    let mut pages = Vec::new();
    for page in overview.pages.items.iter().filter(|page| page.asks >= MIN_RISEN) {
        let Some(path) = &page.path else { continue };
        let previous_asks = asks_of_page(ports, site, path, before).await?;
        if has_risen(page.asks, previous_asks) {
            pages.push(RisenPage { path: path.clone(), title: page.title.clone(), asks: page.asks, previous_asks });
        }
    }
    let mut questions = Vec::new();
    if overview.questions.items.iter().any(|row| row.value >= MIN_RISEN) {
        let asked = vec![CountsQuestion::by_day(CounterKind::QuestionClick, before)];
        let counts = ports.analytics.counts(site.site.id, &AnalyticsFilter::default(), asked).await?;
        let rows = counts.iter().flat_map(|counts| &counts.breakdown);
        let previous = sums(rows.map(|row| (asked_question(&row.detail), row.value)));
        for row in &overview.questions.items {
            let previous = previous.get(&row.question_id).copied().unwrap_or(0);
            if let Some(question) = row.question.clone().filter(|_| has_risen(row.value, previous)) {
                questions.push(RisenQuestion {
                    question_id: row.question_id.clone(),
                    question,
                    question_clicks: row.value,
                    previous_question_clicks: previous,
                });
            }
        }
    }
    pages.sort_by_key(|page| page.previous_asks - page.asks);
    questions.sort_by_key(|one| one.previous_question_clicks - one.question_clicks);
    pages.truncate(MAX_RISEN);
    questions.truncate(MAX_RISEN);
    Ok(Rising { pages, questions })
}

async fn asks_of_page(ports: &Ports, site: ReportedSite<'_>, path: &str, window: Window) -> StoreResult<i64> {
    let Some(page) = PageFilter::of(path, &PageIdentifier::new(&site.site.pages)) else { return Ok(0) };
    let filter = AnalyticsFilter { page: Some(page), platform: None };
    let asked = [CounterKind::AiClick, CounterKind::QuestionClick].map(|kind| CountsQuestion::by_day(kind, window));
    let counts = ports.analytics.counts(site.site.id, &filter, asked.to_vec()).await?;
    Ok(counts.iter().map(Counts::total).sum())
}
