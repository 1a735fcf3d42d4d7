//! What every `PromptStore` guarantees.

use std::{cmp::Reverse, collections::HashSet};

use askline_app::ports::{
    StoreError,
    changes::Changes as _,
    prompts::{PromptFilter, PromptStore as _},
};
use askline_domain::{
    prompts::{MAX_PROMPTS_PER_SITE, Prompt, PromptKind, PromptSource, PromptStatus, PromptWarning},
    shared::{
        ids::{Id as _, PromptId, SiteId},
        paging::PageRequest,
    },
};

pub(crate) mod changes;
pub(crate) mod generations;
mod import;

use self::changes::{PromptCreation, PromptTestChanges as _};
use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{audit, count_of, id, later, now, stored_organization},
    sites::changes::SiteChanges as _,
    sites::stored::{config, site, stored_site},
};

on_every_backend! {
    a_prompt_reads_back_as_it_was_stored,
    a_limit_that_is_reached_stores_nothing,
    a_prompt_of_another_site_is_absent,
    prompts_are_listed_newest_first_page_by_page,
    a_filter_shows_what_matches_all_of_it_and_nothing_else,
    active_prompts_are_listed_oldest_first_without_inactive_ones,
    a_change_replaces_all_but_the_time_of_creation,
    a_change_of_an_outdated_version_stores_nothing,
    of_concurrent_changes_of_one_version_one_is_stored,
    a_prompt_is_deleted_once,
    a_change_whose_audit_entry_fails_is_not_stored,
    a_prompt_that_cannot_be_read_names_its_place,
    all_prompts_of_a_site_are_listed_oldest_first_without_those_of_another_site,
}

/// A prompt with every field set.
pub fn prompt(site_id: SiteId) -> Prompt {
    Prompt {
        id: id(),
        site_id,
        name: "Kürzer".into(),
        kind: PromptKind::Summary,
        text: "Fasse {{url}} zusammen.\nDanke ✨ 'x' -- \"y\"".into(),
        platform_ids: vec!["chatgpt".into(), "c_house".into()],
        language: "de".into(),
        source: PromptSource::Generated,
        status: PromptStatus::Active,
        version: 1,
        model: Some("gpt-5".into()),
        generated_at: Some(later(1)),
        variant_group: Some("a".into()),
        weight: 70,
        warnings: vec![PromptWarning { code: "NO_URL".into(), message: "It names no page.".into() }],
        created_at: now(),
        updated_at: later(2),
    }
}

pub async fn create(store: &impl Metadata, prompt: &Prompt) {
    let org = store.site(prompt.site_id).await.unwrap().unwrap().0.org_id;
    let creation = store.create_prompt(prompt, audit(org, "prompt.created")).await.unwrap();
    assert_eq!(creation, PromptCreation::Created);
}

async fn listed(store: &impl Metadata, site: SiteId, filter: &PromptFilter) -> Vec<PromptId> {
    let page = store.prompts(site, filter, PageRequest::NEWEST).await.unwrap();
    assert!(!page.has_more);
    page.items.iter().map(|prompt| prompt.id).collect()
}

async fn a_prompt_reads_back_as_it_was_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let full = prompt(site.id);
    let bare = Prompt {
        model: None,
        generated_at: None,
        variant_group: None,
        platform_ids: vec![],
        warnings: vec![],
        weight: u16::MAX,
        version: u32::MAX,
        ..prompt(site.id)
    };
    let words = PromptKind::EVERY.into_iter().flat_map(|kind| {
        let ends = PromptSource::EVERY.into_iter().zip(PromptStatus::EVERY);
        ends.map(move |(source, status)| (kind, source, status))
    });
    let of_words = words.map(|(kind, source, status)| Prompt { kind, source, status, ..prompt(site.id) });
    for prompt in [full, bare].into_iter().chain(of_words) {
        create(store, &prompt).await;
        assert_eq!(store.prompt(site.id, prompt.id).await.unwrap(), Some(prompt));
    }
    assert_eq!(count_of(store, site.org_id, "prompt.created").await, 17);
    assert_eq!(store.prompt(site.id, id()).await.unwrap(), None);
}

