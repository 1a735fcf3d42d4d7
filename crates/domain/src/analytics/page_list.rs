//! Builds a list of pages with sums, search and order, in bounded memory. A store passes in every page with activity,
//! in any order, and then the cited pages without activity. It then reads the details of the few pages that are shown.

mod first_pages;
mod folders;
pub mod question;
mod summed;

use std::{
    collections::{BTreeMap, HashMap},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
};

use self::{
    first_pages::{FirstPages, Order},
    folders::Folders,
    question::{PagePosition, PageTotals, PagesAnswer, PagesQuestion},
};
use super::{
    OTHER_PAGE, PageRow, PageSort,
    page_day::PageDay,
    page_orders::{KeptOrder, PageNumber, PageOrders, Place},
};
use crate::{
    pages::identity::readable,
    shared::{
        calendar::{UnreadableTime, Window},
        ids::SiteId,
    },
};

pub use summed::Summed;

/// The maximum number of pages whose order is kept while a caller reads page by page; the list continues after them by
/// key.
const MAX_ORDERED: usize = 50_000;

/// A list to which pages are being added.
pub struct Listing<'q> {
    question: &'q PagesQuestion,
    site: SiteId,
    orders: &'q PageOrders,
    /// A hash of the query and the site's revision.
    asked: u64,
    search: Option<Search>,
    /// Pages that were cited, or asked about in the previous window, and have not been passed in yet.
    uncounted: BTreeMap<String, Elsewhere>,
    totals: PageTotals,
    folders: Option<Folders>,
    part: Part,
}

/// The requested part of the list.
enum Part {
    /// The next rows of a kept order.
    OfOrder { id: u64, order: Arc<KeptOrder>, wanted: Wanted, found: Vec<(usize, Summed)> },
    /// The first rows, or the rows after the last one shown. `known` is the order that is already kept for the query.
    First { pages: Box<FirstPages>, known: Option<u64> },
}

/// The requested pages of an order, and their positions in the response.
#[derive(Default)]
struct Wanted {
    counted: HashMap<PageNumber, usize>,
    cited: HashMap<String, usize>,
}

impl Wanted {
    fn of<'o>(places: impl Iterator<Item = Place<'o>>) -> Self {
        let mut wanted = Self::default();
        for (at, place) in places.enumerate() {
            match place {
                Place::Counted(number) => drop(wanted.counted.insert(number, at)),
                Place::Cited(path) => drop(wanted.cited.insert(path.to_owned(), at)),
            }
        }
        wanted
    }

    fn len(&self) -> usize {
        self.counted.len() + self.cited.len()
    }

    fn place_of(&self, page: &Summed) -> Option<usize> {
        let counted = page.number.and_then(|number| self.counted.get(&number));
        // A page that was only cited may have been viewed in the meantime.
        counted.or_else(|| self.cited.get(&page.path)).copied()
    }
}

/// What is known about a page from elsewhere.
#[derive(Debug, Clone, Copy, Default)]
pub struct Elsewhere {
    /// The number of answers that cite it.
    pub citations: i64,
    /// Its asks in the previous window.
    pub previous_asks: i64,
}

impl Elsewhere {
    fn of_pages(question: &PagesQuestion) -> BTreeMap<String, Self> {
        let mut pages = BTreeMap::<String, Self>::new();
        for (path, citations) in &question.citations {
            pages.entry(path.clone()).or_default().citations = *citations;
        }
        for (path, asks) in question.previous_asks.iter().flatten() {
            pages.entry(path.clone()).or_default().previous_asks = *asks;
        }
        pages
    }
}

/// The requested part of a list.
pub struct Listed {
    /// Sums over all pages that match.
    pub totals: PageTotals,
    /// The requested rows.
    pub shown: Vec<Summed>,
    /// The position where the list continues; `None` at the end.
    pub next: Option<PagePosition>,
    /// Whether the asks of the previous window are known.
    is_compared: bool,
}

