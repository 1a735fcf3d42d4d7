//! Many changes in one import: all or nothing, and never over another person's changes.

use askline_app::ports::{changes::Changes as _, prompts::PromptStore as _};
use askline_domain::{
    prompts::{MAX_PROMPTS_PER_SITE, Prompt, PromptStatus, changes::PromptChanges},
    shared::ids::SiteId,
};

use super::{
    changes::{PromptImport, PromptTestChanges as _},
    create, prompt,
};
use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{audit, count_of, later, stored_organization},
    sites::changes::SiteChanges as _,
    sites::stored::{config, site, stored_site},
};

on_every_backend! {
    an_import_adds_replaces_and_removes_in_one_change,
    an_import_over_a_change_that_it_has_not_read_stores_nothing,
    an_import_beyond_the_limit_stores_nothing,
    an_import_that_fails_midway_stores_nothing,
    of_concurrent_imports_that_read_the_same_one_is_stored,
}

/// Reads the prompts of a site as an import does.
async fn read(store: &impl Metadata, site: SiteId) -> PromptChanges {
    let prompts = store.all_prompts(site).await.unwrap();
    PromptChanges { read: prompts.iter().map(|prompt| (prompt.id, prompt.version)).collect(), ..Default::default() }
}

fn renamed(prompt: &Prompt) -> Prompt {
    Prompt { name: "Renamed".into(), version: prompt.version + 1, updated_at: later(9), ..prompt.clone() }
}

async fn an_import_adds_replaces_and_removes_in_one_change<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    let [kept, edited, removed] = [(); 3].map(|()| prompt(site.id));
    for prompt in [&kept, &edited, &removed, &prompt(other.id)] {
        create(store, prompt).await;
    }
    let others = store.all_prompts(other.id).await.unwrap();
    let added = Prompt { status: PromptStatus::Archived, model: None, ..prompt(site.id) };
    let mut changes = PromptChanges {
        created: vec![added.clone()],
        updated: vec![renamed(&edited)],
        deleted: vec![removed.id],
        ..read(store, site.id).await
    };
    // The order does not matter.
    changes.read.reverse();
    let generation = store.generation();
    let outcome = store.import_prompts(site.id, &changes, audit(site.org_id, "prompt.imported")).await.unwrap();
    assert_eq!(outcome, PromptImport::Stored);
    assert_eq!(store.generation(), generation + 1);
    let mut expected = vec![kept, renamed(&edited), added];
    expected.sort_by_key(|prompt| prompt.id);
    assert_eq!(store.all_prompts(site.id).await.unwrap(), expected);
    assert_eq!(store.all_prompts(other.id).await.unwrap(), others);
    assert_eq!(count_of(store, site.org_id, "prompt.imported").await, 1);
}

async fn an_import_over_a_change_that_it_has_not_read_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let (first, second) = (prompt(site.id), prompt(site.id));
    create(store, &first).await;
    let before_second = read(store, site.id).await;
    create(store, &second).await;
    let before_edit = read(store, site.id).await;
    assert!(store.update_prompt(&renamed(&first), audit(site.org_id, "prompt.updated")).await.unwrap());
    let before_deletion = read(store, site.id).await;
    assert!(store.delete_prompt(site.id, second.id, audit(site.org_id, "prompt.deleted")).await.unwrap());
    let generation = store.generation();
    for outdated in [PromptChanges::default(), before_second, before_edit, before_deletion] {
        let changes = PromptChanges { created: vec![prompt(site.id)], ..outdated };
        let outcome = store.import_prompts(site.id, &changes, audit(site.org_id, "prompt.imported")).await.unwrap();
        assert_eq!(outcome, PromptImport::Outdated);
    }
    assert_eq!(store.all_prompts(site.id).await.unwrap(), [renamed(&first)]);
    assert_eq!(count_of(store, site.org_id, "prompt.imported").await, 0);
    assert_eq!(store.generation(), generation);
}

