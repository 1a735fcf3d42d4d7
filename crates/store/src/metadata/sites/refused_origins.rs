//! Origins from which a site refused events: the latest ones, each with its count.

use std::collections::BTreeSet;

use askline_app::ports::StoreResult;
use askline_domain::{
    shared::ids::SiteId,
    sites::refused_origin::{MAX_REFUSED_ORIGINS, OriginRefusals, RefusedOrigin},
};

use crate::{
    metadata::{MetadataStore, changes::row_order::in_id_order},
    sql::{Row, rows::RowReader, sql},
};

const TABLE: &str = "refused_origins";

pub(super) async fn record(store: &MetadataStore, refusals: &[OriginRefusals]) -> StoreResult<()> {
    if refusals.is_empty() {
        return Ok(());
    }
    let mut change = store.begin([]).await?;
    for refusal in in_id_order(refusals, |refusal| (refusal.site, refusal.origin.clone())) {
        sql("INSERT INTO refused_origins (site_id, origin, count, last_ms) \
             SELECT id, $2, $3, $4 FROM sites WHERE id = $1 AND is_removed = 0 \
             ON CONFLICT (site_id, origin) DO UPDATE SET count = refused_origins.count + excluded.count, \
             last_ms = CASE WHEN excluded.last_ms > refused_origins.last_ms THEN excluded.last_ms ELSE refused_origins.last_ms END")
        .bind(refusal.site)
        .bind(&refusal.origin)
        .bind(i64::try_from(refusal.count).unwrap_or(i64::MAX))
        .bind(refusal.last_at)
        .execute(change.connection())
        .await?;
    }
    for site in refusals.iter().map(|refusal| refusal.site).collect::<BTreeSet<SiteId>>() {
        sql("DELETE FROM refused_origins WHERE site_id = $1 AND origin NOT IN \
             (SELECT origin FROM refused_origins WHERE site_id = $1 ORDER BY last_ms DESC, origin LIMIT $2)")
        .bind(site)
        .bind(MAX_REFUSED_ORIGINS as i64)
        .execute(change.connection())
        .await?;
    }
    change.commit_without_notice().await
}

pub(super) async fn of_site(store: &MetadataStore, site: SiteId) -> StoreResult<Vec<RefusedOrigin>> {
    sql("SELECT origin, count, last_ms FROM refused_origins WHERE site_id = $1 ORDER BY count DESC, origin")
        .bind(site)
        .all(&store.inner.read, read)
        .await
}

fn read(row: &Row) -> StoreResult<RefusedOrigin> {
    let row = RowReader::new(row, TABLE, "origin");
    Ok(RefusedOrigin { origin: row.text("origin")?, count: row.number("count")?, last_at: row.time("last_ms")? })
}
