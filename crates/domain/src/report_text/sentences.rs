//! The sentences of reports that are sent, in each language.

use super::{
    numbers::{count, figure_value, percent},
    strangers::quoted,
};
use crate::{
    analytics::figures,
    identity::mail_language::MailLanguage,
    reports::{
        digest::{FigureChange, FigureName, MailedChange, MailedFigure, MailedNeed, NeedCode, SiteDigest},
        news::{News, NewsCode, ToDo},
    },
};

/// Sentences in a language.
pub struct Sentences(pub MailLanguage);

impl Sentences {
    fn pick<T>(&self, english: T, german: T) -> T {
        match self.0 {
            MailLanguage::En => english,
            MailLanguage::De => german,
        }
    }

    /// News about a site in a sentence, without the page or question that it is about.
    pub fn news(&self, news: &News, site: &str) -> String {
        let number = |value: Option<f64>| count(self.0, value.unwrap_or_default().round() as i64);
        let (value, previous) = (number(news.value), number(news.previous));
        let share = |value: Option<f64>| percent(self.0, value.unwrap_or_default());
        let rates = self.pick(
            format!("{} after {}", share(news.value), share(news.previous)),
            format!("{} nach {}", share(news.value), share(news.previous)),
        );
        let (english, german) = match news.code {
            NewsCode::WidgetMissing => {
                (format!("The widget on {site} is missing."), format!("Das Widget auf {site} fehlt."))
            }
            NewsCode::CrawlerRefused => {
                let crawler = news.subject.as_deref().map(quoted).unwrap_or_default();
                (format!("{site} refuses {crawler}."), format!("{site} weist {crawler} ab."))
            }
            NewsCode::CitationLost | NewsCode::CitationGained => {
                let is_rise = news.code == NewsCode::CitationGained;
                let (more, mehr) = if is_rise { ("more", "öfter") } else { ("less", "seltener") };
                match news.engine {
                    Some(engine) => {
                        let engine = engine.name();
                        (
                            format!("{engine} cites {site} {more} often: {rates}."),
                            format!("{engine} zitiert {site} {mehr}: {rates}."),
                        )
                    }
                    None => (
                        format!("AI engines cite {site} {more} often: {rates}."),
                        format!("KI-Suchen zitieren {site} {mehr}: {rates}."),
                    ),
                }
            }
            NewsCode::AsksFell | NewsCode::AsksRose => {
                let is_rise = news.code == NewsCode::AsksRose;
                let (more, mehr) = if is_rise { ("more", "öfter") } else { ("less", "seltener") };
                (
                    format!("Readers of {site} asked AI {more} often: {value} times after {previous}."),
                    format!("Auf {site} wurde {mehr} eine KI gefragt: {value}-mal nach {previous}-mal."),
                )
            }
            NewsCode::VisitsFell | NewsCode::VisitsRose => {
                let is_rise = news.code == NewsCode::VisitsRose;
                let (more, mehr) = if is_rise { ("more", "mehr") } else { ("fewer", "weniger") };
                (
                    format!("AI sent {more} readers to {site}: {value} visits after {previous}."),
                    format!("{site} hatte {mehr} Besuche von KI: {value} nach {previous}."),
                )
            }
            NewsCode::PageRose => (
                format!("Readers of {site} asked far more about a page: {value} times after {previous}."),
                format!("Zu einer Seite von {site} wurde viel öfter gefragt: {value}-mal nach {previous}-mal."),
            ),
            NewsCode::QuestionRose => (
                format!("Readers of {site} picked a question far more often: {value} times after {previous}."),
                format!("Eine Frage auf {site} wurde viel öfter gewählt: {value}-mal nach {previous}-mal."),
            ),
        };
        self.pick(english, german)
    }

    /// The same, with the page or question.
    pub fn news_with_subject(&self, news: &News, site: &str) -> String {
        let sentence = self.news(news, site);
        match (&news.subject, news.code) {
            (None, _) | (_, NewsCode::CrawlerRefused | NewsCode::WidgetMissing) => sentence,
            (Some(page), NewsCode::PageRose) => format!("{sentence} {}", quoted(page)),
            (Some(question), _) => format!("{sentence} {}", self.in_quotes(question)),
        }
    }

    fn in_quotes(&self, text: &str) -> String {
        let text = quoted(text);
        self.pick(format!("“{text}”"), format!("„{text}“"))
    }

    /// That a site has no news.
    pub fn quiet(&self, site: &str) -> String {
        self.pick(format!("No news about {site}."), format!("Nichts Neues zu {site}."))
    }

