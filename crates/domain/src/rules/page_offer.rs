//! What the widget offers on a page: each assistant with its prompt and its link. The widget computes the same in
//! `widget/src/first/offers/content.ts`; `testdata/offer_cases.json` tests both implementations.

use crate::{
    platforms::{Link, link_registry::LinkRegistry},
    prompts::{
        Prompt,
        choice::choose_prompt,
        text::{PromptValues, fill},
    },
    rules::{RuleAction, RuleActionType, decision::Decision},
    shared::ids::PromptId,
    widget::{config::WidgetConfig, default_labels::prompt_without_any},
};

/// An assistant's button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageOffer {
    /// The platform's id.
    pub platform: String,
    /// The id of its prompt; `None` if the site has none for it.
    pub prompt_id: Option<PromptId>,
    /// The prompt with its placeholders filled.
    pub prompt: String,
    /// The address that opens, and whether the prompt is copied first.
    pub link: Link,
}

/// The data of a site that determines its offers.
#[derive(Debug, Clone, Copy)]
pub struct OfferingSite<'a> {
    /// The widget configuration.
    pub config: &'a WidgetConfig,
    /// The active prompts, oldest first.
    pub prompts: &'a [Prompt],
    /// The platforms of the instance.
    pub registry: &'a LinkRegistry,
}

impl OfferingSite<'_> {
    /// Returns the offers on a page to which `decision` applies, in the order of the configuration. `draw` returns a
    /// number from 0 (inclusive) to 1 (exclusive) for a variant group.
    pub fn offers(
        &self,
        decision: &Decision<'_>,
        values: &PromptValues<'_>,
        draw: &dyn Fn(&str) -> f64,
    ) -> Vec<PageOffer> {
        let hidden = match decision.action(RuleActionType::HidePlatforms) {
            Some(RuleAction::HidePlatforms { platform_ids }) => platform_ids.as_slice(),
            _ => &[],
        };
        let set_by_rule = match decision.action(RuleActionType::UsePrompt) {
            Some(RuleAction::UsePrompt { prompt_id }) => Some(*prompt_id),
            _ => None,
        };
        let shown = self.config.enabled_platform_ids().into_iter().filter(|id| !hidden.iter().any(|one| one == id));
        shown
            .filter_map(|id| {
                let choice = self.config.platforms.iter().find(|choice| choice.id == id);
                let set = set_by_rule.or(choice.and_then(|choice| choice.prompt_id));
                let chosen = choose_prompt(self.prompts, id, set, values.language, draw);
                let text = with_texts_of_rules(
                    chosen.map_or(prompt_without_any(values.language), |prompt| &prompt.text),
                    decision,
                );
                let prompt = fill(&text, values);
                let link = self.link(id, &prompt)?;
                Some(PageOffer { platform: id.to_owned(), prompt_id: chosen.map(|prompt| prompt.id), prompt, link })
            })
            .collect()
    }

    /// Returns the link for a prompt; `None` for a platform that no longer exists.
    fn link(&self, platform_id: &str, prompt: &str) -> Option<Link> {
        if let Some(platform) = self.registry.get(platform_id) {
            return Some(platform.href(prompt));
        }
        let own = self.config.custom_platforms.iter().find(|platform| platform.id == platform_id)?;
        Some(own.href(prompt))
    }
}

