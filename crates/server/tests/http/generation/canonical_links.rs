//! What canonical links tell when the service itself reads them.
//!
//! They tell how addresses are spelled, and which parameters make pages.

use serde_json::{Value, json};

use super::{Scene, Site};
use crate::events::{count, event};

/// A page with an address in its canonical link.
fn page(subject: &str, canonical: &str) -> String {
    format!(
        "<html lang=en><title>{subject}</title><link rel=canonical href='{canonical}'><h1>{subject}</h1>\
         <p>All about {subject} and how it is made.</p>"
    )
}

/// A site whose pages differ by a parameter, as WordPress has them without permalinks.
async fn plain_permalinks() -> Site {
    Site::with_pages(&[
        ("/", page("Teas", "/")),
        ("/?p=4", page("Green tea", "/?p=4")),
        ("/?p=6", page("Black tea", "/?p=6")),
        ("/?p=8", page("White tea", "/?p=8")),
        ("/about", page("About us", "/about/")),
    ])
    .await
}

async fn shown(scene: &Scene) -> Value {
    scene.service.get(&format!("/api/v1/sites/{}", scene.org.site), &scene.org.session).await.data(200).clone()
}

async fn paths(scene: &Scene) -> Vec<String> {
    let address = format!("/api/v1/analytics/{}/pages?days=1&sort=path", scene.org.site);
    let listed = scene.service.get(&address, &scene.org.session).await.data(200)["items"].clone();
    listed.as_array().unwrap().iter().map(|row| row["path"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_new_site_has_its_parameters_before_its_first_event() {
    let scene = Scene::on(plain_permalinks().await).await;
    let before = shown(&scene).await;
    assert_eq!(
        (&before["pages"]["queryParameters"], &before["install"]["proposedQueryParameters"]),
        (&json!([]), &json!([]))
    );
    assert_eq!(scene.generate().await["state"], "succeeded");
    let after = shown(&scene).await;
    assert_eq!(after["pages"]["queryParameters"], json!([{ "name": "p" }]));
    assert_eq!(after["install"]["proposedQueryParameters"], json!([]));
    let view = |rest: &str| event(scene.org.site, json!({ "url": format!("https://example.com{rest}") }));
    count(&scene.service, &["/?p=4&x=1", "/?p=6"].map(view)).await;
    assert_eq!(paths(&scene).await, ["/?p=4", "/?p=6"]);
}

#[tokio::test]
async fn a_site_with_events_keeps_its_pages_and_the_parameters_are_proposed() {
    let scene = Scene::on(plain_permalinks().await).await;
    let view = |rest: &str| event(scene.org.site, json!({ "url": format!("https://example.com{rest}") }));
    count(&scene.service, &["/?p=4", "/about"].map(view)).await;
    scene.service.app.flush_notes().await.unwrap();
    assert_eq!(scene.generate().await["state"], "succeeded");
    let after = shown(&scene).await;
    assert_eq!(after["pages"]["queryParameters"], json!([]));
    assert_eq!(after["install"]["proposedQueryParameters"], json!(["p"]));
    // What was read wins over the spelling of a reader.
    assert_eq!(paths(&scene).await, ["/", "/about/"]);
    count(&scene.service, &[view("/about/index.html")]).await;
    assert_eq!(paths(&scene).await, ["/", "/about/"]);
    let added = json!({ "pages": { "queryParameters": [{ "name": "p" }] } });
    let path = format!("/api/v1/sites/{}", scene.org.site);
    scene.service.send(reqwest::Method::PATCH, &path, Some(&scene.org.session), Some(&added)).await.data(200);
    assert_eq!(shown(&scene).await["install"]["proposedQueryParameters"], json!([]));
}

#[tokio::test]
async fn canonical_links_sent_with_events_change_nothing() {
    let scene = Scene::on(Site::empty().await).await;
    let view = |rest: &str| event(scene.org.site, json!({ "url": format!("https://example.com{rest}") }));
    count(&scene.service, &["/a/", "/?p=1", "/?p=2", "/?p=3"].map(view)).await;
    let mut claimed = view("/a");
    claimed["canonical"] = json!("https://example.com/a/index.html");
    let sent = json!({ "events": [claimed] });
    let answer = scene.service.send(reqwest::Method::POST, "/api/v1/events", None, Some(&sent)).await;
    assert_ne!(answer.status, 500);
    assert_eq!(paths(&scene).await, ["/", "/a/"]);
    let after = shown(&scene).await;
    assert_eq!(
        (&after["pages"]["queryParameters"], &after["install"]["proposedQueryParameters"]),
        (&json!([]), &json!([]))
    );
}
