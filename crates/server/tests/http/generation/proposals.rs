//! Proposed rules: texts about the subject of one page, proposed only for that page. Readers see them only after a
//! member has approved them.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Scene, Site, sites};
use crate::harness::Answer;

async fn scene() -> Scene {
    let scene = Scene::on(Site::with_pages(&sites::shop()).await).await;
    let job = scene.generate().await;
    assert_eq!(job["state"], "succeeded", "{job}");
    scene
}

impl Scene {
    fn rules_path(&self, rest: &str) -> String {
        format!("/api/v1/rules/{}{rest}", self.org.site)
    }

    async fn proposed(&self) -> Value {
        let path = self.rules_path("/proposed?limit=200");
        self.service.get(&path, &self.org.session).await.data(200).clone()
    }

    async fn decide(&self, what: &str, body: Value) -> Answer {
        let path = self.rules_path(&format!("/proposed/{what}"));
        self.service.send(Method::POST, &path, Some(&self.org.session), Some(&body)).await
    }

    async fn rules(&self) -> Vec<Value> {
        let list = self.service.get(&self.rules_path("?limit=200"), &self.org.session).await;
        list.data(200)["items"].as_array().unwrap().clone()
    }

    /// What the widget suggests and asks on a page, according to the rule test.
    async fn on_page(&self, path: &str) -> Value {
        let page = json!({ "url": format!("http://example.com{path}"), "language": "en" });
        let path = self.rules_path("/test");
        self.service.send(Method::POST, &path, Some(&self.org.session), Some(&page)).await.data(200).clone()
    }
}

