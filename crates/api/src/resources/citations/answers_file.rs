//! A file with every answer of engines and every failure to answer, newest first.

use askline_app::ports::monitors::CitationFilter;
use askline_domain::{
    citations::{answer_reading::CitationOutcome, summary::total},
    shared::{
        ids::Id as _,
        paging::{MAX_PAGE_ROWS, PageRequest},
    },
};
use futures_util::stream;

use super::{query::Asked, view::CitationView};
use crate::{
    files::table_file::{
        Content, TableFile, Wanted,
        cell::{Cell, Row},
        words::Word,
    },
    pipeline::handling::{ApiError, Call, Reply, SiteAccess},
};

const COLUMNS: [Word; 10] = [
    Word::TrackedQuestion,
    Word::Engine,
    Word::Date,
    Word::Outcome,
    Word::Mentioned,
    Word::Position,
    Word::Searched,
    Word::Model,
    Word::AnswerExcerpt,
    Word::Credits,
];

struct Reading {
    call: Call<SiteAccess>,
    filter: CitationFilter,
    wanted: Wanted,
    /// The position of the last answer that was read; `None` at the start.
    last: Option<u128>,
    is_whole: bool,
}

/// The response that contains the file.
pub(super) async fn reply<T>(
    call: Call<SiteAccess>,
    asked: &Asked,
    filter: CitationFilter,
    wanted: Wanted,
) -> Result<Reply<T>, ApiError> {
    let found = call.app.ports().monitors.run_answers(call.tenant.site.site.id, &filter).await?;
    let counts = total(found.iter());
    let rows = usize::try_from(counts.samples.saturating_add(counts.failed)).unwrap_or(usize::MAX);
    let content = Content {
        what: Word::AnswersTable,
        window: asked.window,
        filters: filters_in_words(&call, &filter, wanted).await?,
        columns: COLUMNS.to_vec(),
        rows,
    };
    let file = TableFile::begin(&call, wanted, content).await?;
    let reading = Reading { call, filter, wanted, last: None, is_whole: false };
    file.reply(stream::try_unfold(reading, Reading::part))
}

impl Reading {
    async fn part(mut self) -> Result<Option<(Vec<Row>, Self)>, ApiError> {
        if self.is_whole {
            return Ok(None);
        }
        let page = PageRequest { limit: MAX_PAGE_ROWS, before: self.last };
        let site = self.call.tenant.site.site.id;
        let found = self.call.app.ports().monitors.citations(site, &self.filter, page).await?;
        self.is_whole = !found.has_more;
        self.last = found.items.last().map(|one| one.id.bits());
        let role = self.call.tenant.organization.role;
        let rows = found.items.into_iter().map(|one| self.row(CitationView::from(one).seen_by(role))).collect();
        Ok(Some((rows, self)))
    }

    fn row(&self, one: CitationView) -> Row {
        let word = |word: Word| Cell::Text(self.wanted.word(word).to_owned());
        let flag = |is: bool| word(if is { Word::Yes } else { Word::No });
        let answered = one.outcome.is_some();
        vec![
            Cell::Text(one.query),
            Cell::Text(one.engine.name().to_owned()),
            Cell::Moment(one.ran_at.0),
            word(outcome(one.outcome)),
            if answered { flag(one.mentioned) } else { Cell::Nothing },
            Cell::from(one.position.map(i64::from)),
            if answered { flag(one.searched) } else { Cell::Nothing },
            Cell::Text(one.model),
            one.answer_excerpt.map_or(Cell::Nothing, Cell::Text),
            Cell::from(one.credits_used.map(i64::from)),
        ]
    }
}

/// The filters of the answers: their names and values.
async fn filters_in_words(
    call: &Call<SiteAccess>,
    filter: &CitationFilter,
    wanted: Wanted,
) -> Result<Vec<(Word, String)>, ApiError> {
    let mut filters = Vec::new();
    if let Some(id) = filter.monitor {
        let found = call.app.ports().monitors.monitor(call.tenant.site.site.id, id).await?;
        let question = found.map_or_else(|| id.to_string(), |found| found.monitor.settings.query);
        filters.push((Word::TrackedQuestion, question));
    }
    filters.extend(filter.engine.map(|engine| (Word::Engine, engine.name().to_owned())));
    let yes_or_no = |is: bool| wanted.word(if is { Word::Yes } else { Word::No }).to_owned();
    filters.extend(filter.cited.map(|is| (Word::Cited, yes_or_no(is))));
    Ok(filters)
}

fn outcome(outcome: Option<CitationOutcome>) -> Word {
    match outcome {
        Some(CitationOutcome::Cited) => Word::Cited,
        Some(CitationOutcome::Consulted) => Word::Consulted,
        Some(CitationOutcome::Mentioned) => Word::Mentioned,
        Some(CitationOutcome::Absent) => Word::Absent,
        None => Word::Failed,
    }
}
