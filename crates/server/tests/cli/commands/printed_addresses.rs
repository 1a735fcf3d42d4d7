//! What people copy from a command works where they paste it. Snippets are pasted into pages, addresses into browsers.

use askline_domain::pages::markup::{Token, Tokens};
use askline_stand_in::until_blocking as until;

use crate::instance::{Instance, Server};

/// The addresses of a printed text.
fn addresses(text: &str) -> Vec<String> {
    let words = text.split([' ', '\n', '"', '<', '>', ',', ';']);
    words.filter(|word| word.starts_with("http://")).map(str::to_owned).collect()
}

/// Loads an address of this server, as a browser does.
fn status(server: &Server, address: &str) -> u16 {
    let rest = address.strip_prefix("http://").unwrap();
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path = path.split('#').next().unwrap_or_default();
    assert_eq!(host, server.address, "{address} is another server's");
    server.at(host).get(&format!("/{path}"), &[]).status
}

/// Pastes a line into a page; returns the address of the script and the site that it names, as a browser reads them.
fn pasted(line: &str) -> (String, String) {
    let page =
        format!("<!doctype html><html><head><title>A page</title>\n{line}\n</head><body><p>Text</p></body></html>");
    let scripts: Vec<(String, String)> = Tokens::of(&page)
        .filter_map(|token| match token {
            Token::Open(tag) if tag.name == "script" => Some((tag.attribute("src")?, tag.attribute("data-site")?)),
            _ => None,
        })
        .collect();
    assert_eq!(scripts.len(), 1, "{line}");
    scripts.into_iter().next().unwrap()
}

#[test]
fn the_printed_snippet_can_be_pasted_into_a_page_and_loads_the_widget() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let server = instance.serve();
    let create = |domain: &str, more: &[&str]| {
        instance.run(&[&["site", "create", "--org", org.as_str(), "--domain", domain][..], more].concat())
    };
    let outcome = create("example.com", &[]);
    let answer = outcome.json();
    let line = outcome.stderr.lines().find(|line| line.starts_with("<script")).expect("a line to paste");
    assert_eq!(answer["snippet"], line, "the JSON has the same snippet");
    let (address, site) = pasted(line);
    assert_eq!(answer["siteId"], site);
    assert!([200, 503].contains(&status(&server, &address)), "{address}");
    let config = server.get(&format!("/api/v1/sites/{site}/config"), &["Origin: https://example.com"]);
    assert_eq!(config.status, 200, "the widget of the snippet finds its site: {}", config.body);
    for address in addresses(&outcome.stderr) {
        assert_ne!(status(&server, &address), 404, "{address} in {}", outcome.stderr);
    }
    // For programs, there is only the JSON.
    let public = [("ASKLINE_PUBLIC_URL", "https://ask.example.com")];
    let arguments = ["site", "create", "--org", &org, "--domain", "example.org", "--json"];
    let outcome = instance.run_with(&arguments, &public, "");
    assert_eq!((outcome.json()["changed"].as_bool(), outcome.stderr.as_str()), (Some(true), ""));
}

#[test]
fn each_printed_link_opens_a_page_of_the_server() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let server = instance.serve();
    let invited = instance.run(&["org", "create", "--name", "Other", "--owner-email", "ada@example.com"]);
    let link = invited.json()["invitation"]["acceptUrl"].as_str().unwrap().to_owned();
    assert!(invited.stderr.lines().any(|line| line == link), "{}", invited.stderr);
    let reset = instance.run(&["user", "reset-password", "owner@example.com"]);
    assert_eq!(reset.code, 0, "{}", reset.stderr);
    let links: Vec<String> = addresses(&reset.stdout).into_iter().chain([link]).collect();
    assert_eq!(links.len(), 2, "{}", reset.stdout);
    for link in links {
        assert!([200, 503].contains(&status(&server, &link)), "{link}");
    }
}

#[test]
fn a_server_on_any_address_prints_one_that_can_be_opened_and_accepts_it() {
    for listen in ["0.0.0.0:0", "127.0.0.1:0", "127.0.0.2:0", "[::1]:0", "[::]:0"] {
        if listen.starts_with('[') && std::net::TcpListener::bind("[::1]:0").is_err() {
            eprintln!("not run: this machine has no IPv6");
            continue;
        }
        let instance = Instance::new();
        let server = instance.start(&["serve", "--listen", listen, "--json"], &[]);
        assert_eq!(server.get("/healthz", &[]).status, 200, "{listen}");
        until("the set-up link is printed", || server.log().contains("/setup#"));
        let setup = addresses(&server.log()).into_iter().find(|address| address.contains("/setup#")).unwrap();
        assert!(!setup.contains("0.0.0.0") && !setup.contains("[::]"), "{setup}");
        assert!([200, 503].contains(&status(&server, &setup)), "{setup}");
        let (_, port) = server.address.rsplit_once(':').unwrap();
        let names = ["localhost", "127.0.0.1", "127.0.0.2", "[::1]"].map(|name| format!("{name}:{port}"));
        for host in names.iter().chain([&server.address]) {
            // The host is accepted, and a key is missing.
            let mcp = server.at(&server.address).exchange(host, "POST", "/mcp", &[], "{}");
            assert_eq!(mcp.status, 401, "{listen} {host}: {}", mcp.body);
        }
        let foreign = server.at(&server.address).exchange("rebound.example", "POST", "/mcp", &[], "{}");
        assert_eq!(foreign.status, 403, "{}", foreign.body);
        let health = instance.run(&["health", "--listen", &server.address]);
        assert_eq!(health.code, 0, "{}", health.stderr);
    }
}

#[test]
fn a_port_in_use_is_one_sentence() {
    let instance = Instance::new();
    let held = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = held.local_addr().unwrap().to_string();
    let outcome = instance.run(&["serve", "--listen", &address]);
    outcome.refused(1, &[&address, "in use by another program", "--listen"]);
}
