//! The dashboard's tables of counters as files. A file has every row, including those that a JSON response sums up.

use askline_app::{
    ports::analytics::{Counts, CountsQuestion, Split},
    reports::counters::{asked_question, named},
};
use askline_domain::{
    analytics::{
        BreakdownRow, OTHER,
        filter::{AnalyticsFilter, PageFilter},
        summed,
    },
    events::{CounterKind, visit_source::VisitKind},
    pages::identity::readable,
    services,
};
use futures_util::stream;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{beside::Beside, question::Question, reading::counts};
use crate::{
    files::table_file::{
        Content, TableFile, Wanted,
        cell::{Cell, Row},
        words::Word,
    },
    pipeline::handling::{ApiError, Call, Reply, SiteAccess},
};

macro_rules! tables {
    ($($Table:ident($Name:ident) $what:literal;)*) => { $(
        /// The table in the file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
        #[serde(rename_all = "lowercase")]
        pub enum $Table {
            #[doc = $what]
            $Name,
        }
    )* };
}

tables! {
    PagesTable(Pages) "Pages, or folders.";
    AssistantsTable(Assistants) "Assistants: asks, and visits from AI.";
    QuestionsTable(Questions) "Questions.";
    ItemsTable(Items) "Own items.";
    SourcesTable(Sources) "Visits by source.";
    SharesTable(Shares) "Shares by channel.";
    CrawlersTable(Crawlers) "Crawlers.";
}

/// The file that a query asks for, if it is one with a whole table. A table has rows of the whole period.
macro_rules! wanted_table {
    ($query:expr $(, $include:ident)?) => {{
        let query = &$query;
        let others = [
            ("interval", query.interval.is_some()),
            $((stringify!($include), !query.$include.is_empty()),)?
        ];
        $crate::files::table_file::Wanted::of(query.table, query.format, query.language, &others)?
    }};
}
pub(super) use wanted_table;

/// Every question and how often it was asked.
pub(super) async fn questions<T>(
    call: Call<SiteAccess>,
    question: Question,
    wanted: Wanted,
) -> Result<Reply<T>, ApiError> {
    let [found] = read(&call, &question, [CounterKind::QuestionClick]).await?;
    let rows = summed(found.breakdown.iter().map(|row| (asked_question(&row.detail), row.value)));
    let name = |id: &str| match call.tenant.site.reported().question_text(id) {
        Some(text) => text,
        None if id == "own" => wanted.word(Word::OwnQuestion).to_owned(),
        None if id == OTHER => wanted.word(Word::OtherQuestions).to_owned(),
        None => wanted.word(Word::GoneQuestion).to_owned(),
    };
    let kinds = (&[CounterKind::QuestionClick][..], Split::Detail);
    let beside = Beside::read(&call, &question, wanted, kinds, asked_question).await?;
    let rows = with_shares(rows, name, &beside);
    let columns = beside.columns(&[Word::Question, Word::QuestionAsks, Word::Share]);
    file(&call, &question, (wanted, Word::QuestionsTable), columns, rows).await
}

/// Every own item of the site and how often it was clicked.
pub(super) async fn items<T>(call: Call<SiteAccess>, question: Question, wanted: Wanted) -> Result<Reply<T>, ApiError> {
    let [found] = read(&call, &question, [CounterKind::ItemClick]).await?;
    let rows = summed(found.breakdown.iter().map(|row| (row.detail.clone(), row.value)));
    let name = |id: &str| match call.tenant.site.reported().item_label(id) {
        Some(label) => label,
        None if id == OTHER => wanted.word(Word::OtherItems).to_owned(),
        None => wanted.word(Word::GoneItem).to_owned(),
    };
    let kinds = (&[CounterKind::ItemClick][..], Split::Detail);
    let beside = Beside::read(&call, &question, wanted, kinds, str::to_owned).await?;
    let rows = with_shares(rows, name, &beside);
    let columns = beside.columns(&[Word::Item, Word::ItemClicks, Word::Share]);
    file(&call, &question, (wanted, Word::ItemsTable), columns, rows).await
}

