//! The overview of a site: its counts, traffic sources, clicks and citation rates.

mod counted;
pub mod not_filtered;
mod panel_changes;
mod panels;
mod reads;
mod view;

use std::collections::BTreeSet;

use askline_domain::{
    analytics::{
        PageSort,
        filter::{AnalyticsFilter, PageFilter},
        page_list::question::PagesQuestion,
        panel::{MAX_PANEL_ROWS, Panel},
    },
    events::CounterKind,
    pages::identity::PageAddresses,
    sites::Site,
};
use jiff::Timestamp;

use self::{
    counted::Counted,
    panel_changes::{PanelChanges, PanelsBefore},
};
pub use self::{panels::*, reads::ReadsRow, view::*};
use super::{
    citation_figures::{CitationFigures, cited_paths},
    clear_counts::{History, OVERVIEW_COUNTS},
    page_changes::{self, PageChanges},
    question::{Question, ReportedSite},
    row_changes::Tested,
};
use crate::ports::{
    StoreResult,
    all::Ports,
    analytics::{Counts, CountsQuestion, Split},
};

/// The counters that only panels show.
const PANELS: [CounterKind; 6] = {
    use CounterKind::{Crawler, DeviceAsk, DeviceView, ItemClick, LibraryView, Visit};
    [Visit, Crawler, DeviceView, DeviceAsk, LibraryView, ItemClick]
};

/// Reads the overview of a site as of `now`. All counters except those by page are as of the same
/// moment.
pub async fn read(ports: &Ports, site: ReportedSite<'_>, question: &Question, now: Timestamp) -> StoreResult<Overview> {
    let ReportedSite { site: Site { id, .. }, time_zone: zone, .. } = site;
    let mut asked = Counted::questions(question.window, question);
    asked.extend(PANELS.map(|kind| CountsQuestion::by_day(kind, question.window)));
    let history = question.before.map(|before| History::of(question.window, before, now, zone));
    let tested = question.before.map(|before| Tested::of(&question.filter, question.window, before, (now, zone)));
    let of_history: Vec<_> = history.iter().flat_map(History::questions).collect();
    let history_answers = of_history.len();
    if let Some(before) = question.before {
        let panels = PANELS.map(|kind| CountsQuestion::by_day(kind, before.window));
        let then = Counted::questions(before.window, question).into_iter().chain(panels);
        asked.extend(then.map(|ask| CountsQuestion { cut: before.cut, ..ask }));
        let by_label = |ask| CountsQuestion { split: Split::Label, ..ask };
        asked.extend(of_history.into_iter().map(by_label));
        asked.extend(tested.into_iter().flat_map(panel_changes::questions));
    }
    let mut answers = ports.analytics.counts(*id, &question.filter, asked).await?.into_iter();
    let counted = Counted::take(&mut answers);
    let [visits, crawlers, device_views, device_asks, libraries, items] =
        PANELS.map(|_| answers.next().unwrap_or_default());
    let citations = CitationFigures::read(ports, *id, zone, question.window).await?;
    let (pages, citations) = pages(ports, site, question, citations, now).await?;
    let (previous, difference, changes) = match question.before {
        None => (None, None, PanelChanges::default()),
        Some(before) => {
            let counted_now = &counted;
            let counted = Counted::take(&mut answers);
            let [visits, crawlers, device_views, _, _, items] = PANELS.map(|_| answers.next().unwrap_or_default());
            let panels = PanelsBefore { visits, crawlers, device_views, items };
            let mut then = CitationFigures::read(ports, *id, zone, before.window).await?;
            if let Some(PageFilter::Page(page)) = &question.filter.page {
                then = then.with_pages(ports, [page.clone()].into_iter()).await?;
            }
            let days: Vec<Counts> = answers.by_ref().take(history_answers).collect();
            let by_row: Vec<Counts> = answers.collect();
            let tested = tested.unwrap_or(Tested::Filtered);
            let changes_of_rows = PanelChanges::of(tested, (&counted, &panels), &days, &by_row);
            let clear = |history: &History| history.clear(&days, OVERVIEW_COUNTS);
            let changes = |history: &History| history.changes(&days, counted_now.sums());
            let previous = PreviousOverview {
                clear_changes: history.as_ref().map(clear).unwrap_or_default(),
                changes: history.as_ref().map(changes).unwrap_or_default(),
                totals: counted.totals(before.window.days()),
                series: counted.series(&question.rows(before.window, zone)),
                citations: then.narrowed(&question.filter),
            };
            let is_of_site = question.filter == AnalyticsFilter::default();
            (Some(previous), is_of_site.then(|| citations.difference_from(&then)), changes_of_rows)
        }
    };
    let rows = question.rows(question.window, zone);
    let is_of_site = question.filter == AnalyticsFilter::default();
    let citation_changes = if is_of_site { ports.monitors.current_changes(&[*id], now).await? } else { Vec::new() };
    Ok(Overview {
        not_filtered: not_filtered::of_overview(&question.filter),
        site: OverviewSite::of(site.site),
        totals: counted.totals(question.window.days()),
        series: counted.series(&rows),
        by_platform: counted.by_platform(&rows),
        assistants: assistants(
            &counted.ai_clicks,
            &counted.question_clicks,
            &counted.ai_referrals,
            &changes.assistants,
        ),
        pages,
        questions: questions(&counted.question_clicks, site, &changes.questions),
        items: panels::items(&items, site, &changes.items),
        referrers: kinds_of_source(&visits),
        sources: sources(&visits, &changes.sources),
        shares: shares(&counted.social_clicks, &counted.copies, &changes.shares),
        crawlers: crawler_hits(&crawlers, &changes.crawlers),
        reads: reads::of_crawlers(ports, *id, question).await?,
        automation: automation(&crawlers, &libraries),
        devices: devices(&device_views, &device_asks, &changes.devices),
        citations: OverviewCitations {
            total: citations.narrowed(&question.filter),
            questions: citations.questions(),
            by_engine: if is_of_site { citations.by_engine() } else { Vec::new() },
            changes: citation_changes,
            difference,
        },
        previous,
    })
}

