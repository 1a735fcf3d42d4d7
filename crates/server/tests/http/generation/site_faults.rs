//! A customer's site has faults: the generation fails with a reason, or ignores single pages. If it fails, nothing is
//! stored or charged.

use serde_json::json;

use super::{Scene, Site, sites, stand_ins::Reaction};

/// Checks that the job fails with `code` and a message with `words` if the home page reacts like this.
async fn check_home(reaction: Reaction, code: &str, words: &str) {
    let site = Site::empty().await;
    site.at("/", reaction);
    let scene = Scene::on(site).await;
    let before = scene.prompts().await;
    let job = scene.generate().await;
    scene.check_failed(&job, code, &before).await;
    assert!(job["failure"]["message"].as_str().unwrap().contains(words), "{job}");
}

#[tokio::test]
async fn a_home_page_that_cannot_be_read_fails_the_job_with_its_reason() {
    check_home(Reaction::Stream(200), "SITE_UNREACHABLE", "larger than").await;
    check_home(Reaction::Redirect("/".into()), "SITE_UNREACHABLE", "redirects without end").await;
    check_home(Reaction::Redirect("http://127.0.0.2/".into()), "SITE_UNREACHABLE", "not public").await;
    check_home(Reaction::Redirect("http://[::1]/".into()), "SITE_UNREACHABLE", "not public").await;
    check_home(Reaction::Redirect("ftp://example.com/".into()), "SITE_UNREACHABLE", "").await;
    check_home(Reaction::Status(500), "SITE_UNREACHABLE", "500").await;
    check_home(Reaction::Body("application/pdf", vec![b'x'; 100]), "SITE_EMPTY", "not HTML").await;
    check_home(Reaction::Body("text/html", Vec::new()), "SITE_EMPTY", "no text").await;
    check_home(Reaction::Body("text/html", vec![0xFF; 100_000]), "SITE_EMPTY", "no text").await;
}

#[tokio::test]
async fn html_that_is_made_to_hurt_is_read_in_passing() {
    let nested = "<b><table><tr><td><a x=1><p>".repeat(60_000);
    let attributes = format!("<p {}>", "a b ".repeat(300_000));
    let open = "<!-- ".repeat(200_000) + &"<title".repeat(10_000);
    for html in [nested, attributes, open, "<".repeat(1_000_000), "&amp".repeat(400_000)] {
        let site = Site::with_pages(&sites::shop()).await;
        site.page("/boots/heron", &html);
        let scene = Scene::on(site).await;
        let job = scene.generate().await;
        assert_eq!(job["state"], "succeeded", "{job}");
    }
}

#[tokio::test]
async fn a_page_that_fails_spares_the_others() {
    let site = Site::with_pages(&sites::shop()).await;
    site.at("/boots/heron", Reaction::Stream(200))
        .at("/tents/lodge-2", Reaction::Redirect("http://10.0.0.1/".into()))
        .at("/tents/lodge-4", Reaction::Body("image/png", vec![1; 50]));
    let scene = Scene::on(site).await;
    let job = scene.generate().await;
    assert_eq!(job["state"], "succeeded", "{job}");
    assert_eq!(job["result"]["pagesRead"], json!(["http://example.com/", "http://example.com/boots/kestrel"]));
}

#[tokio::test]
async fn robots_txt_is_asked_first_and_heeded() {
    let site = Site::with_pages(&sites::shop()).await;
    site.robots("User-agent: askline\nDisallow: /tents/\nSitemap: http://example.com/sitemap.xml\n");
    let scene = Scene::on(site).await;
    assert_eq!(scene.generate().await["state"], "succeeded");
    let asked = scene.site.asked();
    assert_eq!(asked[0], "/robots.txt");
    assert!(asked.iter().any(|path| path.starts_with("/boots/")), "{asked:?}");
    assert!(!asked.iter().any(|path| path.starts_with("/tents/")), "{asked:?}");
    assert!(scene.site.agents().iter().all(|agent| agent.starts_with("Askline/") && agent.contains("askline")));
}

#[tokio::test]
async fn a_site_that_forbids_reading_is_not_read() {
    for (robots, code) in [
        (Reaction::Body("text/plain", b"User-agent: *\nDisallow: /\n".to_vec()), "ROBOTS_FORBIDDEN"),
        (Reaction::Status(503), "SITE_UNREACHABLE"),
        (Reaction::Redirect("/robots.txt".into()), "SITE_UNREACHABLE"),
    ] {
        let site = Site::with_pages(&sites::shop()).await;
        site.at("/robots.txt", robots);
        let scene = Scene::on(site).await;
        let before = scene.prompts().await;
        let job = scene.generate().await;
        scene.check_failed(&job, code, &before).await;
        assert!(scene.site.asked().iter().all(|path| path == "/robots.txt"), "{:?}", scene.site.asked());
    }
}

