//! The keyless payload is at most 256 KiB. What exceeds that is refused, imported as a draft, or left out by
//! priority.

use askline_app::prompts::import;
use askline_domain::{
    organizations::plan::Plan,
    prompts::{Prompt, PromptStatus, changes::PromptChanges},
    shared::ids::{Id as _, PromptId},
};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::harness::{Answer, Org, Service, stores::Words};

const ALLOWED: usize = 256 * 1024;

async fn payload(service: &Service, org: &Org) -> (Value, usize) {
    let answer = service.send(Method::GET, &format!("/api/v1/sites/{}/config", org.site), None, None).await;
    (answer.data(200).clone(), answer.text.len())
}

async fn send(service: &Service, org: &Org, method: Method, path: &str, body: &Value) -> Answer {
    service.send(method, &path.replace("SITE", &org.site.to_string()), Some(&org.session), Some(body)).await
}

/// A prompt of 2,000 characters, the longest that is allowed.
fn large(name: &str) -> Value {
    json!({ "name": name, "text": format!("{}{{{{url}}}}", "a".repeat(1_993)) })
}

async fn create(service: &Service, org: &Org, prompt: &Value) -> Answer {
    service.advance(1);
    send(service, org, Method::POST, "/api/v1/prompts/SITE", prompt).await
}

/// Makes prompts until one is refused because there is no room. Returns the refusal.
async fn filled(service: &Service, org: &Org) -> Answer {
    let items: Vec<Value> = (0..100).map(|number| large(&format!("Prompt {number}"))).collect();
    let file = json!({ "exportVersion": "1.0", "kind": "prompts", "items": items });
    let imported = send(service, org, Method::POST, "/api/v1/prompts/SITE/import", &file).await;
    assert_eq!((&imported.data(200)["created"], &imported.data(200)["warnings"]), (&json!(100), &json!([])));
    loop {
        let answer = create(service, org, &large("One more")).await;
        if answer.status != 201 {
            return answer;
        }
    }
}

fn check_refused(answer: &Answer) {
    answer.refused(422, "VALIDATION_FAILED");
    let detail = &answer.body["error"]["details"][0];
    assert_eq!((&detail["code"], &detail["allowed"]), (&json!("PAYLOAD_TOO_LARGE"), &json!(ALLOWED)));
    assert!(detail["bytes"].as_u64().unwrap() > ALLOWED as u64, "{detail}");
}