/// Joins the rules' texts before and after a prompt with its text, separated by empty lines.
fn with_texts_of_rules(text: &str, decision: &Decision<'_>) -> String {
    let before = match decision.action(RuleActionType::Prepend) {
        Some(RuleAction::Prepend { text }) => Some(text.as_str()),
        _ => None,
    };
    let after = match decision.action(RuleActionType::Append) {
        Some(RuleAction::Append { text }) => Some(text.as_str()),
        _ => None,
    };
    let parts: Vec<&str> = [before, Some(text), after].into_iter().flatten().collect();
    parts.join("\n\n")
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::{
        platforms::{CustomPlatform, known_ids::KnownIds},
        prompts::{PromptSource, choice::prompts_for_language, input::NewPrompt},
        rules::{
            PromptRule, RuleMatch, RuleSettings,
            decision::{OrderedRules, RulePage},
        },
        shared::ids::{Id as _, RuleId, SiteId},
        widget::config::PlatformChoice,
    };
    use jiff::Timestamp;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Case {
        name: String,
        platforms: Vec<PlatformChoice>,
        #[serde(default)]
        custom_platforms: Vec<CustomPlatform>,
        /// Oldest first.
        prompts: Vec<CasePrompt>,
        #[serde(default)]
        actions: Vec<RuleAction>,
        #[serde(default = "english")]
        language: String,
        #[serde(default)]
        draw: f64,
        offers: Vec<CaseOffer>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct CasePrompt {
        id: PromptId,
        #[serde(flatten)]
        new: NewPrompt,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct CaseOffer {
        platform: String,
        prompt_id: Option<PromptId>,
        prompt: String,
        /// `None` if the prompt is too long: then `copies` says that the fallback address opens.
        href: Option<String>,
        copies: bool,
    }

    fn english() -> String {
        "en".into()
    }

    fn rule(place: usize, action: RuleAction) -> PromptRule {
        let (matching, at) = (RuleMatch::default(), Timestamp::UNIX_EPOCH);
        let settings = RuleSettings {
            name: "a".into(),
            enabled: true,
            priority: 1,
            matching,
            action,
            starts_at: None,
            ends_at: None,
        };
        let (id, site_id) = (RuleId::from_bits(place as u128), SiteId::from_bits(1));
        PromptRule { id, site_id, settings, created_at: at, updated_at: at }
    }

    #[test]
    fn every_shared_case_is_offered_as_it_says() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../../testdata/offer_cases.json")).expect("a list of cases");
        assert!(cases.len() >= 20);
        let registry = LinkRegistry::built_in();
        let known: Vec<&str> = registry.ids().chain(["c_house"]).collect();
        let known = KnownIds { platforms: &known, ..KnownIds::default() };
        for case in cases {
            let prompts: Vec<Prompt> = case
                .prompts
                .into_iter()
                .map(|CasePrompt { id, new }| {
                    let settings = new.check(&known).expect("a prompt that is taken");
                    Prompt::new(id, SiteId::from_bits(1), settings, PromptSource::Manual, Timestamp::UNIX_EPOCH)
                })
                .collect();
            let mut config = WidgetConfig::for_new_site(&known);
            config.platforms = case.platforms;
            config.custom_platforms = case.custom_platforms;
            let rules = OrderedRules::new(
                case.actions.into_iter().enumerate().map(|(place, action)| rule(place, action)).collect(),
            );
            let page = RulePage { path: "/a", host: "example.com", language: "en", at: Timestamp::UNIX_EPOCH };
            let values = PromptValues {
                url: "https://example.com/a?b=1&c=2",
                markdown_url: None,
                title: Some("Salt & pepper"),
                site_name: "Example Kitchen",
                language: &case.language,
            };
            let decision = rules.decide(&page);
            let offers_of = |prompts: &[Prompt]| {
                OfferingSite { config: &config, prompts, registry }.offers(&decision, &values, &|_| case.draw)
            };
            let offers = offers_of(&prompts);
            // The prompts for the page's language give the same offers as all prompts.
            let by_rule = match decision.action(RuleActionType::UsePrompt) {
                Some(RuleAction::UsePrompt { prompt_id }) => Some(*prompt_id),
                _ => None,
            };
            let set = config.prompt_ids().map(|(_, id)| id).chain(by_rule).collect();
            assert_eq!(
                offers_of(&prompts_for_language(prompts.clone(), &set, &case.language)),
                offers,
                "{}",
                case.name
            );
            let found: Vec<CaseOffer> = offers
                .into_iter()
                .zip(&case.offers)
                .map(|(offer, expected)| CaseOffer {
                    platform: offer.platform,
                    prompt_id: offer.prompt_id,
                    prompt: offer.prompt,
                    href: expected.href.is_some().then_some(offer.link.href),
                    copies: offer.link.copies_prompt,
                })
                .collect();
            assert_eq!(found, case.offers, "{}", case.name);
        }
    }
}
