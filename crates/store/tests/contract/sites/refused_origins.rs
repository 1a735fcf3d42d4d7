//! What every `SiteStore` guarantees about origins from which a site refused events.

use askline_app::ports::sites::SiteStore as _;
use askline_domain::sites::refused_origin::{MAX_REFUSED_ORIGINS, OriginRefusals};

use super::stored::stored_site;
use crate::{
    backend::{Backend, on_every_backend},
    samples::{audit, id, later, remove_all},
    sites::changes::SiteChanges as _,
};

on_every_backend! {
    of_refused_origins_the_latest_ten_are_kept_with_their_counts,
}

async fn of_refused_origins_the_latest_ten_are_kept_with_their_counts<B: Backend>(backend: &B) {
    let store = backend.store();
    let stored = stored_site(store).await;
    let refusals = |site, name: u64, count, at| OriginRefusals {
        site,
        origin: format!("https://{name:02}.example"),
        count,
        last_at: later(at),
    };
    store.record_refused_origins(&[]).await.unwrap();
    // More origins than are kept and one of an unknown site, then a known origin: the oldest are removed.
    let most = MAX_REFUSED_ORIGINS as u64;
    let mut batch: Vec<_> = (0..most + 2).map(|name| refusals(stored.id, name, name + 1, 10 + name)).collect();
    batch.push(refusals(id(), 1, 5, 10));
    batch.reverse();
    store.record_refused_origins(&batch).await.unwrap();
    store.record_refused_origins(&[refusals(stored.id, 2, 100, 1)]).await.unwrap();
    let found = store.refused_origins(stored.id).await.unwrap();
    let shown: Vec<_> = found.iter().map(|one| (one.origin.as_str(), one.count, one.last_at)).collect();
    assert_eq!(shown.len(), MAX_REFUSED_ORIGINS);
    assert_eq!(shown[0], ("https://02.example", 103, later(12)), "a time never moves back");
    assert_eq!(shown[1], ("https://11.example", 12, later(21)));
    assert!(!shown.iter().any(|(origin, ..)| ["https://00.example", "https://01.example"].contains(origin)));
    store.delete_site(stored.org_id, stored.id, audit(stored.org_id, "site.deleted")).await.unwrap();
    remove_all(store).await;
    assert_eq!(store.refused_origins(stored.id).await.unwrap(), []);
}
