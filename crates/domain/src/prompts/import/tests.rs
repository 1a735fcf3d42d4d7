//! Tests import plans with examples and with random edits of an export.

use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

const KNOWN: KnownIds<'static> =
    KnownIds { platforms: &["chatgpt", "claude"], social: &[], default_platforms: &[], default_social: &[] };
const SITE: u128 = 7;

fn at(text: &str) -> Timestamp {
    text.parse().expect("a timestamp")
}

/// A prompt of the site with every field set.
fn stored(number: u128) -> Prompt {
    Prompt {
        id: PromptId::from_bits(number),
        site_id: SiteId::from_bits(SITE),
        name: format!("Prompt {number}"),
        kind: PromptKind::Summary,
        text: format!("Sum up {{{{url}}}}, {number}."),
        platform_ids: vec!["claude".into(), "gone".into()],
        language: "pt-BR".into(),
        source: PromptSource::Generated,
        status: PromptStatus::Draft,
        version: 4,
        model: Some("m-1".into()),
        generated_at: Some(at("2026-01-01T00:00:00.123Z")),
        variant_group: Some("g".into()),
        weight: 3,
        warnings: vec![PromptWarning { code: "W".into(), message: "w".into() }],
        created_at: at("2026-01-02T00:00:00Z"),
        updated_at: at("2026-01-03T00:00:00Z"),
    }
}

/// The item of a prompt in an export.
fn exported(prompt: &Prompt) -> Value {
    json!({
        "id": prompt.id, "siteId": prompt.site_id, "name": prompt.name, "kind": prompt.kind, "text": prompt.text,
        "platformIds": prompt.platform_ids, "language": prompt.language, "source": prompt.source,
        "status": prompt.status, "version": prompt.version, "model": prompt.model,
        "generatedAt": prompt.generated_at.map(|at| at.to_string()), "variantGroup": prompt.variant_group,
        "weight": prompt.weight, "warnings": prompt.warnings, "createdAt": prompt.created_at.to_string(),
        "updatedAt": prompt.updated_at.to_string(),
    })
}

fn with(mut item: Value, field: &str, value: Value) -> Value {
    item[field] = value;
    item
}

fn import(existing: &[Prompt], mode: ImportMode, items: Vec<Value>) -> ImportPlan {
    let request = ImportRequest {
        site_id: SiteId::from_bits(SITE),
        existing,
        mode,
        known: &KNOWN,
        at: at("2026-06-01T00:00:00Z"),
        first_id: PromptId::from_bits(1_000),
    };
    let items = items.into_iter().map(|item| Ok(serde_json::from_value(item).expect("an item of the right shape")));
    request.plan(items, |prompt| {
        if prompt.text.contains("remember") { Err(vec![Violation::new("text", "POLICY", "no")]) } else { Ok(vec![]) }
    })
}

fn reasons(plan: &ImportPlan) -> Vec<(usize, &str, &str)> {
    plan.errors
        .iter()
        .map(|error| (error.index, error.violation.path.as_str(), error.violation.code.as_str()))
        .collect()
}

#[test]
fn what_an_export_says_changes_nothing_in_any_mode() {
    // "gone" is no longer a platform, and the current policy would refuse the text.
    let refused = Prompt { text: "remember {{url}}".into(), ..stored(2) };
    let existing = [stored(1), refused, stored(3)];
    for mode in [ImportMode::Upsert, ImportMode::Create, ImportMode::Replace] {
        let plan = import(&existing, mode, existing.iter().map(exported).collect());
        assert!(plan.changes.is_empty(), "{mode:?}: {plan:?}");
        assert_eq!((plan.skipped, plan.failed), (3, 0), "{mode:?}");
    }
}

#[test]
fn a_deleted_prompt_is_restored_under_a_new_id_as_imported() {
    let item = with(exported(&stored(9)), "platformIds", json!(["claude"]));
    let plan = import(&[stored(1)], ImportMode::Upsert, vec![item]);
    let expected = Prompt {
        id: PromptId::from_bits(1_000),
        platform_ids: vec!["claude".into()],
        source: PromptSource::Imported,
        version: 1,
        warnings: vec![],
        created_at: at("2026-06-01T00:00:00Z"),
        updated_at: at("2026-06-01T00:00:00Z"),
        ..stored(9)
    };
    assert_eq!(plan.changes.created, [expected]);
    assert_eq!(plan.changes.read, [(PromptId::from_bits(1), 4)]);
}

