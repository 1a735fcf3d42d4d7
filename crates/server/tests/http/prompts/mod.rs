//! Prompts: a new site has built-in ones, and prompts are stored exactly as sent. Texts against the policy, and other
//! invalid requests, are refused and change nothing.

use askline_domain::{identity::role::Role, keys::scope::Scope, organizations::plan::Plan, shared::ids::SiteId};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    harness::{Answer, Org, Service},
    sites::refused_at,
};

mod competitors;
mod policy;
mod preview;
mod transfer;
mod transfer_modes;
mod transfer_refusals;
mod variants;

/// The prompt routes of one site, called with one credential.
struct Prompts<'a> {
    service: &'a Service,
    bearer: String,
    path: String,
}

impl<'a> Prompts<'a> {
    fn of(service: &'a Service, site: SiteId, bearer: &str) -> Self {
        Self { service, bearer: bearer.to_owned(), path: format!("/api/v1/prompts/{site}") }
    }
    async fn send(&self, method: Method, rest: &str, body: &Value) -> Answer {
        self.service.send(method, &format!("{}{rest}", self.path), Some(&self.bearer), Some(body)).await
    }
    async fn create(&self, body: Value) -> Value {
        self.send(Method::POST, "", &body).await.data(201).clone()
    }
    async fn edit(&self, id: &Value, body: Value) -> Answer {
        self.send(Method::PATCH, &rest(id), &body).await
    }
    async fn get(&self, rest: &str) -> Answer {
        self.service.get(&format!("{}{rest}", self.path), &self.bearer).await
    }
    async fn list(&self, query: &str) -> Vec<Value> {
        self.get(query).await.data(200)["items"].as_array().unwrap().clone()
    }
    async fn names(&self, query: &str) -> Vec<String> {
        self.list(query).await.iter().map(|prompt| prompt["name"].as_str().unwrap().to_owned()).collect()
    }
}

fn rest(id: &Value) -> String {
    format!("/{}", id.as_str().unwrap())
}

async fn start() -> (Service, Org) {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    (service, org)
}

#[tokio::test]
async fn a_new_site_has_prompts_for_every_page_language() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session).list("").await;
    let kinds: Vec<&str> = prompts.iter().rev().map(|prompt| prompt["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["summary", "question", "explain", "compare"], "the oldest is the one that buttons take");
    for prompt in &prompts {
        let names: Vec<&String> = prompt.as_object().unwrap().keys().collect();
        let expected = "id siteId name kind text platformIds language source status version model generatedAt \
                        variantGroup weight warnings createdAt updatedAt";
        assert_eq!(names, expected.split_whitespace().collect::<Vec<_>>());
        assert!(prompt["text"].as_str().unwrap().contains("{{url}}"), "{prompt}");
        assert_eq!((&prompt["source"], &prompt["status"]), (&json!("generated"), &json!("active")));
        assert_eq!((&prompt["language"], &prompt["platformIds"]), (&json!("*"), &json!([])));
        assert_eq!((&prompt["version"], &prompt["model"], &prompt["warnings"]), (&json!(1), &Value::Null, &json!([])));
        assert_eq!(prompt["siteId"], org.site.to_string());
    }
}

#[tokio::test]
async fn a_prompt_is_stored_as_it_was_sent_and_shown_the_same_everywhere() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    service.advance(1);
    let mut short = prompts.create(json!({ "name": " Short ", "text": "Sum up {{url}}." })).await;
    assert_eq!(*prompts.get(&rest(&short["id"])).await.data(200), short);
    assert_eq!(prompts.list("").await[0], short);
    let id = short.as_object_mut().unwrap().remove("id").unwrap();
    assert!(id.as_str().unwrap().starts_with("prm_"), "{id}");
    let at = "2026-06-15T12:00:01.000Z";
    assert_eq!(
        short,
        json!({ "siteId": org.site.to_string(), "name": "Short", "kind": "custom", "text": "Sum up {{url}}.",
            "platformIds": [], "language": "*", "source": "manual", "status": "active", "version": 1, "model": null,
            "generatedAt": null, "variantGroup": null, "weight": 100, "warnings": [], "createdAt": at, "updatedAt": at })
    );
    let all = json!({ "name": "All", "kind": "compare", "language": "pt-BR", "platformIds": ["claude", "chatgpt"],
        "text": "{{url}} {{markdownUrl}} {{title}} {{siteName}} {{language}}\nto the {letter}", "status": "draft",
        "variantGroup": "a", "weight": 0 });
    let shown = prompts.create(all.clone()).await;
    for (field, value) in all.as_object().unwrap() {
        assert_eq!(shown[field], *value, "{field}");
    }
    let without_page = prompts.create(json!({ "name": "No page", "text": "Sum up the page." })).await;
    assert_eq!(without_page["warnings"][0]["code"], "NO_URL");
}

