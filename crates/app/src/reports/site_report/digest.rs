//! The report, cut to what fits into an email.

use askline_domain::reports::digest::{MAX_MAILED_ROWS, MailedChange, MailedFigure, MailedNeed, SiteDigest};

use super::{Need, ReportFigure, ReportedChange, SiteReport};

/// The maximum number of characters of a passage in an email.
const MAX_PASSAGE_CHARACTERS: usize = 200;

impl From<SiteReport> for SiteDigest {
    fn from(report: SiteReport) -> Self {
        let SiteReport { site, mut news, to_do, figures, citation_changes, rising, needs, .. } = report;
        let pages = rising.pages.into_iter().map(|page| (page.path, page.asks, page.previous_asks));
        let questions =
            rising.questions.into_iter().map(|one| (one.question, one.question_clicks, one.previous_question_clicks));
        let mut rising: Vec<_> = pages.chain(questions).collect();
        rising.sort_by_key(|(_, value, previous)| previous - value);
        rising.truncate(MAX_MAILED_ROWS);
        news.truncate(MAX_MAILED_ROWS);
        Self {
            site_id: site.id,
            name: site.name,
            domain: site.domain,
            news,
            to_do,
            figures: figures.iter().map(figure).collect(),
            changes: citation_changes.into_iter().take(MAX_MAILED_ROWS).map(change).collect(),
            rising,
            needs: needs.into_iter().take(MAX_MAILED_ROWS).map(need).collect(),
        }
    }
}

fn figure(figure: &ReportFigure) -> MailedFigure {
    let ReportFigure { figure, value, previous, change, .. } = *figure;
    MailedFigure { figure, value, previous, change }
}

fn change(ReportedChange { change, passage }: ReportedChange) -> MailedChange {
    MailedChange {
        is_rise: change.is_rise(),
        engine: change.engine,
        query: change.query,
        before: (change.before.cited_count, change.before.samples),
        after: (change.after.cited_count, change.after.samples),
        passage: passage.map(|text| text.chars().take(MAX_PASSAGE_CHARACTERS).collect()),
    }
}

fn need(need: Need) -> MailedNeed {
    MailedNeed { code: need.code, crawler: need.crawler.zip(need.refused) }
}
