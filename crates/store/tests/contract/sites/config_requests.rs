//! What every `SiteStore` guarantees about requests of configurations.

use std::collections::BTreeMap;

use askline_app::ports::sites::SiteStore as _;
use askline_domain::{
    shared::calendar::Day,
    widget::missing_views::{ConfigRequests, REQUEST_DAYS_KEPT},
};

use super::stored::stored_site;
use crate::{
    backend::{Backend, on_every_backend},
    samples::{audit, id, remove_all},
    sites::changes::SiteChanges as _,
};

on_every_backend! {
    requests_of_a_configuration_are_summed_by_day_and_the_latest_days_are_kept,
}

async fn requests_of_a_configuration_are_summed_by_day_and_the_latest_days_are_kept<B: Backend>(backend: &B) {
    let store = backend.store();
    let stored = stored_site(store).await;
    let on = |day: i32, count| ConfigRequests { site: stored.id, day: Day(day), count };
    store.record_config_requests(&[]).await.unwrap();
    let unknown = ConfigRequests { site: id(), day: Day(1), count: 5 };
    store.record_config_requests(&[on(2, 7), unknown, on(1, 3)]).await.unwrap();
    store.record_config_requests(&[on(2, 1)]).await.unwrap();
    assert_eq!(store.config_requests(stored.id).await.unwrap(), BTreeMap::from([(Day(1), 3), (Day(2), 8)]));
    assert_eq!(store.config_requests(unknown.site).await.unwrap(), BTreeMap::new());

    store.record_config_requests(&[on(1 + REQUEST_DAYS_KEPT, u64::MAX)]).await.unwrap();
    let kept = BTreeMap::from([(Day(2), 8), (Day(1 + REQUEST_DAYS_KEPT), i64::MAX)]);
    assert_eq!(store.config_requests(stored.id).await.unwrap(), kept);
    store.delete_site(stored.org_id, stored.id, audit(stored.org_id, "site.deleted")).await.unwrap();
    remove_all(store).await;
    assert_eq!(store.config_requests(stored.id).await.unwrap(), BTreeMap::new());
}
