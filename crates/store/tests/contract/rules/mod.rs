//! What every `RuleStore` guarantees.

pub mod changes;
mod proposed;

use std::cmp::Reverse;

use askline_app::{
    error::{Changed, UseCaseError},
    ports::{
        StoreError,
        changes::Changes as _,
        rules::{MAX_RULES_PER_SITE, RuleStore as _},
    },
    rules,
};
use askline_domain::{
    rules::{PromptRule, RuleAction, RuleMatch, RuleSettings},
    shared::{
        ids::{Id as _, PromptId, QuestionId, RuleId, SiteId},
        paging::PageRequest,
    },
    widget::config::Question,
};

use self::changes::RuleChanges as _;
use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{audit, count_of, id, later, now, remove_all},
    sites::changes::SiteChanges as _,
    sites::stored::stored_site,
};

on_every_backend! {
    a_rule_reads_back_as_it_was_stored,
    a_limit_of_rules_that_is_reached_stores_nothing,
    a_rule_of_another_site_is_absent,
    rules_are_listed_newest_first_page_by_page_and_all_oldest_first,
    a_replacement_keeps_the_time_of_creation,
    a_replacement_that_refuses_the_stored_rule_stores_nothing,
    a_rule_is_deleted_once,
    rules_are_put_in_an_order_all_or_none,
    a_change_of_a_rule_whose_audit_entry_fails_is_not_stored,
    a_rule_that_cannot_be_read_names_its_place,
    the_rules_of_a_site_go_with_it,
}

/// A rule with every field set.
fn rule(site_id: SiteId) -> PromptRule {
    let matching = RuleMatch {
        paths: vec!["/blog/**".into(), "/日本/*".into()],
        exclude_paths: vec!["/blog/'x'".into()],
        hosts: vec!["example.com".into()],
        languages: vec!["de".into(), "*".into()],
    };
    let settings = RuleSettings {
        name: "Sommer ☀".into(),
        enabled: true,
        priority: 7,
        matching,
        action: RuleAction::Append { text: "Danke, {{siteName}} 'x' -- \"y\"".into() },
        starts_at: Some(later(1)),
        ends_at: Some(later(2)),
    };
    PromptRule { id: id(), site_id, settings, created_at: now(), updated_at: later(3) }
}

async fn create(store: &impl Metadata, rule: &PromptRule) {
    let org = store.site(rule.site_id).await.unwrap().unwrap().0.org_id;
    assert!(store.create_rule(rule, audit(org, "rule.created")).await.unwrap());
}

async fn a_rule_reads_back_as_it_was_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let actions = [
        RuleAction::UsePrompt { prompt_id: id::<PromptId>() },
        RuleAction::Prepend { text: "a\nb".into() },
        RuleAction::SetQuestions { questions: vec![Question { id: id::<QuestionId>(), text: "Why?".into() }] },
        RuleAction::HidePlatforms { platform_ids: vec!["chatgpt".into()] },
        RuleAction::HideWidget {},
    ];
    let of_actions = actions.into_iter().map(|action| {
        let full = rule(site.id);
        PromptRule { settings: RuleSettings { action, ..full.settings.clone() }, ..full }
    });
    let full = rule(site.id);
    let bare = RuleSettings {
        enabled: false,
        priority: 0,
        matching: RuleMatch::default(),
        starts_at: None,
        ends_at: None,
        ..full.settings.clone()
    };
    let bare = PromptRule { id: id(), settings: bare, ..full.clone() };
    for rule in [full, bare].into_iter().chain(of_actions) {
        create(store, &rule).await;
        assert_eq!(store.rule(site.id, rule.id).await.unwrap(), Some(rule));
    }
    assert_eq!(count_of(store, site.org_id, "rule.created").await, 7);
    assert_eq!(store.rule(site.id, id()).await.unwrap(), None);
}

async fn a_limit_of_rules_that_is_reached_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    create(store, &rule(site.id)).await;
    backend
        .tamper(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) \
         INSERT INTO rules SELECT id || i, site_id, name, enabled, priority, matching, action, starts_ms, ends_ms, \
         created_ms, updated_ms FROM rules, n",
            MAX_RULES_PER_SITE - 1
        ))
        .await;
    let generation = store.generation();
    let refused = rule(site.id);
    assert!(!store.create_rule(&refused, audit(site.org_id, "rule.created")).await.unwrap());
    assert_eq!(store.rule(site.id, refused.id).await.unwrap(), None);
    assert_eq!(count_of(store, site.org_id, "rule.created").await, 1);
    assert_eq!(store.generation(), generation);
    create(store, &rule(other.id)).await;
}

