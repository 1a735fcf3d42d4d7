//! Rules that a generation proposes, each for one page.
//!
//! Texts about a page's subject are offered only on that page. A proposal reaches no reader until an owner approves it;
//! then it is a rule like any other.

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

/// Proposals that wait at one site.
pub const MAX_PROPOSED_RULES: usize = 200;
/// Dismissed proposals that a site remembers, the newest.
pub const MAX_DISMISSED_RULES: usize = 1_000;
/// Addresses that are listed with a reason.
const MAX_URLS_TOLD: usize = 20;
/// Addresses per reason that are kept to recognize a page that was noted before.
const MAX_URLS_COMPARED: usize = 500;

/// Which proposals to approve or dismiss: some, or all.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeantProposals {
    /// The ids of the proposals.
    #[serde(default)]
    #[schemars(length(min = 1, max = 200), extend("uniqueItems" = true))]
    pub ids: Option<Vec<ProposedRuleId>>,
    /// Whether all proposals are meant.
    #[serde(default)]
    pub all: bool,
}

impl MeantProposals {
    /// The proposals that are meant among those that wait, in their order, and how many are not meant.
    pub fn check(self, waiting: Vec<ProposedRule>) -> Result<(Vec<ProposedRule>, usize), Vec<Violation>> {
        let mut violations = Violations::new();
        let ids = match self {
            Self { ids: None, all: true } => return Ok((waiting, 0)),
            Self { ids: Some(ids), all: false } => ids,
            _ => {
                violations.add("ids", "ONE_OF_TWO", "Either ids names proposals, or all is true.");
                return violations.finish((Vec::new(), 0));
            }
        };
        if ids.is_empty() || ids.len() > MAX_PROPOSED_RULES {
            violations.add("ids", "WRONG_NUMBER", format!("ids must have 1 to {MAX_PROPOSED_RULES} entries."));
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
pub enum LeftOutReason {
    /// The page asks not to be used.
    Noindex,
    /// The page was not read: there are more than are read, or the time was over.
    NotRead,
    /// The page was fetched and could not be read as HTML.
    Unreadable,
    /// The page is a contact form, a legal notice or similar, or has too little text.
    NothingToSay,
    /// The page is identified by the query of its address, and rules only match paths.
    SharedAddress,
    /// The built-in generator has no words in the page's language.
    NoWords,
    /// A rule for this very page does the same already.
    HasRule,
    /// The same was proposed before, and dismissed.
    Dismissed,
    /// The limit of proposals is reached.
    TooMany,
}

impl LeftOutReason {
    /// A sentence for it.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Noindex => "These pages say noindex, so none of them was used.",
            Self::NotRead => "These pages were not read: a generation reads a limited number, for a limited time.",
            Self::Unreadable => "These pages could not be read as HTML, or lead elsewhere.",
            Self::NothingToSay => "These pages have nothing that a reader would ask an assistant about.",
            Self::SharedAddress => {
                "These pages differ only after the '?' of their address, and rules know paths alone."
            }
            Self::NoWords => "The built-in generator has no words in the language of these pages.",
            Self::HasRule => "A rule for the very page does the same already.",
            Self::Dismissed => "The same was proposed before, and dismissed.",
            Self::TooMany => "At most 200 proposals wait at a site.",
        }
    }
}

/// Why pages have the built-in generator's texts although a model was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NotWritten {
    /// The reason, as failures of jobs name it.
    pub code: String,
    /// The reason in a sentence.
    pub message: String,
    /// How many pages.
    pub pages: usize,
}

/// What was left out for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// The reason.
    pub reason: LeftOutReason,
    /// The reason in a sentence.
    pub message: String,
    /// How many pages.
    pub pages: usize,
    /// The addresses of the first 20 that are known.
    pub urls: Vec<String>,
}

/// Collects what is left out, by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftOutPages(BTreeMap<LeftOutReason, Pages>);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Pages {
    count: usize,
    /// The first of them.
    urls: BTreeSet<String>,
}

impl LeftOutPages {
    /// Notes a page. One that was noted for the same reason counts once.
    pub fn add(&mut self, reason: LeftOutReason, url: impl Into<String>) {
        let pages = self.0.entry(reason).or_default();
        let is_new = pages.urls.len() >= MAX_URLS_COMPARED || pages.urls.insert(url.into());
        pages.count += usize::from(is_new);
    }

    /// Notes all of another.
    pub fn extend(&mut self, other: Self) {
        for (reason, pages) in other.0 {
            pages.urls.iter().for_each(|url| self.add(reason, url.clone()));
            self.0.entry(reason).or_default().count += pages.count - pages.urls.len();
        }
    }

    /// The report about them.
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

/// A rule for one page, as a generator made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftedRule {
    /// The page's address.
    pub page_url: String,
    /// The page's title.
    pub page_title: String,
    /// The rule. It matches only this page.
    pub settings: RuleSettings,
}

/// A generation's drafts for single pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DraftedRules {
    /// The rules, in the order of the pages.
    pub rules: Vec<DraftedRule>,
    /// The pages without drafts, or with fewer than possible.
    pub left_out: LeftOutPages,
    /// The addresses of the pages whose texts a model wrote.
    pub by_model: BTreeSet<String>,
    /// Why other pages have the built-in generator's texts, if a model was asked.
    pub not_written: Vec<NotWritten>,
}

impl DraftedRules {
    /// Whether a model wrote a text of these.
    pub fn has_texts_of_model(&self) -> bool {
        self.rules.iter().any(|rule| self.by_model.contains(&rule.page_url))
    }
}

/// A rule that waits for approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedRule {
    /// Its id.
    pub id: ProposedRuleId,
    /// The site.
    pub site_id: SiteId,
    /// The draft.
    pub draft: DraftedRule,
    /// The time.
    pub created_at: Timestamp,
}

/// All proposals for a site, and the generation's report.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Proposal {
    /// The generation that made it; `None` before the first one.
    pub made_by: Option<(JobId, Timestamp)>,
    /// The waiting proposals, in the order of the pages.
    pub rules: Vec<ProposedRule>,
    /// What was left out.
    pub left_out: Vec<LeftOut>,
}

/// The proposals among `drafted` for a site with these rules and these dismissed drafts; the others are added to what
/// is left out.
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

/// The match for only the page at this path, on these hosts; `None` for a path that cannot be expressed
/// as a glob.
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
    fn a_page_with_a_rule_a_dismissed_text_and_what_is_too_many_are_left_out_and_told() {
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
    fn of_many_pages_the_number_is_told_and_the_first_addresses() {
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
