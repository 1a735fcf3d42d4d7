//! The complete list of pages as a file. It is read in parts; the order of the pages is determined with the first part.

use askline_app::reports::{
    before::Before,
    citation_figures::{CitationFigures, cited_paths},
    page_changes::{self, PageChanges},
    page_reads::{PageReadCounts, RowsReads, has_log},
    pages::{BesideRows, PageItem, PagesReport},
    row_changes::RowChanges,
};
use askline_domain::{
    analytics::page_list::question::{PagePosition, PagesAnswer, PagesQuestion},
    pages::identity::{PageAddresses, readable},
    shared::calendar::Window,
};
use futures_util::stream;

use crate::{
    files::table_file::{
        Content, TableFile, Wanted,
        cell::{Cell, Row},
        slot_for_part,
        words::Word,
    },
    pipeline::{
        handling::{ApiError, Call, Caller, Reply, SiteAccess},
        work_pools::WorkPool,
    },
    resources::analytics::{
        beside,
        tables::{filters_in_words, name_of},
    },
};

const COLUMNS: [Word; 16] = [
    Word::Page,
    Word::Title,
    Word::AiAsks,
    Word::TopAssistant,
    Word::Questions,
    Word::VisitsFromAi,
    Word::Cited,
    Word::Citations,
    Word::Views,
    Word::AsksPer100Views,
    Word::LastClick,
    Word::ReadsForTraining,
    Word::ReadsForIndex,
    Word::ReadsForPerson,
    Word::ReadsByAgents,
    Word::LastRead,
];
/// The columns of what crawlers read.
const OF_READS: [Word; 5] =
    [Word::ReadsForTraining, Word::ReadsForIndex, Word::ReadsForPerson, Word::ReadsByAgents, Word::LastRead];

/// The columns that the table has a value for: a rate is known of one page and not of a folder, and no assistant has citations or
/// reads.
fn columns_of(pages: &PagesQuestion, has_reads: bool) -> Vec<Word> {
    let is_filled = |column: &Word| match column {
        column if OF_READS.contains(column) => has_reads,
        Word::Cited => !pages.by_folder && pages.filter.platform.is_none(),
        Word::Citations => pages.filter.platform.is_none(),
        _ => true,
    };
    COLUMNS.into_iter().filter(is_filled).collect()
}

/// The progress of reading a file: what is read, and where the next part begins.
struct Reading {
    call: Call<SiteAccess>,
    window: Window,
    pages: PagesQuestion,
    wanted: Wanted,
    changes: RowChanges,
    has_reads: bool,
    /// The columns that the rows have.
    shown: Vec<Word>,
    next: Next,
}

enum Next {
    /// The first part, which was read before the response began.
    Here(PagesAnswer),
    After(PagePosition),
    End,
}

/// The response with the file. Errors in the first part are still reported in the envelope.
pub(crate) async fn reply(
    mut call: Call<SiteAccess>,
    (window, before): (Window, Option<Before>),
    pages: PagesQuestion,
    wanted: Wanted,
) -> Result<Reply<PagesReport>, ApiError> {
    let entry = &call.tenant.site;
    let citations = cited_paths(call.app.ports(), entry.site.id, &entry.time_zone, window).await?;
    let PageChanges { previous: previous_asks, changes } = match before {
        Some(before) => {
            let (site, asked) = ((entry.site.id, &entry.time_zone), (&pages.filter, window));
            page_changes::read(call.app.ports(), site, asked, before, call.request.at).await?
        }
        None => PageChanges::default(),
    };
    let pages = PagesQuestion { citations, previous_asks, ..pages };
    let (analytics, site, asked) = (call.app.ports().analytics.clone(), entry.site.id, pages.clone());
    let first = call.take_slot()?.finish(async move { analytics.pages(site, window, &asked).await }).await??;
    // The totals count pages, of which a folder has many. So if the first part is the whole list, its rows are counted instead.
    let is_whole = first.next.is_none();
    let rows = if is_whole { first.rows.len() } else { usize::try_from(first.totals.pages).unwrap_or(usize::MAX) };
    let by_folder = pages.by_folder;
    // The viewers of a shared link see what crawlers read in a panel of its own.
    let has_reads = pages.filter.platform.is_none()
        && !matches!(call.caller, Caller::Link(_))
        && has_log(&*call.app.ports().crawler_reads, site).await?;
    let shown = columns_of(&pages, has_reads);
    let columns = shown.iter().map(|column| match *column {
        Word::Page if by_folder => Word::Folder,
        column => column,
    });
    let more = if pages.previous_asks.is_some() { &beside::COLUMNS[..] } else { &[] };
    let columns = columns.chain(more.iter().copied()).collect();
    let what = if by_folder { Word::FoldersTable } else { Word::PagesTable };
    let search = pages.search.clone().map(|text| (Word::Search, text));
    let filters = filters_in_words(&call, &pages.filter, wanted).into_iter().chain(search).collect();
    let file = TableFile::begin(&call, wanted, Content { what, window, filters, columns, rows }).await?;
    let reading = Reading { call, window, pages, wanted, changes, has_reads, shown, next: Next::Here(first) };
    file.reply(stream::try_unfold(reading, Reading::part))
}

