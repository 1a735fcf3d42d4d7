//! The payload of a site for callers without an API key: content and size limit.
//!
//! [`room_for`] refuses a write that would make it too large. A payload that is too large anyway (stored by an earlier release,
//! or enlarged by a generation) is cut when it is served. These parts are kept first: the configuration, the prompts that it
//! names, the rules in the order in which they apply, each with the prompt that it names, and then the other prompts, oldest
//! first.

pub mod languages;
pub mod public_prompt;
pub mod public_rule;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    io,
};

use askline_domain::{
    pages::settings::PageSettings,
    platforms::{
        PublicPlatform,
        icons::Marks,
        link_registry::LinkRegistry,
        social_network::{self, PublicShareTarget},
    },
    prompts::{
        Prompt, PromptStatus,
        built_in::{built_in_prompt_languages, spoken_prompts},
        choice::prompts_for_language,
    },
    rules::{PromptRule, RuleAction, decision::OrderedRules},
    shared::{
        ids::{PromptId, SiteId},
        violation::{Allowed, Violation},
    },
    sites::Site,
    widget::{
        config::{PlatformChoice, SocialChoice, WidgetConfig},
        default_labels::{built_in_labels, labels_for, labels_for_language},
        look::WidgetLooks,
    },
};
use schemars::JsonSchema;
use serde::Serialize;

use self::{languages::Languages, public_prompt::PublicPrompt, public_rule::PublicRule};
use crate::{
    error::UseCaseError,
    instance::{Instance, payload_locks::PayloadWriteLock},
    ports::sites::ConfigVersion,
};

/// The maximum size of the whole response in bytes, before compression.
pub const MAX_PAYLOAD_BYTES: usize = 256 * 1024;
/// The size of the envelope around the payload in bytes, with a margin.
const ENVELOPE_BYTES: usize = 128;

/// Everything that the widget needs for any page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicConfig {
    /// The site.
    pub site_id: SiteId,
    /// Its name, for prompts.
    pub site_name: String,
    /// The configuration's version.
    pub version: u32,
    /// The settings.
    pub config: WidgetConfig,
    /// The active prompts, oldest first.
    pub prompts: Vec<PublicPrompt>,
    /// Compiled rules, in the order in which they are evaluated.
    pub rules: Vec<PublicRule>,
    /// How to open the enabled platforms.
    pub registry: Vec<PublicPlatform>,
    /// How to share to the enabled networks.
    pub share_targets: Vec<PublicShareTarget>,
    /// Whether the widget's first file alone can draw this site's widget. False if rules, paths, variants of prompts,
    /// custom assistants, blended colors, a floating widget, a layout behind a button, query parameters or hash routes require
    /// another file.
    pub plain: bool,
    /// Which query parameters and hash routes belong to a page; without it, its path alone does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<PageSettings>,
    /// The widget's colors on a light and on a dark background.
    pub looks: WidgetLooks,
    /// Labels by language.
    pub labels: BTreeMap<String, BTreeMap<String, String>>,
}

/// The content of a site's payload, as it is or as a write would make it.
#[derive(Debug, Clone)]
pub struct PayloadSource {
    /// The site.
    pub site_id: SiteId,
    /// Its name.
    pub site_name: String,
    /// The version of its configuration.
    pub version: u32,
    /// Which addresses of the site are one page.
    pub pages: PageSettings,
    /// Its configuration.
    pub config: WidgetConfig,
    /// The enabled rules, in order.
    pub rules: Vec<PromptRule>,
    /// The active prompts, oldest first.
    pub prompts: Vec<Prompt>,
    /// The language, if the payload is for pages in one language.
    pub language: Option<String>,
}

impl PayloadSource {
    /// The content of a site as it is, with its active prompts.
    pub fn of(site: &Site, config: &ConfigVersion, rules: &OrderedRules, prompts: Vec<Prompt>) -> Self {
        Self {
            site_id: site.id,
            site_name: site.name.clone(),
            version: config.version,
            pages: site.pages.clone(),
            config: config.config.clone(),
            rules: rules.iter().filter(|rule| rule.settings.enabled).cloned().collect(),
            prompts,
            language: None,
        }
    }

    /// Restricts prompts and labels to those for pages in `language`.
    pub fn in_language(mut self, language: String) -> Self {
        let by_rules = self.rules.iter().filter_map(|rule| match &rule.settings.action {
            RuleAction::UsePrompt { prompt_id } => Some(*prompt_id),
            _ => None,
        });
        let set = self.config.prompt_ids().map(|(_, id)| id).chain(by_rules).collect();
        self.prompts = prompts_for_language(spoken_prompts(self.prompts, &language), &set, &language);
        self.language = Some(language);
        self
    }

