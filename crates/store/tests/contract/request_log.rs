//! What every `RequestLog` guarantees.

use askline_app::ports::{
    organizations::OrganizationStore as _,
    requests::log::{RequestFilter, RequestLog as _, RequestLogEnd},
};
use askline_domain::{
    requests::log::{KeyUse, LoggedRequest},
    shared::{
        calendar::Day,
        ids::{KeyId, OrgId, RequestId},
        paging::PageRequest,
    },
};

use crate::{
    backend::{Backend, Metadata, Sqlite, on_every_backend},
    samples::{id, later, now, remove_all, stored_organization},
};

on_every_backend! {
    requests_read_back_newest_first_by_key_status_and_route,
    concurrent_batches_of_key_uses_add_up,
    the_log_keeps_the_newest_of_each_key_and_of_all,
}

fn request(org: OrgId, key: KeyId, second: u64, status: u16) -> LoggedRequest {
    LoggedRequest {
        id: askline_domain::shared::ids::Id::new(later(second), &mut rand::rng()),
        org_id: org,
        key_id: key,
        at: later(second),
        method: "GET".into(),
        route: if second.is_multiple_of(2) { "/api/v1/sites" } else { "/api/v1/sites/{siteId}" }.into(),
        status,
        code: (status != 200).then(|| "NOT_FOUND".into()),
        duration_ms: 7,
    }
}

async fn found(store: &impl Metadata, org: OrgId, filter: RequestFilter) -> Vec<RequestId> {
    let page = store.logged_requests(org, &filter, PageRequest::NEWEST).await.unwrap();
    page.items.iter().map(|request| request.id).collect()
}

async fn requests_read_back_newest_first_by_key_status_and_route<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, other) = (stored_organization(store).await.0, stored_organization(store).await.0);
    let [key, another, foreign] = [(); 3].map(|()| id::<KeyId>());
    let all = [
        request(org, key, 1, 200),
        request(org, key, 2, 404),
        request(org, another, 3, 404),
        request(org, key, 4, 200),
        request(other, foreign, 5, 200),
    ];
    store.record_requests(&all, &[]).await.unwrap();
    store.record_requests(&all[..2], &[]).await.unwrap();
    let ids = |places: &[usize]| places.iter().map(|place| all[*place].id).collect::<Vec<_>>();
    let route = Some("/api/v1/sites".to_owned());
    for (filter, expected) in [
        (RequestFilter::default(), ids(&[3, 2, 1, 0])),
        (RequestFilter { key: Some(key), ..Default::default() }, ids(&[3, 1, 0])),
        (RequestFilter { status: Some(404), ..Default::default() }, ids(&[2, 1])),
        (RequestFilter { route: route.clone(), ..Default::default() }, ids(&[3, 1])),
        (RequestFilter { key: Some(key), status: Some(404), route: route.clone() }, ids(&[1])),
        (RequestFilter { key: None, status: Some(200), route }, ids(&[3])),
        (RequestFilter { key: Some(foreign), ..Default::default() }, vec![]),
    ] {
        assert_eq!(found(store, org, filter.clone()).await, expected, "{filter:?}");
    }
    assert_eq!(store.logged_request(org, all[1].id).await.unwrap().as_ref(), Some(&all[1]));
    assert_eq!(store.logged_request(other, all[1].id).await.unwrap(), None);
    let first = PageRequest { limit: 2, before: None };
    let page = store.logged_requests(org, &RequestFilter::default(), first).await.unwrap();
    assert!(page.has_more && page.items.len() == 2);
    store.remove_organization(org, &[], now()).await.unwrap();
    remove_all(store).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM key_requests").await, 1);
}

async fn concurrent_batches_of_key_uses_add_up<B: Backend>(backend: &B) {
    let store = backend.store();
    let org = stored_organization(store).await.0;
    let keys = [(); 3].map(|()| id::<KeyId>());
    let used = |key: KeyId, day: i32, requests: u64| KeyUse {
        org_id: org,
        key_id: key,
        day: Day(day),
        method: "GET".into(),
        route: "/api/v1/sites".into(),
        status: 200,
        requests,
    };
    let batches = (0..8).map(|number| {
        // In another order each time.
        let mut uses: Vec<KeyUse> = keys.iter().map(|key| used(*key, 20_000, 2)).collect();
        uses.rotate_left(number % 3);
        uses.push(used(keys[0], 20_000, 1));
        async move { store.record_requests(&[], &uses).await }
    });
    futures_util::future::join_all(batches).await.into_iter().for_each(|done| done.unwrap());
    store.record_requests(&[], &[used(keys[0], 19_000, 5)]).await.unwrap();
    assert_eq!(store.key_uses(org, keys[0], Day(20_000)).await.unwrap(), [used(keys[0], 20_000, 24)]);
    assert_eq!(store.key_uses(org, keys[1], Day(0)).await.unwrap(), [used(keys[1], 20_000, 16)]);
    assert_eq!(store.key_uses(id(), keys[1], Day(0)).await.unwrap(), []);
    assert_eq!(store.remove_uses(Day(20_000), 10).await.unwrap(), 1);
    assert_eq!(store.remove_uses(Day(20_000), 10).await.unwrap(), 0);
    assert_eq!(store.key_uses(org, keys[0], Day(0)).await.unwrap().len(), 1);
}

