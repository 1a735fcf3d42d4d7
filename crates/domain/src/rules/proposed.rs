//! Proposed rules of a generation, each for one page.
//!
//! Texts about a page's subject are offered only on that page. Readers see a proposal only after a person has approved
//! it; then it is a rule like any other.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    rules::{PromptRule, RuleMatch, RuleSettings},
    shared::{
        glob::normal_path,
        ids::{JobId, ProposedRuleId, SiteId},
        violation::{Violation, Violations},
    },
};

/// The maximum number of proposals of a site that wait for approval.
pub const MAX_PROPOSED_RULES: usize = 200;
/// The maximum number of dismissed proposals that are stored for a site: the newest.
pub const MAX_DISMISSED_RULES: usize = 1_000;
/// The maximum number of addresses that are listed with a reason.
const MAX_URLS_TOLD: usize = 20;
/// The maximum number of addresses per reason that are kept to count each page once.
const MAX_URLS_COMPARED: usize = 500;

/// The proposals to approve or dismiss: some, or all.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ProposedRuleSelection")]
pub struct MeantProposals {
    /// The ids of the proposals.
    #[serde(default)]
    #[schemars(length(min = 1, max = MAX_PROPOSED_RULES), extend("uniqueItems" = true))]
    pub ids: Option<Vec<ProposedRuleId>>,
    /// Whether to approve or dismiss all proposals.
    #[serde(default)]
    pub all: bool,
}

impl MeantProposals {
    /// Returns the selected proposals among the waiting ones, in their order, and the number of the others.
    pub fn check(self, waiting: Vec<ProposedRule>) -> Result<(Vec<ProposedRule>, usize), Vec<Violation>> {
        let mut violations = Violations::new();
        let ids = match self {
            Self { ids: None, all: true } => return Ok((waiting, 0)),
            Self { ids: Some(ids), all: false } => ids,
            _ => {
                violations.add("ids", "MUTUALLY_EXCLUSIVE", "Either ids names proposals, or all is true.");
                return violations.finish((Vec::new(), 0));
            }
        };
        if ids.is_empty() || ids.len() > MAX_PROPOSED_RULES {
            violations.add("ids", "INVALID_COUNT", format!("ids must have 1 to {MAX_PROPOSED_RULES} entries."));
        }
        for (index, id) in ids.iter().enumerate().take(MAX_PROPOSED_RULES) {
            let path = format!("ids[{index}]");
            if ids[..index].contains(id) {
                violations.add(&*path, "DUPLICATE", format!("{path} is in the list twice."));
            } else if !waiting.iter().any(|proposed| proposed.id == *id) {
                let message = format!("{path}: the site has no proposal {id}. List the proposals again.");
                violations.add(path, "UNKNOWN_PROPOSAL", message);
            }
        }
        violations.finish(())?;
        let total = waiting.len();
        let meant: Vec<ProposedRule> = waiting.into_iter().filter(|proposed| ids.contains(&proposed.id)).collect();
        let left = total - meant.len();
        Ok((meant, left))
    }
}

/// Why a page has no proposal, or fewer than it could.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SkippedPagesReason")]
pub enum LeftOutReason {
    /// The page has a `noindex` instruction.
    Noindex,
    /// The page was not read: the limit of pages or the time limit was reached.
    NotRead,
    /// The page could not be fetched or read as HTML, or it leads elsewhere.
    Unreadable,
    /// A sitemap, not a page. Only earlier releases gave this reason; it is one of the following.
    SitemapSkipped,
    /// A sitemap that is compressed, which is not read.
    SitemapCompressed,
    /// A sitemap that `robots.txt` does not allow.
    SitemapForbidden,
    /// A sitemap on another site.
    SitemapElsewhere,
    /// A sitemap that could not be fetched: the site did not answer, or answered with an error.
    SitemapFailed,
    /// A file that is no sitemap.
    SitemapUnreadable,
    /// A sitemap that was read in part: it has no end, or is larger than 5 MiB or 5,000 addresses.
    SitemapReadInPart,
    /// A sitemap beyond the limit of three, or of time.
    TooManySitemaps,
    /// A feed (RSS or Atom) that is named as a sitemap; feeds are not read.
    FeedSkipped,
    /// The page is a contact form, a legal notice or similar, or has too little text.
    NothingToSay,
    /// No rule can match only this page: others differ only in the query of their addresses, or its path contains `*`.
    SharedAddress,
    /// The built-in generator has no words in the page's language.
    NoWords,
    /// A rule for only this path already has an action of the same type.
    HasRule,
    /// A proposal with the same texts was dismissed before.
    Dismissed,
    /// The limit of proposals was reached.
    TooMany,
}