async fn an_import_beyond_the_limit_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = site(org);
    let prompts: Vec<Prompt> = (1..MAX_PROMPTS_PER_SITE).map(|_| prompt(site.id)).collect();
    store.create_site(&site, &config(1), &prompts, None, audit(org, "site.created")).await.unwrap();
    let two = vec![prompt(site.id), prompt(site.id)];
    let changes = PromptChanges { created: two, ..read(store, site.id).await };
    let import = async |changes: &PromptChanges| {
        store.import_prompts(site.id, changes, audit(org, "prompt.imported")).await.unwrap()
    };
    assert_eq!(import(&changes).await, PromptImport::LimitReached);
    assert_eq!(store.all_prompts(site.id).await.unwrap().len(), prompts.len());
    assert_eq!(count_of(store, org, "prompt.imported").await, 0);
    // Prompts that the same import deletes do not count.
    let changes = PromptChanges { deleted: vec![prompts[0].id], ..changes };
    assert_eq!(import(&changes).await, PromptImport::Stored);
    assert_eq!(store.all_prompts(site.id).await.unwrap().len(), MAX_PROMPTS_PER_SITE as usize);
}

async fn an_import_that_fails_midway_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    let (stored, foreign) = (prompt(site.id), prompt(other.id));
    create(store, &stored).await;
    create(store, &foreign).await;
    let generation = store.generation();
    let fresh = read(store, site.id).await;
    let entry = audit(site.org_id, "prompt.imported");
    for (changes, entry) in [
        (PromptChanges { updated: vec![Prompt { version: 9, ..stored.clone() }], ..fresh.clone() }, entry.clone()),
        (PromptChanges { updated: vec![renamed(&foreign)], ..fresh.clone() }, entry.clone()),
        (PromptChanges { created: vec![prompt(other.id)], ..fresh.clone() }, entry.clone()),
        (PromptChanges { created: vec![foreign.clone()], ..fresh.clone() }, entry.clone()),
        (PromptChanges { created: vec![Prompt { id: foreign.id, ..stored.clone() }], ..fresh.clone() }, entry.clone()),
    ] {
        let changes = PromptChanges { deleted: vec![stored.id], ..changes };
        assert!(store.import_prompts(site.id, &changes, entry).await.is_err(), "{changes:?}");
    }
    assert_eq!(store.all_prompts(site.id).await.unwrap(), std::slice::from_ref(&stored));
    assert_eq!(store.all_prompts(other.id).await.unwrap(), [foreign]);
    assert_eq!(count_of(store, site.org_id, "prompt.imported").await, 0);
    assert_eq!(store.generation(), generation);
    // An audit entry that cannot be stored a second time.
    let added = PromptChanges { created: vec![prompt(site.id)], ..fresh };
    assert_eq!(store.import_prompts(site.id, &added, entry.clone()).await.unwrap(), PromptImport::Stored);
    let again = PromptChanges { deleted: vec![stored.id], ..read(store, site.id).await };
    assert!(store.import_prompts(site.id, &again, entry).await.is_err());
    assert_eq!(store.all_prompts(site.id).await.unwrap().len(), 2);
}

async fn of_concurrent_imports_that_read_the_same_one_is_stored<B: Backend>(backend: &B) {
    let site = stored_site(backend.store()).await;
    create(backend.store(), &prompt(site.id)).await;
    let fresh = read(backend.store(), site.id).await;
    let imports = (0..10).map(|_| {
        let store = backend.store().clone();
        let changes = PromptChanges { created: vec![prompt(site.id)], ..fresh.clone() };
        tokio::spawn(async move {
            store.import_prompts(site.id, &changes, audit(site.org_id, "prompt.imported")).await.unwrap()
        })
    });
    let mut stored = 0;
    for import in imports.collect::<Vec<_>>() {
        stored += usize::from(import.await.unwrap() == PromptImport::Stored);
    }
    assert_eq!(stored, 1);
    assert_eq!(backend.store().all_prompts(site.id).await.unwrap().len(), 2);
    assert_eq!(count_of(backend.store(), site.org_id, "prompt.imported").await, 1);
}