    /// The name of a figure.
    pub fn figure(&self, figure: FigureName) -> &'static str {
        match figure {
            FigureName::Asks => self.pick(figures::ASKS.name, "KI-Anfragen"),
            FigureName::AiReferrals => self.pick(figures::AI_REFERRALS.name, "Besuche von KI"),
            FigureName::AsksPer100Views => self.pick(figures::ASKS_PER_100_VIEWS.name, "KI-Anfragen je 100 Aufrufe"),
            FigureName::CitationRate => self.pick(figures::CITATION_RATE.name, "Zitierquote"),
        }
    }

    /// What the report of a site says first: its most important news, and the days. It contains no text of a stranger.
    pub fn subject(&self, site: &SiteDigest, days: &str) -> String {
        let news = site.news.first().map_or_else(|| self.quiet(&site.domain), |one| self.news(one, &site.domain));
        format!("{} · {days}", news.trim_end_matches('.'))
    }

    /// The value of a figure.
    pub fn value(&self, figure: &MailedFigure) -> String {
        figure_value(self.0, figure.figure, figure.value)
    }

    /// What is to be said about a figure of the previous period, with an arrow if the change is clear; empty without one.
    pub fn change_of(&self, figure: &MailedFigure) -> String {
        let previous = figure.previous.map(|_| figure_value(self.0, figure.figure, figure.previous));
        let arrow = match figure.change {
            FigureChange::Rise => "▲ ",
            FigureChange::Fall => "▼ ",
            FigureChange::None | FigureChange::TooShort | FigureChange::Untested => "",
        };
        previous.map_or_else(String::new, |previous| format!("{arrow}{}", self.was(&previous)))
    }

    /// A figure of the previous period.
    pub fn was(&self, previous: &str) -> String {
        self.pick(format!("was {previous}"), format!("vorher {previous}"))
    }

    /// The heading of changes of citation rates.
    pub fn changes_title(&self) -> &'static str {
        self.pick("Clear changes of citation rates", "Klare Änderungen der Zitierquote")
    }

    /// A change of a citation rate, and the passage of an answer.
    pub fn change(&self, change: &MailedChange) -> Vec<String> {
        let engine = change.engine.map_or(self.pick("all engines", "alle KI-Suchen"), |engine| engine.name());
        let question = change.query.as_deref();
        let question =
            question.map_or_else(|| self.pick("all questions", "alle Fragen").to_owned(), |text| self.in_quotes(text));
        let share = |(cited, all): (u64, u64)| {
            let [cited, all] = [cited, all].map(|number| count(self.0, i64::try_from(number).unwrap_or(i64::MAX)));
            self.pick(format!("{cited} of {all}"), format!("{cited} von {all}"))
        };
        let (before, after) = (share(change.before), share(change.after));
        let arrow = if change.is_rise { "▲" } else { "▼" };
        let figures = self.pick(format!("{before} answers, then {after}"), format!("{before} Antworten, dann {after}"));
        let mut lines = vec![format!("{arrow} {engine}, {question}: {figures}")];
        if let Some(passage) = &change.passage {
            let passage = self.in_quotes(passage);
            let before = self.pick("Before: ", "Davor: ");
            lines.push(if change.is_rise { passage } else { format!("{before}{passage}") });
        }
        lines
    }

    /// The heading of what rises.
    pub fn rising_title(&self) -> &'static str {
        self.pick("Rising", "Im Aufwind")
    }

    /// A page or question that rose.
    pub fn risen(&self, what: &str, value: &str, previous: &str) -> String {
        format!("{what}: {value}, {}", self.was(previous))
    }

    /// The heading of what needs attention.
    pub fn needs_title(&self) -> &'static str {
        self.pick("Needs attention", "Handlungsbedarf")
    }

    /// Something that needs attention.
    pub fn need(&self, need: &MailedNeed) -> String {
        let (crawler, refused) = need.crawler.clone().unwrap_or_default();
        let (crawler, refused) = (quoted(&crawler), count(self.0, i64::try_from(refused).unwrap_or(i64::MAX)));
        let (english, german) = match need.code {
            NeedCode::InstallError => {
                ("The page was checked without finding the widget.", "Bei der Prüfung der Seite fehlte das Widget.")
            }
            NeedCode::Stale => {
                ("The widget was not seen for seven days.", "Das Widget wurde sieben Tage lang nicht gesehen.")
            }
            NeedCode::NotInstalled => ("The widget is not installed.", "Das Widget ist nicht eingebaut."),
            NeedCode::CreditsLow => ("Credits are low.", "Die Credits gehen zur Neige."),
            NeedCode::CrawlerRefused => {
                return self.pick(
                    format!("Your server refuses {crawler}: {refused} requests."),
                    format!("Ihr Server weist {crawler} ab: {refused} Anfragen."),
                );
            }
        };
        self.pick(english, german).to_owned()
    }

    /// The heading of the thing to do.
    pub fn to_do_title(&self) -> &'static str {
        self.pick("One thing to do", "Eine Aufgabe")
    }

    /// The thing to do.
    pub fn to_do(&self, to_do: ToDo) -> &'static str {
        let (english, german) = match to_do {
            ToDo::CheckWidget => (
                "Put the widget back in place: Site settings show the snippet.",
                "Bauen Sie das Widget wieder ein: Das Snippet steht unter Website-Einstellungen.",
            ),
            ToDo::AllowCrawler => (
                "Allow the crawler on your server: Crawlers lists its networks.",
                "Lassen Sie den Crawler auf Ihrem Server zu: Seine Netze stehen unter Crawler.",
            ),
            ToDo::ReadAnswers => (
                "Read the answers under Citations: which sources replaced yours?",
                "Lesen Sie die Antworten unter Zitate: Welche Quellen haben Ihre ersetzt?",
            ),
            ToDo::AddCredits => (
                "Get more credits, or monitors will stop.",
                "Besorgen Sie weitere Credits, sonst halten die Monitore an.",
            ),
            ToDo::OpenPage => (
                "Look at the page that rose: does it answer what readers ask?",
                "Sehen Sie sich die gefragte Seite an: Beantwortet sie, was gefragt wird?",
            ),
        };
        self.pick(english, german)
    }

    /// How many sites are left out.
    pub fn more_sites(&self, number: u32) -> String {
        match number {
            1 => self.pick("One more site is in the dashboard.", "Eine weitere Website steht im Dashboard.").to_owned(),
            _ => self.pick(
                format!("{number} more sites are in the dashboard."),
                format!("{number} weitere Websites stehen im Dashboard."),
            ),
        }
    }

    /// How many sites are left out, for a reader who has no dashboard.
    pub fn sites_left_out(&self, number: u32) -> String {
        match number {
            1 => self.pick("One more site is left out.", "Eine weitere Website fehlt hier.").to_owned(),
            _ => self
                .pick(format!("{number} more sites are left out."), format!("{number} weitere Websites fehlen hier.")),
        }
    }
}