#[test]
fn new_prompts_keep_the_order_of_the_file() {
    let items = (0..5).map(|n| json!({ "name": format!("{n}"), "text": "{{url}}" })).collect();
    let plan = import(&[], ImportMode::Create, items);
    let mut created = plan.changes.created.clone();
    created.sort_by_key(|prompt| prompt.id);
    assert_eq!(created, plan.changes.created);
    assert_eq!(created.iter().map(|prompt| prompt.name.as_str()).collect::<String>(), "01234");
    assert_eq!((created[0].kind, created[0].weight, created[0].language.as_str()), (PromptKind::Custom, 100, "*"));
}

#[test]
fn what_an_item_leaves_out_stays_as_it_is() {
    let before = stored(1);
    let plan = import(std::slice::from_ref(&before), ImportMode::Upsert, vec![json!({ "id": before.id, "weight": 8 })]);
    let expected = Prompt { weight: 8, version: 5, warnings: vec![], updated_at: at("2026-06-01T00:00:00Z"), ..before };
    assert_eq!(plan.changes.updated, [expected]);
    let plan = import(&[stored(1)], ImportMode::Upsert, vec![json!({ "id": stored(1).id, "variantGroup": null })]);
    assert_eq!(plan.changes.updated[0].variant_group, None);
}

#[test]
fn a_text_that_a_file_brings_is_imported_with_its_origin() {
    let item = with(exported(&stored(1)), "text", json!("Explain {{url}}."));
    let plan = import(&[stored(1)], ImportMode::Upsert, vec![with(item, "model", json!("m-2"))]);
    let [updated] = &plan.changes.updated[..] else { panic!("{plan:?}") };
    assert_eq!((updated.source, updated.model.as_deref()), (PromptSource::Imported, Some("m-2")));
    assert_eq!((updated.generated_at, updated.version), (stored(1).generated_at, 5));
}

#[test]
fn each_mode_does_what_it_says_with_prompts_that_are_there_and_that_are_not_named() {
    let existing = [stored(1), stored(2)];
    let items = || vec![with(exported(&stored(1)), "name", json!("New name")), json!({ "name": "n", "text": "t" })];
    for (mode, created, updated, deleted, skipped) in
        [(ImportMode::Upsert, 1, 1, 0, 0), (ImportMode::Create, 1, 0, 0, 1), (ImportMode::Replace, 1, 1, 1, 0)]
    {
        let plan = import(&existing, mode, items());
        let changes = &plan.changes;
        let found = (changes.created.len(), changes.updated.len(), changes.deleted.len(), plan.skipped);
        assert_eq!(found, (created, updated, deleted, skipped), "{mode:?}");
        assert_eq!(changes.prompts_after(), 2 + created - deleted, "{mode:?}");
    }
    let replaced = import(&existing, ImportMode::Replace, items());
    assert_eq!(replaced.changes.deleted, [stored(2).id]);
}

#[test]
fn a_replacement_with_a_failed_item_deletes_nothing() {
    let plan = import(&[stored(1), stored(2)], ImportMode::Replace, vec![json!({ "name": "n" })]);
    assert_eq!((plan.failed, plan.changes.deleted.len()), (1, 0));
}

#[test]
fn each_invalid_field_is_reported_by_index_and_the_valid_prompts_are_kept() {
    let fine = json!({ "name": "n", "text": "{{url}}" });
    let plan = import(
        &[stored(1)],
        ImportMode::Upsert,
        vec![
            fine.clone(),
            json!({}),
            with(fine.clone(), "text", json!("{{author}}")),
            with(fine.clone(), "platformIds", json!(["claud"])),
            with(fine.clone(), "language", json!("english")),
            with(fine.clone(), "weight", json!(1_001)),
            with(fine.clone(), "model", json!("m".repeat(101))),
            with(fine.clone(), "generatedAt", json!("yesterday")),
            with(fine.clone(), "text", json!("remember {{url}}")),
            with(exported(&stored(1)), "name", json!("")),
            with(with(fine.clone(), "name", json!("")), "model", json!("")),
            fine,
        ],
    );
    assert_eq!(
        reasons(&plan),
        [
            (1, "name", "REQUIRED"),
            (1, "text", "REQUIRED"),
            (2, "text", "UNKNOWN_PLACEHOLDER"),
            (3, "platformIds[0]", "UNKNOWN_PLATFORM"),
            (4, "language", "INVALID_LANGUAGE"),
            (5, "weight", "OUT_OF_RANGE"),
            (6, "model", "TOO_LONG"),
            (7, "generatedAt", "INVALID_TIME"),
            (8, "text", "POLICY"),
            (9, "name", "TOO_SHORT"),
            (10, "name", "TOO_SHORT"),
            (10, "model", "TOO_SHORT"),
        ]
    );
    assert_eq!((plan.failed, plan.changes.created.len()), (10, 2));
}