async fn a_rule_of_another_site_is_absent<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    let stored = rule(site.id);
    create(store, &stored).await;
    let generation = store.generation();
    assert_eq!(store.rule(other.id, stored.id).await.unwrap(), None);
    assert_eq!(store.rules(other.id, PageRequest::NEWEST).await.unwrap().items, []);
    assert_eq!(store.all_rules(other.id).await.unwrap(), []);
    let moved = PromptRule { site_id: other.id, ..stored.clone() };
    assert!(!store.replace_rule(&moved, audit(other.org_id, "rule.updated")).await.unwrap());
    assert!(!store.delete_rule(other.id, stored.id, audit(other.org_id, "rule.deleted")).await.unwrap());
    assert_eq!(store.rule(site.id, stored.id).await.unwrap(), Some(stored));
    for action in ["rule.updated", "rule.deleted"] {
        assert_eq!(count_of(store, other.org_id, action).await, 0, "{action}");
    }
    assert_eq!(store.generation(), generation);
}

async fn rules_are_listed_newest_first_page_by_page_and_all_oldest_first<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    create(store, &rule(stored_site(store).await.id)).await;
    let mut stored: Vec<PromptRule> = (0..7).map(|_| rule(site.id)).collect();
    for rule in &stored {
        create(store, rule).await;
    }
    stored.sort_by_key(|stored| stored.id);
    assert_eq!(store.all_rules(site.id).await.unwrap(), stored);
    stored.sort_by_key(|stored| Reverse(stored.id));
    let mut pages: Vec<PromptRule> = Vec::new();
    loop {
        let before = pages.last().map(|rule| rule.id.bits());
        let page = store.rules(site.id, PageRequest { limit: 3, before }).await.unwrap();
        pages.extend(page.items);
        if !page.has_more {
            break;
        }
        assert_eq!(pages.len() % 3, 0);
    }
    assert_eq!(pages, stored);
}

async fn a_replacement_keeps_the_time_of_creation<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let (stored, neighbour) = (rule(site.id), rule(site.id));
    create(store, &stored).await;
    create(store, &neighbour).await;
    let settings = RuleSettings {
        name: "Winter".into(),
        enabled: false,
        priority: 1_000,
        matching: RuleMatch::default(),
        action: RuleAction::HideWidget {},
        starts_at: None,
        ends_at: None,
    };
    let replaced = PromptRule { settings, created_at: later(50), updated_at: later(60), ..stored.clone() };
    let generation = store.generation();
    assert!(store.replace_rule(&replaced, audit(site.org_id, "rule.updated")).await.unwrap());
    assert!(store.generation() > generation);
    let expected = PromptRule { created_at: stored.created_at, ..replaced };
    assert_eq!(store.rule(site.id, stored.id).await.unwrap(), Some(expected));
    assert_eq!(store.rule(site.id, neighbour.id).await.unwrap(), Some(neighbour));
    let missing = PromptRule { id: id::<RuleId>(), ..stored };
    assert!(!store.replace_rule(&missing, audit(site.org_id, "rule.updated")).await.unwrap());
    assert_eq!(count_of(store, site.org_id, "rule.updated").await, 1);
}

async fn a_replacement_that_refuses_the_stored_rule_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let read = rule(site.id);
    create(store, &read).await;
    let named = |name: &str| PromptRule {
        settings: RuleSettings { name: name.into(), ..read.settings.clone() },
        updated_at: later(4),
        ..read.clone()
    };
    let entry = || audit(site.org_id, "rule.updated");
    assert!(store.replace_rule(&named("by another request"), entry()).await.unwrap());
    let is_unchanged = |stored: &PromptRule| {
        if *stored == read { Ok(()) } else { Err(UseCaseError::ChangedMeanwhile(Changed::RulesOfSite)) }
    };
    let refused = rules::put(store, &named("late"), is_unchanged, entry()).await;
    assert!(matches!(refused, Err(UseCaseError::ChangedMeanwhile(_))), "{refused:?}");
    assert_eq!(store.rule(site.id, read.id).await.unwrap(), Some(named("by another request")));
    assert_eq!(count_of(store, site.org_id, "rule.updated").await, 1);
}

