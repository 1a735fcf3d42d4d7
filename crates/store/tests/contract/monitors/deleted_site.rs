//! What every store guarantees about the monitors of a site that is deleted.

use askline_app::{
    monitors::finish_run,
    ports::monitors::{MonitorStore as _, RunStore as _},
};
use askline_domain::shared::paging::PageRequest;

use super::{credits, run_of, start, stored_monitor, take};
use crate::{
    backend::{Backend, on_every_backend},
    samples::{audit, later, now, remove_all},
    sites::changes::SiteChanges as _,
};

on_every_backend! {
    the_monitors_of_a_site_go_with_it,
}

async fn the_monitors_of_a_site_go_with_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, stored) = stored_monitor(store).await;
    let (run, job) = run_of(site.org_id, &stored, now());
    start(store, site.org_id, &run, &job).await;
    store.delete_site(site.org_id, site.id, audit(site.org_id, "site.deleted")).await.unwrap();
    // A deleted run is not processed any more, even while its rows exist.
    assert!(store.run_work(run.id).await.unwrap().is_none());
    remove_all(store).await;
    assert_eq!(store.monitors(site.id, PageRequest::NEWEST).await.unwrap().items, []);
    assert!(store.run_work(run.id).await.unwrap().is_none());
    // Its job ends without the run, and the reserved credits are free again.
    let lease = take(store, now()).await.unwrap();
    assert!(finish_run(store, lease, run.id, later(1)).await.unwrap());
    assert_eq!(credits(store, site.org_id).await, (1_000, 0));
}
