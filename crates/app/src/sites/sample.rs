//! The sample payload, for pages that show the widget without a site. It has a new site's configuration with the
//! built-in prompts and three questions.

use askline_domain::{
    pages::settings::PageSettings,
    platforms::link_registry::LinkRegistry,
    prompts::built_in::prompts_for_new_site,
    shared::ids::{Id as _, PromptId, QuestionId, SiteId},
    widget::config::{Question, WidgetConfig},
};
use jiff::Timestamp;

use super::{known_ids::with_instance_ids, payload::PayloadSource};

const NAME: &str = "Alder Hill Bikes";
const LANGUAGE: &str = "en";
const QUESTIONS: [&str; 3] =
    ["Which gear ratio suits a steep climb?", "Do I need a longer chain?", "What does a new cassette cost?"];

/// The payload of a new site, as JSON, with the assistants of this instance.
pub fn sample_payload(registry: &LinkRegistry) -> Vec<u8> {
    let site_id = SiteId::from_bits(0);
    let mut last = 0;
    let mut new_prompt_id = |_| {
        last += 1;
        PromptId::from_bits(last)
    };
    let mut config = with_instance_ids(registry, WidgetConfig::for_new_site);
    let ids = (1..).map(QuestionId::from_bits);
    config.questions.items =
        ids.zip(QUESTIONS).map(|(id, question)| Question { id, text: question.to_owned() }).collect();
    let source = PayloadSource {
        site_id,
        site_name: NAME.to_owned(),
        version: 1,
        pages: PageSettings::default(),
        config,
        rules: Vec::new(),
        prompts: prompts_for_new_site(site_id, LANGUAGE, Timestamp::UNIX_EPOCH, &mut new_prompt_id),
        language: None,
    };
    serde_json::to_vec(&source.whole(registry)).unwrap_or_default()
}
