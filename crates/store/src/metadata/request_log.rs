//! The log of requests with API keys, and how often each key is used.

use std::collections::BTreeMap;

use askline_app::ports::{
    StoreResult,
    requests::log::{RequestFilter, RequestLog, RequestLogEnd},
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

/// The maximum number of keys whose ends are found by one statement, which reads as many of the newest requests of each as stay.
const KEYS_AT_ONCE: u32 = 20;

/// The keys of the log after `$1`, each with its newest request beyond the newest `$2`: from key to key through the index, without
/// reading the requests between them.
const ENDS_OF_KEYS: &str = "WITH RECURSIVE keys (key_id) AS (SELECT MIN(key_id) FROM key_requests WHERE key_id > $1 UNION ALL \
     SELECT (SELECT MIN(key_id) FROM key_requests WHERE key_id > keys.key_id) FROM keys WHERE keys.key_id IS NOT NULL) \
     SELECT key_id, (SELECT id FROM key_requests r WHERE r.key_id = keys.key_id ORDER BY id DESC LIMIT 1 OFFSET $2) AS last \
     FROM keys WHERE key_id IS NOT NULL LIMIT $3";

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

/// The row that requests of a key are added to, in the order of the table's primary key.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct UsesKey<'u> {
    key_id: String,
    day: i32,
    route: &'u str,
    method: &'u str,
    status: u16,
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
        let mut sums: BTreeMap<UsesKey<'_>, (OrgId, u64)> = BTreeMap::new();
        for one in uses {
            let (route, method) = (one.route.as_str(), one.method.as_str());
            let key = UsesKey { key_id: one.key_id.to_string(), day: one.day.0, route, method, status: one.status };
            sums.entry(key).or_insert((one.org_id, 0)).1 += one.requests;
        }
        let uses: Vec<Value> = sums
            .into_iter()
            .map(|(UsesKey { key_id, day, route, method, status }, (org, requests))| {
                json!([key_id, day, route, method, status, org, requests])
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

    async fn request_log_ends(&self, of_key: u32, of_all: u32) -> StoreResult<Vec<RequestLogEnd>> {
        let mut connection = self.inner.read.acquire().await?;
        let (mut ends, mut after) = (Vec::new(), String::new());
        loop {
            let found: Vec<(KeyId, Option<RequestId>)> = sql(ENDS_OF_KEYS)
                .bind(after)
                .bind(of_key)
                .bind(KEYS_AT_ONCE)
                .all(&mut connection, |row| {
                    let row = RowReader::new(row, "key_requests", "key_id");
                    Ok((row.parsed("key_id")?, row.optional_parsed("last")?))
                })
                .await?;
            let Some((newest, _)) = found.last() else { break };
            after = newest.to_string();
            ends.extend(
                found.into_iter().filter_map(|(key, last)| Some(RequestLogEnd { key: Some(key), last: last? })),
            );
        }
        let last = sql("SELECT id FROM key_requests ORDER BY id DESC LIMIT 1 OFFSET $1")
            .bind(of_all)
            .optional(&mut connection, |row| RowReader::new(row, "key_requests", "id").parsed("id"))
            .await?;
        ends.extend(last.map(|last| RequestLogEnd { key: None, last }));
        Ok(ends)
    }

    async fn remove_requests(&self, end: &RequestLogEnd, most: u32) -> StoreResult<u64> {
        let removal = match end.key {
            Some(key) => sql(skipping_locked!(
                removing "DELETE FROM key_requests WHERE id IN \
                 (SELECT id FROM key_requests WHERE key_id = $3 AND id <= $1 ORDER BY id LIMIT $2",
                ")"
            ))
            .bind(end.last)
            .bind(most)
            .bind(key),
            None => sql(skipping_locked!(
                removing "DELETE FROM key_requests WHERE id IN \
                 (SELECT id FROM key_requests WHERE id <= $1 ORDER BY id LIMIT $2",
                ")"
            ))
            .bind(end.last)
            .bind(most),
        };
        self.write_without_notice(removal).await
    }

    async fn remove_uses(&self, before: Day, most: u32) -> StoreResult<u64> {
        let uses = sql(skipping_locked!(
            removing "DELETE FROM key_uses WHERE (key_id, day, route, method, status) IN \
             (SELECT key_id, day, route, method, status FROM key_uses WHERE day < $1 ORDER BY day LIMIT $2",
            ")"
        ));
        self.write_without_notice(uses.bind(i64::from(before.0)).bind(most)).await
    }
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
