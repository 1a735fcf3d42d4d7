//! Determines the sort of a page from its facts, its address and its main heading.
//!
//! The words are in `data/page_sorts.json`: the first sort whose words are found is the page's.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::generation::facts::{PageFacts, PageKind, PageSign};

/// Words in addresses of API references.
const REFERENCE: [&str; 10] = [
    "api",
    "reference",
    "api-reference",
    "api-docs",
    "referenz",
    "api-referenz",
    "referencia",
    "referencia-api",
    "reference-api",
    "endpoints",
];
/// Words in addresses of articles.
const ARTICLES: [&str; 14] = [
    "blog",
    "news",
    "article",
    "articles",
    "artikel",
    "magazin",
    "magazine",
    "ratgeber",
    "actualites",
    "noticias",
    "articulos",
    "articulo",
    "artigos",
    "posts",
];
/// Beginnings of the headings of laws and statutes, in lower case; a number follows.
const NUMBERED_PARTS: [&str; 7] = ["§", "art.", "article", "artikel", "artículo", "artigo", "第"];
/// Words that add a second name.
const AND: [&str; 6] = ["and", "und", "et", "y", "e", "&"];
/// The minimum number of such headings on the page of a law.
const MIN_NUMBERED_PARTS: usize = 3;

/// A sort of page, which determines the page's texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageSort {
    /// The site's home page.
    Home,
    /// A product.
    Product,
    /// A service.
    Service,
    /// Prices of offers to choose from.
    Pricing,
    /// Fees of an institution.
    Fees,
    /// Instructions.
    Guide,
    /// Solutions of problems.
    Troubleshooting,
    /// A reference of an API or a configuration.
    Reference,
    /// An article or a post.
    Article,
    /// A recipe.
    Recipe,
    /// A law, a statute or rules of an institution.
    Law,
    /// Terms of sale or of use.
    Terms,
    /// A privacy policy.
    Privacy,
    /// A course.
    Course,
    /// An exhibition, a concert or another event.
    Event,
    /// A call for applications, such as a grant or a job.
    Call,
    /// An application to an institution, or for a document.
    Procedure,
    /// People and what they do.
    People,
    /// Opening hours and directions.
    Visit,
    /// How to reach the site's owner.
    Contact,
    /// What the site's owner does.
    About,
    /// Questions with answers.
    Faq,
    /// Another page that is worth a question.
    Other,
    /// Imprint, sign-in, cart, a contact page without contacts: nothing to ask an assistant about.
    Furniture,
}

/// The words of a sort.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    sort: PageSort,
    /// Last segments of addresses.
    #[serde(default)]
    last: String,
    /// Segments of addresses. A page whose last segment is one of them is a list of such pages, and none itself.
    #[serde(default)]
    any: String,
    /// Main headings in lower case, separated by semicolons. One of several words, or with `*`, is the beginning of a
    /// heading, and one with `~` a part of it. Another may only be followed by a mark or by "and".
    #[serde(default)]
    heading: String,
}

static MARKS: LazyLock<Vec<Marks>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../data/page_sorts.json")).expect("a test reads the same data")
});

impl Marks {
    fn fit_address(&self, segments: &[String]) -> bool {
        let has = |list: &str, segment: &String| list.split(' ').any(|word| word == segment);
        let Some((last, before)) = segments.split_last() else { return false };
        has(&self.last, last) || before.iter().any(|segment| has(&self.any, segment))
    }

    fn fit_heading(&self, heading: &str) -> bool {
        let heading = heading.to_lowercase().replace('\'', "’");
        self.heading.split("; ").filter(|mark| !mark.is_empty()).any(|mark| match mark.strip_prefix('~') {
            Some(within) => heading.contains(within),
            None => heading.strip_prefix(mark.trim_end_matches('*')).is_some_and(|rest| {
                let is_beginning = mark.ends_with('*') || mark.contains(' ');
                is_end_of_word(rest) && (is_beginning || is_end_of_name(rest))
            }),
        })
    }
}

impl PageSort {
    /// The sort of the page at `url`.
    pub fn of(page: &PageFacts, url: &Url) -> Self {
        let segments: Vec<String> =
            url.path_segments().into_iter().flatten().filter(|s| !s.is_empty()).map(word_of).collect();
        let any = |words: &[&str]| segments.iter().any(|segment| words.contains(&segment.as_str()));
        let last = segments.last().map_or("", String::as_str);
        if segments.is_empty() {
            return Self::Home;
        }
        let of_address = || MARKS.iter().find(|marks| marks.fit_address(&segments)).map(|marks| marks.sort);
        let of_heading = || {
            let heading = page.main_heading.as_deref().unwrap_or(&page.title);
            MARKS.iter().find(|marks| marks.fit_heading(heading)).map(|marks| marks.sort)
        };
        let of_parts = || has_numbered_parts(page).then_some(Self::Law);
        let sort = match page.kind {
            _ if of_address() == Some(Self::Furniture) => Self::Furniture,
            PageKind::Product => Self::Product,
            PageKind::Recipe => Self::Recipe,
            PageKind::Course => Self::Course,
            PageKind::Event => Self::Event,
            // A list of articles, such as `/blog`, is not an article.
            _ if any(&ARTICLES) && !ARTICLES.contains(&last) => Self::Article,
            // Some systems mark every page as an article.
            PageKind::Article => of_address().or_else(of_parts).unwrap_or(Self::Article),
            PageKind::Documentation => match of_address().or_else(of_heading) {
                Some(known @ (Self::Pricing | Self::Faq | Self::Troubleshooting | Self::Terms | Self::Privacy)) => {
                    known
                }
                _ if any(&REFERENCE) => Self::Reference,
                _ => Self::Guide,
            },
            kind => {
                let of_kind = (kind == PageKind::Service).then_some(Self::Service);
                of_address().or_else(of_heading).or(of_kind).or_else(of_parts).unwrap_or(Self::Other)
            }
        };
        match sort {
            Self::Contact if page.signs.is_empty() => Self::Furniture,
            sort => sort,
        }
    }
}