    /// The languages in which the payload differs.
    pub fn languages(&self) -> Languages {
        let labels = built_in_labels().keys().chain(self.config.labels.keys());
        let prompts = self.prompts.iter().map(|prompt| &prompt.language);
        Languages::new(labels.chain(prompts).cloned().chain(built_in_prompt_languages().map(str::to_owned)))
    }

    /// The content of a site as it is stored now.
    pub async fn present(instance: &Instance, id: SiteId) -> Result<Self, UseCaseError> {
        let ports = &instance.ports;
        let (site, config) = ports.sites.site(id).await?.ok_or(UseCaseError::NotFound("site"))?;
        let rules = OrderedRules::new(ports.rules.all_rules(id).await?);
        Ok(Self::of(&site, &config, &rules, ports.prompts.active_prompts(id).await?))
    }

    /// Adds or replaces a prompt, or removes it if it is not active.
    pub fn put_prompt(&mut self, prompt: &Prompt) {
        self.prompts.retain(|other| other.id != prompt.id);
        if prompt.status == PromptStatus::Active {
            self.prompts.push(prompt.clone());
        }
    }

    /// Adds or replaces a rule, or removes it if it is disabled. Its place in the order does not matter for the size.
    pub fn put_rule(&mut self, rule: &PromptRule) {
        self.rules.retain(|other| other.id != rule.id);
        if rule.settings.enabled {
            self.rules.push(rule.clone());
        }
    }

    /// The whole payload, however large.
    pub fn whole(&self, registry: &LinkRegistry) -> PublicConfig {
        let prompts = self.prompts.iter().cloned().map(PublicPrompt::from).collect();
        self.with(registry, prompts, self.rules.iter().map(PublicRule::from).collect())
    }

    /// The size of the response with the whole payload, in bytes.
    pub fn bytes(&self, registry: &LinkRegistry) -> usize {
        ENVELOPE_BYTES + json_bytes(&self.whole(registry))
    }

    fn with(&self, registry: &LinkRegistry, prompts: Vec<PublicPrompt>, rules: Vec<PublicRule>) -> PublicConfig {
        let config = &self.config;
        PublicConfig {
            site_id: self.site_id,
            site_name: self.site_name.clone(),
            version: self.version,
            plain: config.is_plain()
                && self.pages.is_path_alone()
                && rules.is_empty()
                && prompts.iter().all(|prompt| prompt.variant_group.is_none()),
            pages: Some(&self.pages).filter(|pages| !pages.is_path_alone()).cloned(),
            prompts,
            rules,
            registry: platforms(registry, config, |platform| platform.enabled),
            share_targets: networks(registry, config, |network| network.enabled),
            looks: config.theme.looks(),
            labels: match &self.language {
                Some(language) => labels_for_language(labels_for(config), language),
                None => labels_for(config),
            },
            config: config.clone(),
        }
    }

    /// The payload as it is served, and what had to be left out.
    pub fn fitting(&self, registry: &LinkRegistry) -> (PublicConfig, LeftOut) {
        let bytes = self.bytes(registry);
        if bytes <= MAX_PAYLOAD_BYTES {
            return (self.whole(registry), LeftOut { bytes, ..LeftOut::default() });
        }
        let bare = ENVELOPE_BYTES + json_bytes(&self.with(registry, Vec::new(), Vec::new()));
        let mut chosen = Chosen { room: MAX_PAYLOAD_BYTES.saturating_sub(bare), prompts: HashSet::new() };
        let by_id: HashMap<PromptId, &Prompt> = self.prompts.iter().map(|prompt| (prompt.id, prompt)).collect();
        for (_, id) in self.config.prompt_ids() {
            chosen.take_prompt(by_id.get(&id).copied());
        }
        let mut rules = Vec::new();
        for rule in &self.rules {
            let public = PublicRule::from(rule);
            // A later rule must not apply instead of an earlier one, so from the first rule that does not fit, all are left out.
            if !chosen.take(json_bytes(&public)) {
                break;
            }
            rules.push(public);
            if let RuleAction::UsePrompt { prompt_id } = &rule.settings.action {
                chosen.take_prompt(by_id.get(prompt_id).copied());
            }
        }
        for prompt in &self.prompts {
            chosen.take_prompt(Some(prompt));
        }
        let prompts = self.prompts.iter().filter(|prompt| chosen.prompts.contains(&prompt.id));
        let prompts: Vec<PublicPrompt> = prompts.cloned().map(PublicPrompt::from).collect();
        let left_out =
            LeftOut { bytes, prompts: self.prompts.len() - prompts.len(), rules: self.rules.len() - rules.len() };
        (self.with(registry, prompts, rules), left_out)
    }
}

/// What is left out of a payload that would be too large.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The size of the response with the whole payload, in bytes.
    pub bytes: usize,
    /// The number of active prompts that are left out.
    pub prompts: usize,
    /// The number of enabled rules that are left out, the last ones in their order.
    pub rules: usize,
}