#[tokio::test]
async fn a_home_page_that_leads_to_a_forbidden_one_is_not_used() {
    let site = Site::with_pages(&sites::shop()).await;
    site.robots("User-agent: *\nDisallow: /intern/\n").at("/", Reaction::Redirect("/intern/".into()));
    site.page("/intern/", "<html lang=en><title>Prices for dealers</title><p>Not for the public.</p>");
    let scene = Scene::on(site).await;
    let before = scene.prompts().await;
    let job = scene.generate().await;
    scene.check_failed(&job, "ROBOTS_FORBIDDEN", &before).await;
}

#[tokio::test]
async fn a_page_that_leads_to_one_that_was_read_counts_once() {
    let site = Site::with_pages(&sites::shop()).await;
    site.at("/boots/heron", Reaction::Redirect("/".into()));
    site.at("/tents/lodge-2", Reaction::Redirect("/boots/kestrel".into()));
    let scene = Scene::on(site).await;
    let job = scene.generate().await;
    assert_eq!(job["result"]["pagesRead"].as_array().unwrap().len(), 3, "{job}");
}

#[tokio::test]
async fn a_robots_txt_without_end_is_read_as_far_as_it_counts() {
    let site = Site::with_pages(&sites::shop()).await;
    site.at("/robots.txt", Reaction::Stream(200)).at("/sitemap.xml", Reaction::Stream(200));
    let scene = Scene::on(site).await;
    assert_eq!(scene.generate().await["state"], "succeeded");
}

#[tokio::test]
async fn a_site_without_a_sitemap_is_read_by_its_links_and_never_without_end() {
    let site = Site::empty().await;
    let links: String =
        (0..139).map(|n| format!("<a href='/p/{n}'>p</a><a href='http://other.example/{n}'>o</a>")).collect();
    site.page("/", &format!("<html lang=en><title>Orchard work</title><p>Pruning trees and orchards.</p>{links}"));
    for n in 0..139 {
        site.page(
            &format!("/p/{n}"),
            &format!("<title>Orchard trees {n}</title><p>Trees in the orchard, number {n}.</p>"),
        );
    }
    let scene = Scene::on(site).await;
    let job = scene.generate().await;
    assert_eq!(job["result"]["pagesRead"].as_array().unwrap().len(), 100, "{job}");
    assert!(scene.site.asked().len() < 106, "{:?}", scene.site.asked());
    let left_out = &job["result"]["leftOut"][0];
    assert_eq!((&left_out["reason"], &left_out["pages"]), (&json!("not_read"), &json!(40)));
}

#[tokio::test]
async fn every_sitemap_that_was_not_read_to_its_end_is_named_with_its_reason_in_the_result() {
    let site = Site::with_pages(&sites::shop()).await;
    let named =
        |paths: &[&str]| paths.iter().map(|path| format!("Sitemap: http://example.com{path}\n")).collect::<String>();
    let list = |end| format!("<urlset><url><loc>http://example.com/boots/heron</loc></url>{end}").into_bytes();
    site.at("/part.xml", Reaction::Body("application/xml", list("")))
        .at("/feed.xml", Reaction::Body("application/rss+xml", b"<rss version='2.0'></rss>".to_vec()))
        .at("/page", Reaction::Body("text/html", b"<html>Nothing here</html>".to_vec()))
        .at("/broken.xml", Reaction::Status(503));
    let scene = Scene::on(site).await;
    for (robots, expected) in [
        (
            named(&["/part.xml", "/feed.xml", "/page"]),
            vec!["sitemap_unreadable", "sitemap_read_in_part", "feed_skipped"],
        ),
        (
            named(&["/old.xml.gz", "/broken.xml", "/missing.xml", "/sitemap.xml"])
                + "Sitemap: https://other.example/s.xml\n",
            vec!["sitemap_compressed", "sitemap_elsewhere", "sitemap_failed", "sitemap_failed", "too_many_sitemaps"],
        ),
        ("User-agent: *\nDisallow: /sitemap.xml\n".into(), vec!["sitemap_forbidden"]),
        // A site that names no sitemap may have none.
        (String::new(), vec![]),
    ] {
        scene.site.robots(&robots);
        let one = format!("/{}/regenerate", scene.prompts().await[0]["id"].as_str().unwrap());
        for path in ["/regenerate", &one] {
            let job = scene.ended(&scene.post(path, None).await).await;
            let mut found = Vec::new();
            for left_out in job["result"]["leftOut"].as_array().expect("a list") {
                let reason = left_out["reason"].as_str().unwrap();
                let is_about_a_sitemap = reason.contains("sitemap") || reason == "feed_skipped";
                found
                    .extend(left_out["urls"].as_array().unwrap().iter().filter(|_| is_about_a_sitemap).map(|_| reason));
            }
            assert_eq!(found, expected, "{path} {robots} {job}");
        }
    }
}
