//! A cursor belongs to one list with its filters and order, and to no other.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::json;

use crate::{
    every_route::contract_table::ROUTES,
    harness::{Org, Service},
};

/// The cursor after the first row of a list.
async fn cursor_of(service: &Service, org: &Org, path: &str) -> String {
    let separator = if path.contains('?') { '&' } else { '?' };
    let answer = service.get(&format!("{path}{separator}limit=1"), &org.session).await;
    let data = answer.data(200);
    assert_eq!(data["items"].as_array().unwrap().len(), 1, "{path}");
    answer.body["meta"]["pagination"]["nextCursor"].as_str().unwrap_or_else(|| panic!("{path}")).to_owned()
}

async fn organization_with_lists(service: &Service) -> Org {
    let org = service.organization(Plan::Enterprise).await;
    for number in 0..3 {
        service.site_of(&org, &format!("{number}.example")).await;
        service.key(&org, &[Scope::SitesRead]).await;
        let prompt = json!({ "name": format!("{number}"), "text": "Summarise {{url}}." });
        let path = format!("/api/v1/prompts/{}", org.site);
        service.send(Method::POST, &path, Some(&org.session), Some(&prompt)).await.data(201);
    }
    org
}

#[tokio::test]
async fn a_cursor_of_another_list_is_refused_everywhere() {
    let service = Service::start_unlimited().await;
    let org = organization_with_lists(&service).await;
    let cursor = cursor_of(&service, &org, "/api/v1/sites").await;
    let listed = service.get(&format!("/api/v1/sites?limit=2&cursor={cursor}"), &org.session).await;
    assert_eq!(listed.data(200)["items"].as_array().unwrap().len(), 2, "another limit is no other list");
    let mut path = "/api/v1/sites?limit=3".to_owned();
    let mut read = Vec::new();
    while !path.is_empty() {
        let page = service.get(&path, &org.session).await;
        read.push(page.data(200)["items"].as_array().unwrap().len());
        let link = page.header("link").strip_suffix(">; rel=\"next\"").unwrap_or_default();
        path = link.trim_start_matches('<').to_owned();
    }
    assert_eq!(read, [3, 1], "links lead from page to page");
    let table = askline_api::routes::table();
    let mut refused = 0;
    for policy in table.policies().filter(|policy| policy.paged && policy.path != "/api/v1/sites") {
        assert!(ROUTES.iter().any(|(_, path, _)| *path == policy.path));
        let path = policy.path.replace("{siteId}", &org.site.to_string()).replace("{orgId}", &org.id.to_string());
        for cursor in [cursor.as_str(), "nonsense", "c1", "c2", &cursor[..cursor.len() - 1]] {
            let answer = service.get(&format!("{path}?cursor={cursor}"), &org.session).await;
            assert_eq!(answer.refused(400, "INVALID_CURSOR").body["data"], json!(null), "{path}");
        }
        refused += 1;
    }
    assert!(refused >= 10, "{refused}");
}

#[tokio::test]
async fn a_cursor_of_another_site_organization_or_filter_is_refused() {
    let service = Service::start_unlimited().await;
    let (org, other) = (organization_with_lists(&service).await, organization_with_lists(&service).await);
    let prompts = |site: &dyn std::fmt::Display| format!("/api/v1/prompts/{site}");
    let second = service.site_of(&org, "second.example").await;
    for (path, others) in [
        ("/api/v1/sites".to_owned(), vec![]),
        (
            prompts(&org.site),
            vec![
                prompts(&second),
                format!("{}?status=active", prompts(&org.site)),
                format!("{}?language=de", prompts(&org.site)),
            ],
        ),
        (format!("{}?status=active", prompts(&org.site)), vec![prompts(&org.site)]),
        (
            "/api/v1/keys?status=active".to_owned(),
            vec!["/api/v1/keys".to_owned(), "/api/v1/keys?status=revoked".to_owned()],
        ),
    ] {
        let cursor = cursor_of(&service, &org, &path).await;
        for other in others {
            let separator = if other.contains('?') { '&' } else { '?' };
            let answer = service.get(&format!("{other}{separator}cursor={cursor}"), &org.session).await;
            answer.refused(400, "INVALID_CURSOR");
        }
        // The same parameters in another order mean the same list.
        let (bare, query) = path.split_once('?').unwrap_or((&path, ""));
        service.get(&format!("{bare}?cursor={cursor}&{query}"), &org.session).await.data(200);
    }
    for path in ["/api/v1/sites", "/api/v1/keys", "/api/v1/audit"] {
        let cursor = cursor_of(&service, &org, path).await;
        service.get(&format!("{path}?cursor={cursor}"), &other.session).await.refused(400, "INVALID_CURSOR");
        let answer = service.get(&format!("{path}?cursor={cursor}&cursor={cursor}"), &org.session).await;
        answer.refused(400, "INVALID_PARAMETER");
        service.get(&format!("{path}?cursor="), &org.session).await.refused(400, "INVALID_PARAMETER");
    }
}
