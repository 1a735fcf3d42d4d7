//! What a generation replaces, what it adds, and what it does not change.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Scene, Site, sites, stand_ins::Says};

/// A scene with a documentation site, whose generated prompts differ from those that every site begins with.
async fn scene() -> Scene {
    Scene::on(Site::with_pages(&sites::documentation()).await).await
}

impl Scene {
    async fn edit(&self, prompt: &Value, body: Value) -> Value {
        let path = self.path(&format!("/{}", prompt["id"].as_str().unwrap()));
        self.service.send(Method::PATCH, &path, Some(&self.org.session), Some(&body)).await.data(200).clone()
    }

    async fn regenerate_one(&self, prompt: &Value) -> crate::harness::Answer {
        self.post(&format!("/{}/regenerate", prompt["id"].as_str().unwrap()), None).await
    }
}

#[tokio::test]
async fn generated_prompts_are_replaced_in_place_and_what_people_wrote_stays() {
    let scene = scene().await;
    let before = scene.prompts().await;
    let manual = scene.edit(&before[0], json!({ "text": "My own: {{url}}" })).await;
    let archived = scene.edit(&before[1], json!({ "status": "archived" })).await;
    let named = scene.edit(&before[2], json!({ "name": "For my aunt" })).await;
    scene
        .service
        .send(
            Method::DELETE,
            &scene.path(&format!("/{}", before[3]["id"].as_str().unwrap())),
            Some(&scene.org.session),
            None,
        )
        .await
        .data(200);
    let written = scene.post("", Some(json!({ "name": "Mine", "text": "Mine: {{url}}" }))).await.data(201).clone();
    let job = scene.generate().await;
    assert_eq!(job["result"]["updatedPromptIds"], json!([named["id"]]), "{job}");
    let after = scene.prompts().await;
    assert!(after.contains(&manual) && after.contains(&archived) && after.contains(&written), "{after:#?}");
    let replaced = after.iter().find(|prompt| prompt["id"] == named["id"]).unwrap();
    assert_eq!((&replaced["name"], &replaced["version"]), (&json!("For my aunt"), &json!(3)));
    assert_ne!(replaced["text"], named["text"]);
    let added = after.iter().find(|prompt| prompt["id"] == job["result"]["createdPromptIds"][0]).unwrap();
    assert_eq!((&added["kind"], &added["version"], &added["language"]), (&json!("compare"), &json!(1), &json!("*")));
    assert_eq!(after.len(), 5);
}

#[tokio::test]
async fn one_prompt_is_generated_again_and_one_of_a_person_is_refused() {
    let scene = scene().await;
    let before = scene.prompts().await;
    let job = scene.ended(&scene.regenerate_one(&before[1]).await).await;
    assert_eq!(job["state"], "succeeded", "{job}");
    let after = scene.prompts().await;
    assert_eq!((&after[0], &after[2], &after[3]), (&before[0], &before[2], &before[3]));
    assert_eq!((&after[1]["id"], &after[1]["version"]), (&before[1]["id"], &json!(2)));
    assert_ne!(after[1]["text"], before[1]["text"]);
    assert_eq!(scene.questions().await, [""; 0], "questions belong to the whole site");
    let manual = scene.edit(&before[0], json!({ "text": "My own: {{url}}" })).await;
    let refused = scene.regenerate_one(&manual).await;
    refused.refused(409, "CONFLICT");
    assert!(refused.text.contains("manual"), "{}", refused.text);
    scene.post("/prm_00000000000000000000000007/regenerate", None).await.refused(404, "NOT_FOUND");
    assert_eq!(scene.credits().await, (100_000, 0));
}

#[tokio::test]
async fn a_prompt_for_pages_in_one_language_is_written_in_it() {
    let scene = scene().await;
    let german = scene.edit(&scene.prompts().await[0], json!({ "language": "de" })).await;
    let job = scene.ended(&scene.regenerate_one(&german).await).await;
    assert_eq!((&job["state"], &job["result"]["language"]), (&json!("succeeded"), &json!("de")), "{job}");
    let written = scene.prompts().await[0].clone();
    assert!(written["text"].as_str().unwrap().starts_with("Lies {{url}}"), "{written}");
    // The site is in English, so a generation for the whole site writes English texts and does not replace this prompt.
    assert_eq!(scene.generate().await["result"]["updatedPromptIds"].as_array().unwrap().len(), 3);
    assert_eq!(scene.prompts().await[0], written);
}

#[tokio::test]
async fn where_people_wrote_everything_nothing_is_charged() {
    let page = "<html lang=en><title>Acme</title><p>About the boots of the house.</p>".to_owned();
    let scene = Scene::with_model(Site::with_pages(&[("/", page)]).await).await;
    for prompt in scene.prompts().await {
        scene.edit(&prompt, json!({ "text": "My own: {{url}}" })).await;
    }
    scene.model().next_of_pages(Says::Status(500, None, String::new()));
    let before = scene.prompts().await;
    let job = scene.ended(&scene.post("/regenerate", Some(json!({ "questions": false }))).await).await;
    assert_eq!(job["failure"]["code"], "NOTHING_TO_REPLACE", "{job}");
    assert_eq!((scene.prompts().await, scene.credits().await), (before, (100_000, 0)));
}

