//! Memberships and roles that a provider gives.

use std::collections::BTreeMap;

use askline_domain::{
    identity::{
        provider::{Admission, Grant},
        role::Role,
    },
    organizations::plan::Plan,
    shared::ids::OrgId,
};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Scene, domain, person};
use crate::harness::{Answer, Org};

/// Organizations with fixed ids, which the settings of the provider name before they exist.
struct Two {
    scene: Scene,
    first: Org,
    second: Org,
}

async fn two(admission: impl FnOnce(OrgId, OrgId) -> Admission) -> Two {
    use askline_domain::shared::ids::Id as _;
    let (first, second) = (OrgId::from_bits(71), OrgId::from_bits(72));
    let scene = Scene::with(admission(first, second)).await;
    let (first, second) = (
        scene.service.organization_with_id(first, Plan::Business).await,
        scene.service.organization_with_id(second, Plan::Business).await,
    );
    Two { scene, first, second }
}

fn grant(org: OrgId, role: Role) -> Grant {
    Grant { org, role }
}

fn in_groups(groups: &[&str]) -> Value {
    let mut claims = person("ada", "ada@example.com");
    claims["groups"] = json!(groups);
    claims
}

impl Two {
    /// The role of the person who signed in, in both organizations.
    async fn roles(&self, signed_in: &Answer) -> [Option<String>; 2] {
        let me = self.scene.me(signed_in).await;
        let role = |org: &Org| {
            let all = me["orgs"].as_array().unwrap();
            let own = all.iter().find(|own| own["id"] == json!(org.id));
            own.map(|own| own["role"].as_str().unwrap().to_owned())
        };
        [role(&self.first), role(&self.second)]
    }

    async fn check(&self, claims: Value, expected: [Option<&str>; 2]) {
        let answer = self.scene.sign_in(claims.clone()).await;
        let roles = self.roles(&answer).await;
        assert_eq!(roles.each_ref().map(Option::as_deref), expected, "{claims}");
    }
}

#[tokio::test]
async fn who_signs_in_first_joins_the_named_organizations_once_and_has_a_seat_there() {
    let two =
        two(|first, _| Admission { organizations: vec![grant(first, Role::Viewer)], ..domain("example.com") }).await;
    let ada = || person("ada", "ada@example.com");
    two.check(ada(), [Some("viewer"), None]).await;
    let audit =
        two.scene.service.get(&format!("/api/v1/audit?orgId={}&limit=200", two.first.id), &two.first.session).await;
    let items = audit.data(200)["items"].as_array().unwrap().clone();
    let joined = items.iter().find(|item| item["action"] == "member.joined").expect("an entry");
    assert_eq!(joined["actor"]["name"], "sign-in provider acme");
    // A role that an admin gave stays, and so does a removal.
    let me = two.scene.me(&two.scene.sign_in(ada()).await).await;
    let member = format!("/api/v1/orgs/{}/members/{}", two.first.id, me["user"]["id"].as_str().unwrap());
    let body = json!({ "role": "member" });
    two.scene.service.send(Method::PATCH, &member, Some(&two.first.session), Some(&body)).await.data(200);
    two.check(ada(), [Some("member"), None]).await;
    two.scene.service.send(Method::DELETE, &member, Some(&two.first.session), None).await.data(200);
    two.check(ada(), [None, None]).await;
    // Where no seat is free, a person signs in and joins nothing; they join when there is one.
    two.scene.service.tamper("UPDATE organizations SET plan = 'free'").await;
    two.check(person("bob", "bob@example.com"), [None, None]).await;
    two.scene.service.tamper("UPDATE organizations SET plan = 'business'").await;
    two.check(person("bob", "bob@example.com"), [Some("viewer"), None]).await;
}

#[tokio::test]
async fn roles_of_groups_are_computed_at_each_sign_in_and_the_last_owner_stays() {
    let two = two(|first, second| Admission {
        groups: BTreeMap::from([
            ("staff".into(), grant(first, Role::Viewer)),
            ("editors".into(), grant(first, Role::Member)),
            ("owners".into(), grant(first, Role::Owner)),
            ("guests".into(), grant(second, Role::Viewer)),
        ]),
        ..Admission::default()
    })
    .await;
    two.scene.sign_in(in_groups(&["strangers"])).await.refused(403, "FORBIDDEN");
    for (groups, first, second) in [
        (&["staff"][..], Some("viewer"), None),
        (&["staff", "editors"], Some("member"), None),
        (&["editors", "guests"], Some("member"), Some("viewer")),
        (&["guests"], None, Some("viewer")),
        (&["owners"], Some("owner"), None),
        (&[], None, None),
        (&["staff"], Some("viewer"), None),
    ] {
        two.check(in_groups(groups), [first, second]).await;
    }
    // The only owner stays one, until there is another.
    two.check(in_groups(&["owners"]), [Some("owner"), None]).await;
    let owner = two.scene.service.owner_of(&two.first).await;
    two.scene.service.tamper(&format!("UPDATE memberships SET role = 'admin' WHERE user_id = '{owner}'")).await;
    two.check(in_groups(&["staff"]), [Some("owner"), None]).await;
    two.check(in_groups(&[]), [Some("owner"), None]).await;
    two.scene.service.tamper(&format!("UPDATE memberships SET role = 'owner' WHERE user_id = '{owner}'")).await;
    two.check(in_groups(&["staff"]), [Some("viewer"), None]).await;
}

#[tokio::test]
async fn a_membership_by_invitation_gets_its_role_from_groups_and_does_not_end_with_them() {
    let two = two(|first, _| Admission {
        groups: BTreeMap::from([("staff".into(), grant(first, Role::Viewer))]),
        ..domain("example.com")
    })
    .await;
    two.check(in_groups(&[]), [None, None]).await;
    let me = two.scene.me(&two.scene.sign_in(in_groups(&[])).await).await;
    let user = me["user"]["id"].as_str().unwrap().parse().unwrap();
    let joiner = two.scene.service.joiner(user).await;
    two.scene.service.join(&two.first, Role::Admin, joiner).await;
    two.check(in_groups(&[]), [Some("admin"), None]).await;
    two.check(in_groups(&["staff"]), [Some("viewer"), None]).await;
}
