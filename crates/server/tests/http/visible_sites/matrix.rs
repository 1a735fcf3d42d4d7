//! Every route, called by members who see one site, none, or only a deleted one.

use askline_domain::{
    identity::role::Role,
    shared::ids::{Id as _, SiteId},
};
use reqwest::Method;
use serde_json::json;

use super::{HIDDEN_DOMAIN, HIDDEN_NAME, HIDDEN_QUESTION, Scene, told};
use crate::{
    every_route::{
        authorization::path_of,
        contract_table::{ROUTES, Who},
    },
    harness::{Answer, Org},
};

/// Sessions of members and viewers who see one site, none, or only a site that was deleted.
async fn sessions(scene: &Scene) -> Vec<(Role, &'static str, String)> {
    let deleted = scene.service.site_of(&scene.org, "deleted.example.org").await;
    let mut sessions = Vec::new();
    for role in [Role::Viewer, Role::Member] {
        sessions.push((role, "one", scene.limited(role).await.1));
        sessions.push((role, "none", scene.seeing(role, &[]).await.1));
        sessions.push((role, "deleted", scene.seeing(role, &[deleted]).await.1));
    }
    let path = format!("/api/v1/sites/{deleted}");
    scene.service.send(Method::DELETE, &path, Some(&scene.org.session), None).await.data(200);
    sessions
}

async fn ask(scene: &Scene, method: &str, template: &str, site: SiteId, bearer: &str) -> Answer {
    let org = Org { site, ..scene.org.clone() };
    let request = scene.service.request(method.parse().unwrap(), &path_of(template, &org)).bearer_auth(bearer);
    let body = json!({ "version": 1, "role": "viewer", "email": "a@example.com", "name": "a", "text": "{{url}}" });
    let takes_none = method == "GET" || method == "DELETE";
    scene.service.answer(if takes_none { request } else { request.json(&body) }).await
}

fn is_for_members(who: Who) -> bool {
    matches!(who, Who::Key(..) | Who::AnyCaller(_) | Who::Session(_))
}

#[tokio::test]
async fn a_site_that_a_member_does_not_see_answers_on_every_route_like_one_that_does_not_exist() {
    let scene = Scene::new().await;
    let nowhere = SiteId::from_bits(5);
    let mut refused = 0;
    for (role, sees, session) in sessions(&scene).await {
        for (method, template, who) in ROUTES {
            if !template.contains("{siteId}") || !is_for_members(*who) {
                continue;
            }
            let place = format!("{role} of {sees}: {method} {template}");
            let missing = ask(&scene, method, template, nowhere, &session).await;
            assert!(matches!(missing.status.as_u16(), 404 | 422), "{place}: {}", missing.text);
            let hidden = ask(&scene, method, template, scene.hidden, &session).await;
            assert_eq!(told(&hidden), told(&missing), "{place}");
            let own = ask(&scene, method, template, scene.org.site, &session).await;
            match sees {
                // The site is found, whatever the answer to this body is.
                "one" => assert_ne!(told(&own).1["message"], "There is no such site.", "{place}"),
                _ => assert_eq!(told(&own), told(&missing), "{place}"),
            }
            refused += 1;
        }
    }
    assert!(refused > 6 * 30, "{refused} routes");
}

#[tokio::test]
async fn no_response_reveals_anything_of_a_site_hidden_from_the_member() {
    let scene = Scene::new().await;
    let hidden = scene.hidden.to_string();
    let needles = [HIDDEN_NAME, HIDDEN_DOMAIN, HIDDEN_QUESTION, hidden.as_str(), scene.hidden_job.as_str()];
    let queries = ["", "?q=secluded", "?limit=1", "?sort=name", "?type=debit", "?days=7"];
    let limited = sessions(&scene).await;
    let mut found_by_all = Vec::new();
    let (_, all) = scene.service.member_of(&scene.org, Role::Member).await;
    let reads = ROUTES
        .iter()
        .filter(|(method, template, who)| *method == "GET" && !template.contains("{siteId}") && is_for_members(*who));
    for (_, template, _) in reads {
        let path = path_of(template, &scene.org);
        for query in queries {
            let path = format!("{path}{query}");
            let control = scene.service.get(&path, &all).await;
            if needles.iter().any(|needle| control.text.contains(needle)) {
                found_by_all.push(path.clone());
            }
            for (role, sees, session) in &limited {
                let answer = scene.service.get(&path, session).await;
                for needle in needles {
                    assert!(!answer.text.contains(needle), "{role} of {sees}: {path} tells {needle}: {}", answer.text);
                }
            }
        }
    }
    // A member who sees every site finds the hidden one, so this test would notice it.
    for path in ["/api/v1/sites", "/api/v1/analytics/overview?q=secluded", "/api/v1/credits/ledger?type=debit"] {
        assert!(found_by_all.iter().any(|found| found == path), "{path}: {found_by_all:?}");
    }
}
