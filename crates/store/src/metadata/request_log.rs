//! The log of requests with API keys, and how often each key is used.

use std::collections::BTreeMap;

use askline_app::ports::{
    StoreResult,
    requests::log::{RequestFilter, RequestLog},
};
use askline_domain::{
    requests::log::{KeyUse, LoggedRequest},
    shared::{
        calendar::Day,
        ids::{KeyId, OrgId, RequestId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use serde_json::{Value, json};

use super::MetadataStore;
use crate::sql::{
    Dialects, Row,
    rows::{RowReader, json_text, milliseconds, page_bound},
    skipping_locked, sql,
};

/// Adds the requests of a list.
const ADD_REQUESTS: Dialects = Dialects {
    sqlite: "INSERT INTO key_requests (id, org_id, key_id, at_ms, method, route, status, code, duration_ms) \
             SELECT r.value ->> 0, r.value ->> 1, r.value ->> 2, r.value ->> 3, r.value ->> 4, r.value ->> 5, r.value ->> 6, \
             r.value ->> 7, r.value ->> 8 FROM json_each($1) AS r WHERE 1 ON CONFLICT (id) DO NOTHING",
    postgres: "INSERT INTO key_requests (id, org_id, key_id, at_ms, method, route, status, code, duration_ms) \
               SELECT r.value ->> 0, r.value ->> 1, r.value ->> 2, (r.value ->> 3)::bigint, r.value ->> 4, r.value ->> 5, \
               (r.value ->> 6)::bigint, r.value ->> 7, (r.value ->> 8)::bigint \
               FROM jsonb_array_elements($1::jsonb) AS r (value) ON CONFLICT (id) DO NOTHING",
};

/// Adds the uses of a list to the stored ones.
const ADD_USES: Dialects = Dialects {
    sqlite: "INSERT INTO key_uses (key_id, day, route, method, status, org_id, requests) \
             SELECT u.value ->> 0, u.value ->> 1, u.value ->> 2, u.value ->> 3, u.value ->> 4, u.value ->> 5, u.value ->> 6 \
             FROM json_each($1) AS u WHERE 1 \
             ON CONFLICT (key_id, day, route, method, status) DO UPDATE SET requests = key_uses.requests + excluded.requests",
    postgres: "INSERT INTO key_uses (key_id, day, route, method, status, org_id, requests) \
               SELECT u.value ->> 0, (u.value ->> 1)::bigint, u.value ->> 2, u.value ->> 3, (u.value ->> 4)::bigint, \
               u.value ->> 5, (u.value ->> 6)::bigint FROM jsonb_array_elements($1::jsonb) AS u (value) \
               ON CONFLICT (key_id, day, route, method, status) DO UPDATE SET requests = key_uses.requests + excluded.requests",
};

/// A page of requests, with the condition that its index begins with.
macro_rules! page_of {
    ($condition:literal) => {
        concat!(
            "SELECT * FROM key_requests WHERE ",
            $condition,
            " AND id < $2 AND (CAST($3 AS TEXT) IS NULL OR key_id = $3) AND (CAST($4 AS BIGINT) IS NULL OR status = $4) \
             AND (CAST($5 AS TEXT) IS NULL OR route = $5) AND org_id = $1 ORDER BY id DESC LIMIT $6"
        )
    };
}

#[async_trait]
impl RequestLog for MetadataStore {
    async fn record_requests(&self, requests: &[LoggedRequest], uses: &[KeyUse]) -> StoreResult<()> {
        let requests: Vec<Value> = requests
            .iter()
            .map(|one| {
                json!([
                    one.id,
                    one.org_id,
                    one.key_id,
                    milliseconds(one.at),
                    one.method,
                    one.route,
                    one.status,
                    one.code,
                    one.duration_ms
                ])
            })
            .collect();
        // In the order of their keys, so that two servers lock the same rows in the same order.
        let mut sums: BTreeMap<(String, i32, &str, &str, u16), (OrgId, u64)> = BTreeMap::new();
        for one in uses {
            let key = (one.key_id.to_string(), one.day.0, one.route.as_str(), one.method.as_str(), one.status);
            sums.entry(key).or_insert((one.org_id, 0)).1 += one.requests;
        }
        let uses: Vec<Value> = sums
            .into_iter()
            .map(|((key, day, route, method, status), (org, requests))| {
                json!([key, day, route, method, status, org, requests])
            })
            .collect();
        let mut change = self.begin([]).await?;
        sql(ADD_REQUESTS).bind(json_text(&requests)?).execute(change.connection()).await?;
        sql(ADD_USES).bind(json_text(&uses)?).execute(change.connection()).await?;
        change.commit_without_notice().await
    }

    async fn logged_request(&self, org: OrgId, id: RequestId) -> StoreResult<Option<LoggedRequest>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT * FROM key_requests WHERE id = $1 AND org_id = $2")
            .bind(id)
            .bind(org)
            .optional(&mut connection, request)
            .await
    }

    async fn logged_requests(
        &self,
        org: OrgId,
        filter: &RequestFilter,
        page: PageRequest,
    ) -> StoreResult<Page<LoggedRequest>> {
        // Each filter has an index; if several are given, the rarest of them as a rule is used first.
        let text = match (filter.key, filter.status, &filter.route) {
            (Some(_), ..) => page_of!("key_id = $3"),
            (None, None, None) => page_of!("org_id = $1"),
            (None, Some(_), None) => page_of!("org_id = $1 AND status = $4"),
            (None, None, Some(_)) => page_of!("org_id = $1 AND route = $5"),
            (None, Some(_), Some(_)) => page_of!("org_id = $1 AND route = $5 AND status = $4"),
        };
        sql(text)
            .bind(org)
            .bind(page_bound::<RequestId>(page))
            .bind(filter.key)
            .bind(filter.status)
            .bind(&filter.route)
            .page(&self.inner.read, page, request)
            .await
    }

    async fn key_uses(&self, org: OrgId, key: KeyId, from: Day) -> StoreResult<Vec<KeyUse>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT * FROM key_uses WHERE key_id = $1 AND day >= $2 AND org_id = $3 ORDER BY day, route, method, status")
            .bind(key)
            .bind(i64::from(from.0))
            .bind(org)
            .all(&mut connection, |row| {
                let row = RowReader::new(row, "key_uses", "key_id");
                Ok(KeyUse {
                    org_id: row.parsed("org_id")?,
                    key_id: row.parsed("key_id")?,
                    day: Day(row.number("day")?),
                    method: row.text("method")?,
                    route: row.text("route")?,
                    status: row.number("status")?,
                    requests: row.number("requests")?,
                })
            })
            .await
    }

    async fn remove_old_requests(&self, of_key: u32, of_all: u32, before: Day, most: u32) -> StoreResult<u64> {
        let mut removed = 0;
        // Found by reading, so that the change that removes them is short.
        for (key, last) in self.ends_of_logs(of_key, of_all).await? {
            let removal = match key {
                Some(key) => sql(skipping_locked!(
                    removing "DELETE FROM key_requests WHERE id IN \
                     (SELECT id FROM key_requests WHERE key_id = $3 AND id <= $1 ORDER BY id LIMIT $2",
                    ")"
                ))
                .bind(last)
                .bind(most)
                .bind(key),
                None => sql(skipping_locked!(
                    removing "DELETE FROM key_requests WHERE id IN \
                     (SELECT id FROM key_requests WHERE id <= $1 ORDER BY id LIMIT $2",
                    ")"
                ))
                .bind(last)
                .bind(most),
            };
            removed += self.write_without_notice(removal).await?;
        }
        let uses = sql(skipping_locked!(
            removing "DELETE FROM key_uses WHERE (key_id, day, route, method, status) IN \
             (SELECT key_id, day, route, method, status FROM key_uses WHERE day < $1 ORDER BY day LIMIT $2",
            ")"
        ));
        Ok(removed + self.write_without_notice(uses.bind(i64::from(before.0)).bind(most)).await?)
    }
}

impl MetadataStore {
    /// The newest request that is beyond the limit: of each key with too many, and of the whole instance.
    async fn ends_of_logs(&self, of_key: u32, of_all: u32) -> StoreResult<Vec<(Option<String>, String)>> {
        let mut connection = self.inner.read.acquire().await?;
        let full = sql("SELECT key_id FROM key_requests GROUP BY key_id HAVING COUNT(*) > $1")
            .bind(of_key)
            .all(&mut connection, |row| RowReader::new(row, "key_requests", "key_id").text("key_id"))
            .await?;
        let mut ends = Vec::new();
        for key in full {
            let end = sql("SELECT id FROM key_requests WHERE key_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2");
            let end = end.bind(&key).bind(of_key).optional(&mut connection, id_of).await?;
            ends.extend(end.map(|end| (Some(key), end)));
        }
        let end = sql("SELECT id FROM key_requests ORDER BY id DESC LIMIT 1 OFFSET $1").bind(of_all);
        ends.extend(end.optional(&mut connection, id_of).await?.map(|end| (None, end)));
        Ok(ends)
    }
}

fn id_of(row: &Row) -> StoreResult<String> {
    RowReader::new(row, "key_requests", "id").text("id")
}

fn request(row: &Row) -> StoreResult<LoggedRequest> {
    let row = RowReader::new(row, "key_requests", "id");
    Ok(LoggedRequest {
        id: row.parsed("id")?,
        org_id: row.parsed("org_id")?,
        key_id: row.parsed("key_id")?,
        at: row.time("at_ms")?,
        method: row.text("method")?,
        route: row.text("route")?,
        status: row.number("status")?,
        code: row.optional_text("code")?,
        duration_ms: row.number("duration_ms")?,
    })
}
