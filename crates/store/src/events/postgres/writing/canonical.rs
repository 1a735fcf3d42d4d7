//! The spellings of pages' addresses that the service itself read in canonical links.

use askline_app::ports::StoreResult;
use askline_domain::{pages::identity::CanonicalPage, shared::ids::SiteId};
use futures_util::FutureExt as _;

use super::last_transactions::note_transaction;
use crate::{
    events::postgres::{
        site_key::{key_of, lock_sites},
        store::Inner,
    },
    sql::Link,
};

impl Inner {
    /// Stores the spellings of stored pages.
    pub(crate) async fn write_canonical(&self, site: SiteId, pages: Vec<CanonicalPage>) -> StoreResult<()> {
        let changed = self.change(move |connection| write(connection, site, pages.clone()).boxed()).await?;
        if changed > 0 {
            self.revisions.raise([site]);
        }
        Ok(())
    }
}

async fn write(connection: &mut Link, site: SiteId, pages: Vec<CanonicalPage>) -> sqlx::Result<u64> {
    lock_sites(connection, [site]).await?;
    let key = key_of(site);
    let update = sqlx::query(
        r#"UPDATE event_pages p SET canonical = q.spelling FROM unnest($2::text[], $3::text[]) AS q (path, spelling)
           WHERE p.site = $1 AND p.path = q.path COLLATE "C" AND p.canonical IS DISTINCT FROM q.spelling"#,
    )
    .bind(key)
    .bind(pages.iter().map(|page| page.page.as_str()).collect::<Vec<_>>())
    .bind(pages.iter().map(|page| page.spelling.as_str()).collect::<Vec<_>>());
    let changed = update.execute(&mut *connection).await?.rows_affected();
    if changed > 0 {
        note_transaction(connection, &[key]).await?;
    }
    Ok(changed)
}
