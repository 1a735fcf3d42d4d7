//! A site's key in the tables, and the lock under which its data is written.

use askline_domain::shared::ids::{Id as _, SiteId};

use crate::sql::Link;

/// The 16 bytes of a site's id, with which every key begins.
pub(crate) type SiteKey = [u8; 16];

/// The key of a site.
pub(crate) fn key_of(site: SiteId) -> SiteKey {
    site.bits().to_be_bytes()
}

/// The site with a key.
pub(crate) fn site_of(key: SiteKey) -> SiteId {
    SiteId::from_bits(u128::from_be_bytes(key))
}

/// Locks the data of these sites against other writers until the transaction ends. Locks are always taken in the same
/// order, so that two writers to the same sites never deadlock.
pub(super) async fn lock_sites(connection: &mut Link, sites: impl IntoIterator<Item = SiteId>) -> sqlx::Result<()> {
    // The lower half of an id is random.
    let mut locks: Vec<i64> = sites.into_iter().map(|site| site.bits() as u64 as i64).collect();
    locks.sort_unstable();
    locks.dedup();
    sqlx::query("SELECT pg_advisory_xact_lock(lock) FROM unnest($1::bigint[]) AS lock")
        .bind(locks)
        .execute(connection)
        .await
        .map(drop)
}