#[tokio::test]
async fn every_write_that_would_make_the_payload_too_large_is_refused_with_both_sizes_and_changes_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let words = ["title", "menu", "questions", "share", "email", "otherApps", "copyLink", "copyMarkdown"];
    let words: Value =
        words.iter().map(|word| ((*word).to_owned(), json!("w".repeat(120)))).collect::<Map<_, _>>().into();
    let config = json!({ "labels": { "en": words, "de": words, "fr": words, "es": words } });
    send(&service, &org, Method::PUT, "/api/v1/sites/SITE/config", &config).await.data(200);
    send(&service, &org, Method::PUT, "/api/v1/sites/SITE/config", &json!({})).await.data(200);

    check_refused(&filled(&service, &org).await);
    let (before, bytes) = payload(&service, &org).await;
    assert!(bytes <= ALLOWED && bytes > ALLOWED - 3_000, "{bytes}");
    // A prompt of 2,000 characters needs more room than is left.
    let draft = json!({ "status": "draft", "name": "Draft", "text": large("")["text"] });
    let draft = create(&service, &org, &draft).await.data(201)["id"].clone();
    let draft = format!("/api/v1/prompts/SITE/{}", draft.as_str().unwrap());
    check_refused(&send(&service, &org, Method::PATCH, &draft, &json!({ "status": "active" })).await);
    let questions: Vec<Value> =
        (0..20).map(|number| json!({ "text": format!("{number}{}?", "q".repeat(150)) })).collect();
    let rule = json!({ "name": "Asks", "action": { "type": "set_questions", "questions": questions } });
    check_refused(&send(&service, &org, Method::POST, "/api/v1/rules/SITE", &rule).await);
    let mut off = rule.clone();
    off["enabled"] = json!(false);
    let off = send(&service, &org, Method::POST, "/api/v1/rules/SITE", &off).await.data(201)["id"].clone();
    let off = format!("/api/v1/rules/SITE/{}", off.as_str().unwrap());
    check_refused(&send(&service, &org, Method::PUT, &off, &rule).await);
    check_refused(&send(&service, &org, Method::PUT, "/api/v1/sites/SITE/config", &config).await);
    let back = json!({ "version": 2 });
    check_refused(&send(&service, &org, Method::POST, "/api/v1/sites/SITE/config/rollback", &back).await);
    assert_eq!(payload(&service, &org).await.0, before);

    let last = before["prompts"].as_array().unwrap().last().unwrap()["id"].clone();
    let archive = format!("/api/v1/prompts/SITE/{}", last.as_str().unwrap());
    send(&service, &org, Method::PATCH, &archive, &json!({ "status": "archived" })).await.data(200);
    send(&service, &org, Method::PATCH, &draft, &json!({ "status": "active" })).await.data(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_writes_at_once_that_have_room_for_one_one_is_stored() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    check_refused(&filled(&service, &org).await);
    let last = payload(&service, &org).await.0["prompts"].as_array().unwrap().last().unwrap()["id"].clone();
    let archive = format!("/api/v1/prompts/SITE/{}", last.as_str().unwrap());
    send(&service, &org, Method::PATCH, &archive, &json!({ "status": "archived" })).await.data(200);
    let one_more = large("At once");
    let writes = join_all((0..8).map(|_| create(&service, &org, &one_more))).await;
    let (stored, refused): (Vec<_>, Vec<_>) = writes.iter().partition(|answer| answer.status == 201);
    assert_eq!(stored.len(), 1);
    refused.into_iter().for_each(check_refused);
    assert!(payload(&service, &org).await.1 <= ALLOWED);
}

#[tokio::test]
async fn an_import_stores_what_has_no_room_as_drafts_and_says_which() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let items: Vec<Value> = (0..200).map(|number| large(&format!("Prompt {number}"))).collect();
    let file = json!({ "exportVersion": "1.0", "kind": "prompts", "items": items });
    let path = "/api/v1/prompts/SITE/import";
    let asked = send(&service, &org, Method::POST, &format!("{path}?dryRun=true"), &file).await.data(200).clone();
    let data = send(&service, &org, Method::POST, path, &file).await.data(200).clone();
    assert_eq!((&data["created"], &data["failed"]), (&json!(200), &json!(0)));
    assert_eq!(asked["warnings"], data["warnings"]);
    let warnings = data["warnings"].as_array().unwrap();
    let indices: Vec<u64> = warnings.iter().map(|warning| warning["index"].as_u64().unwrap()).collect();
    assert_eq!(indices, (200 - indices.len() as u64..200).collect::<Vec<_>>(), "the last of the file");
    assert_eq!(warnings[0]["code"], "STORED_AS_DRAFT");
    let (shown, bytes) = payload(&service, &org).await;
    assert!(bytes <= ALLOWED && bytes > ALLOWED - 3_000, "{bytes}");
    assert_eq!(shown["prompts"].as_array().unwrap().len(), 4 + 200 - indices.len());

    // Importing an export of the site changes nothing.
    let exported = service.get(&format!("/api/v1/prompts/{}/export", org.site), &org.session).await.data(200).clone();
    let again = send(&service, &org, Method::POST, path, &exported).await.data(200).clone();
    assert_eq!((&again["skipped"], &again["warnings"]), (&json!(204), &json!([])));
}

