//! `POST /rules/:siteId/test`: predicts what the widget does on a page. Stores and counts nothing.
//!
//! The route uses a pool: a site may have a thousand rules, which keep a processor busy on a long path.

use askline_app::present_fields::every_field_present;
use askline_domain::{
    events::hit::MAX_URL_BYTES,
    pages::address::{page_address, parse_page},
    prompts::{Prompt, built_in::spoken_prompts, text::PromptValues},
    rules::{
        RuleAction, RuleActionType,
        decision::{Decision, RulePage, SkipReason},
        page_offer::OfferingSite,
    },
    shared::{
        ids::{PromptId, RuleId},
        language_tag::MAX_TAG_CHARACTERS,
        rfc3339::check_moment,
        violation::Violations,
    },
    widget::config::Question,
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::{
    caches::site_entry::SiteEntry,
    pipeline::{
        app::App,
        handling::{ApiError, Call, Input, Json, Nothing, Reply, SiteAccess},
    },
};

const MAX_LANGUAGE_CHARACTERS: usize = 35;
/// The language of a page that does not state one, as in the widget.
const LANGUAGE_DEFAULT: &str = "en";

/// A page to test the rules on.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RuleTest")]
pub struct RuleTrial {
    /// The page's address.
    #[schemars(length(max = MAX_URL_BYTES), extend("format" = "uri"))]
    pub url: String,
    /// The page's language, as its `lang` attribute states it; `en` by default.
    #[serde(default)]
    #[schemars(length(max = MAX_TAG_CHARACTERS))]
    pub language: Option<String>,
    /// The time of the visit, as an RFC 3339 time; now by default.
    #[serde(default)]
    #[schemars(extend("format" = "date-time"))]
    pub at: Option<String>,
}

/// What the widget does on a page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RuleTestResult")]
pub struct RuleTrialResult {
    /// The rules that apply, in order; at most one for each type of action.
    pub matched: Vec<MatchedRule>,
    /// The other rules, in order, each with its reason.
    pub skipped: Vec<SkippedRule>,
    /// Whether the widget is shown at all, according to the configuration and the rules.
    pub shown: bool,
    /// What each assistant receives. The page's title is not known here, so its URL is used instead. Of several variants, the
    /// first that has a weight is shown.
    pub resolved: Vec<ResolvedOffer>,
    /// The suggested questions.
    pub questions: Vec<Question>,
}

/// A rule that applies.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchedRule {
    /// The rule.
    pub rule_id: RuleId,
    /// Its name.
    pub name: String,
    /// What it does.
    pub action: RuleActionType,
}

/// A rule that does not apply.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SkippedRule {
    /// The rule.
    pub rule_id: RuleId,
    /// Why it does not apply.
    pub reason: SkipReason,
}

/// An assistant's button.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct ResolvedOffer {
    /// The assistant's id.
    pub platform: String,
    /// The prompt template that it uses; null if the site has none for it.
    pub prompt_id: Option<PromptId>,
    /// The text that the assistant receives.
    pub prompt: String,
    /// The URL that opens.
    pub href: String,
    /// Whether the prompt is copied first, because the URL does not contain it.
    pub copies_prompt: bool,
}

/// `POST /rules/:siteId/test`
pub async fn test_rules(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<RuleTrial>>,
) -> Result<Reply<RuleTrialResult>, ApiError> {
    let RuleTrial { url, language, at } = input.body.0;
    let mut violations = Violations::new();
    let page = parse_page(&url).filter(|_| url.len() <= MAX_URL_BYTES);
    if page.is_none() {
        violations.add("url", "INVALID_URL", "url must be an absolute http or https address of at most 4096 bytes.");
    }
    let language = language.unwrap_or_else(|| LANGUAGE_DEFAULT.to_owned());
    violations.check_length("language", &language, 1, MAX_LANGUAGE_CHARACTERS);
    let at = at.map_or(Some(call.request.at), |text| check_moment("at", &text, &mut violations));
    let (Some(page), Some(at)) = (page, at) else { return Err(violations.finish(()).err().unwrap_or_default().into()) };
    violations.finish(())?;

    let entry = &call.tenant.site;
    let prompts = call.app.ports().prompts.active_prompts(entry.site.id).await?;
    let prompts = spoken_prompts(prompts, &language);
    Ok(Reply::new(TriedPage { page, language, at }.judge(&call.app, entry, &prompts)))
}

/// A page that passed the checks.
struct TriedPage {
    page: Url,
    language: String,
    at: Timestamp,
}

impl TriedPage {
    fn judge(&self, app: &App, entry: &SiteEntry, prompts: &[Prompt]) -> RuleTrialResult {
        let Self { page, language, at } = self;
        let config = &entry.config.config;
        let host = page.host_str().unwrap_or("");
        let decision = entry.rules.decide(&RulePage { path: page.path(), host, language, at: *at });
        tracing::debug!(site.id = %entry.site.id, cost = decision.cost, "Tried the rules of a site on a page");
        let values =
            PromptValues { url: &page_address(page), site_name: &entry.site.name, language, ..PromptValues::default() };
        let site = OfferingSite { config, prompts, registry: app.link_registry() };
        let offers = site.offers(&decision, &values, &|_| 0.0);
        let is_hidden = decision.action(RuleActionType::HideWidget).is_some();
        let matched = decision.counting.iter().map(|rule| MatchedRule {
            rule_id: rule.id,
            name: rule.settings.name.clone(),
            action: rule.settings.action.kind(),
        });
        let skipped =
            decision.skipped.iter().map(|(rule_id, reason)| SkippedRule { rule_id: *rule_id, reason: *reason });
        RuleTrialResult {
            shown: config.enabled && !is_hidden && config.placement.takes(page.path()),
            questions: questions(&decision, &config.questions),
            resolved: offers.into_iter().map(ResolvedOffer::from).collect(),
            skipped: skipped.collect(),
            matched: matched.collect(),
        }
    }
}

impl From<askline_domain::rules::page_offer::PageOffer> for ResolvedOffer {
    fn from(offer: askline_domain::rules::page_offer::PageOffer) -> Self {
        Self {
            platform: offer.platform,
            prompt_id: offer.prompt_id,
            prompt: offer.prompt,
            href: offer.link.href,
            copies_prompt: offer.link.copies_prompt,
        }
    }
}

fn questions(decision: &Decision<'_>, own: &askline_domain::widget::config::Questions) -> Vec<Question> {
    let asked = match decision.action(RuleActionType::SetQuestions) {
        Some(RuleAction::SetQuestions { questions }) => questions,
        _ => &own.items,
    };
    let most = if own.enabled { usize::from(own.max) } else { 0 };
    asked.iter().take(most).cloned().collect()
}
