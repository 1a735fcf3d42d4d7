//! A domain that was added before is added with a warning.
//!
//! The warning names the other site, and never another organization's.

use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    harness::{Org, Service},
    sites::create,
};

/// The ids that the warnings of an answer name. Asserts that each of them is about the domain and contains the id.
fn named(answer: &Value) -> Vec<String> {
    let warnings = answer["warnings"].as_array().unwrap();
    let name = |warning: &Value| {
        assert_eq!((&warning["path"], &warning["code"]), (&json!("domain"), &json!("DOMAIN_ALREADY_ADDED")));
        let id = warning["siteId"].as_str().unwrap().to_owned();
        assert!(warning["message"].as_str().unwrap().contains(&id), "{warning}");
        id
    };
    warnings.iter().map(name).collect()
}

async fn added(service: &Service, org: &Org, domain: &str) -> (String, Vec<String>) {
    let answer = create(service, org, &json!({ "domain": domain })).await;
    let site = answer.data(201);
    (site["id"].as_str().unwrap().to_owned(), named(site))
}

#[tokio::test]
async fn every_spelling_of_an_added_domain_is_warned_of_with_the_existing_site() {
    let service = Service::start_unlimited().await;
    let (org, other) = (service.organization(Plan::Enterprise).await, service.organization(Plan::Enterprise).await);
    let (foreign, _) = added(&service, &other, "tea.example").await;
    let (first, warned) = added(&service, &org, "tea.example").await;
    assert_eq!(warned, [""; 0], "the site of another organization is not named: {foreign}");
    let mut known = vec![first];
    for domain in ["TEA.example", "www.tea.example", "tea.example.", "Www.Tea.Example."] {
        let (id, warned) = added(&service, &org, domain).await;
        // Sites of one millisecond have no fixed order.
        let sorted = |ids: &[String]| ids.iter().cloned().collect::<std::collections::BTreeSet<_>>();
        assert_eq!(sorted(&warned), sorted(&known), "{domain}");
        known.push(id);
    }
    let (idn, _) = added(&service, &org, "bücher.example").await;
    assert_eq!(added(&service, &org, "www.xn--bcher-kva.example").await.1, [idn]);
    for domain in ["shop.tea.example", "tea.example.org"] {
        assert_eq!(added(&service, &org, domain).await.1, [""; 0], "{domain}");
    }
    // At most ten sites are named, and the new one is stored, too.
    for _ in 0..7 {
        known.push(added(&service, &org, "tea.example").await.0);
    }
    let (_, warned) = added(&service, &org, "tea.example").await;
    assert!(warned.len() == 10 && warned.iter().all(|id| known.contains(id)), "{warned:?}");
}

#[tokio::test]
async fn a_change_of_the_domain_is_warned_of_like_a_new_site_and_other_changes_are_not() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let (tea, _) = added(&service, &org, "tea.example").await;
    let (shop, _) = added(&service, &org, "shop.example").await;
    let change = async |id: &str, body: Value| {
        let answer = service.send(Method::PATCH, &format!("/api/v1/sites/{id}"), Some(&org.session), Some(&body)).await;
        (answer.data(200)["domain"].as_str().unwrap().to_owned(), named(answer.data(200)))
    };
    let own = ("www.tea.example".to_owned(), vec![]);
    assert_eq!(change(&tea, json!({ "domain": "www.tea.example" })).await, own, "a site is no duplicate of itself");
    let taken = change(&shop, json!({ "domain": "Tea.example" })).await;
    assert_eq!(taken, ("tea.example".to_owned(), vec![tea]));
    let (domain, warned) = change(&shop, json!({ "name": "Shop", "domain": "tea.example" })).await;
    assert_eq!((domain.as_str(), warned), ("tea.example", vec![]), "the domain was not changed");
    let read = service.get(&format!("/api/v1/sites/{shop}"), &org.session).await;
    assert_eq!(read.data(200).get("warnings"), None, "only a change warns");
}
