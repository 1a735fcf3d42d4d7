//! The definitions of figures: name, what is counted, denominator, days, unit.
//!
//! The OpenAPI document, tools, files, the dashboard and the glossary take them from here and define none themselves.

mod figure;
mod reads;

pub use figure::{Counted, Figure};
use reads::OF_CRAWLERS;

/// The schemas of rates, which are those of the site or, in the rows of competitors, of a competitor.
const OF_ROWS: &[&str] = &["CitationRates", "EngineRates", "MonitorRates", "CompetitorRates"];

/// Clicks on assistants' buttons.
pub const AI_CLICKS: Figure = Figure::events(
    "aiClicks",
    "AI clicks",
    "Clicks on an assistant's button. Questions are not included.",
    "clicks on assistants' buttons, without questions",
);

/// Clicks on questions.
pub const QUESTION_CLICKS: Figure = Figure::events(
    "questionClicks",
    "Questions",
    "Clicks on a question, suggested or the reader's own.",
    "clicks on questions, suggested or the reader's own",
)
.explained();

/// What the dashboard calls AI asks: [`super::ask_rate::asks`].
pub const ASKS: Figure = Figure::events(
    "asks",
    "AI asks",
    "Clicks on an assistant's button or on a question: AI clicks and question clicks together.",
    "AI asks: aiClicks and questionClicks together",
)
.explained();

/// Visits that assistants sent.
pub const AI_REFERRALS: Figure = Figure::events(
    "aiReferrals",
    "Visits from AI",
    "Visits that began with a link from an assistant, according to the referrer or `utm_source`.",
    "visits from assistants",
)
.explained();

/// Clicks on share buttons, and copies.
pub const SHARES: Figure = Figure::events(
    "shares",
    "Shares",
    "Clicks on share buttons of social networks, and copies of the page or of its address.",
    "clicks on share buttons, and copies",
)
.explained();

/// Page views of readers.
pub const VIEWS: Figure =
    Figure::events("views", "Views", "Page views of readers. Crawlers are not included.", "page views").explained();

/// AI asks per 100 views with the widget.
pub const ASKS_PER_100_VIEWS: Figure = Figure::events(
    "asksPer100Views",
    "Asks per 100 views",
    "AI asks per 100 views of pages with the widget, rounded to two decimal places.",
    "asks for each 100 page views with a widget",
)
.divided_by("viewsWithWidget", "without such views")
.explained();

/// Requests of crawlers.
pub const HITS: Figure = Figure::events(
    "hits",
    "Requests",
    "Requests of known crawlers that ran the widget, one for each page. Views and visits do not include them.",
    "requests of crawlers that ran the widget",
)
.explained();

/// The share of answers that cite the site.
pub const CITATION_RATE: Figure = Figure::answers(
    "citationRate",
    "Citation rate",
    "The share of engines' answers to the tracked questions that cite the site.",
    "share of the samples that cite the site, 0 to 1",
)
.divided_by("samples", "without answers")
.explained();

/// The site's share of all citations of it and its competitors.
pub const SHARE_OF_VOICE: Figure = Figure {
    null: Some("if no answer cites any of them"),
    ..Figure::answers(
        "shareOfVoice",
        "Share of citations",
        "Its share of all citations of the site and its competitors, each counted once per answer.",
        "share of the citations of site and competitors, 0 to 1",
    )
};