impl LeftOutReason {
    /// A sentence that explains the reason.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Noindex => "These pages say noindex, so none of them was used.",
            Self::NotRead => "These pages were not read: a generation reads a limited number, for a limited time.",
            Self::Unreadable => "These pages could not be read as HTML, or lead elsewhere.",
            Self::SitemapSkipped => {
                "These sitemaps were not read: they are compressed, forbidden by robots.txt, too many, or could not be fetched. Pages that only they list are missing."
            }
            Self::SitemapCompressed => {
                "These sitemaps are compressed, so they were not read. Pages that only they list are missing."
            }
            Self::SitemapForbidden => {
                "The robots.txt does not allow these sitemaps. Pages that only they list are missing."
            }
            Self::SitemapElsewhere => {
                "These sitemaps are on another site, so they were not read. Pages that only they list are missing."
            }
            Self::SitemapFailed => "These sitemaps could not be fetched. Pages that only they list are missing.",
            Self::SitemapUnreadable => "These files are named as sitemaps, and are none.",
            Self::SitemapReadInPart => {
                "These sitemaps were read in part: they have no end, or are larger than 5 MiB or 5,000 addresses."
            }
            Self::TooManySitemaps => {
                "These sitemaps were not read: a generation reads three, for a limited time. Pages that only they list are missing."
            }
            Self::FeedSkipped => "These feeds are named as sitemaps. Feeds are not read.",
            Self::NothingToSay => "These pages have nothing that a reader would ask an assistant about.",
            Self::SharedAddress => {
                "No rule can match only one of these pages: others differ only after the '?' of their address, or the path contains '*'."
            }
            Self::NoWords => "The built-in generator has no words in the language of these pages.",
            Self::HasRule => "A rule for only this path already has an action of this type.",
            Self::Dismissed => "The same was proposed before, and dismissed.",
            Self::TooMany => "A site can have at most 200 waiting proposals.",
        }
    }
}

/// Why pages got texts of the built-in generator although a model was to write them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NotWritten {
    /// The code of the reason, as in job failures.
    pub code: String,
    /// The reason in a sentence.
    pub message: String,
    /// The number of pages.
    pub pages: usize,
}

/// Pages that were left out for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SkippedPages")]
pub struct LeftOut {
    /// The reason.
    pub reason: LeftOutReason,
    /// The reason in a sentence.
    pub message: String,
    /// The number of pages.
    pub pages: usize,
    /// Up to 20 addresses of these pages.
    pub urls: Vec<String>,
}

/// Collects the pages that are left out, by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftOutPages(BTreeMap<LeftOutReason, Pages>);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Pages {
    count: usize,
    /// The addresses, up to [`MAX_URLS_COMPARED`].
    urls: BTreeSet<String>,
}

impl LeftOutPages {
    /// Adds a page. A page that was already added for the same reason is not counted again.
    pub fn add(&mut self, reason: LeftOutReason, url: impl Into<String>) {
        let pages = self.0.entry(reason).or_default();
        let is_new = pages.urls.len() >= MAX_URLS_COMPARED || pages.urls.insert(url.into());
        pages.count += usize::from(is_new);
    }

    /// Adds all pages of another collection.
    pub fn extend(&mut self, other: Self) {
        for (reason, pages) in other.0 {
            pages.urls.iter().for_each(|url| self.add(reason, url.clone()));
            self.0.entry(reason).or_default().count += pages.count - pages.urls.len();
        }
    }

    /// Returns the report about the pages.
    pub fn told(&self) -> Vec<LeftOut> {
        let told = self.0.iter().map(|(reason, pages)| LeftOut {
            reason: *reason,
            message: reason.message().to_owned(),
            pages: pages.count,
            urls: pages.urls.iter().take(MAX_URLS_TOLD).cloned().collect(),
        });
        told.collect()
    }
}

/// A rule for one page, as a generator created it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftedRule {
    /// The page's address.
    pub page_url: String,
    /// The page's title.
    pub page_title: String,
    /// The rule. It matches only this page.
    pub settings: RuleSettings,
}

/// The rules that a generation drafted, each for one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DraftedRules {
    /// The rules, in the order of the pages.
    pub rules: Vec<DraftedRule>,
    /// The pages without a draft, or with fewer drafts than possible.
    pub left_out: LeftOutPages,
    /// The addresses of the pages whose texts a model wrote.
    pub by_model: BTreeSet<String>,
    /// Why other pages got texts of the built-in generator, if a model was to write them.
    pub not_written: Vec<NotWritten>,
}

impl DraftedRules {
    /// Whether a model wrote a text of these rules.
    pub fn has_texts_of_model(&self) -> bool {
        self.rules.iter().any(|rule| self.by_model.contains(&rule.page_url))
    }
}

/// A rule that waits for approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedRule {
    /// The id of the proposal.
    pub id: ProposedRuleId,
    /// The site.
    pub site_id: SiteId,
    /// The drafted rule.
    pub draft: DraftedRule,
    /// When it was proposed.
    pub created_at: Timestamp,
}

/// All proposals for a site, and the generation's report.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Proposal {
    /// The generation that proposed the rules, and when; `None` before the first one.
    pub made_by: Option<(JobId, Timestamp)>,
    /// The waiting proposals, in the order of the pages.
    pub rules: Vec<ProposedRule>,
    /// The pages that were left out.
    pub left_out: Vec<LeftOut>,
}