/// The platforms and networks that a configuration disables.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DisabledPlatforms")]
pub struct SwitchedOff {
    /// The disabled platforms, in order.
    pub registry: Vec<PublicPlatform>,
    /// The disabled networks, in order.
    pub share_targets: Vec<PublicShareTarget>,
}

impl SwitchedOff {
    /// Lists what a configuration disables.
    pub fn of(registry: &LinkRegistry, config: &WidgetConfig) -> Self {
        Self {
            registry: platforms(registry, config, |platform| !platform.enabled),
            share_targets: networks(registry, config, |network| !network.enabled),
        }
    }
}

/// The platforms of a configuration for which `fits` is true, in order; custom ones are in no registry, so they are left out.
fn platforms(registry: &LinkRegistry, config: &WidgetConfig, fits: fn(&PlatformChoice) -> bool) -> Vec<PublicPlatform> {
    let marks = marks_of(registry, config);
    let known = config.platforms.iter().filter(|one| fits(one)).filter_map(|one| registry.get(&one.id));
    known.map(|platform| PublicPlatform::from(platform).with_mark(marks)).collect()
}

/// The networks of a configuration for which `fits` is true, in order.
fn networks(registry: &LinkRegistry, config: &WidgetConfig, fits: fn(&SocialChoice) -> bool) -> Vec<PublicShareTarget> {
    let marks = marks_of(registry, config);
    let known = config.social.iter().filter(|one| fits(one)).filter_map(|one| social_network::get(&one.id));
    known.map(|network| PublicShareTarget::from(network).with_mark(marks)).collect()
}

fn marks_of(registry: &LinkRegistry, config: &WidgetConfig) -> Marks {
    if registry.shows_marks() { config.theme.marks } else { Marks::None }
}

/// The content that was chosen for a payload that cannot contain everything.
struct Chosen {
    room: usize,
    prompts: HashSet<PromptId>,
}

impl Chosen {
    /// Takes something of this length and a comma, if it fits.
    fn take(&mut self, bytes: usize) -> bool {
        let left = self.room.checked_sub(bytes + 1);
        self.room = left.unwrap_or(self.room);
        left.is_some()
    }

    fn take_prompt(&mut self, prompt: Option<&Prompt>) {
        if let Some(prompt) = prompt.filter(|prompt| !self.prompts.contains(&prompt.id))
            && self.take(prompt_bytes(prompt))
        {
            self.prompts.insert(prompt.id);
        }
    }
}

/// The size of a prompt in the payload, in bytes.
pub fn prompt_bytes(prompt: &Prompt) -> usize {
    json_bytes(&PublicPrompt::from(prompt.clone()))
}

fn json_bytes(value: &impl Serialize) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    serde_json::to_writer(&mut count, value).expect("texts, numbers and lists, which are only counted");
    count.0
}

/// The payload of a site as it would be with another configuration, and what would have to be left out. Stores nothing.
pub async fn payload_with(
    instance: &Instance,
    site: SiteId,
    config: &WidgetConfig,
) -> Result<(PublicConfig, LeftOut), UseCaseError> {
    let mut source = PayloadSource::present(instance, site).await?;
    source.config.clone_from(config);
    Ok(source.fitting(&instance.link_registry))
}

/// Returns the turn to store a change of a site, or refuses the change if the payload would become too large. A change that does
/// not make the payload larger is never refused.
pub async fn room_for(
    instance: &Instance,
    site: SiteId,
    change: impl FnOnce(&mut PayloadSource),
) -> Result<PayloadWriteLock, UseCaseError> {
    let turn = instance.payload_write_locks.take(site).await;
    check_room(instance, site, change).await?;
    Ok(turn)
}

/// Like [`room_for`], for a caller that already has the turn.
pub(super) async fn check_room(
    instance: &Instance,
    site: SiteId,
    change: impl FnOnce(&mut PayloadSource),
) -> Result<(), UseCaseError> {
    let mut source = PayloadSource::present(instance, site).await?;
    let registry = &instance.link_registry;
    let before = source.bytes(registry);
    change(&mut source);
    let after = source.bytes(registry);
    if after > MAX_PAYLOAD_BYTES && after > before {
        return Err(too_large(after));
    }
    Ok(())
}

fn too_large(bytes: usize) -> UseCaseError {
    let message = format!(
        "With this, the configuration that every page loads would have {bytes} bytes; at most {MAX_PAYLOAD_BYTES} are allowed. \
         Archive prompts, or delete or switch off rules that are not needed."
    );
    let violation = Violation {
        bytes: Some(bytes as u64),
        allowed: Some(Allowed::Most(MAX_PAYLOAD_BYTES as u64)),
        ..Violation::new("", "PAYLOAD_TOO_LARGE", message)
    };
    UseCaseError::Invalid(vec![violation])
}