async fn pages(
    ports: &Ports,
    site: ReportedSite<'_>,
    question: &Question,
    citations: CitationFigures,
    now: Timestamp,
) -> StoreResult<(Panel<OverviewPage>, CitationFigures)> {
    let PageChanges { previous, changes } = match question.before {
        Some(before) => {
            let (site, asked) = ((site.site.id, site.time_zone), (&question.filter, question.window));
            page_changes::read(ports, site, asked, before, now).await?
        }
        None => PageChanges::default(),
    };
    let asked = PagesQuestion {
        filter: question.filter.clone(),
        by_folder: false,
        search: None,
        sort: PageSort::Asks,
        descending: true,
        citations: cited_paths(ports, site.site.id, site.time_zone, question.window).await?,
        previous_asks: previous,
        after: None,
        limit: MAX_PANEL_ROWS as u32,
    };
    let found = ports.analytics.pages(site.site.id, question.window, &asked).await?;
    let asked_page = match &question.filter.page {
        Some(PageFilter::Page(page)) => Some(page.clone()),
        _ => None,
    };
    let paths = found.rows.iter().filter_map(|row| row.path.clone()).chain(asked_page);
    let paths = paths.collect::<BTreeSet<_>>().into_iter();
    let citations = citations.with_pages(ports, paths).await?;
    let addresses = PageAddresses::new(&site.site.domain, &site.site.pages);
    let mut items: Vec<_> =
        found.rows.into_iter().map(|row| OverviewPage::of(row, &citations, &addresses, &changes)).collect();
    if question.filter.platform.is_some() {
        // Beside a rate that is left out, a page has none either.
        for page in &mut items {
            (page.citation_share, page.interval95) = (None, None);
        }
    }
    Ok((Panel { total: found.totals.pages, items }, citations))
}
