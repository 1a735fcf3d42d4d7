//! What every `AnnotationStore` guarantees, and what changes of annotations store or refuse.

use askline_app::{
    annotations,
    error::{Limit, UseCaseError},
    ports::sites::{annotations::AnnotationStore as _, outages::OutageStore as _},
};
use askline_domain::{
    annotations::{
        MAX_ANNOTATIONS_PER_SITE, OWN_ANNOTATION_DAYS,
        input::NewAnnotation,
        outage::{Outage, SignOfLife},
    },
    audit::context::AuditContext,
    shared::calendar::{Day, Window},
    sites::Site,
};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{audit, later, now, stored_organization},
    sites::stored::stored_site_of,
};

on_every_backend! {
    annotations_are_read_by_period_from_the_latest_day_page_by_page,
    of_annotations_at_once_no_more_than_the_limit_are_stored,
    the_first_change_of_an_hour_is_annotated_and_old_annotations_go,
    of_signs_of_life_at_once_each_is_stored_after_the_other_and_finds_the_same_outage,
}

const TODAY: Day = Day(20_777);
const EVERY_DAY: Window = Window { from: Day(0), to: Day(40_000) };

async fn write(store: &impl Metadata, site: &Site, input: Value, seconds: u64) -> Result<(), UseCaseError> {
    let new: NewAnnotation = serde_json::from_value(input).unwrap();
    let context = AuditContext::system("contract", later(seconds));
    annotations::create(store, site, new, TODAY, &context).await.map(drop)
}

async fn texts(store: &impl Metadata, site: &Site, window: Window) -> Vec<String> {
    let mut found = Vec::new();
    let mut place = None;
    loop {
        let page = store.annotations(site.id, window, 2, place).await.unwrap();
        place = page.items.last().map(|last| (last.date, last.id));
        found.extend(page.items.into_iter().map(|one| one.text));
        if !page.has_more {
            return found;
        }
    }
}

async fn annotations_are_read_by_period_from_the_latest_day_page_by_page<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (site, other) = (stored_site_of(store, org).await, stored_site_of(store, org).await);
    for (second, (text, date)) in
        [("a", "2026-11-20"), ("b", "2026-11-18"), ("c", "2026-11-20"), ("d", "2026-11-19")].into_iter().enumerate()
    {
        write(store, &site, json!({ "text": text, "date": date, "time": "09:30" }), second as u64).await.unwrap();
    }
    write(store, &other, json!({ "text": "elsewhere" }), 9).await.unwrap();
    assert_eq!(texts(store, &site, EVERY_DAY).await, ["c", "a", "d", "b"]);
    let days = |from, to| Window { from: Day(from), to: Day(to) };
    let date = |text: &str| askline_domain::shared::calendar::date_of(text).unwrap().0;
    assert_eq!(texts(store, &site, days(date("2026-11-19"), date("2026-11-19"))).await, ["d"]);
    assert_eq!(texts(store, &site, days(date("2026-11-01"), date("2026-11-17"))).await, Vec::<String>::new());
    let first = store.annotations(site.id, EVERY_DAY, 1, None).await.unwrap().items.remove(0);
    assert_eq!(store.annotation(site.id, first.id).await.unwrap(), Some(first.clone()));
    assert_eq!(store.annotation(other.id, first.id).await.unwrap(), None);
}

async fn of_annotations_at_once_no_more_than_the_limit_are_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = stored_site_of(store, org).await;
    backend
        .tamper(&format!(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) INSERT INTO annotations \
             (id, site_id, day, text, kind, author, created_ms) SELECT 'ann_' || i, '{}', 1, 'x', 'note', '{{}}', 1 FROM n",
            MAX_ANNOTATIONS_PER_SITE - 2,
            site.id
        ))
        .await;
    let written = join_all((0..6).map(|second| write(store, &site, json!({ "text": "New" }), second))).await;
    assert_eq!(written.iter().filter(|written| written.is_ok()).count(), 2);
    for refused in written.into_iter().filter_map(Result::err) {
        assert!(matches!(refused, UseCaseError::LimitReached(Limit::Annotations)), "{refused}");
    }
}

async fn the_first_change_of_an_hour_is_annotated_and_old_annotations_go<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = stored_site_of(store, org).await;
    let changed = async |action: &str, at| {
        let mut entry = audit(org, action);
        (entry.occurred_at, entry.metadata) = (at, json!({ "siteId": site.id }));
        let mut change = askline_app::ports::change::BeginChange::begin(
            store,
            &[askline_app::ports::change::Scope::Organization(org)],
        )
        .await
        .unwrap();
        change.audit(entry).await.unwrap();
        change.commit().await.unwrap();
    };
    changed("rule.created", now()).await;
    changed("rule.updated", later(3_599)).await;
    changed("prompt.updated", later(1)).await;
    changed("site.updated", later(2)).await;
    assert_eq!(texts(store, &site, EVERY_DAY).await.len(), 2);
    changed("rule.deleted", later(3_600)).await;
    assert_eq!(texts(store, &site, EVERY_DAY).await.len(), 3);
    write(store, &site, json!({ "text": "Kept", "date": "2020-01-01" }), 1).await.unwrap();
    let two_years = u64::from(OWN_ANNOTATION_DAYS.unsigned_abs() + 1) * 86_400;
    changed("rule.created", later(two_years)).await;
    let left = texts(store, &site, EVERY_DAY).await;
    assert_eq!((left.len(), left.last().map(String::as_str)), (2, Some("Kept")), "people's annotations stay");
}

async fn of_signs_of_life_at_once_each_is_stored_after_the_other_and_finds_the_same_outage<B: Backend>(backend: &B) {
    let (store, other) = (backend.store(), backend.another_process().await);
    assert_eq!(store.sign_of_life().await.unwrap(), None);
    let first = SignOfLife { seen: now(), outage: None };
    assert!(store.put_sign_of_life(None, &first).await.unwrap());
    assert!(!other.put_sign_of_life(None, &first).await.unwrap(), "there is one");
    assert_eq!(other.sign_of_life().await.unwrap(), Some(first));

    let (one, two) = tokio::join!(
        annotations::give_sign(store, later(3_600), None),
        annotations::give_sign(&other, later(3_601), None),
    );
    let (one, two) = (one.unwrap(), two.unwrap());
    let outage = one.outage.unwrap();
    assert_eq!((two.outage, outage.from), (Some(outage), now()));
    assert_eq!([one.seen, two.seen].iter().filter(|seen| **seen == outage.to).count(), 1, "one server found it");

    store.end_outage(&Outage { to: later(9_999), ..outage }).await.unwrap();
    let last = store.sign_of_life().await.unwrap().unwrap();
    assert_eq!(last.outage, Some(outage), "another outage has no notes yet");
    other.end_outage(&outage).await.unwrap();
    assert!(!store.put_sign_of_life(Some(&last), &last).await.unwrap(), "the outage ended since it was read");
    assert_eq!(store.sign_of_life().await.unwrap(), Some(SignOfLife { outage: None, ..last }));
}
