//! What every `SiteStore` guarantees about the questions and prompts that a site has or had.

use askline_app::ports::sites::SiteStore as _;
use askline_domain::{
    rules::{PromptRule, RuleAction, RuleMatch, RuleSettings},
    shared::ids::{MenuItemId, PromptId, QuestionId, RuleId, SiteId},
    sites::Site,
    widget::{
        config::{Question, WidgetConfig},
        menu::{MenuItem, MenuItemKind},
    },
};

use super::stored::{config, stored_site};
use crate::{
    backend::{Backend, Metadata, on_every_backend},
    prompts::{self, changes::PromptTestChanges as _},
    rules::changes::RuleChanges as _,
    samples::{audit, id, later, now, remove_all},
    sites::changes::SiteChanges as _,
};

on_every_backend! {
    offered_question_and_prompt_ids_stay_known_after_they_are_removed,
    own_items_stay_known_after_they_are_removed_and_only_on_their_site,
    ids_of_one_site_are_unknown_to_another,
    past_ids_have_a_bound_and_present_ones_are_always_known,
}

fn question() -> Question {
    Question { id: id(), text: "Why 'x'?".into() }
}

fn asking(questions: &[Question]) -> WidgetConfig {
    let mut config = config(4);
    config.questions.items = questions.to_vec();
    config
}

fn rule(site_id: SiteId, question: &Question) -> PromptRule {
    let settings = RuleSettings {
        name: "asks".into(),
        enabled: true,
        priority: 1,
        matching: RuleMatch::default(),
        action: RuleAction::SetQuestions { questions: vec![question.clone()] },
        starts_at: None,
        ends_at: None,
    };
    PromptRule { id: id::<RuleId>(), site_id, settings, created_at: now(), updated_at: now() }
}

async fn put(store: &impl Metadata, site: &Site, questions: &[Question]) {
    let entry = audit(site.org_id, "site.config_updated");
    store.put_config(site.id, None, &asking(questions), later(1), entry).await.unwrap();
}

async fn offered_question_and_prompt_ids_stay_known_after_they_are_removed<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let entry = |action: &str| audit(site.org_id, action);
    let [configured, ruled, replaced] = [question(), question(), question()];
    put(store, &site, std::slice::from_ref(&configured)).await;
    let rule_of = rule(site.id, &ruled);
    store.create_rule(&rule_of, entry("rule.created")).await.unwrap();
    let action = RuleAction::SetQuestions { questions: vec![replaced.clone()] };
    let changed = PromptRule { settings: RuleSettings { action, ..rule_of.settings.clone() }, ..rule_of.clone() };
    store.replace_rule(&changed, entry("rule.updated")).await.unwrap();
    let prompt = prompts::prompt(site.id);
    prompts::create(store, &prompt).await;

    put(store, &site, &[]).await;
    store.delete_rule(site.id, rule_of.id, entry("rule.deleted")).await.unwrap();
    store.delete_prompt(site.id, prompt.id, entry("prompt.deleted")).await.unwrap();
    let offered = backend.another_process().await.offered_ids(site.id).await.unwrap();
    let had = [configured.id, ruled.id, replaced.id];
    assert!(had.iter().all(|id| offered.questions.contains(id)), "{offered:?}");
    assert!(offered.prompts.contains(&prompt.id));
    assert!(!offered.questions.contains(&id::<QuestionId>()) && !offered.prompts.contains(&id::<PromptId>()));
}

async fn own_items_stay_known_after_they_are_removed_and_only_on_their_site<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    let item =
        |id: MenuItemId| MenuItem { id, kind: MenuItemKind::Markdown, label: "'a'".into(), url: None, text: None };
    let [removed, kept] = [id(), id()];
    for items in [vec![item(removed), item(kept)], vec![item(kept)]] {
        let config = WidgetConfig { menu: items, ..config(4) };
        store.put_config(site.id, None, &config, later(1), audit(site.org_id, "site.config_updated")).await.unwrap();
    }
    let offered = backend.another_process().await.offered_ids(site.id).await.unwrap();
    assert_eq!(offered.items, [removed, kept].into());
    assert!(store.offered_ids(other.id).await.unwrap().items.is_empty());
}

async fn ids_of_one_site_are_unknown_to_another<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    put(store, &site, &[question()]).await;
    let prompt = prompts::prompt(site.id);
    prompts::create(store, &prompt).await;
    let before = store.offered_ids(other.id).await.unwrap();
    assert!(!before.prompts.contains(&prompt.id) && before.questions.is_empty());
    store.delete_site(site.org_id, site.id, audit(site.org_id, "site.deleted")).await.unwrap();
    remove_all(store).await;
    assert_eq!(store.offered_ids(site.id).await.unwrap(), Default::default());
    assert_eq!(store.offered_ids(other.id).await.unwrap(), before);
}

async fn past_ids_have_a_bound_and_present_ones_are_always_known<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let (kept, gone) = (question(), question());
    put(store, &site, &[kept.clone(), gone.clone()]).await;
    put(store, &site, std::slice::from_ref(&kept)).await;
    backend
        .tamper(&format!(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
         INSERT INTO offered_ids (site_id, id) SELECT '{}', 'q_00000000' || CAST(100000000000000000 + n AS TEXT) FROM numbers",
            site.id
        ))
        .await;
    let offered = store.offered_ids(site.id).await.unwrap();
    assert_eq!(offered.questions.len(), 20_000 + 1);
    assert!(offered.questions.contains(&kept.id) && !offered.questions.contains(&gone.id));
}