impl Reading {
    /// The rows of the next part, and the progress after it.
    async fn part(mut self) -> Result<Option<(Vec<Row>, Self)>, ApiError> {
        let answer = match std::mem::replace(&mut self.next, Next::End) {
            Next::End => return Ok(None),
            Next::Here(answer) => answer,
            Next::After(place) => {
                self.pages.after = Some(place);
                let _place = slot_for_part(&self.call, WorkPool::PageList).await?;
                let (ports, site) = (self.call.app.ports(), self.call.tenant.site.site.id);
                ports.analytics.pages(site, self.window, &self.pages).await?
            }
        };
        if let Some(place) = answer.next {
            self.next = Next::After(place);
        }
        let paths: Vec<String> = answer.rows.iter().filter_map(|row| row.path.clone()).collect();
        let (ports, entry) = (self.call.app.ports(), &self.call.tenant.site);
        let figures = CitationFigures::read(ports, entry.site.id, &entry.time_zone, self.window).await?;
        let figures = figures.with_pages(ports, paths.iter().cloned()).await?;
        let reads = if self.has_reads {
            RowsReads::read(ports, entry.site.id, self.window, paths).await?
        } else {
            RowsReads::default()
        };
        let addresses = PageAddresses::new(&entry.site.domain, &entry.site.pages);
        let beside = BesideRows { answers: &figures, addresses: &addresses, changes: &self.changes, reads: &reads };
        let rows = answer.rows.into_iter().map(|row| self.row(PageItem::of(row, &beside))).collect();
        Ok(Some((rows, self)))
    }

    fn row(&self, page: PageItem) -> Row {
        let other = || self.wanted.word(Word::OtherPages).to_owned();
        let PageItem { counted, citation_share, click_rate, reads, last_read_at, before, .. } = page;
        let read = |count: fn(PageReadCounts) -> u64| {
            let count = reads.map(count).and_then(|count| i64::try_from(count).ok());
            count.map_or(Cell::Nothing, Cell::Count)
        };
        let asks = counted.ai_clicks + counted.question_clicks;
        let assistant = counted.top_platform.as_deref().map(|id| name_of(&self.call, id, self.wanted));
        let cells = [
            Cell::Text(counted.path.map_or_else(other, |path| readable(&path).into_owned())),
            Cell::Text(counted.title.unwrap_or_default()),
            Cell::Count(asks),
            assistant.map_or(Cell::Nothing, Cell::Text),
            Cell::Count(counted.question_clicks),
            Cell::Count(counted.ai_referrals),
            citation_share.map_or(Cell::Nothing, Cell::Share),
            Cell::Count(counted.citations),
            Cell::Count(counted.views),
            click_rate.map_or(Cell::Nothing, |rate| Cell::Decimal(rate * 100.0)),
            counted.last_click_at.map_or(Cell::Nothing, Cell::Moment),
            read(|reads| reads.training),
            read(|reads| reads.search),
            read(|reads| reads.user),
            read(|reads| reads.agent),
            last_read_at.map_or(Cell::Nothing, |at| Cell::Moment(at.0)),
        ];
        let of = COLUMNS.iter().zip(cells).filter(|(column, _)| self.shown.contains(column));
        let compared = beside::compared(before, asks, self.wanted);
        let compared = compared.into_iter().filter(|_| self.pages.previous_asks.is_some());
        of.map(|(_, cell)| cell).chain(compared).collect()
    }
}