async fn a_limit_that_is_reached_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (full, other) = (site(org), stored_site(store).await);
    let prompts: Vec<Prompt> = (1..MAX_PROMPTS_PER_SITE).map(|_| prompt(full.id)).collect();
    store.create_site(&full, &config(1), &prompts, None, audit(org, "site.created")).await.unwrap();
    create(store, &prompt(full.id)).await;
    let generation = store.generation();
    let refused = prompt(full.id);
    let creation = store.create_prompt(&refused, audit(org, "prompt.created")).await.unwrap();
    assert_eq!(creation, PromptCreation::LimitReached);
    assert_eq!(store.prompt(full.id, refused.id).await.unwrap(), None);
    assert_eq!(count_of(store, org, "prompt.created").await, 1);
    assert_eq!(store.generation(), generation);
    // Another site is not affected, and deleting a prompt allows another.
    create(store, &prompt(other.id)).await;
    assert!(store.delete_prompt(full.id, prompts[0].id, audit(org, "prompt.deleted")).await.unwrap());
    create(store, &refused).await;
}

async fn a_prompt_of_another_site_is_absent<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    let stored = prompt(site.id);
    create(store, &stored).await;
    let generation = store.generation();
    assert_eq!(store.prompt(other.id, stored.id).await.unwrap(), None);
    assert_eq!(listed(store, other.id, &PromptFilter::default()).await, []);
    assert_eq!(store.active_prompts(other.id).await.unwrap(), []);
    let moved = Prompt { site_id: other.id, version: 2, ..stored.clone() };
    assert!(!store.update_prompt(&moved, audit(other.org_id, "prompt.updated")).await.unwrap());
    assert!(!store.delete_prompt(other.id, stored.id, audit(other.org_id, "prompt.deleted")).await.unwrap());
    assert_eq!(store.prompt(site.id, stored.id).await.unwrap(), Some(stored));
    assert_eq!(count_of(store, other.org_id, "prompt.updated").await, 0);
    assert_eq!(count_of(store, other.org_id, "prompt.deleted").await, 0);
    assert_eq!(store.generation(), generation);
}

async fn prompts_are_listed_newest_first_page_by_page<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    create(store, &prompt(stored_site(store).await.id)).await;
    let mut stored: Vec<Prompt> = (0..7).map(|_| prompt(site.id)).collect();
    for prompt in &stored {
        create(store, prompt).await;
    }
    stored.sort_by_key(|stored| Reverse(stored.id));
    let mut pages: Vec<Prompt> = Vec::new();
    loop {
        let before = pages.last().map(|prompt| prompt.id.bits());
        let request = PageRequest { limit: 3, before };
        let page = store.prompts(site.id, &PromptFilter::default(), request).await.unwrap();
        pages.extend(page.items);
        if !page.has_more {
            break;
        }
        assert_eq!(pages.len() % 3, 0);
    }
    assert_eq!(pages, stored);
}

async fn a_filter_shows_what_matches_all_of_it_and_nothing_else<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let mut stored = Vec::new();
    for status in [PromptStatus::Draft, PromptStatus::Active] {
        for kind in [PromptKind::Summary, PromptKind::Custom] {
            for language in ["*", "de"] {
                let prompt = Prompt { status, kind, language: language.into(), ..prompt(site.id) };
                create(store, &prompt).await;
                stored.push(prompt);
            }
        }
    }
    for status in [None, Some(PromptStatus::Draft), Some(PromptStatus::Active), Some(PromptStatus::Archived)] {
        for kind in [None, Some(PromptKind::Summary), Some(PromptKind::Custom), Some(PromptKind::Explain)] {
            for language in [None, Some("*"), Some("de"), Some("fr")] {
                let filter = PromptFilter { status, kind, language: language.map(str::to_owned) };
                let matching = stored.iter().filter(|prompt| {
                    status.is_none_or(|status| status == prompt.status)
                        && kind.is_none_or(|kind| kind == prompt.kind)
                        && language.is_none_or(|language| language == prompt.language)
                });
                let expected: HashSet<PromptId> = matching.map(|prompt| prompt.id).collect();
                let found: HashSet<PromptId> = listed(store, site.id, &filter).await.into_iter().collect();
                assert_eq!(found, expected, "{filter:?}");
            }
        }
    }
}