#[tokio::test]
async fn an_edit_changes_what_it_names_and_raises_the_version() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    let body = json!({ "name": "Short", "text": "Sum up {{url}}.", "variantGroup": "a" });
    let mut expected = prompts.create(body).await;
    let id = expected["id"].clone();
    for (version, (field, value)) in (2..).zip([
        ("name", json!("Shorter")),
        ("text", json!("é".repeat(1_993) + "{{url}}")),
        ("text", json!("Sum up {{title}} ({{url}}).")),
        ("kind", json!("summary")),
        ("platformIds", json!(["claude"])),
        ("language", json!("de")),
        ("status", json!("archived")),
        ("variantGroup", json!("b")),
        ("variantGroup", Value::Null),
        ("weight", json!(1_000)),
    ]) {
        service.advance(1);
        expected["version"] = json!(version);
        expected["updatedAt"] = json!(format!("2026-06-15T12:00:{:02}.000Z", version - 1));
        expected[field] = value.clone();
        let answer = prompts.edit(&id, json!({ field: value })).await;
        expected["warnings"] = answer.data(200)["warnings"].clone();
        assert_eq!(*answer.data(200), expected, "{field}");
        assert_eq!(*prompts.get(&rest(&id)).await.data(200), expected, "{field}");
    }
    service.advance(1);
    for body in [json!({}), json!({ "weight": 1_000 })] {
        assert_eq!(*prompts.edit(&id, body).await.data(200), expected, "what changes nothing is no version");
    }
}

#[tokio::test]
async fn a_generated_text_that_a_person_rewrites_is_manual_from_then_on() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    let id = prompts.list("").await[0]["id"].clone();
    let renamed = prompts.edit(&id, json!({ "name": "Mine" })).await.data(200).clone();
    assert_eq!((&renamed["source"], renamed["generatedAt"].is_string()), (&json!("generated"), true));
    let rewritten = prompts.edit(&id, json!({ "text": "Sum up {{url}}." })).await.data(200).clone();
    assert_eq!((&rewritten["source"], &rewritten["generatedAt"]), (&json!("manual"), &Value::Null));
}

#[tokio::test]
async fn a_deleted_prompt_is_not_found() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    let made = prompts.create(json!({ "name": "Short", "text": "Sum {{url}} up at once." })).await;
    let public = format!("/api/v1/sites/{}/config", org.site);
    assert!(service.send(Method::GET, &public, None, None).await.text.contains("up at once"));
    let path = rest(&made["id"]);
    let answer = prompts.send(Method::DELETE, &path, &json!({})).await;
    assert_eq!(answer.data(200)["id"], made["id"]);
    for method in [Method::GET, Method::PATCH, Method::DELETE] {
        prompts.send(method, &path, &json!({ "name": "Back" })).await.refused(404, "NOT_FOUND");
    }
    assert_eq!(prompts.list("").await.len(), 4);
    assert!(!service.send(Method::GET, &public, None, None).await.text.contains("up at once"));
}

#[tokio::test]
async fn filters_narrow_the_list_and_what_is_no_filter_is_named() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    for (name, kind, status, language) in [
        ("a", "summary", "draft", "de"),
        ("b", "explain", "draft", "pt-BR"),
        ("c", "explain", "archived", "de"),
        ("d", "custom", "active", "de"),
    ] {
        service.advance(1);
        let body = json!({ "name": name, "text": "{{url}}", "kind": kind, "status": status, "language": language });
        prompts.create(body).await;
    }
    for (query, names) in [
        ("?status=draft", vec!["b", "a"]),
        ("?status=archived", vec!["c"]),
        ("?kind=explain&language=de", vec!["c"]),
        ("?kind=custom", vec!["d"]),
        ("?language=de", vec!["d", "c", "a"]),
        ("?language=PT-br", vec!["b"]),
        ("?language=fr", vec![]),
        ("?status=draft&kind=summary&language=de", vec!["a"]),
        ("?status=archived&kind=summary", vec![]),
    ] {
        assert_eq!(prompts.names(query).await, names, "{query}");
    }
    assert_eq!(prompts.list("?language=*").await.len(), 4, "the built-in ones");
    for (query, name) in [
        ("?status=gone", "status"),
        ("?kind=Summary", "kind"),
        ("?language=english", "language"),
        ("?status=", "status"),
        ("?page=2", "page"),
        ("?limit=0", "limit"),
        ("?limit=201", "limit"),
        ("?limit=x", "limit"),
    ] {
        let answer = prompts.get(query).await;
        answer.refused(400, "INVALID_PARAMETER");
        assert_eq!(answer.body["error"]["details"][0]["path"], name, "{query}: {}", answer.text);
    }
    for cursor in ["x", "c1", "prm_00000000000000000000000007"] {
        prompts.get(&format!("?cursor={cursor}")).await.refused(400, "INVALID_CURSOR");
    }
}

