//! Pages with `noindex` are not used for generation. None of their words is in any text, and the job lists the pages.

use serde_json::json;

use super::{Scene, Site, sites, stand_ins::Reaction};

/// A page about something that is on no other page.
const SECRET: &str = "<html lang=en><title>Quillwort pricing draft</title><meta property=og:type content=product>\
    <h1>Quillwort</h1><h2>How is quillwort priced?</h2><h2>Quillwort margins</h2><p>Quillwort, for dealers alone.</p>";

/// Checks that a page of the shop that reacts like this is not used.
async fn check_hidden(reaction: Reaction) {
    let site = Site::with_pages(&sites::shop()).await;
    site.at("/tents/lodge-4", reaction);
    let scene = Scene::on(site).await;
    let job = scene.generate().await;
    assert_eq!(job["state"], "succeeded", "{job}");
    let left_out = job["result"]["leftOut"].as_array().unwrap().clone();
    let noindex = left_out.iter().find(|one| one["reason"] == "noindex").unwrap();
    assert_eq!((&noindex["pages"], &noindex["urls"]), (&json!(1), &json!(["http://example.com/tents/lodge-4"])));
    assert!(!job["result"]["pagesRead"].to_string().contains("lodge-4"), "{job}");
    let path = format!("/api/v1/rules/{}/proposed?limit=200", scene.org.site);
    let proposed = scene.service.get(&path, &scene.org.session).await.data(200)["items"].clone();
    let everything = format!("{:?}{:?}{proposed}", scene.prompts().await, scene.questions().await).to_lowercase();
    assert!(everything.contains("kestrel"), "the others are used: {everything}");
    assert!(!everything.contains("quillwort") && !everything.contains("lodge-4"), "{everything}");
}

#[tokio::test]
async fn a_page_is_hidden_by_its_own_element_or_by_a_header_also_for_this_reader_alone() {
    let with =
        |element: &str| Reaction::Body("text/html", SECRET.replace("<h1>", &format!("{element}<h1>")).into_bytes());
    check_hidden(with("<meta name=robots content=noindex>")).await;
    check_hidden(with("<META NAME='Robots' CONTENT='NOINDEX, follow'>")).await;
    check_hidden(with("<meta name=robots content=none>")).await;
    check_hidden(with("<meta name=askline content=noindex>")).await;
    check_hidden(Reaction::Robots("noindex", SECRET.into())).await;
    check_hidden(Reaction::Robots("googlebot: nofollow, askline: noindex", SECRET.into())).await;
}

#[tokio::test]
async fn what_asks_another_robot_alone_hides_nothing_from_this_one() {
    let site = Site::with_pages(&sites::shop()).await;
    site.at("/tents/lodge-4", Reaction::Robots("googlebot: noindex", SECRET.into()));
    let scene = Scene::on(site).await;
    let job = scene.generate().await;
    assert!(job["result"]["pagesRead"].to_string().contains("lodge-4"), "{job}");
    assert!(!job["result"]["leftOut"].to_string().contains("noindex"), "{job}");
}

#[tokio::test]
async fn generation_for_a_site_with_only_noindex_pages_fails_with_that_reason_and_changes_nothing() {
    let site = Site::empty().await;
    site.at("/", Reaction::Robots("noindex", SECRET.replace("<p>", "<a href=/a>a</a><p>")));
    site.page("/a", SECRET);
    let scene = Scene::on(site).await;
    let before = scene.prompts().await;
    let job = scene.generate().await;
    scene.check_failed(&job, "SITE_NOINDEX", &before).await;
    assert!(!scene.site.asked().contains(&"/a".to_owned()), "its links are read for nothing, too");
}
