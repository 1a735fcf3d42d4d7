//! The competitors that the monitors of a site look for.

use askline_app::ports::monitors::MonitorStore as _;
use askline_domain::citations::competitor::Competitor;

use super::{create, monitor, stored_monitor};
use crate::{
    backend::{Backend, on_every_backend},
    monitors::settings::MonitorChanges as _,
    samples::{audit, id},
};

on_every_backend! {
    the_competitors_of_a_site_are_those_of_its_monitors_that_were_not_deleted,
}

async fn the_competitors_of_a_site_are_those_of_its_monitors_that_were_not_deleted<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, first) = stored_monitor(store).await;
    stored_monitor(store).await;
    let mut second = monitor(site.id);
    let rival = |aliases: &[&str]| Competitor {
        domain: "rival.com".into(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
    };
    second.settings.competitors = vec![Competitor::of_domain("other.net"), rival(&["Rivalry"])];
    create(store, &second).await;
    let merged = [Competitor::of_domain("other.net"), rival(&["Rival & 'Söhne'", "Rivalry"])];
    // Monitors of the same millisecond have no order.
    let mut found = store.competitors(site.id).await.unwrap();
    found.sort_by(|one, other| one.domain.cmp(&other.domain));
    found.iter_mut().for_each(|competitor| competitor.aliases.sort());
    assert_eq!(found, merged);
    assert!(store.delete_monitor(site.id, second.id, audit(site.org_id, "monitor.deleted")).await.unwrap());
    assert_eq!(store.competitors(site.id).await.unwrap(), first.settings.competitors);
    assert_eq!(store.competitors(id()).await.unwrap(), []);
}