#[tokio::test]
async fn pages_return_every_prompt_once_newest_first_while_new_ones_are_created() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    let create = async |name: String| {
        service.advance(1);
        prompts.create(json!({ "name": name, "text": "{{url}}", "language": "de" })).await;
    };
    for number in 0..7 {
        create(format!("n{number}")).await;
    }
    let (mut seen, mut query) = (Vec::new(), "?language=de&limit=3".to_owned());
    for page in 0..3 {
        let answer = prompts.get(&query).await;
        seen.extend(answer.data(200)["items"].as_array().unwrap().iter().map(|prompt| prompt["name"].clone()));
        let paging = &answer.body["meta"]["pagination"];
        assert_eq!((&paging["limit"], &paging["hasMore"]), (&json!(3), &json!(page < 2)), "{}", answer.text);
        assert_eq!(paging["nextCursor"].is_string(), page < 2, "{}", answer.text);
        query = format!("?language=de&limit=3&cursor={}", paging["nextCursor"].as_str().unwrap_or(""));
        create(format!("later {page}")).await;
    }
    assert_eq!(seen, (0..7).rev().map(|number| json!(format!("n{number}"))).collect::<Vec<_>>());
    for number in 0..40 {
        create(format!("m{number}")).await;
    }
    let answer = prompts.get("").await;
    assert_eq!(answer.data(200)["items"].as_array().unwrap().len(), 50);
    let paging = &answer.body["meta"]["pagination"];
    assert_eq!((&paging["limit"], &paging["hasMore"]), (&json!(50), &json!(true)));
    assert_eq!(prompts.list("?limit=200").await.len(), 54);
}

#[tokio::test]
async fn what_is_wrong_with_a_prompt_is_named_and_nothing_is_stored() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    let own = json!({ "customPlatforms": [{ "id": "c_house", "label": "House", "urlTemplate": "https://a.example/?q={{prompt}}" }] });
    let path = format!("/api/v1/sites/{}/config", org.site);
    service.send(Method::PUT, &path, Some(&org.session), Some(&own)).await.data(200);
    let most = json!({ "name": "n".repeat(80), "text": "é".repeat(2_000), "platformIds": ["c_house", "claude"] });
    let id = prompts.create(most).await["id"].clone();
    let before = prompts.list("").await;
    for (fields, path) in [
        (json!({ "text": "Sum up {{author}}." }), "text"),
        (json!({ "text": "Sum up {{ url }}." }), "text"),
        (json!({ "text": "Sum up {{url." }), "text"),
        (json!({ "text": "é".repeat(2_001) }), "text"),
        (json!({ "text": " \n" }), "text"),
        (json!({ "text": "a\u{0}b" }), "text"),
        (json!({ "text": 5 }), "text"),
        (json!({ "name": "" }), "name"),
        (json!({ "name": "n".repeat(81) }), "name"),
        (json!({ "name": "a\u{202e}b" }), "name"),
        (json!({ "kind": "poem" }), "kind"),
        (json!({ "status": "deleted" }), "status"),
        (json!({ "platformIds": ["claude", "claud"] }), "platformIds[1]"),
        (json!({ "platformIds": ["c_other"] }), "platformIds[0]"),
        (json!({ "platformIds": ["claude", "claude"] }), "platformIds[1]"),
        (json!({ "platformIds": vec!["claude"; 41] }), "platformIds"),
        (json!({ "language": "english" }), "language"),
        (json!({ "variantGroup": "" }), "variantGroup"),
        (json!({ "variantGroup": "g".repeat(41) }), "variantGroup"),
        (json!({ "weight": 1_001 }), "weight"),
        (json!({ "weight": -1 }), "weight"),
        (json!({ "txt": "{{url}}" }), "txt"),
        (json!({ "source": "generated" }), "source"),
        (json!({ "version": 7 }), "version"),
    ] {
        let mut body = json!({ "name": "n", "text": "{{url}}" });
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        refused_at(&prompts.send(Method::POST, "", &body).await, path, &body);
        refused_at(&prompts.edit(&id, fields.clone()).await, path, &fields);
    }
    refused_at(&prompts.send(Method::POST, "", &json!({ "name": "n" })).await, "text", &json!({}));
    refused_at(&prompts.send(Method::POST, "", &json!({ "text": "{{url}}" })).await, "name", &json!({}));
    let unknown = prompts.edit(&id, json!({ "text": "By {{author}}" })).await;
    let detail = &unknown.body["error"]["details"][0];
    assert!(detail["message"].as_str().unwrap().contains("{{author}}"), "{detail}");
    let allowed = ["{{url}}", "{{markdownUrl}}", "{{title}}", "{{siteName}}", "{{language}}"];
    assert_eq!((&detail["code"], &detail["allowed"]), (&json!("UNKNOWN_PLACEHOLDER"), &json!(allowed)));
    assert_eq!(prompts.list("").await, before);
}

