//! The first lines of a report, for a channel: its news and its four figures.

use super::{numbers::days, sentences::Sentences, strangers::named};
use crate::{
    identity::mail_language::MailLanguage,
    reports::{digest::SiteDigest, news::News, period::ReportPeriod},
};

/// The maximum number of news in a message.
pub const MAX_FIRST_NEWS: usize = 4;

/// What a message about a site's report says: a title with its first news, and lines with further news and the figures.
pub fn first_lines(language: MailLanguage, period: ReportPeriod, site: &SiteDigest) -> (String, Vec<String>) {
    let sentences = Sentences(language);
    let name = named(&site.name);
    // The title leaves out the page or question that the first news is about.
    let is_in_title = |one: &News| sentences.news(one, &name) == sentences.news_with_subject(one, &name);
    let news = site.news.iter().take(MAX_FIRST_NEWS).enumerate().filter(|(place, one)| *place > 0 || !is_in_title(one));
    let mut lines: Vec<String> = news.map(|(_, one)| sentences.news_with_subject(one, &name)).collect();
    lines.extend(site.figures.iter().map(|figure| {
        let (what, value) = (sentences.figure(figure.figure), sentences.value(figure));
        match sentences.change_of(figure) {
            change if change.is_empty() => format!("{what}: {value}"),
            change => format!("{what}: {value} ({change})"),
        }
    }));
    (sentences.subject(site, &days(language, period)), lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        reports::{
            digest::{FigureChange, FigureName, MailedFigure},
            news::NewsCode,
        },
        shared::ids::{Id as _, SiteId},
    };

    fn site(news: Vec<News>) -> SiteDigest {
        let figure = |figure, value, previous, change| MailedFigure { figure, value, previous, change };
        SiteDigest {
            site_id: SiteId::from_bits(1),
            name: "Nordlicht".into(),
            domain: "nordlicht.example".into(),
            news,
            to_do: None,
            figures: vec![
                figure(FigureName::Asks, Some(1_812.0), Some(655.0), FigureChange::Rise),
                figure(FigureName::AiReferrals, Some(0.0), Some(3.0), FigureChange::Fall),
                figure(FigureName::AsksPer100Views, None, None, FigureChange::Untested),
                figure(FigureName::CitationRate, Some(0.36), Some(0.36), FigureChange::None),
            ],
            changes: Vec::new(),
            rising: Vec::new(),
            needs: Vec::new(),
        }
    }

    #[test]
    fn the_first_lines_are_the_news_and_the_four_figures() {
        let period = ReportPeriod::parse("2026-W47").expect("a week");
        let lost = News {
            value: Some(0.3),
            previous: Some(0.66),
            ..News::plain(NewsCode::CitationLost, Some("Which lock?".into()))
        };
        let rose = News::count(NewsCode::AsksRose, None, 1_812, 655);
        let (title, lines) = first_lines(MailLanguage::En, period, &site(vec![rose.clone(), lost.clone()]));
        let expected = "Readers of nordlicht.example asked AI more often: 1,812 times after 655 · Nov 16–22, 2026";
        assert_eq!(title, expected);
        assert_eq!(lines.len(), 5);
        assert!(lines[0].contains("Which lock?"), "{lines:?}");
        assert_eq!(lines[1], "AI asks: 1,812 (▲ was 655)");
        assert_eq!(lines[3], "Asks per 100 views: –");
        // The title says no text of a stranger, so a line does.
        let (title, lines) = first_lines(MailLanguage::En, period, &site(vec![lost, rose]));
        assert!(!title.contains("lock") && lines[0].contains("lock") && lines.len() == 6, "{title} {lines:?}");
        let (title, lines) = first_lines(MailLanguage::De, period, &site(Vec::new()));
        assert_eq!((title.as_str(), lines.len()), ("Nichts Neues zu nordlicht.example · 16. – 22. November 2026", 4));
    }
}