/// Those of readers and of answers.
const OF_READERS: [Figure; 32] = [
    ASKS,
    AI_CLICKS,
    QUESTION_CLICKS,
    AI_REFERRALS,
    Figure::events("visits", "Visits", "Visits, each counted where it began.", "visits"),
    Figure::events(
        "visits",
        "Visits",
        "Visits that this assistant sent, according to the referrer or `utm_source`.",
        "visits from this assistant",
    )
    .only_in(&["AssistantRow", "LiveAssistant"]),
    SHARES,
    Figure::events(
        "shares",
        "Shares and AI clicks",
        "AI clicks, social clicks and copies together: each passes the page on.",
        "clicks on assistants' buttons and share buttons, and copies",
    )
    .only_in(&["ShareTotals"]),
    Figure::events("socialClicks", "Social clicks", "Clicks on share buttons of social networks.", "clicks on share buttons"),
    Figure::events(
        "itemClicks",
        "Clicks on own items",
        "Clicks on the site's own items in the widget. They are neither asks nor shares.",
        "clicks on own items of the site",
    ),
    Figure::events("copies", "Copies", "Copies of the page or of its address.", "copies"),
    VIEWS,
    Figure::events(
        "viewsWithWidget",
        "Views with the widget",
        "Views of pages with the widget. Views on which the script found no place for the widget count only in `views`.",
        "page views with the widget on the page",
    ),
    ASKS_PER_100_VIEWS,
    Figure::events(
        "clickRate",
        "Asks per view",
        "AI asks per view of the page with the widget, rounded to four decimal places: its `asksPer100Views`, divided by 100.",
        "asks for each page view with a widget",
    )
    .divided_by("viewsWithWidget", "without such views"),
    HITS,
    Figure::answers("samples", "Answers", "Engines' answers that were read. Failed requests are not included.", "answers of engines that were read"),
    Figure::answers("failedCount", "Failed requests", "Requests to engines that got no answer.", "samples that failed"),
    Figure::answers(
        "unsearchedCount",
        "Answers without a search",
        "Answers that the engine gave without a search.",
        "samples that were answered without a search",
    ),
    Figure::answers(
        "consultedCount",
        "Source only",
        "Answers for which the engine read the site but did not cite it.",
        "samples that consulted the site and did not cite it",
    ),
    Figure::answers("citedCount", "Answers that cite", "Answers that cite the site.", "samples that cite the site"),
    Figure::answers(
        "citedCount",
        "Answers that cite",
        "Answers that cite the site or, in a competitor's row, the competitor.",
        "samples that cite the site",
    )
    .only_in(OF_ROWS),
    CITATION_RATE,
    Figure::answers(
        "citationRate",
        "Citation rate",
        "The share of engines' answers to the tracked questions that cite the site or, in a competitor's row, the competitor.",
        "share of the samples that cite the site, 0 to 1",
    )
    .divided_by("samples", "without answers")
    .only_in(OF_ROWS),
    Figure {
        null: Some("without `compare=previous`, and without answers then"),
        ..Figure::answers(
            "previousCitationRate",
            "Citation rate before",
            "The citation rate of the previous period.",
            "share of the samples of the period before that cite the site, 0 to 1",
        )
    },
    Figure::answers(
        "mentionedCount",
        "Answers that mention",
        "Answers whose text has the domain or a brand name of the site or, in a competitor's row, the competitor.",
        "samples that name the site",
    ),
    Figure::answers(
        "mentionRate",
        "Mention rate",
        "The share of engines' answers that mention the site or, in a competitor's row, the competitor.",
        "share of the samples that name the site, 0 to 1",
    )
    .divided_by("samples", "without answers"),
    SHARE_OF_VOICE,
    Figure {
        null: Some("without such answers"),
        ..Figure::answers(
            "averagePosition",
            "Average position",
            "The mean position among the sources, from 1, over the answers that cite the site or, in a competitor's row, the competitor.",
            "place among the sources, 1 is the first",
        )
    },
    Figure::answers("citations", "Citations", "Engines' answers that cite the page. A filter by assistant does not change this number.", "answers that link it"),
    Figure {
        null: Some("without answers, and in a row of several pages"),
        ..Figure::answers(
            "citationShare",
            "Cited",
            "The share of all engines' answers of the period that cite the page.",
            "share of the samples that cite the page, 0 to 1",
        )
    },
    Figure::events(
        "visitsBack",
        "Visits back",
        "Visits that assistants sent to the page.",
        "visits from assistants",
    ),
];

/// All of them.
pub const FIGURES: [Figure; OF_READERS.len() + OF_CRAWLERS.len()] = {
    let mut all = [ASKS; OF_READERS.len() + OF_CRAWLERS.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = if place < OF_READERS.len() { OF_READERS[place] } else { OF_CRAWLERS[place - OF_READERS.len()] };
        place += 1;
    }
    all
};

impl Figure {
    /// The figure that this field is in a schema.
    pub fn of(schema: &str, field: &str) -> Option<&'static Self> {
        let named = FIGURES.iter().find(|one| one.field == field && one.schemas.contains(&schema));
        named.or_else(|| Self::named(field))
    }

    /// The figure that this field is wherever no other entry names its schema.
    pub fn named(field: &str) -> Option<&'static Self> {
        FIGURES.iter().find(|one| one.field == field && one.schemas.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_field_has_one_figure_in_each_schema() {
        let mut seen = BTreeSet::new();
        for figure in FIGURES {
            let schemas: &[&str] = if figure.schemas.is_empty() { &[""] } else { figure.schemas };
            for schema in schemas {
                assert!(seen.insert((figure.field, *schema)), "{} in {schema}", figure.field);
            }
        }
    }

    #[test]
    fn a_figure_is_divided_by_a_figure_and_one_that_is_divided_may_be_null() {
        for figure in FIGURES {
            assert!(figure.denominator.is_none_or(|field| Figure::named(field).is_some()), "{}", figure.field);
            assert!(figure.denominator.is_none() || figure.null.is_some(), "{}", figure.field);
            assert!(figure.definition.ends_with('.') && !figure.unit.ends_with('.'), "{}", figure.field);
        }
    }

    #[test]
    fn a_schema_with_an_entry_of_its_own_gets_that_one() {
        assert_eq!(Figure::of("ShareTotals", "shares").map(|one| one.name), Some("Shares and AI clicks"));
        assert_eq!(Figure::of("OverviewTotals", "shares").map(|one| one.name), Some("Shares"));
        assert_eq!(Figure::of("OverviewTotals", "days"), None);
    }
}