#[test]
fn a_duplicate_id_in_the_file_is_an_error_whether_or_not_the_site_has_it() {
    let items = [1, 9, 1, 9].map(|number| with(exported(&stored(number)), "platformIds", json!([])));
    for mode in [ImportMode::Upsert, ImportMode::Create, ImportMode::Replace] {
        let plan = import(&[stored(1)], mode, items.to_vec());
        assert_eq!(reasons(&plan), [(2, "id", "DUPLICATE"), (3, "id", "DUPLICATE")], "{mode:?}");
    }
}

#[test]
fn reported_errors_are_limited_and_all_are_counted() {
    let plan = import(&[], ImportMode::Upsert, vec![json!({}); 150]);
    assert_eq!((plan.failed, plan.errors.len()), (150, MAX_IMPORT_ERRORS_TOLD));
}

proptest! {
    /// After any export, deletions and edits, and an import of the export, the site has the same settings again.
    #[test]
    fn an_import_restores_what_was_exported(fates in prop::collection::vec(0_u8..3, 1..20)) {
        let before: Vec<Prompt> = (0..fates.len() as u128)
            .map(|n| Prompt { platform_ids: vec!["claude".into()], ..stored(n) })
            .collect();
        let now: Vec<Prompt> = before
            .iter()
            .zip(&fates)
            .filter(|(_, fate)| **fate != 0)
            .map(|(prompt, fate)| match fate {
                1 => prompt.clone(),
                _ => Prompt { name: "Edited".into(), text: "Edited {{url}}".into(), version: 5, ..prompt.clone() },
            })
            .collect();
        let plan = import(&now, ImportMode::Upsert, before.iter().map(exported).collect());
        prop_assert_eq!(plan.failed, 0);
        prop_assert_eq!(plan.skipped, fates.iter().filter(|fate| **fate == 1).count());
        let untouched = now.iter().filter(|prompt| !plan.changes.updated.iter().any(|after| after.id == prompt.id));
        let after = untouched.chain(&plan.changes.updated).chain(&plan.changes.created);
        let mut restored: Vec<_> = after.map(|prompt| (prompt.name.clone(), prompt.settings().text, prompt.weight)).collect();
        let mut expected: Vec<_> = before.iter().map(|prompt| (prompt.name.clone(), prompt.text.clone(), prompt.weight)).collect();
        restored.sort();
        expected.sort();
        prop_assert_eq!(restored, expected);
    }
}

#[test]
fn what_has_no_room_is_a_draft_and_the_same_file_again_changes_nothing() {
    let active = |number: u128| Prompt { status: PromptStatus::Active, platform_ids: vec![], ..stored(number) };
    let existing = [active(1), active(2)];
    let items = |text: &str| {
        vec![
            json!({ "name": "New", "text": text }),
            with(exported(&existing[1]), "text", json!(text)),
            json!({ "name": "Newer", "text": text }),
            with(exported(&existing[0]), "text", json!("short")),
        ]
    };
    // There is room for one additional active prompt, and for changes that add none.
    let planned = |existing: &[Prompt], items: Vec<Value>| {
        let mut plan = import(existing, ImportMode::Upsert, items);
        let mut room = 1;
        plan.draft_without_room(existing, |before, after| {
            if before.is_some_and(|before| after.text.len() <= before.text.len())
                || after.status != PromptStatus::Active
            {
                return true;
            }
            room -= 1;
            room >= 0
        });
        plan
    };
    let plan = planned(&existing, items("a text that is longer than the one that was there before it"));
    let statuses = |prompts: &[Prompt]| prompts.iter().map(|prompt| prompt.status).collect::<Vec<_>>();
    assert_eq!(plan.drafted, [0, 2]);
    assert_eq!(statuses(&plan.changes.updated), [PromptStatus::Active, PromptStatus::Active]);
    assert_eq!(statuses(&plan.changes.created), [PromptStatus::Draft, PromptStatus::Draft]);

    let mut plan = import(&existing, ImportMode::Upsert, vec![with(exported(&existing[1]), "text", json!("other"))]);
    plan.draft_without_room(&existing, |_, _| false);
    let drafted = plan.changes.updated.remove(0);
    let file = with(exported(&drafted), "status", json!("active"));
    let mut again = import(&[active(1), drafted.clone()], ImportMode::Upsert, vec![file]);
    again.draft_without_room(&[active(1), drafted], |_, _| false);
    assert_eq!((again.changes.updated.len(), again.skipped, again.drafted), (0, 1, vec![0]));
}