async fn the_log_keeps_the_newest_of_each_key_and_of_all<B: Backend>(backend: &B) {
    let store = backend.store();
    let org = stored_organization(store).await.0;
    let [busy, quiet] = [(); 2].map(|()| id::<KeyId>());
    let mut all: Vec<LoggedRequest> = (1..=12).map(|second| request(org, busy, second, 200)).collect();
    all.insert(0, request(org, quiet, 0, 200));
    store.record_requests(&all, &[]).await.unwrap();
    // More keys than one statement looks at: each is found once, and those with few requests have no end.
    let others: Vec<LoggedRequest> = (13..=60).map(|second| request(org, id(), second, 200)).collect();
    store.record_requests(&others, &[]).await.unwrap();
    let ends = store.request_log_ends(5, 100).await.unwrap();
    assert_eq!(ends, [RequestLogEnd { key: Some(busy), last: all[7].id }]);
    assert_eq!(store.request_log_ends(0, 100).await.unwrap().len(), 50);
    let mut pieces = Vec::new();
    while pieces.last() != Some(&0) {
        pieces.push(store.remove_requests(&ends[0], 3).await.unwrap());
    }
    assert_eq!(pieces, [3, 3, 1, 0]);
    let left = |key| found(store, org, RequestFilter { key: Some(key), ..RequestFilter::default() });
    let newest: Vec<RequestId> = all[8..].iter().rev().map(|request| request.id).collect();
    assert_eq!((left(busy).await, left(quiet).await), (newest, vec![all[0].id]));
    assert_eq!(store.request_log_ends(5, 100).await.unwrap(), []);
    let ends = store.request_log_ends(5, 3).await.unwrap();
    assert_eq!(ends, [RequestLogEnd { key: None, last: others[44].id }]);
    assert_eq!(store.remove_requests(&ends[0], 100).await.unwrap(), 51);
    let newest: Vec<RequestId> = others[45..].iter().rev().map(|request| request.id).collect();
    assert_eq!(found(store, org, RequestFilter::default()).await, newest);
}

/// A million requests of a thousand keys; prints how long a page takes with each filter.
#[tokio::test]
#[ignore = "measures: cargo test --test contract -- --ignored --nocapture a_page_of_a_million_requests"]
async fn a_page_of_a_million_requests_is_read_in_the_printed_time() {
    let backend = Sqlite::empty().await;
    let org = stored_organization(backend.store()).await.0;
    let rows = format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
         INSERT INTO key_requests SELECT 'req_' || printf('%026d', i), '{org}', 'key_' || printf('%026d', i % 1000), i, 'GET',
         CASE i % 10 WHEN 0 THEN '/api/v1/sites' ELSE '/api/v1/analytics/{{siteId}}/ai' END,
         CASE WHEN i % 5000 = 0 THEN 500 ELSE 200 END, NULL, 3 FROM n"
    );
    backend.tamper(&rows).await;
    let route = Some("/api/v1/sites".to_owned());
    let key = Some("key_00000000000000000000000007".parse().unwrap());
    for filter in [
        RequestFilter::default(),
        RequestFilter { key, ..Default::default() },
        RequestFilter { status: Some(500), ..Default::default() },
        RequestFilter { route: route.clone(), ..Default::default() },
        RequestFilter { status: Some(500), route: route.clone(), key: None },
        RequestFilter { status: Some(404), ..Default::default() },
        RequestFilter { status: Some(500), route, key },
    ] {
        let started = std::time::Instant::now();
        let rows = found(backend.store(), org, filter.clone()).await.len();
        println!("{:>6.2} ms, {rows:>3} rows: {filter:?}", started.elapsed().as_secs_f64() * 1_000.0);
    }
}