async fn a_rule_is_deleted_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let (stored, neighbour) = (rule(site.id), rule(site.id));
    create(store, &stored).await;
    create(store, &neighbour).await;
    let generation = store.generation();
    assert!(store.delete_rule(site.id, stored.id, audit(site.org_id, "rule.deleted")).await.unwrap());
    assert!(store.generation() > generation);
    assert!(!store.delete_rule(site.id, stored.id, audit(site.org_id, "rule.deleted")).await.unwrap());
    assert_eq!(store.all_rules(site.id).await.unwrap(), [neighbour]);
    assert_eq!(count_of(store, site.org_id, "rule.deleted").await, 1);
}

async fn rules_are_put_in_an_order_all_or_none<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    let (first, second, foreign) = (rule(site.id), rule(site.id), rule(other.id));
    for rule in [&first, &second, &foreign] {
        create(store, rule).await;
    }
    let generation = store.generation();
    let order = async |order: &[(RuleId, u16)]| {
        store.order_rules(site.id, order, later(9), audit(site.org_id, "rule.reordered")).await.unwrap()
    };
    assert!(!order(&[(first.id, 20)]).await);
    assert!(!order(&[(first.id, 20), (second.id, 10), (foreign.id, 30)]).await);
    assert!(!order(&[(first.id, 20), (second.id, 10), (second.id, 30)]).await);
    assert!(!order(&[(first.id, 20), (foreign.id, 10)]).await);
    assert_eq!(store.rule(site.id, second.id).await.unwrap(), Some(second.clone()));
    assert_eq!(store.generation(), generation);
    // The second rule already has the given priority, so it stays unchanged.
    assert!(order(&[(first.id, 20), (second.id, second.settings.priority)]).await);
    assert!(store.generation() > generation);
    let settings = RuleSettings { priority: 20, ..first.settings.clone() };
    assert_eq!(
        store.rule(site.id, first.id).await.unwrap(),
        Some(PromptRule { settings, updated_at: later(9), ..first })
    );
    assert_eq!(store.rule(site.id, second.id).await.unwrap(), Some(second));
    assert_eq!(store.rule(other.id, foreign.id).await.unwrap(), Some(foreign));
    assert_eq!(count_of(store, site.org_id, "rule.reordered").await, 1);
}

async fn a_change_of_a_rule_whose_audit_entry_fails_is_not_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let (stored, lost) = (rule(site.id), rule(site.id));
    let entry = audit(site.org_id, "rule.created");
    store.create_rule(&stored, entry.clone()).await.unwrap();
    let generation = store.generation();
    // An entry with the same id cannot be stored a second time.
    assert!(store.create_rule(&lost, entry.clone()).await.is_err());
    let settings = RuleSettings { name: "Lost".into(), ..stored.settings.clone() };
    let changed = PromptRule { settings, ..stored.clone() };
    assert!(store.replace_rule(&changed, entry.clone()).await.is_err());
    assert!(store.delete_rule(site.id, stored.id, entry).await.is_err());
    assert_eq!(store.all_rules(site.id).await.unwrap(), [stored]);
    assert_eq!(store.generation(), generation);
    create(store, &lost).await;
}

async fn a_rule_that_cannot_be_read_names_its_place<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    for (broken_column, value) in [("action", "'{}'"), ("matching", "'[]x'"), ("priority", "-1"), ("enabled", "2")] {
        let stored = rule(site.id);
        create(store, &stored).await;
        backend.tamper(&format!("UPDATE rules SET {broken_column} = {value}")).await;
        let errors = [
            store.rule(site.id, stored.id).await.unwrap_err(),
            store.rules(site.id, PageRequest::NEWEST).await.unwrap_err(),
            store.all_rules(site.id).await.unwrap_err(),
        ];
        for error in errors {
            let StoreError::Corrupt { table: "rules", column, id } = error else { panic!("{error}") };
            assert_eq!((id, column), (stored.id.to_string(), broken_column));
        }
        backend.tamper("DELETE FROM rules").await;
    }
}

async fn the_rules_of_a_site_go_with_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let stored = rule(site.id);
    create(store, &stored).await;
    store.delete_site(site.org_id, site.id, audit(site.org_id, "site.deleted")).await.unwrap();
    remove_all(store).await;
    assert_eq!(store.all_rules(site.id).await.unwrap(), []);
}
