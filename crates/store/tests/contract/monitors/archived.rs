//! What every store guarantees about archived monitors.

use askline_app::{monitors::start_due_runs, ports::monitors::MonitorStore as _};
use askline_domain::monitors::{MonitorSettings, cadence::Cadence};
use jiff::tz::TimeZone;

use crate::{
    backend::{Backend, on_every_backend},
    monitors::settings::MonitorChanges as _,
    monitors::{catalogue, stored_monitor},
    samples::{audit, later},
};

on_every_backend! {
    an_archived_monitor_is_not_due_until_it_is_restored,
}

async fn an_archived_monitor_is_not_due_until_it_is_restored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, read) = stored_monitor(store).await;
    let (at, offers) = (later(3_600), catalogue());
    let archived = read.edited(read.settings.clone(), true, &TimeZone::UTC, later(60));
    assert_eq!((archived.archived_at, archived.next_run_at), (Some(later(60)), None));
    assert!(store.update_monitor(&read, &archived, audit(site.org_id, "monitor.updated")).await.unwrap());
    assert_eq!(store.monitor(site.id, read.id).await.unwrap().unwrap().monitor, archived);
    assert_eq!(start_due_runs(store, at, 10, &offers).await.unwrap(), 0);
    // Another schedule does not make it run either.
    let weekly = MonitorSettings { cadence: Cadence::Weekly, ..read.settings.clone() };
    let edited = archived.edited(weekly, true, &TimeZone::UTC, later(120));
    assert_eq!((edited.archived_at, edited.next_run_at), (Some(later(60)), None));
    assert!(store.update_monitor(&archived, &edited, audit(site.org_id, "monitor.updated")).await.unwrap());
    let restored = edited.edited(read.settings.clone(), false, &TimeZone::UTC, later(180));
    assert!(store.update_monitor(&edited, &restored, audit(site.org_id, "monitor.updated")).await.unwrap());
    let stored = store.monitor(site.id, read.id).await.unwrap().unwrap().monitor;
    assert_eq!((stored.archived_at, stored.next_run_at.is_some()), (None, true));
    assert_eq!(start_due_runs(store, stored.next_run_at.unwrap(), 10, &offers).await.unwrap(), 1);
}