/// Selects the proposals from `drafted` for a site with these rules and dismissed proposals; adds the others to the
/// pages that are left out.
pub fn choose_drafts(drafted: DraftedRules, rules: &[PromptRule], dismissed: &[RuleSettings]) -> DraftedRules {
    let place = |settings: &RuleSettings| {
        let paths: Vec<String> = settings.matching.paths.iter().map(|path| normal_path(path).into_owned()).collect();
        (paths, settings.action.kind())
    };
    let taken: BTreeSet<_> = rules.iter().map(|rule| place(&rule.settings)).collect();
    let words = |settings: &RuleSettings| {
        let texts: Vec<String> = settings.action.texts().into_iter().map(|(_, text)| text.to_owned()).collect();
        (place(settings), texts)
    };
    let unwanted: BTreeSet<_> = dismissed.iter().map(words).collect();
    let DraftedRules { rules: drafts, mut left_out, mut by_model, not_written } = drafted;
    let mut chosen: Vec<DraftedRule> = Vec::new();
    for draft in drafts {
        let reason = if taken.contains(&place(&draft.settings)) {
            LeftOutReason::HasRule
        } else if unwanted.contains(&words(&draft.settings)) {
            LeftOutReason::Dismissed
        } else if chosen.len() >= MAX_PROPOSED_RULES {
            LeftOutReason::TooMany
        } else {
            chosen.push(draft);
            continue;
        };
        left_out.add(reason, draft.page_url);
    }
    let proposed: BTreeSet<&str> = chosen.iter().map(|draft| &*draft.page_url).collect();
    by_model.retain(|url| proposed.contains(&**url));
    DraftedRules { rules: chosen, left_out, by_model, not_written }
}

/// Returns the match for only the page at this path on these hosts; `None` if the path cannot be expressed as a glob.
pub fn match_of_page(path: &str, hosts: Vec<String>) -> Option<RuleMatch> {
    let is_plain = !path.contains('*') && crate::shared::glob::Glob::parse(path).is_ok_and(|glob| glob.matches(path));
    is_plain.then(|| RuleMatch { paths: vec![path.to_owned()], hosts, ..RuleMatch::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        rules::RuleAction,
        shared::ids::{Id as _, RuleId},
    };

    fn draft(path: &str, text: &str) -> DraftedRule {
        let settings = RuleSettings {
            name: "A".into(),
            enabled: true,
            priority: 100,
            matching: match_of_page(path, vec!["example.com".into()]).expect("a plain path"),
            action: RuleAction::Append { text: text.into() },
            starts_at: None,
            ends_at: None,
        };
        DraftedRule { page_url: format!("https://example.com{path}"), page_title: "A".into(), settings }
    }

    fn reasons(chosen: &DraftedRules) -> Vec<(LeftOutReason, usize)> {
        chosen.left_out.told().into_iter().map(|one| (one.reason, one.pages)).collect()
    }

    #[test]
    fn pages_with_a_rule_or_a_dismissed_text_or_over_the_limit_are_left_out_and_reported() {
        let rules = (0..203).map(|n| draft(&format!("/p{n}"), "Mind the price.")).collect();
        let drafted = DraftedRules { rules, ..DraftedRules::default() };
        let rule = PromptRule {
            id: RuleId::from_bits(1),
            site_id: SiteId::from_bits(1),
            settings: draft("/p0/", "Mine.").settings,
            created_at: Timestamp::UNIX_EPOCH,
            updated_at: Timestamp::UNIX_EPOCH,
        };
        let dismissed = [draft("/p1", "Mind the price.").settings, draft("/p2", "Other words.").settings];
        let chosen = choose_drafts(drafted, &[rule], &dismissed);
        assert_eq!(chosen.rules.len(), MAX_PROPOSED_RULES);
        assert_eq!(chosen.rules[0].page_url, "https://example.com/p2");
        let expected = [(LeftOutReason::HasRule, 1), (LeftOutReason::Dismissed, 1), (LeftOutReason::TooMany, 1)];
        assert_eq!(reasons(&chosen), expected);
    }

    #[test]
    fn left_out_pages_are_reported_by_their_number_and_first_addresses() {
        let mut left_out = LeftOutPages::default();
        (0..30).for_each(|n| left_out.add(LeftOutReason::NotRead, format!("https://example.com/{n:02}")));
        let told = left_out.told();
        assert_eq!((told.len(), told[0].pages, told[0].urls.len()), (1, 30, MAX_URLS_TOLD));
    }

    #[test]
    fn a_path_with_a_wildcard_is_no_page_of_its_own() {
        assert_eq!(match_of_page("/a*b", vec![]), None);
        assert_eq!(match_of_page("/a%20b/", vec![]).map(|matching| matching.paths), Some(vec!["/a%20b/".to_owned()]));
    }
}