/// Every assistant, its asks and the visits that it sent.
pub(super) async fn assistants<T>(
    call: Call<SiteAccess>,
    question: Question,
    wanted: Wanted,
) -> Result<Reply<T>, ApiError> {
    const KINDS: [CounterKind; 3] = [CounterKind::AiClick, CounterKind::QuestionClick, CounterKind::Visit];
    let [presses, questions, visits] = read(&call, &question, KINDS).await?;
    let asked = |row: &BreakdownRow| (named(&row.label), row.value);
    let asks = summed(presses.breakdown.iter().chain(&questions.breakdown).map(asked));
    let sent = visits.breakdown.iter().filter(|row| row.label == VisitKind::AiAssistant.as_str());
    let sent = summed(sent.map(|row| (row.detail.clone(), row.value)));
    let total = asks.iter().map(|(_, value)| value).sum();
    let back = |id: &str| sent.iter().find(|(sender, _)| sender == id).map_or(0, |(_, visits)| *visits);
    let beside = Beside::read(&call, &question, wanted, (&KINDS[..2], Split::Label), named).await?;
    let row = |id: &str, asks: i64| {
        let cells = vec![
            Cell::Text(name_of(&call, id, wanted)),
            Cell::Count(asks),
            Cell::share_of(asks, total),
            Cell::Count(back(id)),
        ];
        beside.with(cells, id, asks)
    };
    let only_sent = sent.iter().filter(|(id, _)| !asks.iter().any(|(asked, _)| asked == id)).map(|(id, _)| (id, 0));
    let rows = asks.iter().map(|(id, asks)| (id, *asks)).chain(only_sent).map(|(id, asks)| row(id, asks)).collect();
    let columns = beside.columns(&[Word::Assistant, Word::Asks, Word::Share, Word::VisitsBack]);
    file(&call, &question, (wanted, Word::AssistantsTable), columns, rows).await
}

/// Every source of visits.
pub(super) async fn sources<T>(
    call: Call<SiteAccess>,
    question: Question,
    wanted: Wanted,
) -> Result<Reply<T>, ApiError> {
    let [found] = read(&call, &question, [CounterKind::Visit]).await?;
    let rows = summed(found.breakdown.iter().map(|row| (asked_question(&row.detail), row.value)));
    let beside = Beside::read(&call, &question, wanted, (&[CounterKind::Visit], Split::Detail), asked_question).await?;
    let name = |id: &str| match id {
        "direct" => wanted.word(Word::Direct).to_owned(),
        id => name_of(&call, id, wanted),
    };
    let rows = with_shares(rows, name, &beside);
    let columns = beside.columns(&[Word::Source, Word::Visits, Word::Share]);
    file(&call, &question, (wanted, Word::SourcesTable), columns, rows).await
}

/// Every network with which pages were shared, and copies: what the overview counts as shares.
pub(super) async fn shares<T>(
    call: Call<SiteAccess>,
    question: Question,
    wanted: Wanted,
) -> Result<Reply<T>, ApiError> {
    const KINDS: [CounterKind; 2] = [CounterKind::SocialClick, CounterKind::Copy];
    let found = read(&call, &question, KINDS).await?;
    let rows = summed(found.iter().flat_map(|counts| &counts.breakdown).map(|row| (row.label.clone(), row.value)));
    let beside = Beside::read(&call, &question, wanted, (&KINDS, Split::Label), str::to_owned).await?;
    let name = |id: &str| match id {
        "copy" => wanted.word(Word::Copied).to_owned(),
        id => name_of(&call, id, wanted),
    };
    let rows = with_shares(rows, name, &beside);
    let columns = beside.columns(&[Word::SharedWith, Word::ShareClicks, Word::Share]);
    file(&call, &question, (wanted, Word::SharesTable), columns, rows).await
}

