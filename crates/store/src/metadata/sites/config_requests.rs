//! How often widgets of readers asked for a site's configuration, by day: the latest days.

use std::collections::BTreeMap;

use askline_app::ports::StoreResult;
use askline_domain::{
    shared::{calendar::Day, ids::SiteId},
    widget::missing_views::{ConfigRequests, REQUEST_DAYS_KEPT},
};

use crate::{
    metadata::{MetadataStore, changes::row_order::in_id_order},
    sql::{Row, rows::RowReader, sql},
};

const TABLE: &str = "config_requests";

pub(super) async fn record(store: &MetadataStore, requests: &[ConfigRequests]) -> StoreResult<()> {
    if requests.is_empty() {
        return Ok(());
    }
    let mut change = store.begin([]).await?;
    let mut latest: BTreeMap<SiteId, Day> = BTreeMap::new();
    for ConfigRequests { site, day, count } in in_id_order(requests, |requests| (requests.site, requests.day)) {
        sql("INSERT INTO config_requests (site_id, day, count) SELECT id, $2, $3 FROM sites WHERE id = $1 AND is_removed = 0 \
             ON CONFLICT (site_id, day) DO UPDATE SET count = config_requests.count + excluded.count")
        .bind(*site)
        .bind(day.0)
        .bind(i64::try_from(*count).unwrap_or(i64::MAX))
        .execute(change.connection())
        .await?;
        latest.insert(*site, *day);
    }
    for (site, day) in latest {
        sql("DELETE FROM config_requests WHERE site_id = $1 AND day <= $2")
            .bind(site)
            .bind(day.0 - REQUEST_DAYS_KEPT)
            .execute(change.connection())
            .await?;
    }
    change.commit_without_notice().await
}

pub(super) async fn of_site(store: &MetadataStore, site: SiteId) -> StoreResult<BTreeMap<Day, i64>> {
    let rows: Vec<(Day, i64)> = sql("SELECT day, count FROM config_requests WHERE site_id = $1 ORDER BY day")
        .bind(site)
        .all(&store.inner.read, read)
        .await?;
    Ok(rows.into_iter().collect())
}

fn read(row: &Row) -> StoreResult<(Day, i64)> {
    let row = RowReader::new(row, TABLE, "day");
    Ok((Day(row.number("day")?), row.number("count")?))
}