/// Stores active prompts of 2,000 characters beyond the limit, as an earlier release could.
async fn stored_beyond(service: &Service, org: &Org, count: usize) -> Vec<PromptId> {
    let read: Vec<Prompt> = service.metadata.all_prompts(org.site).await.unwrap();
    let text = large("")["text"].as_str().unwrap().to_owned();
    let created: Vec<Prompt> = (0..count)
        .map(|number| {
            let id = PromptId::from_bits(read[0].id.bits() + (1 << 80) + number as u128);
            Prompt {
                id,
                name: format!("Old {number}"),
                text: text.clone(),
                status: PromptStatus::Active,
                ..read[0].clone()
            }
        })
        .collect();
    let ids = created.iter().map(|prompt| prompt.id).collect();
    let read = read.iter().map(|prompt| (prompt.id, prompt.version)).collect();
    let changes = PromptChanges { read, created, ..PromptChanges::default() };
    let entry = service.audit(org.id, "prompt.imported");
    import::put(&*service.metadata, org.site, &changes, entry).await.unwrap();
    ids
}

#[tokio::test]
async fn an_oversized_site_is_served_what_fits_by_priority_and_its_owner_is_warned() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let old = stored_beyond(&service, &org, 300).await;
    let (of_config, of_rule, first, last) = (old[298], old[297], old[0], old[299]);
    let at = |id: PromptId| format!("/api/v1/prompts/SITE/{id}");
    // If a site exceeds the limit, changes may make it smaller but not larger.
    send(&service, &org, Method::PATCH, &at(of_rule), &json!({ "text": "Short: {{url}}" })).await.data(200);
    check_refused(&send(&service, &org, Method::PATCH, &at(of_rule), &large("Longer")).await);
    let setting = |config: &str| format!("UPDATE site_configs SET config = {config} WHERE site_id = '{}'", org.site);
    service
        .stores
        .tamper_in(Words {
            sqlite: &setting(&format!("json_set(config, '$.platforms[0].promptId', '{of_config}')")),
            postgres: &setting(&format!(
                "jsonb_set(config::jsonb, '{{platforms,0,promptId}}', '\"{of_config}\"')::text"
            )),
        })
        .await;
    let rule = json!({ "name": "Old", "action": { "type": "use_prompt", "promptId": of_rule }, "enabled": false });
    let rule = send(&service, &org, Method::POST, "/api/v1/rules/SITE", &rule).await.data(201)["id"].clone();
    service.tamper(&format!("UPDATE rules SET enabled = 1 WHERE id = '{}'", rule.as_str().unwrap())).await;
    send(&service, &org, Method::PATCH, &at(of_rule), &json!({ "name": "Re" })).await.data(200);

    let (shown, bytes) = payload(&service, &org).await;
    assert!(bytes <= ALLOWED && bytes > ALLOWED - 3_000, "{bytes}");
    let ids: Vec<&str> = shown["prompts"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    for (id, expected) in [(of_config, true), (of_rule, true), (first, true), (last, false)] {
        assert_eq!(ids.contains(&id.to_string().as_str()), expected, "{id}");
    }
    assert!(ids.is_sorted(), "oldest first, as ever");
    assert_eq!(shown["rules"][0]["id"], rule);

    let detail = service.get(&format!("/api/v1/sites/{}", org.site), &org.session).await.data(200).clone();
    let warning = &detail["config"]["warnings"][0];
    assert_eq!((&warning["path"], &warning["code"]), (&json!("prompts"), &json!("PAYLOAD_TOO_LARGE")));
    let left_out = (304 - ids.len()).to_string();
    assert!(warning["message"].as_str().unwrap().contains(&left_out), "{warning}");
    // The answer can be sent back as it is, with the same result.
    let same = send(&service, &org, Method::PUT, "/api/v1/sites/SITE/config", &detail["config"]).await;
    assert_eq!(same.data(200)["warnings"][0]["code"], "PAYLOAD_TOO_LARGE");
}
