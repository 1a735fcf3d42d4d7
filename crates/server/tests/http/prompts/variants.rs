//! Which prompts reach readers: active ones, with their weights. Also the warnings about a prompt's length.

use reqwest::Method;
use serde_json::{Value, json};

use super::{
    Prompts, rest, start,
    transfer::{file_of, import},
};

#[tokio::test]
async fn variants_reach_the_payload_with_their_weights_and_archived_ones_leave_it() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    let public = format!("/api/v1/sites/{}/config", org.site);
    let mut made = Vec::new();
    for (name, group, weight) in [("a", "g", 0), ("b", "g", 1_000), ("alone", "h", 5)] {
        let body = json!({ "name": name, "text": "Sum up {{url}}.", "variantGroup": group, "weight": weight });
        made.push(prompts.create(body).await);
    }
    let shown = async || {
        let answer = service.send(Method::GET, &public, None, None).await;
        let prompts = answer.data(200)["prompts"].as_array().unwrap().clone();
        let variants = prompts.into_iter().filter(|prompt| prompt["variantGroup"].is_string());
        let told = |prompt: Value| json!([prompt["name"], prompt["variantGroup"], prompt["weight"]]);
        let mut variants: Vec<Value> = variants.map(told).collect();
        variants.sort_by_key(Value::to_string);
        json!(variants)
    };
    assert_eq!(shown().await, json!([["a", "g", 0], ["alone", "h", 5], ["b", "g", 1_000]]));
    prompts.edit(&made[1]["id"], json!({ "status": "archived" })).await.data(200);
    assert_eq!(shown().await, json!([["a", "g", 0], ["alone", "h", 5]]));
    prompts.edit(&made[1]["id"], json!({ "status": "active", "variantGroup": null })).await.data(200);
    assert_eq!(shown().await, json!([["a", "g", 0], ["alone", "h", 5]]));
    assert_eq!(prompts.get(&rest(&made[1]["id"])).await.data(200)["status"], "active");
}

/// A text of 2,000 characters. Most have three bytes, which percent-encoding turns into nine.
fn long_text() -> String {
    format!("{{{{url}}}}{}", "日".repeat(1_993))
}

#[tokio::test]
async fn a_text_too_long_for_a_platform_is_warned_about_on_create_edit_list_and_import() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    let warned = |prompt: &Value| {
        let warnings = prompt["warnings"].as_array().unwrap().clone();
        let [warning] = &warnings[..] else { panic!("{prompt}") };
        assert_eq!(warning["code"], "TOO_LONG_FOR_PLATFORM", "{prompt}");
        warning["message"].as_str().unwrap().to_owned()
    };
    // Percent-encoding turns `{{url}}` into 3 + 4 × 3 bytes.
    let bytes = (3 + 4 * 3 + 1_993 * 9).to_string();
    let made = prompts.create(json!({ "name": "made", "text": long_text(), "platformIds": ["claude"] })).await;
    let message = warned(&made);
    assert!(message.contains(&bytes) && message.contains("Claude") && !message.contains("ChatGPT"), "{message}");
    assert_eq!(warned(&prompts.list("?kind=custom").await[0]), message);
    let edited = prompts.edit(&made["id"], json!({ "platformIds": ["claude", "chatgpt"] })).await;
    assert!(warned(edited.data(200)).contains("ChatGPT"), "{}", edited.text);
    let short = prompts.edit(&made["id"], json!({ "text": "Sum up {{url}}." })).await;
    assert_eq!(short.data(200)["warnings"], json!([]));
    let item = json!({ "id": made["id"], "text": long_text(), "platformIds": ["claude"] });
    import(&service, &org, "", "application/json", &file_of(&[item])).await.data(200);
    assert_eq!(warned(prompts.get(&rest(&made["id"])).await.data(200)), message);
    service.advance(1);
    let fresh = json!({ "name": "fresh", "text": long_text(), "platformIds": ["claude"], "warnings": [] });
    import(&service, &org, "", "application/json", &file_of(&[fresh])).await.data(200);
    assert_eq!(warned(&prompts.list("?kind=custom").await[0]), message);
}