async fn active_prompts_are_listed_oldest_first_without_inactive_ones<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let mut active = Vec::new();
    for status in PromptStatus::EVERY.iter().cycle().take(12) {
        let prompt = Prompt { status: *status, ..prompt(site.id) };
        create(store, &prompt).await;
        if *status == PromptStatus::Active {
            active.push(prompt);
        }
    }
    active.sort_by_key(|prompt| prompt.id);
    assert_eq!(active.len(), 4);
    assert_eq!(store.active_prompts(site.id).await.unwrap(), active);
}

async fn all_prompts_of_a_site_are_listed_oldest_first_without_those_of_another_site<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    create(store, &prompt(other.id)).await;
    let mut stored = Vec::new();
    for (number, status) in PromptStatus::EVERY.iter().cycle().take(7).enumerate() {
        let prompt = Prompt { status: *status, name: format!("n{number}"), ..prompt(site.id) };
        create(store, &prompt).await;
        stored.push(prompt);
    }
    stored.sort_by_key(|prompt| prompt.id);
    let mut names = store.prompt_names(site.id).await.unwrap();
    names.sort_unstable();
    assert_eq!(names, stored.iter().map(|prompt| (prompt.id, prompt.name.clone())).collect::<Vec<_>>());
    assert_eq!(store.all_prompts(site.id).await.unwrap(), stored);
    assert_eq!(store.all_prompts(stored_site(store).await.id).await.unwrap(), []);
}

async fn a_change_replaces_all_but_the_time_of_creation<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let (stored, neighbour) = (prompt(site.id), prompt(site.id));
    create(store, &stored).await;
    create(store, &neighbour).await;
    let changed = Prompt {
        name: "Longer".into(),
        kind: PromptKind::Explain,
        text: "Explain {{url}}.".into(),
        platform_ids: vec![],
        language: "*".into(),
        source: PromptSource::Manual,
        status: PromptStatus::Archived,
        version: 2,
        model: None,
        generated_at: None,
        variant_group: None,
        weight: 1,
        warnings: vec![],
        updated_at: later(60),
        ..stored.clone()
    };
    let generation = store.generation();
    assert!(store.update_prompt(&changed, audit(site.org_id, "prompt.updated")).await.unwrap());
    assert!(store.generation() > generation);
    assert_eq!(store.prompt(site.id, stored.id).await.unwrap(), Some(changed));
    assert_eq!(store.prompt(site.id, neighbour.id).await.unwrap(), Some(neighbour));
    // And back to a prompt with every field set, in the next version.
    let back = Prompt { version: 3, ..stored };
    assert!(store.update_prompt(&back, audit(site.org_id, "prompt.updated")).await.unwrap());
    assert_eq!(store.prompt(site.id, back.id).await.unwrap(), Some(back));
    assert_eq!(count_of(store, site.org_id, "prompt.updated").await, 2);
}

async fn a_change_of_an_outdated_version_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let stored = Prompt { version: 4, ..prompt(site.id) };
    create(store, &stored).await;
    let generation = store.generation();
    for version in [0, 1, 4, 6, u32::MAX] {
        let outdated = Prompt { version, name: "Lost".into(), ..stored.clone() };
        assert!(!store.update_prompt(&outdated, audit(site.org_id, "prompt.updated")).await.unwrap());
    }
    let missing = Prompt { version: 2, ..prompt(site.id) };
    assert!(!store.update_prompt(&missing, audit(site.org_id, "prompt.updated")).await.unwrap());
    assert_eq!(store.prompt(site.id, missing.id).await.unwrap(), None);
    assert_eq!(store.prompt(site.id, stored.id).await.unwrap(), Some(stored));
    assert_eq!(count_of(store, site.org_id, "prompt.updated").await, 0);
    assert_eq!(store.generation(), generation);
}

