//! What would keep an engine from citing a site, by its server and its log.

use std::collections::{BTreeMap, BTreeSet};

use askline_domain::{
    analytics::{PageSort, filter::AnalyticsFilter, page_list::question::PagesQuestion},
    logs::purpose::ReadPurpose,
    pages::{engine_limits::EngineLimits, robots_txt::RobotsFile},
    services::ai_crawlers,
    shared::{
        calendar::{Day, Window},
        ids::SiteId,
    },
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{page_reads::has_log, reads::refused_crawlers};
use crate::ports::{StoreResult, all::Ports, sites::install_probe::SaysToEngines};

/// How many pages are looked at besides the home page: the most viewed ones.
const MAX_PAGES: usize = 3;
/// The days whose views decide which pages these are.
const DAYS_OF_VIEWS: i32 = 28;
/// The days whose reads decide whether the server refuses a crawler.
const DAYS_OF_READS: i32 = 7;
/// Operators of engines whose crawlers belong to no assistant of the table.
const OTHER_OPERATORS: [&str; 5] = ["Google", "Microsoft", "Apple", "Amazon", "Meta"];

/// A condition for engines to cite the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationCheck {
    /// What was looked at.
    pub kind: CitationCheckKind,
    /// What was found.
    pub state: CitationCheckState,
    /// The crawlers that are kept out. Answers are made from what they read.
    pub crawlers: Vec<String>,
    /// The pages that are affected, by their paths.
    pub pages: Vec<String>,
}

/// What a check looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CitationCheckKind {
    /// Whether `robots.txt` forbids the home page, or one of the most viewed pages, to a crawler that answers are made from.
    RobotsTxt,
    /// Whether one of these pages says `noindex`.
    Noindex,
    /// Whether one of these pages says `nosnippet`, or `max-snippet:0`.
    Nosnippet,
    /// Whether the server refused such a crawler in the last seven days, by its log.
    Refused,
    /// Whether the owner has excluded the site from generative answers in Google's Search Console, which nobody else can see.
    GenerativeControl,
}

/// What a check found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CitationCheckState {
    /// Nothing keeps an engine from citing the site.
    Passed,
    /// Something does.
    Failed,
    /// It cannot be known: the server did not answer, or no log is connected.
    Unknown,
    /// Only the owner can see it.
    Manual,
}

/// The paths of the most viewed pages, without the home page.
pub async fn pages_to_look_at(ports: &Ports, site: SiteId, today: Day) -> StoreResult<Vec<String>> {
    let asked = PagesQuestion {
        filter: AnalyticsFilter::default(),
        by_folder: false,
        search: None,
        sort: PageSort::Views,
        descending: true,
        citations: BTreeMap::new(),
        previous_asks: None,
        after: None,
        limit: MAX_PAGES as u32 + 1,
    };
    let listed = ports.analytics.pages(site, Window::last_days(DAYS_OF_VIEWS, today), &asked).await?;
    let is_requested = |path: &String| path.starts_with('/') && path != "/" && !path.contains('#');
    let paths = listed.rows.into_iter().filter(|row| row.views > 0).filter_map(|row| row.path).filter(is_requested);
    Ok(paths.take(MAX_PAGES).collect())
}

/// The checks, in their order.
pub async fn checks(ports: &Ports, site: SiteId, today: Day, says: &SaysToEngines) -> StoreResult<Vec<CitationCheck>> {
    let refused = if has_log(&*ports.crawler_reads, site).await? {
        let rows = ports.crawler_reads.crawler_days(site, Window::last_days(DAYS_OF_READS, today)).await?;
        let wanted = refused_crawlers(&rows).into_iter().filter(|row| row.purpose.is_for_answers());
        Some(wanted.map(|row| row.crawler).collect::<BTreeSet<String>>().into_iter().collect())
    } else {
        None
    };
    Ok(of(says, refused))
}

fn of(says: &SaysToEngines, refused: Option<Vec<String>>) -> Vec<CitationCheck> {
    vec![
        by_robots_txt(says),
        by_directive(CitationCheckKind::Noindex, says, |limits| limits.noindex),
        by_directive(CitationCheckKind::Nosnippet, says, |limits| limits.nosnippet),
        CitationCheck {
            kind: CitationCheckKind::Refused,
            state: match &refused {
                None => CitationCheckState::Unknown,
                Some(crawlers) => found(!crawlers.is_empty()),
            },
            crawlers: refused.unwrap_or_default(),
            pages: Vec::new(),
        },
        CitationCheck {
            kind: CitationCheckKind::GenerativeControl,
            state: CitationCheckState::Manual,
            crawlers: Vec::new(),
            pages: Vec::new(),
        },
    ]
}

fn found(is_any: bool) -> CitationCheckState {
    if is_any { CitationCheckState::Failed } else { CitationCheckState::Passed }
}