impl PageSort {
    /// What a page of this sort is asked about if it states it. Prices, deadlines and contacts in a law or an article
    /// are not the reader's.
    pub(super) const fn asks_about(self) -> &'static [PageSign] {
        use PageSign::{Contact, Count, Deadline, OpeningHours, Price};
        match self {
            Self::Home => &[OpeningHours, Count, Contact],
            Self::Service | Self::Call | Self::People => &[Contact],
            Self::Visit => &[OpeningHours, Price, Contact],
            Self::Contact => &[Contact, OpeningHours],
            Self::Course | Self::Event => &[Deadline, Price, Contact],
            Self::Procedure | Self::Other => &[Deadline, Price, OpeningHours, Contact],
            Self::About => &[Count, Contact],
            _ => &[],
        }
    }
}

fn is_end_of_word(rest: &str) -> bool {
    !rest.starts_with(char::is_alphanumeric)
}

/// Whether a name ends before `rest`: "Contact", "Contact: Harrowmere" and "Contact and directions", not "Contact lenses".
fn is_end_of_name(rest: &str) -> bool {
    let rest = rest.trim_start();
    let word = rest.split(char::is_whitespace).next().unwrap_or_default();
    !rest.starts_with(char::is_alphanumeric) || AND.contains(&word)
}

fn has_numbered_parts(page: &PageFacts) -> bool {
    let is_numbered = |heading: &&String| {
        let lower = heading.to_lowercase();
        NUMBERED_PARTS.iter().any(|part| {
            lower.strip_prefix(part).is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_numeric()))
        })
    };
    page.headings.iter().filter(is_numbered).count() >= MIN_NUMBERED_PARTS
}

/// A segment of a path as a word: in lower case, with hyphens for underscores, without a file extension.
fn word_of(segment: &str) -> String {
    let lower = segment.to_ascii_lowercase().replace('_', "-");
    let endings = [".html", ".htm", ".php", ".aspx"];
    endings.iter().find_map(|ending| lower.strip_suffix(ending)).unwrap_or(&lower).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::facts::PageReading;

    #[test]
    fn a_page_is_sorted_by_its_address_its_marks_and_its_heading() {
        let article = "<meta property=og:type content=article>";
        let product = "<meta property=og:type content=product>";
        let recipe = "<script type='application/ld+json'>{\"@type\":\"Recipe\"}</script>";
        let numbered = "<h1>On noise</h1><h2>§ 1 Scope</h2><h2>§ 2 Hours</h2><h2>§ 3 Fines</h2>";
        for (path, html, expected) in [
            ("/", article, PageSort::Home),
            ("/shop/kestrel", product, PageSort::Product),
            ("/preise.html", "", PageSort::Pricing),
            ("/p/7", "<h1>Preise</h1>", PageSort::Pricing),
            ("/service/gebuehren", "<h1>Gebühren</h1>", PageSort::Fees),
            ("/docs/install", "", PageSort::Guide),
            ("/docs/api/invoices", "", PageSort::Reference),
            ("/docs/troubleshooting", "", PageSort::Troubleshooting),
            ("/2026/why", article, PageSort::Article),
            ("/blog/why", "", PageSort::Article),
            ("/agb", article, PageSort::Terms),
            ("/blog/team", article, PageSort::Article),
            ("/blog/", "", PageSort::Other),
            ("/r/4", &format!("{article}{recipe}"), PageSort::Recipe),
            ("/rezepte/linsensuppe", "", PageSort::Recipe),
            ("/rezepte", "", PageSort::Other),
            ("/about", "", PageSort::About),
            ("/page/12", "<h1>Allgemeine Geschäftsbedingungen</h1>", PageSort::Terms),
            ("/page/13", numbered, PageSort::Law),
            ("/page/14", "<h1>よくある質問</h1>", PageSort::Faq),
            ("/p/15", "<h1>Contact lenses</h1><p>£9", PageSort::Other),
            ("/p/16", "<h1>Contact and directions</h1><p>a@example.com", PageSort::Contact),
            ("/p/17", "<h1>Team sports in winter</h1>", PageSort::Other),
            ("/p/18", "<h1>Edital de bolsas 2027</h1>", PageSort::Call),
            ("/cursos/ingles", "", PageSort::Course),
            ("/leistungen/wartung", "", PageSort::Service),
            ("/besuch/oeffnungszeiten", "", PageSort::Visit),
            ("/contact", "<h1>Contact</h1>", PageSort::Furniture),
            ("/contact", "<h1>Contact</h1><p>hello@example.com", PageSort::Contact),
            ("/Impressum.php", "", PageSort::Furniture),
            ("/en/privacy_policy/", "", PageSort::Privacy),
        ] {
            let url = Url::parse("https://example.com").expect("an address").join(path).expect("a path");
            assert_eq!(PageSort::of(&PageReading::of(&url, html).facts, &url), expected, "{path} {html}");
        }
    }

    #[test]
    fn every_word_of_a_sort_can_be_found() {
        for marks in MARKS.iter() {
            for word in marks.last.split(' ').chain(marks.any.split(' ')) {
                assert_eq!(word, word_of(word), "segments are compared in this form");
            }
            for heading in marks.heading.split("; ").filter(|heading| !heading.is_empty()) {
                assert!(marks.fit_heading(heading.trim_matches(['~', '*'])), "{heading}");
            }
        }
    }
}