#[tokio::test]
async fn unused_model_texts_are_not_charged_when_pages_get_the_built_in_ones() {
    let scene = Scene::with_model(Site::with_pages(&sites::shop()).await).await;
    for prompt in scene.prompts().await {
        scene.edit(&prompt, json!({ "text": "My own: {{url}}" })).await;
    }
    scene.model().next_of_pages(Says::Status(500, None, String::new()));
    let job = scene.ended(&scene.post("/regenerate", Some(json!({ "questions": false }))).await).await;
    assert_eq!((&job["state"], &job["result"]["credits"]), (&json!("succeeded"), &json!(0)), "{job}");
    assert!(job["result"]["proposedRules"].as_u64().unwrap() > 0, "{job}");
    assert_eq!(scene.credits().await, (100_000, 0));
}

#[tokio::test]
async fn questions_that_readers_could_not_read_are_not_made_and_cost_nothing() {
    let page = "<html lang=it><title>Orto Vivo</title><p>Il pomodoro e il basilico nel tuo orto.</p>".to_owned();
    let scene = Scene::on(Site::with_pages(&[("/", page)]).await).await;
    let job = scene.ended(&scene.post("/regenerate", Some(json!({ "prompts": false }))).await).await;
    assert_eq!(job["failure"]["code"], "NO_QUESTIONS", "{job}");
    assert_eq!(scene.credits().await, (100_000, 0));
}

#[tokio::test]
async fn a_prompt_that_a_person_writes_meanwhile_stays_and_nothing_is_charged() {
    let scene = scene().await;
    let before = scene.prompts().await;
    let started = scene.regenerate_one(&before[0]).await;
    let mine = scene.edit(&before[0], json!({ "text": "My own: {{url}}" })).await;
    let job = scene.ended(&started).await;
    assert_eq!(job["failure"]["code"], "PROMPT_CHANGED", "{job}");
    assert_eq!(scene.prompts().await[0], mine);
    assert_eq!(scene.credits().await, (100_000, 0));
}

#[tokio::test]
async fn questions_go_into_the_configuration_until_a_person_writes_one() {
    let scene = scene().await;
    let config_path = format!("/api/v1/sites/{}/config", scene.org.site);
    let job = scene.generate().await;
    assert_eq!((&job["result"]["questionsStored"], &job["result"]["configVersion"]), (&json!(true), &json!(2)));
    let config = async || {
        let site = scene.service.get(&format!("/api/v1/sites/{}", scene.org.site), &scene.org.session).await;
        site.data(200)["config"].clone()
    };
    let first = config().await;
    // The same questions are generated again: there is no new version, and the ids stay.
    scene.generate().await;
    assert_eq!(config().await, first);
    let mut own = first.clone();
    own["questions"]["items"][0]["text"] = json!("Where do you repair boots?");
    scene.service.send(Method::PUT, &config_path, Some(&scene.org.session), Some(&own)).await.data(200);
    let kept = scene.questions().await;
    let job = scene.generate().await;
    assert_eq!((&job["result"]["questionsStored"], &job["result"]["configVersion"]), (&json!(false), &Value::Null));
    assert!(job["result"]["note"].as_str().unwrap().contains("not generated"), "{job}");
    assert!(job["result"]["questions"].as_array().unwrap().len() >= 2, "{job}");
    assert_eq!(scene.questions().await, kept);
}

#[tokio::test]
async fn only_what_is_asked_for_is_made() {
    let scene = scene().await;
    let before = scene.prompts().await;
    let job = scene.ended(&scene.post("/regenerate", Some(json!({ "prompts": false }))).await).await;
    assert_eq!(job["state"], "succeeded", "{job}");
    assert_eq!(scene.prompts().await, before);
    assert!(!scene.questions().await.is_empty());
    let nothing = scene.post("/regenerate", Some(json!({ "prompts": false, "questions": false }))).await;
    nothing.refused(422, "VALIDATION_FAILED");
    scene.post("/regenerate", Some(json!({ "prompt": true }))).await.refused(422, "VALIDATION_FAILED");
    scene.post("/regenerate?estimate=maybe", None).await.refused(400, "INVALID_PARAMETER");
}

#[tokio::test]
async fn a_whole_site_needs_the_enterprise_plan_and_one_prompt_does_not() {
    let scene = scene().await;
    let key = scene.service.key(&scene.org, &[Scope::PromptsWrite]).await;
    let one = scene.path(&format!("/{}/regenerate", scene.prompts().await[0]["id"].as_str().unwrap()));
    scene.service.set_plan(&scene.org, Plan::Business).await;
    for path in [scene.path("/regenerate"), scene.path("/regenerate?estimate=true")] {
        scene.service.send(Method::POST, &path, Some(&key), None).await.refused(403, "PLAN_REQUIRED");
    }
    let started = scene.service.send(Method::POST, &one, Some(&key), None).await;
    let path = format!("/api/v1/jobs/{}", started.data(202)["id"].as_str().unwrap());
    scene.service.get(&path, &key).await.data(200);
    scene.service.set_plan(&scene.org, Plan::Enterprise).await;
    let again = scene.post("/regenerate", None).await;
    again.refused(409, "CONFLICT");
    assert!(again.text.contains(started.data(202)["id"].as_str().unwrap()), "{}", again.text);
    scene.runner.run_due().await.unwrap();
    scene.post("/regenerate", None).await.data(202);
}

#[tokio::test]
async fn a_site_that_is_deleted_meanwhile_ends_its_job_without_a_charge() {
    let scene = scene().await;
    let started = scene.post("/regenerate", None).await;
    let path = format!("/api/v1/sites/{}", scene.org.site);
    scene.service.send(Method::DELETE, &path, Some(&scene.org.session), None).await.data(200);
    let job = scene.ended(&started).await;
    assert_eq!(job["failure"]["code"], "SITE_DELETED", "{job}");
    assert_eq!(scene.credits().await, (100_000, 0));
}
