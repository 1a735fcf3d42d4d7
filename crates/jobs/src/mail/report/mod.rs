//! The email with a person's reports: its subject, and a part for each site.
//!
//! Titles, questions and passages are strangers' texts: they are shown as text that no mail program turns into a link, and
//! none is in the subject.

use askline_domain::{
    identity::mail_language::MailLanguage,
    report_text::{
        Sentences, named,
        numbers::{count, days},
        quoted,
    },
    reports::{
        digest::{MailedFigure, SiteDigest},
        period::ReportPeriod,
    },
};

/// The maximum number of news of a site that is not the first.
const MAX_SHORT_NEWS: usize = 1;

/// A part of an email: a heading, figures, and lines.
#[derive(Default)]
pub(in crate::mail) struct Section {
    /// The heading.
    pub title: String,
    /// The figures.
    pub figures: Vec<FigureLine>,
    /// The lines.
    pub lines: Vec<String>,
}

/// A figure in an email.
pub(in crate::mail) struct FigureLine {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// What is to be said about the previous period, with an arrow if the change is clear.
    pub change: String,
}

/// The parts of the email that differ from those of other kinds.
pub(in crate::mail) struct ReportText {
    /// The subject: the first news about the first site, and the days.
    pub subject: String,
    /// The first line: the first two news.
    pub heading: String,
    /// The sites.
    pub sections: Vec<Section>,
}

/// The text of an email about at least one site.
pub(in crate::mail) fn text(
    language: MailLanguage,
    period: ReportPeriod,
    sites: &[SiteDigest],
    (more_sites, has_no_account): (u32, bool),
) -> ReportText {
    let sentences = Sentences(language);
    let days = days(language, period);
    let Some(first) = sites.first() else {
        return ReportText { subject: days.clone(), heading: days, sections: Vec::new() };
    };
    let heading: Vec<String> = match &first.news[..] {
        [] => vec![sentences.quiet(&named(&first.name))],
        news => news.iter().take(2).map(|one| sentences.news_with_subject(one, &named(&first.name))).collect(),
    };
    let mut sections = whole_site(&sentences, first, &days);
    sections.extend(sites.iter().skip(1).map(|site| short_site(&sentences, site)));
    if more_sites > 0 {
        let title =
            if has_no_account { sentences.sites_left_out(more_sites) } else { sentences.more_sites(more_sites) };
        sections.push(Section { title, ..Section::default() });
    }
    ReportText { subject: sentences.subject(first, &days), heading: heading.join(" "), sections }
}

/// The first site, with everything. A quiet one has two lines.
fn whole_site(sentences: &Sentences, site: &SiteDigest, days: &str) -> Vec<Section> {
    let title = format!("{}, {days}", named(&site.name));
    let is_quiet = site.news.is_empty() && site.needs.is_empty();
    if is_quiet {
        return vec![Section { title, lines: vec![figures_in_a_line(sentences, site)], ..Section::default() }];
    }
    let figures = site.figures.iter().map(|figure| figure_line(sentences, figure)).collect();
    let mut sections = vec![Section { title, figures, lines: Vec::new() }];
    let mut add = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            sections.push(Section { title: title.to_owned(), figures: Vec::new(), lines });
        }
    };
    add(sentences.changes_title(), site.changes.iter().flat_map(|change| sentences.change(change)).collect());
    let risen = |(what, value, previous): &(String, i64, i64)| {
        let (value, previous) = (count(sentences.0, *value), count(sentences.0, *previous));
        sentences.risen(&quoted(what), &value, &previous)
    };
    add(sentences.rising_title(), site.rising.iter().map(risen).collect());
    add(sentences.needs_title(), site.needs.iter().map(|need| sentences.need(need)).collect());
    add(sentences.to_do_title(), site.to_do.iter().map(|one| sentences.to_do(*one).to_owned()).collect());
    sections
}

/// A further site: its news, or a line of figures.
fn short_site(sentences: &Sentences, site: &SiteDigest) -> Section {
    let name = named(&site.name);
    let mut lines: Vec<String> =
        site.news.iter().take(MAX_SHORT_NEWS).map(|one| sentences.news_with_subject(one, &name)).collect();
    lines.push(figures_in_a_line(sentences, site));
    Section { title: name, figures: Vec::new(), lines }
}

fn figures_in_a_line(sentences: &Sentences, site: &SiteDigest) -> String {
    let figure = |figure: &MailedFigure| format!("{}: {}", sentences.figure(figure.figure), sentences.value(figure));
    site.figures.iter().map(figure).collect::<Vec<_>>().join(" · ")
}

fn figure_line(sentences: &Sentences, figure: &MailedFigure) -> FigureLine {
    FigureLine {
        name: sentences.figure(figure.figure),
        value: sentences.value(figure),
        change: sentences.change_of(figure),
    }
}

#[cfg(test)]
mod tests {
    use askline_domain::{
        mail::{Mail, MailContent},
        reports::{
            digest::{MAX_MAILED_ROWS, MAX_MAILED_SITES},
            news::{News, NewsCode},
        },
    };
    use jiff::Timestamp;

    use super::super::{letter::Letter, preview::every_mail};

    /// An email about as many sites as one can have, with as much about each as one can have, in the longest texts.
    fn largest(language: askline_domain::identity::mail_language::MailLanguage) -> Mail {
        let (_, mut content) = every_mail().into_iter().find(|(name, _)| *name == "report").expect("a report");
        let MailContent::Report { sites, .. } = &mut content else { panic!("a report") };
        let mut site = sites[0].clone();
        let text = "<漢&/:@".repeat(100);
        site.name = text.clone();
        site.news = vec![News::plain(NewsCode::CitationLost, Some(text.clone())); MAX_MAILED_ROWS];
        let mut change = site.changes[0].clone();
        (change.query, change.passage) = (Some(text.clone()), Some(text.clone()));
        site.changes = vec![change; MAX_MAILED_ROWS];
        site.rising = vec![(text, i64::MAX, i64::MIN); MAX_MAILED_ROWS];
        site.needs = vec![site.needs[0].clone(); MAX_MAILED_ROWS];
        *sites = vec![site; MAX_MAILED_SITES];
        Mail { to: "grace@example.com".into(), language, content, at: Timestamp::UNIX_EPOCH }
    }

    #[test]
    fn the_largest_email_is_small_and_shows_no_text_of_a_stranger_as_markup_or_in_its_subject() {
        for language in askline_domain::identity::mail_language::MailLanguage::EVERY {
            let letter = Letter::of(&largest(language), "https://ask.example.com");
            let (text, html) = (letter.text().expect("text"), letter.html().expect("HTML"));
            assert!(text.len() + html.len() < 60 * 1024, "{} and {} bytes", text.len(), html.len());
            assert!(!html.contains("<漢") && !letter.subject.contains('漢'), "{}", letter.subject);
        }
    }
}