/// Every crawler that ran the widget.
pub(super) async fn crawlers<T>(
    call: Call<SiteAccess>,
    question: Question,
    wanted: Wanted,
) -> Result<Reply<T>, ApiError> {
    let [found] = read(&call, &question, [CounterKind::Crawler]).await?;
    let rows = summed(found.breakdown.iter().map(|row| (row.label.clone(), row.value)));
    let name = |id: &str| if id == OTHER { wanted.word(Word::Other).to_owned() } else { id.to_owned() };
    let beside = Beside::read(&call, &question, wanted, (&[CounterKind::Crawler], Split::Label), str::to_owned).await?;
    let rows = with_shares(rows, name, &beside);
    let columns = beside.columns(&[Word::Crawler, Word::Requests, Word::Share]);
    file(&call, &question, (wanted, Word::CrawlersTable), columns, rows).await
}

async fn read<const N: usize>(
    call: &Call<SiteAccess>,
    question: &Question,
    kinds: [CounterKind; N],
) -> Result<[Counts; N], ApiError> {
    let asked = kinds.iter().map(|kind| CountsQuestion::by_day(*kind, question.asked.window)).collect();
    let found = counts(call, &question.asked.filter, asked).await?;
    found.try_into().map_err(|_| ApiError::internal("as many answers as questions"))
}

/// Rows with a name, a count, and its share of the total; if they are compared, with the count of the previous period.
fn with_shares(rows: Vec<(String, i64)>, name: impl Fn(&str) -> String, beside: &Beside) -> Vec<Row> {
    let total = rows.iter().map(|(_, value)| value).sum();
    let row = |(id, value): (String, i64)| {
        let cells = vec![Cell::Text(name(&id)), Cell::Count(value), Cell::share_of(value, total)];
        beside.with(cells, &id, value)
    };
    rows.into_iter().map(row).collect()
}

async fn file<T>(
    call: &Call<SiteAccess>,
    question: &Question,
    (wanted, what): (Wanted, Word),
    columns: Vec<Word>,
    rows: Vec<Row>,
) -> Result<Reply<T>, ApiError> {
    let content = Content {
        what,
        window: question.asked.window,
        filters: filters_in_words(call, &question.asked.filter, wanted),
        columns,
        rows: rows.len(),
    };
    let file = TableFile::begin(call, wanted, content).await?;
    file.reply(stream::once(std::future::ready(Ok(rows))))
}

/// The filters of a table: their names and values.
pub(super) fn filters_in_words(
    call: &Call<SiteAccess>,
    filter: &AnalyticsFilter,
    wanted: Wanted,
) -> Vec<(Word, String)> {
    let page = filter.page.as_ref().map(|page| match page {
        PageFilter::Page(path) => (Word::Page, readable(path).into_owned()),
        PageFilter::Folder(path) => (Word::Folder, format!("{}/**", readable(path))),
    });
    let platform = filter.platform.as_deref().map(|id| (Word::Assistant, name_of(call, id, wanted)));
    page.into_iter().chain(platform).collect()
}

/// The name of an assistant, a network, a search engine or a host, as the dashboard shows it.
pub(super) fn name_of(call: &Call<SiteAccess>, id: &str, wanted: Wanted) -> String {
    let custom = &call.tenant.site.config.config.custom_platforms;
    let known = call.app.link_registry().get(id).map(|platform| platform.name.clone());
    let known = known
        .or_else(|| services::name_of(id).map(str::to_owned))
        .or_else(|| custom.iter().find(|platform| platform.id == id).map(|platform| platform.label.clone()));
    match known {
        Some(name) => name,
        None if id == OTHER => wanted.word(Word::Other).to_owned(),
        None if id.contains('.') => id.to_owned(),
        None => in_words(id),
    }
}

/// `google_news` as people write it: `Google news`.
fn in_words(id: &str) -> String {
    let text = id.strip_prefix("c_").unwrap_or(id).replace('_', " ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