impl Listed {
    /// The answer to the query, which is filtered by `platform` if there is one. `most_pressed` reads the platform
    /// whose buttons were clicked most on a page.
    pub fn into_answer<E: From<UnreadableTime>>(
        self,
        platform: Option<&str>,
        mut most_pressed: impl FnMut(&Summed) -> Result<Option<String>, E>,
    ) -> Result<PagesAnswer, E> {
        let rows = self.shown.into_iter().map(|page| {
            let top_platform = match platform {
                // Buttons of other platforms may have been clicked, but the filter excludes them.
                Some(platform) => Some(platform).filter(|_| page.sums.ai_clicks > 0).map(str::to_owned),
                None => most_pressed(&page)?,
            };
            let previous_asks = self.is_compared.then_some(page.previous_asks);
            Ok(PageRow { previous_asks, ..page.into_row(top_platform)? })
        });
        Ok(PagesAnswer { totals: self.totals, rows: rows.collect::<Result<_, E>>()?, next: self.next })
    }
}

/// What a page is called.
#[derive(Debug, Clone, Copy)]
pub struct PageWords<'p> {
    /// Its path.
    pub path: &'p str,
    /// How its address is spelled, if not as its path.
    pub spelling: Option<&'p str>,
    /// The latest title.
    pub title: Option<&'p str>,
}

/// A text that a path, its spelling or a title must contain, whether it is typed escaped or readable.
struct Search {
    text: String,
    /// The text without escapes, if it has some.
    decoded: Option<String>,
}

impl Search {
    fn of(text: &str) -> Self {
        let decoded = || percent_encoding::percent_decode_str(text).decode_utf8_lossy().to_lowercase();
        Self { text: text.to_lowercase(), decoded: text.contains('%').then(decoded) }
    }

    fn finds(&self, PageWords { path, spelling, title }: PageWords<'_>) -> bool {
        self.finds_path(path)
            || spelling.is_some_and(|spelling| self.finds_path(spelling))
            || title.is_some_and(|title| title.to_lowercase().contains(&self.text))
    }

    fn finds_path(&self, path: &str) -> bool {
        path.to_lowercase().contains(&self.text)
            || ((path.contains('%') || self.decoded.is_some())
                && readable(path).to_lowercase().contains(self.decoded.as_ref().unwrap_or(&self.text)))
    }
}

impl<'q> Listing<'q> {
    /// Starts a list of a site's pages. `revision` is the site's revision, read before the pages.
    pub fn new(
        (site, revision): (SiteId, u64),
        window: Window,
        question: &'q PagesQuestion,
        orders: &'q PageOrders,
    ) -> Self {
        let limit = question.limit as usize;
        let asked = asked(revision, window, question);
        let kept = question.after.as_ref().and_then(|place| {
            let id = place.order?;
            Some((id, orders.get(site, id)?, place.passed as usize))
        });
        let part = match kept {
            Some((id, order, passed)) => {
                let wanted = Wanted::of(order.from(passed).take(limit));
                Part::OfOrder { id, order, wanted, found: Vec::new() }
            }
            None => {
                let by = Order { by: question.sort, descending: question.descending };
                let known = orders.of_question(site, asked);
                // One row more than is shown, to know whether more rows follow.
                let wanted = if known.is_some() || limit == 0 { limit + 1 } else { MAX_ORDERED };
                let pages = FirstPages::new(by, question.after.as_ref().map(Summed::of_place), wanted);
                Part::First { pages: Box::new(pages), known }
            }
        };
        Self {
            question,
            site,
            orders,
            asked,
            search: question.search.as_deref().map(Search::of),
            uncounted: Elsewhere::of_pages(question),
            totals: PageTotals::default(),
            folders: question.by_folder.then(|| Folders::below(question.filter.page.as_ref())),
            part,
        }
    }

    /// Adds a page with activity in the window.
    pub fn add_counted(&mut self, number: PageNumber, words: PageWords<'_>, last_click_at: Option<i64>, sums: PageDay) {
        let Elsewhere { citations, previous_asks } = self.uncounted.remove(words.path).unwrap_or_default();
        if self.matches(words) {
            let PageWords { path, spelling, title } = words;
            let (spelling, title) = (spelling.map(str::to_owned), title.map(str::to_owned));
            let path = path.to_owned();
            let number = Some(number);
            self.take(Summed { number, path, spelling, title, last_click_at, sums, citations, previous_asks }, true);
        }
    }

    /// Takes the pages without activity that are listed, too. They must be added after all others.
    pub fn take_uncounted(&mut self) -> BTreeMap<String, Elsewhere> {
        let mut uncounted = std::mem::take(&mut self.uncounted);
        // Beside other figures than changes, a page with nothing to count would be a row of zeros.
        uncounted.retain(|_, page| page.citations > 0 || self.question.sort == PageSort::Change);
        uncounted
    }

