//! `widget.public_url` with the real binary: what is served below it, and what the commands print.

use crate::instance::Instance;

const SERVE: [&str; 4] = ["serve", "--listen", "127.0.0.1:0", "--json"];
const PLACE: (&str, &str) = ("ASKLINE_WIDGET__PUBLIC_URL", "https://example.com/askline");

/// Documents that the server serves, or redirects to, at its own address.
const DOCUMENTS: [&str; 11] = [
    "/",
    "/login",
    "/docs",
    "/docs/errors",
    "/docs/guide",
    "/docs/widget",
    "/preview",
    "/llms.txt",
    "/robots.txt",
    "/healthz",
    "/metrics",
];

#[test]
fn no_document_but_the_widgets_files_is_served_below_the_path_or_at_the_sites_host() {
    let instance = Instance::new();
    let server = instance.start(&SERVE, &[PLACE]);
    let own = server.at(&server.address);
    for path in DOCUMENTS {
        assert!(matches!(own.get(path, &[]).status, 200 | 303 | 307 | 308), "{path} is no document");
        assert_eq!(own.get(&format!("/askline{path}"), &[]).status, 404, "{path} with its path");
        assert_eq!(own.named("example.com", path).status, 404, "{path} without its path");
        assert_eq!(own.get(path, &["X-Forwarded-Prefix: /askline"]).status, 404, "{path} whose path was taken off");
    }
    assert_eq!(own.send("POST", "/askline/mcp", &[], "{}").status, 404);
    let script = own.get("/widget.js", &[]);
    for answer in [
        own.get("/askline/widget.js", &[]),
        own.named("example.com", "/widget.js"),
        own.named("example.com", "/askline/widget.js"),
    ] {
        assert_eq!(answer.status, 200);
        assert!(answer.head.to_lowercase().contains("x-content-type-options: nosniff"), "{}", answer.head);
        assert_eq!(answer.body, script.body);
    }
}

#[test]
fn the_snippet_names_the_address_of_the_widget_also_beside_the_service_that_knows_it() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let public = ("ASKLINE_PUBLIC_URL", "https://ask.example.net");
    let mut made = 0;
    let mut check = |environment: &[(&str, &str)], expected: &str| {
        made += 1;
        // A domain that was added before would be named on stderr.
        let domain = format!("site{made}.example.com");
        let outcome = instance.run_with(&["site", "create", "--org", &org, "--domain", &domain], environment, "");
        let snippet = outcome.json()["snippet"].as_str().unwrap().to_owned();
        assert!(snippet.starts_with(&format!("<script src=\"{expected}/widget.js\" ")), "{snippet}");
        assert!(outcome.stderr.contains(&snippet) && !outcome.stderr.contains("already"), "{}", outcome.stderr);
    };
    check(&[public, PLACE], PLACE.1);
    check(&[public], public.1);
    let server = instance.start(&SERVE, &[public, PLACE]);
    check(&[], PLACE.1);
    // The settings of the command itself take precedence.
    check(&[("ASKLINE_WIDGET__PUBLIC_URL", "https://www.example.com/ask/")], "https://www.example.com/ask");
    assert_eq!(server.terminate().0, 0);
    // Other addresses are still those of the dashboard.
    let reset = instance.run(&["user", "reset-password", "owner@example.com", "--json"]);
    assert!(reset.json()["url"].as_str().unwrap().starts_with("https://ask.example.net/"), "{}", reset.stdout);
}

#[test]
fn a_dashboard_at_the_sites_own_host_stops_the_start_with_the_reason() {
    let instance = Instance::new();
    let own = ("ASKLINE_PUBLIC_URL", "https://example.com");
    let outcome = instance.run_with(&SERVE, &[own, PLACE], "");
    outcome.refused(
        2,
        &["widget.public_url", "public_url (https://example.com;", "any script of the site", "host of its own"],
    );
    assert!(!instance.data.exists());
}
