//! `askline user list`: every account with its organizations.

use serde_json::json;

use crate::instance::Instance;

#[test]
fn every_account_is_listed_with_its_organizations_and_roles() {
    let instance = Instance::new();
    instance.run(&["user", "list"]).refused(1, &["org create"]);
    let first = instance.organization("pro");
    let second = instance.organization_of("ada@example.com", "pro");
    let owner = instance.json(&["user", "list", "--org", &first])["items"][0]["userId"].as_str().unwrap().to_owned();
    let more = ["--name", "Third", "--owner-email", "owner@example.com", "--owner-user", &owner];
    let third = instance.json(&[&["org", "create"][..], &more].concat())["orgId"].as_str().unwrap().to_owned();
    instance.json(&["user", "prove", "ada@example.com"]);
    instance.json(&["org", "delete", &second, "--yes"]);

    let listed = instance.json(&["user", "list"]);
    let [ada, account] = listed["items"].as_array().unwrap().as_slice() else { panic!("{listed}") };
    assert_eq!(
        (&ada["email"], &ada["emailConfirmed"], &ada["orgs"]),
        (&json!("ada@example.com"), &json!(true), &json!([]))
    );
    assert_eq!((&account["userId"], &account["emailConfirmed"]), (&json!(owner), &json!(false)));
    let orgs: Vec<_> = account["orgs"].as_array().unwrap().iter().map(|org| (&org["id"], &org["role"])).collect();
    assert_eq!(orgs, [(&json!(first), &json!("owner")), (&json!(third), &json!("owner"))]);

    let text = instance.run(&["user", "list", "--org", &third]).stdout;
    assert!(text.contains("owner@example.com") && text.contains("Third (owner)"), "{text}");
    assert!(!text.contains("ada@example.com"), "{text}");
    instance.run(&["user", "list", "--org", &second]).refused(1, &[&second]);
}