fn by_robots_txt(says: &SaysToEngines) -> CitationCheck {
    let kind = CitationCheckKind::RobotsTxt;
    let Some(robots) = &says.robots else {
        return CitationCheck { kind, state: CitationCheckState::Unknown, crawlers: Vec::new(), pages: Vec::new() };
    };
    let file = RobotsFile::parse(robots);
    let (mut crawlers, mut forbidden) = (Vec::new(), BTreeSet::new());
    let of_engines = ai_crawlers().iter().filter(|crawler| {
        let is_known =
            crawler.service.is_some() || crawler.operator.is_some_and(|name| OTHER_OPERATORS.contains(&name));
        is_known && ReadPurpose::from(crawler.purpose).is_for_answers()
    });
    for crawler in of_engines {
        let rules = file.rules_for(crawler.token);
        let pages: Vec<&String> = says.pages.iter().map(|(path, _)| path).filter(|path| !rules.allows(path)).collect();
        if !pages.is_empty() {
            crawlers.push(crawler.token.to_owned());
            forbidden.extend(pages.into_iter().cloned());
        }
    }
    CitationCheck { kind, state: found(!crawlers.is_empty()), crawlers, pages: forbidden.into_iter().collect() }
}

fn by_directive(
    kind: CitationCheckKind,
    says: &SaysToEngines,
    is_limited: impl Fn(&EngineLimits) -> bool,
) -> CitationCheck {
    let limited = says.pages.iter().filter(|(_, limits)| limits.as_ref().is_some_and(&is_limited));
    let pages: Vec<String> = limited.map(|(path, _)| path.clone()).collect();
    let is_anything_known = says.pages.iter().any(|(_, limits)| limits.is_some());
    let state = if is_anything_known { found(!pages.is_empty()) } else { CitationCheckState::Unknown };
    CitationCheck { kind, state, crawlers: Vec::new(), pages }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: EngineLimits = EngineLimits { noindex: false, nosnippet: false };
    const NOINDEX: EngineLimits = EngineLimits { noindex: true, nosnippet: false };

    fn says(robots: Option<&str>, pages: &[(&str, Option<EngineLimits>)]) -> SaysToEngines {
        let pages = pages.iter().map(|(path, limits)| ((*path).to_owned(), *limits)).collect();
        SaysToEngines { robots: robots.map(str::to_owned), pages }
    }

    fn states(checks: &[CitationCheck]) -> Vec<CitationCheckState> {
        checks.iter().map(|check| check.state).collect()
    }

    #[test]
    fn a_site_that_forbids_nothing_passes_and_what_only_its_owner_sees_is_left_to_the_owner() {
        use CitationCheckState::{Manual, Passed};
        let open = says(Some("User-agent: *\nDisallow: /admin\n"), &[("/", Some(OPEN)), ("/a", Some(OPEN))]);
        assert_eq!(states(&of(&open, Some(vec![]))), [Passed, Passed, Passed, Passed, Manual]);
    }

    #[test]
    fn what_cannot_be_known_is_not_called_passed() {
        use CitationCheckState::{Manual, Unknown};
        let silent = says(None, &[("/", None)]);
        assert_eq!(states(&of(&silent, None)), [Unknown, Unknown, Unknown, Unknown, Manual]);
    }

    #[test]
    fn a_crawler_for_training_may_be_forbidden_and_one_for_answers_is_named_with_the_pages() {
        let training = says(Some("User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n"), &[("/", Some(OPEN))]);
        assert_eq!(of(&training, None)[0].state, CitationCheckState::Passed);
        let search = "User-agent: OAI-SearchBot\nUser-agent: bingbot\nDisallow: /guides\n";
        let checks = of(&says(Some(search), &[("/", Some(OPEN)), ("/guides/a", None)]), None);
        assert_eq!(checks[0].state, CitationCheckState::Failed);
        assert_eq!(checks[0].pages, ["/guides/a"]);
        let mut crawlers = checks[0].crawlers.clone();
        crawlers.sort_unstable();
        assert_eq!(crawlers, ["OAI-SearchBot", "bingbot"]);
        let all = of(&says(Some("User-agent: *\nDisallow: /\n"), &[("/", Some(OPEN))]), None);
        for engine in ["OAI-SearchBot", "PerplexityBot", "Claude-SearchBot", "Googlebot", "bingbot"] {
            assert!(all[0].crawlers.iter().any(|crawler| crawler == engine), "{engine}: {:?}", all[0].crawlers);
        }
        assert!(!all[0].crawlers.iter().any(|crawler| crawler == "GPTBot"));
    }

    #[test]
    fn a_page_with_a_directive_is_named_and_one_that_did_not_answer_changes_nothing() {
        let limited = EngineLimits { nosnippet: true, ..NOINDEX };
        let pages = [("/", Some(OPEN)), ("/a", Some(NOINDEX)), ("/b", None), ("/c", Some(limited))];
        let checks = of(&says(Some(""), &pages), Some(vec!["Claude-User".into()]));
        assert_eq!(
            (checks[1].state, &checks[1].pages[..]),
            (CitationCheckState::Failed, &["/a".into(), "/c".into()][..])
        );
        assert_eq!((checks[2].state, &checks[2].pages[..]), (CitationCheckState::Failed, &["/c".to_owned()][..]));
        assert_eq!(
            (checks[3].state, &checks[3].crawlers[..]),
            (CitationCheckState::Failed, &["Claude-User".to_owned()][..])
        );
    }
}