#[tokio::test]
async fn a_prompt_is_found_under_its_own_site_alone() {
    let (service, org) = start().await;
    let sibling = service.site_of(&org, "sibling.example").await;
    let ours = Prompts::of(&service, org.site, &org.session);
    let theirs = Prompts::of(&service, sibling, &org.session);
    let before = theirs.list("").await;
    let path = rest(&before[0]["id"]);
    for method in [Method::GET, Method::PATCH, Method::DELETE] {
        ours.send(method, &path, &json!({ "name": "Ours" })).await.refused(404, "NOT_FOUND");
    }
    let config = json!({ "platforms": [{ "id": "claude", "promptId": before[0]["id"] }] });
    let put = format!("/api/v1/sites/{}/config", org.site);
    let answer = service.send(Method::PUT, &put, Some(&org.session), Some(&config)).await;
    refused_at(&answer, "platforms[0].promptId", &config);
    assert_eq!(theirs.list("").await, before);
    for id in ["prm_x", "site_00000000000000000000000007", "x"] {
        ours.get(&format!("/{id}")).await.refused(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn who_may_only_read_prompts_changes_none() {
    let (service, org) = start().await;
    let owner = Prompts::of(&service, org.site, &org.session);
    let before = owner.list("").await;
    let path = rest(&before[0]["id"]);
    let body = json!({ "name": "n", "text": "{{url}}" });
    let writes = [(Method::POST, ""), (Method::PATCH, path.as_str()), (Method::DELETE, path.as_str())];
    let reader = Prompts::of(&service, org.site, &service.key(&org, &[Scope::PromptsRead]).await);
    let (_, viewer) = service.member_of(&org, Role::Viewer).await;
    let viewer = Prompts::of(&service, org.site, &viewer);
    for (method, path) in &writes {
        let answer = reader.send(method.clone(), path, &body).await;
        answer.refused(403, "INSUFFICIENT_SCOPE");
        assert_eq!(answer.body["error"]["requiredScope"], "prompts:write", "{method}");
        viewer.send(method.clone(), path, &body).await.refused(403, "FORBIDDEN");
    }
    assert_eq!((owner.list("").await, reader.list("").await), (before.clone(), before));
    let writer = Prompts::of(&service, org.site, &service.key(&org, &[Scope::PromptsWrite]).await);
    assert_eq!(writer.list("").await.len(), 4, "writing implies reading");
    for (method, path) in writes {
        assert!(writer.send(method, path, &body).await.status.is_success());
    }
}

#[tokio::test]
async fn every_change_of_a_prompt_is_in_the_audit_log() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    let id = prompts.create(json!({ "name": "Short", "text": "{{url}}" })).await["id"].clone();
    service.advance(1);
    prompts.edit(&id, json!({ "name": "Shorter" })).await.data(200);
    prompts.edit(&id, json!({ "name": "Shorter" })).await.data(200);
    prompts.edit(&id, json!({ "name": "" })).await.refused(422, "VALIDATION_FAILED");
    service.advance(1);
    prompts.send(Method::DELETE, &rest(&id), &json!({})).await.data(200);
    let audit = service.get("/api/v1/audit?action=prompt.", &org.session).await;
    let entries = audit.data(200)["items"].as_array().unwrap();
    let told: Vec<_> = entries.iter().map(|e| (&e["action"], &e["targets"][0]["name"])).collect();
    let expected = [("deleted", "Shorter"), ("updated", "Shorter"), ("created", "Short")];
    let expected = expected.map(|(action, name)| (json!(format!("prompt.{action}")), json!(name)));
    assert_eq!(told, expected.iter().map(|(action, name)| (action, name)).collect::<Vec<_>>());
    for entry in entries {
        assert_eq!((&entry["targets"][0]["id"], &entry["actor"]["name"]), (&id, &json!(org.owner_email)), "{entry}");
        assert_eq!(entry["metadata"]["siteId"], org.site.to_string(), "{entry}");
    }
}