    /// Adds a page without activity in the window that was cited, or asked about in the previous one.
    pub fn add_uncounted(&mut self, page: Summed) {
        let words = PageWords { path: &page.path, spelling: page.spelling.as_deref(), title: page.title.as_deref() };
        if self.matches(words) {
            let is_cited = page.citations > 0;
            self.take(page, is_cited);
        }
    }

    fn matches(&self, words: PageWords<'_>) -> bool {
        let wanted = self.question.filter.page.as_ref();
        if words.path == OTHER_PAGE {
            return wanted.is_none() && self.search.is_none();
        }
        wanted.is_none_or(|wanted| wanted.admits(words.path))
            && self.search.as_ref().is_none_or(|search| search.finds(words))
    }

    /// Takes a page that matches; `is_counted` if it is one of the pages of the period.
    fn take(&mut self, page: Summed, is_counted: bool) {
        if self.question.filter.platform.is_some() && !page.sums.has_platform() {
            return;
        }
        if is_counted {
            add(&mut self.totals, &page);
        }
        match &mut self.folders {
            Some(folders) => folders.add(page),
            None => self.part.offer(page),
        }
    }

    /// Finishes the list. The details of the shown pages are still missing; [`Listed::into_answer`] adds them.
    pub fn into_listed(mut self) -> Listed {
        if let Some(folders) = self.folders.take() {
            folders.into_rows().for_each(|row| self.part.offer(row));
        }
        let Self { question, site, orders, asked, totals, part, .. } = self;
        let limit = question.limit as usize;
        let is_compared = question.previous_asks.is_some();
        match part {
            Part::OfOrder { id, order, wanted, mut found } => {
                found.sort_by_key(|(at, _)| *at);
                // Pages that were deleted since the order was kept are skipped.
                let shown: Vec<Summed> = found.into_iter().map(|(_, page)| page).collect();
                let place = question.after.as_ref();
                let passed = place.map_or(0, |place| place.passed as usize) + wanted.len();
                let last = shown.last().map(|page| page.next(None, 0)).or_else(|| place.cloned());
                let next = last.and_then(|last| match order.from(passed).next() {
                    Some(_) => {
                        Some(PagePosition { order: Some(id), passed: passed.try_into().unwrap_or(u32::MAX), ..last })
                    }
                    None => order.is_cut_short().then_some(PagePosition { order: None, passed: 0, ..last }),
                });
                Listed { totals, shown, next, is_compared }
            }
            Part::First { pages, known } => {
                let (mut pages, cut_short) = pages.into_sorted();
                let has_more = limit > 0 && (pages.len() > limit || cut_short);
                let next = pages.get(limit.min(pages.len()).wrapping_sub(1)).filter(|_| has_more).map(|last| {
                    let keep = || orders.keep(site, asked, KeptOrder::of(pages.iter().map(Summed::place), cut_short));
                    last.next(known.or_else(keep), limit)
                });
                pages.truncate(limit);
                Listed { totals, shown: pages, next, is_compared }
            }
        }
    }
}

impl Part {
    fn offer(&mut self, page: Summed) {
        match self {
            Self::OfOrder { wanted, found, .. } => found.extend(wanted.place_of(&page).map(|at| (at, page))),
            Self::First { pages, .. } => pages.offer(page),
        }
    }
}

/// A hash of the query and the site's revision, which identifies an order.
fn asked(revision: u64, window: Window, question: &PagesQuestion) -> u64 {
    let mut hasher = DefaultHasher::new();
    (revision, window.from.0, window.to.0).hash(&mut hasher);
    // The limit does not change the order.
    PagesQuestion { limit: 0, ..question.clone() }.hash(&mut hasher);
    hasher.finish()
}

/// Adds a page to the totals; the row of other pages is not a page.
fn add(totals: &mut PageTotals, page: &Summed) {
    totals.pages += u64::from(!page.is_other());
    // A counter is never negative.
    totals.views += page.sums.views.unsigned_abs();
    totals.ai_clicks += page.sums.ai_clicks.unsigned_abs();
    totals.social_clicks += page.sums.social_clicks.unsigned_abs();
    totals.question_clicks += page.sums.question_clicks.unsigned_abs();
}