fn ids(items: &Value) -> Vec<String> {
    items.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_pages_subject_is_offered_there_and_on_no_other_page() {
    let scene = scene().await;
    let proposed = scene.proposed().await;
    assert_eq!(proposed["total"], proposed["items"].as_array().unwrap().len());
    let of_kestrel = |item: &&Value| item["page"]["url"] == "http://example.com/boots/kestrel";
    let kestrel: Vec<&Value> = proposed["items"].as_array().unwrap().iter().filter(of_kestrel).collect();
    assert_eq!(kestrel.len(), 2, "{proposed:#}");
    assert_eq!(kestrel[0]["match"]["paths"], json!(["/boots/kestrel"]));
    assert_eq!(kestrel[0]["match"]["hosts"], json!(["example.com", "www.example.com"]));
    assert_eq!(
        (&kestrel[0]["action"]["type"], &kestrel[1]["action"]["type"]),
        (&json!("set_questions"), &json!("append"))
    );
    // Readers do not see it before it is approved.
    assert_eq!(scene.rules().await, [] as [Value; 0]);
    let everywhere = format!("{:?}{:?}", scene.prompts().await, scene.questions().await).to_lowercase();
    for word in ["kestrel", "heron", "lodge", "boots", "tent"] {
        assert!(!everywhere.contains(word), "{word}: {everywhere}");
    }
    let approved = scene.decide("approve", json!({ "all": true })).await;
    assert_eq!(approved.data(200)["remaining"], 0);
    let tried = scene.on_page("/boots/kestrel").await.to_string();
    assert!(tried.contains("Leather and care"), "{tried}");
    let elsewhere = scene.on_page("/boots/heron").await["resolved"].to_string();
    assert!(!elsewhere.contains("Leather and care"), "{elsewhere}");
}

#[tokio::test]
async fn some_are_approved_and_some_dismissed_and_neither_is_proposed_again() {
    let scene = scene().await;
    let before = ids(&scene.proposed().await["items"]);
    let approved = scene.decide("approve", json!({ "ids": [before[2], before[0]] })).await;
    let approved = approved.data(200).clone();
    assert_eq!(approved["remaining"], before.len() - 2);
    assert_eq!(approved["approved"][0]["proposalId"], before[0], "in the order of the pages");
    assert_eq!(scene.rules().await.len(), 2);
    let dismissed = scene.decide("dismiss", json!({ "ids": [before[1]] })).await;
    assert_eq!(dismissed.data(200), &json!({ "dismissed": [before[1]], "remaining": before.len() - 3 }));
    let gone = scene.decide("approve", json!({ "ids": [before[3], before[1]] })).await;
    let detail = &gone.refused(422, "VALIDATION_FAILED").body["error"]["details"][0];
    assert_eq!((&detail["path"], &detail["code"]), (&json!("ids[1]"), &json!("UNKNOWN_PROPOSAL")));
    assert_eq!(scene.rules().await.len(), 2, "all or none");
    let job = scene.generate().await;
    let after = scene.proposed().await;
    assert_eq!((after["items"].as_array().unwrap().len(), &after["jobId"]), (before.len() - 3, &job["id"]));
    let reasons: Vec<&str> =
        after["leftOut"].as_array().unwrap().iter().map(|l| l["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["has_rule", "dismissed"]);
    assert_eq!(after["leftOut"], job["result"]["leftOut"]);
    assert_eq!(job["result"]["proposedRules"], before.len() - 3);
}

#[tokio::test]
async fn an_approval_that_is_sent_twice_counts_once() {
    let scene = scene().await;
    let path = scene.rules_path("/proposed/approve");
    let body = json!({ "all": true });
    let send = || async {
        let request = scene.service.request(Method::POST, &path).bearer_auth(&scene.org.session);
        scene.service.answer(request.header("idempotency-key", "once").json(&body)).await
    };
    let (first, second) = (send().await, send().await);
    first.data(200);
    second.data(200);
    assert_eq!(second.header("idempotency-replayed"), "true");
    let log = scene.service.get("/api/v1/audit", &scene.org.session).await;
    let entries = log.data(200)["items"].as_array().unwrap().clone();
    let approvals: Vec<&Value> = entries.iter().filter(|entry| entry["action"] == "rule.proposals_approved").collect();
    assert_eq!(approvals.len(), 1);
    assert_eq!(approvals[0]["targets"].as_array().unwrap().len(), scene.rules().await.len());
}

#[tokio::test]
async fn a_site_without_room_for_all_approves_none_and_says_for_how_many_it_has() {
    let scene = scene().await;
    let site = &scene.org.site;
    scene.service.tamper(&format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 997) \
         INSERT INTO rules SELECT 'rule_0' || '000000000000000000000' || (1000 + i), '{site}', 'a', 0, 1, '{{\"paths\":[],\"excludePaths\":[],\"hosts\":[],\"languages\":[]}}', '{{\"type\":\"hide_widget\"}}', NULL, NULL, 0, 0 FROM n"
    )).await;
    let waiting = ids(&scene.proposed().await["items"]);
    let refused = scene.decide("approve", json!({ "all": true })).await;
    assert!(refused.text.contains("can have 3 more"), "{}", refused.text);
    refused.refused(409, "LIMIT_REACHED");
    assert_eq!(ids(&scene.proposed().await["items"]), waiting);
    let some = scene.decide("approve", json!({ "ids": waiting[..3] })).await;
    assert_eq!(some.data(200)["approved"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_body_that_does_not_say_which_is_refused() {
    let scene = scene().await;
    let one = ids(&scene.proposed().await["items"])[0].clone();
    for body in [json!({}), json!({ "ids": [] }), json!({ "ids": [one], "all": true }), json!({ "ids": [one, one] })] {
        scene.decide("approve", body.clone()).await.refused(422, "VALIDATION_FAILED");
        scene.decide("dismiss", body).await.refused(422, "VALIDATION_FAILED");
    }
    assert_eq!(scene.rules().await.len(), 0);
}

#[tokio::test]
async fn proposals_are_read_and_decided_with_the_scopes_of_rules_and_by_their_own_organization() {
    let scene = scene().await;
    let reader = scene.service.key(&scene.org, &[Scope::RulesRead]).await;
    scene.service.get(&scene.rules_path("/proposed"), &reader).await.data(200);
    let path = scene.rules_path("/proposed/approve");
    let all = json!({ "all": true });
    scene.service.send(Method::POST, &path, Some(&reader), Some(&all)).await.refused(403, "INSUFFICIENT_SCOPE");
    let stranger = scene.service.organization(Plan::Enterprise).await;
    scene.service.send(Method::POST, &path, Some(&stranger.session), Some(&all)).await.refused(404, "NOT_FOUND");
    assert_eq!(scene.rules().await.len(), 0);
}

#[tokio::test]
async fn one_prompt_that_is_generated_again_leaves_the_proposals_as_they_are() {
    let scene = scene().await;
    let before = scene.proposed().await;
    let one = format!("/{}/regenerate", scene.prompts().await[0]["id"].as_str().unwrap());
    let job = scene.ended(&scene.post(&one, None).await).await;
    assert_eq!((&job["state"], &job["result"]["proposedRules"]), (&json!("succeeded"), &json!(0)), "{job}");
    assert_eq!(scene.proposed().await, before);
}

#[tokio::test]
async fn a_list_is_read_on_from_where_it_ended() {
    let scene = scene().await;
    let all = ids(&scene.proposed().await["items"]);
    let mut read = Vec::new();
    let mut path = scene.rules_path("/proposed?limit=3");
    loop {
        let page = scene.service.get(&path, &scene.org.session).await;
        read.extend(ids(&page.data(200)["items"]));
        let Some(cursor) = page.body["meta"]["pagination"]["nextCursor"].as_str() else { break };
        path = scene.rules_path(&format!("/proposed?limit=3&cursor={cursor}"));
    }
    assert_eq!(read, all);
}