async fn of_concurrent_changes_of_one_version_one_is_stored<B: Backend>(backend: &B) {
    let site = stored_site(backend.store()).await;
    let stored = prompt(site.id);
    create(backend.store(), &stored).await;
    let changes = (0..20).map(|n| {
        let store = backend.store().clone();
        let changed = Prompt { version: 2, name: format!("Change {n}"), ..stored.clone() };
        tokio::spawn(async move {
            let is_stored = store.update_prompt(&changed, audit(site.org_id, "prompt.updated")).await.unwrap();
            is_stored.then_some(changed)
        })
    });
    let mut winners = Vec::new();
    for change in changes.collect::<Vec<_>>() {
        winners.extend(change.await.unwrap());
    }
    assert_eq!(winners.len(), 1);
    assert_eq!(backend.store().prompt(site.id, stored.id).await.unwrap(), winners.pop());
    assert_eq!(count_of(backend.store(), site.org_id, "prompt.updated").await, 1);
}

async fn a_prompt_is_deleted_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let (stored, neighbour) = (prompt(site.id), prompt(site.id));
    create(store, &stored).await;
    create(store, &neighbour).await;
    let generation = store.generation();
    assert!(store.delete_prompt(site.id, stored.id, audit(site.org_id, "prompt.deleted")).await.unwrap());
    assert!(store.generation() > generation);
    assert!(!store.delete_prompt(site.id, stored.id, audit(site.org_id, "prompt.deleted")).await.unwrap());
    assert_eq!(store.prompt(site.id, stored.id).await.unwrap(), None);
    assert_eq!(listed(store, site.id, &PromptFilter::default()).await, [neighbour.id]);
    assert_eq!(count_of(store, site.org_id, "prompt.deleted").await, 1);
}

async fn a_change_whose_audit_entry_fails_is_not_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let (stored, lost) = (prompt(site.id), prompt(site.id));
    let entry = audit(site.org_id, "prompt.created");
    store.create_prompt(&stored, entry.clone()).await.unwrap();
    let generation = store.generation();
    // An entry with the same id cannot be stored a second time.
    assert!(store.create_prompt(&lost, entry.clone()).await.is_err());
    let changed = Prompt { version: 2, name: "Lost".into(), ..stored.clone() };
    assert!(store.update_prompt(&changed, entry.clone()).await.is_err());
    assert!(store.delete_prompt(site.id, stored.id, entry).await.is_err());
    assert_eq!(store.prompt(site.id, lost.id).await.unwrap(), None);
    assert_eq!(store.prompt(site.id, stored.id).await.unwrap(), Some(stored));
    assert_eq!(store.generation(), generation);
    create(store, &lost).await;
}

async fn a_prompt_that_cannot_be_read_names_its_place<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let stored = prompt(site.id);
    create(store, &stored).await;
    let broken = [("warnings", "'none'"), ("weight", "-1"), ("platform_ids", "'{}'"), ("kind", "'poem'")];
    for (broken_column, value) in broken {
        backend.tamper(&format!("UPDATE prompts SET {broken_column} = {value}")).await;
        let errors = [
            store.prompt(site.id, stored.id).await.unwrap_err(),
            store.prompts(site.id, &PromptFilter::default(), PageRequest::NEWEST).await.unwrap_err(),
            store.active_prompts(site.id).await.unwrap_err(),
        ];
        for error in errors {
            let StoreError::Corrupt { table: "prompts", column, id } = error else { panic!("{error}") };
            assert_eq!((column, id), (broken_column, stored.id.to_string()));
        }
    }
}
