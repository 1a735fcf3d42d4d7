//! The running server, tested from outside: start, documents, health, metrics, stop.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    time::Duration,
};

use askline_stand_in::until_blocking as until;

use crate::instance::Instance;

#[test]
fn sigterm_ends_a_server_with_0_within_ten_seconds_even_with_idle_connections() {
    let instance = Instance::new();
    let server = instance.serve();
    let mut idle = TcpStream::connect(&server.address).unwrap();
    let mut half = TcpStream::connect(&server.address).unwrap();
    write!(half, "GET /healthz HT").unwrap();
    assert_eq!(server.get("/healthz", &[]).status, 200);
    let (code, took) = server.terminate();
    assert_eq!(code, 0);
    assert!(took < Duration::from_secs(10), "{took:?}");
    let mut rest = Vec::new();
    let _ = idle.read_to_end(&mut rest);
    assert!(rest.is_empty());
}

#[test]
fn a_request_that_was_taken_is_finished_after_sigterm() {
    let instance = Instance::new();
    let server = instance.serve();
    let body = "{\"email\":\"nobody@example.com\",\"password\":\"not the password\"}";
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    write!(
        stream,
        "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: {}\r\n\r\n",
        body.len()
    )
    .unwrap();
    let mut go_on = [0_u8; 25];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    let address = server.address.clone();
    let ending = std::thread::spawn(move || server.terminate());
    // Once nobody can connect any more, the signal has arrived.
    until("nobody can connect", || TcpStream::connect(&address).is_err());
    stream.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 401") && answer.contains("INVALID_CREDENTIALS"), "{answer}");
    assert_eq!(ending.join().unwrap().0, 0);
}

#[test]
fn measurements_can_have_a_listener_of_their_own() {
    let instance = Instance::new();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let server =
        instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &[("ASKLINE_METRICS__LISTEN", free.as_str())]);
    assert_eq!(server.get("/metrics", &[]).status, 404);
    assert_eq!(server.at(&free).get("/metrics", &[]).status, 200);
    assert_eq!(server.at(&free).get("/api/v1/openapi.json", &[]).status, 404);
}

#[test]
fn the_widget_is_for_every_origin_and_revalidates() {
    let instance = Instance::new();
    let server = instance.serve();
    let answer = server.get("/widget.js", &[]);
    if answer.status == 503 {
        // The binary was built without the widget, and must say so.
        assert!(answer.body.contains("without the widget"), "{}", answer.body);
        return;
    }
    assert!(answer.head.contains("access-control-allow-origin: *"), "{}", answer.head);
    assert!(answer.head.contains("cross-origin-resource-policy: cross-origin"), "{}", answer.head);
    let etag = answer.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().replace("w/", "W/");
    let known = server.get("/widget.js", &[&format!("If-None-Match: {etag}")]);
    assert_eq!((known.status, known.body.as_str()), (304, ""));
    assert!(server.get("/widget.js", &["Accept-Encoding: gzip, br"]).head.contains("content-encoding: br"));
}

#[test]
fn later_widget_parts_are_served_as_immutable_under_content_digest_names() {
    let instance = Instance::new();
    let server = instance.serve();
    let first = server.get("/widget.js", &[]);
    if first.status == 503 {
        return;
    }
    // All parts of a build have the same digest.
    let end = first.body.find(".js`").expect("the first file names the later ones");
    let digest = &first.body[end - 16..end];
    for part in ["rest", "extras", "menu", "place", "touch", "page_copy"] {
        let path = format!("/widget/{part}-{digest}.js");
        let later = server.get(&path, &["Accept-Encoding: br"]);
        assert_eq!(later.status, 200, "{path}");
        for header in ["immutable", "access-control-allow-origin: *", "content-encoding: br", "text/javascript"] {
            assert!(later.head.contains(header), "{header} in {}", later.head);
        }
    }
}

#[test]
fn a_page_with_an_earlier_releases_first_file_gets_a_part_that_starts_the_current_one() {
    let instance = Instance::new();
    let server = instance.serve();
    if server.get("/widget.js", &[]).status == 503 {
        return;
    }
    for part in ["rest", "extras", "menu", "place", "touch", "page_copy"] {
        let answer = server.get(&format!("/widget/{part}-0000000000000000.js"), &[]);
        assert_eq!(answer.status, 200, "{part}");
        for header in ["cache-control: no-store", "access-control-allow-origin: *", "text/javascript"] {
            assert!(answer.head.contains(header), "{header} in {}", answer.head);
        }
        assert!(answer.body.contains("/widget.js?release="), "{}", answer.body);
    }
    for name in [
        "afresh.js",
        "rest-0.js",
        "rest-000000000000000g.js",
        "styles-0000000000000000.js",
        "rest-0000000000000000.css",
    ] {
        assert_eq!(server.get(&format!("/widget/{name}"), &[]).status, 404, "{name}");
    }
}

#[test]
fn the_dashboard_answers_at_its_own_addresses_and_keeps_to_itself() {
    let instance = Instance::new();
    let server = instance.serve();
    let page = server.get("/", &[]);
    if page.status == 503 {
        // The binary was built without the dashboard, and must say so.
        assert!(page.body.contains("without the dashboard"), "{}", page.body);
        return;
    }
    for path in ["/sites/site_x/pages?days=7", "/orgs/org_x/keys", "/account"] {
        let answer = server.get(path, &[]);
        assert_eq!((answer.status, &answer.body), (200, &page.body), "{path}");
    }
    // The pages for signing in are a separate document with the same restrictions.
    let sign_in = server.get("/login", &[]);
    assert_ne!(sign_in.body, page.body);
    for path in ["/login?next=%2Faccount", "/login/", "/join", "/enter", "/setup"] {
        let answer = server.get(path, &[]);
        assert_eq!((answer.status, &answer.body), (200, &sign_in.body), "{path}");
    }
    // Some mail gateways escape the fragment of a link, so that its token is sent within the path.
    for path in ["/join%23inv_1", "/reset%2523reset_1"] {
        let answer = server.get(path, &[]);
        assert_eq!((answer.status, &answer.body), (200, &sign_in.body), "{path}");
        assert!(answer.head.contains("referrer-policy: no-referrer"), "{}", answer.head);
    }
    for header in ["content-security-policy", "referrer-policy", "cache-control"] {
        let of = |head: &str| head.lines().find(|line| line.starts_with(header)).map(str::to_owned);
        assert!(of(&page.head).is_some(), "{header} in {}", page.head);
        assert_eq!(of(&sign_in.head), of(&page.head), "{header}");
    }
    for part in ["script-src 'self';", "require-trusted-types-for 'script'", "frame-ancestors 'none'"] {
        assert!(page.head.contains(part), "{part} in {}", page.head);
    }
    assert!(!page.head.contains("unsafe-"), "{}", page.head);
    assert!(page.head.contains("referrer-policy: same-origin") && page.head.contains("nosniff"), "{}", page.head);
    let etag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().replace("w/", "W/");
    assert_eq!(server.get("/", &[&format!("If-None-Match: {etag}")]).status, 304);

    let (_, rest) = page.body.split_once("src=\"/assets/").unwrap();
    let script = format!("/assets/{}", rest.split_once('"').unwrap().0);
    let sent = server.get(&script, &[]);
    assert!(!sent.head.contains("-policy: default-src") && sent.head.contains("nosniff"), "{}", sent.head);
    for (encoding, accepted) in [("br", "gzip, br"), ("gzip", "gzip")] {
        let answer = server.get(&script, &[&format!("Accept-Encoding: {accepted}")]);
        assert!(answer.head.contains(&format!("content-encoding: {encoding}")), "{}", answer.head);
        assert!(answer.head.contains("immutable"), "{}", answer.head);
    }
    for path in [
        "/assets/nothing.js",
        "/index.html",
        "/sign_in.html",
        "/login/x",
        "/favicon.ico",
        "/wp-login.php",
        "/assets/../index.html",
    ] {
        assert_eq!(server.get(path, &[]).status, 404, "{path}");
    }
    assert_eq!(server.get(&format!("{script}.br"), &[]).status, 404);
}

#[test]
fn without_an_owner_the_server_says_how_to_make_the_first_one() {
    let instance = Instance::new();
    let server = instance.serve();
    assert!(server.said["setupToken"].as_str().unwrap().starts_with("setup_"));
    drop(server);
    instance.organization("enterprise");
    assert!(instance.serve().said["setupToken"].is_null());
}

#[test]
fn every_document_is_there_with_headers_that_keep_it_to_itself() {
    let instance = Instance::new();
    let server = instance.serve();
    for (path, content) in [
        ("/docs", "id=\"show_ai_clicks\""),
        ("/docs/reference.js", "filter"),
        ("/docs/errors", "id=\"RATE_LIMITED\""),
        ("/llms.txt", "/api/v1/keys"),
        ("/healthz", "ok"),
        ("/readyz", "ready"),
        ("/style.css", "--accent"),
    ] {
        let answer = server.get(path, &[]);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.body.contains(content), "{path}");
        assert!(answer.head.contains("content-security-policy: default-src 'none'"), "{path}");
        assert!(answer.head.contains("x-content-type-options: nosniff"), "{path}");
    }
    assert_eq!(server.get("/nothing", &[]).status, 404);
    assert_eq!(server.get("/demo/", &[]).status, 404);
}

#[test]
fn everything_below_api_answers_in_the_envelope() {
    let instance = Instance::new();
    let server = instance.serve();
    for path in ["/api", "/api/", "/api/v1/nothing", "/api/v2"] {
        let answer = server.get(path, &[]);
        assert_eq!(answer.status, 404, "{path}");
        assert!(
            answer.body.contains("\"NOT_FOUND\"") && answer.body.contains("\"requestId\""),
            "{path}: {}",
            answer.body
        );
    }
}

#[test]
fn measurements_are_for_this_machine_or_for_who_has_the_token() {
    let instance = Instance::new();
    let server = instance.serve();
    server.get("/api/v1/openapi.json", &[]);
    let answer = server.get("/metrics", &[]);
    assert_eq!(answer.status, 200);
    assert!(
        answer.body.contains("askline_requests_total") && answer.body.contains("askline_build_info"),
        "{}",
        answer.body
    );
    assert_eq!(server.get("/metrics", &["X-Forwarded-For: 192.0.2.1"]).status, 404);
    drop(server);
    let token = ("ASKLINE_METRICS__TOKEN", "0123456789abcdef0123");
    let server = instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &[token]);
    assert_eq!(server.get("/metrics", &[]).status, 401);
    assert_eq!(server.get("/metrics", &["Authorization: Bearer wrong"]).status, 401);
    assert_eq!(server.get("/metrics", &["Authorization: Bearer 0123456789abcdef0123"]).status, 200);
}

#[test]
fn measurements_without_a_token_ask_for_a_name_of_this_machine_and_health_for_no_name() {
    let instance = Instance::new();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let plain = instance.serve();
    let status = |address: &str, path: &str, host: &str| plain.at(address).named(host, path).status;
    for host in ["localhost", "LOCALHOST:80", "127.0.0.1:9", "[::1]"] {
        assert_eq!(status(&plain.address, "/metrics", host), 200, "{host}");
    }
    let foreign = ["rebound.example", "localhost.rebound.example", "127.0.0.1.rebound.example", "10.0.0.1", "a b", ""];
    for host in foreign {
        assert_eq!(status(&plain.address, "/metrics", host), 404, "{host}");
        for path in ["/healthz", "/readyz"] {
            assert_eq!(status(&plain.address, path, host), 200, "{path} {host}");
        }
    }
    drop(plain);
    let server =
        instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &[("ASKLINE_METRICS__LISTEN", free.as_str())]);
    // After this response, the other listener is ready.
    assert_eq!(server.get("/metrics", &[]).status, 404);
    assert_eq!(server.at(&free).named("localhost", "/metrics").status, 200);
    assert_eq!(server.at(&free).named("rebound.example", "/metrics").status, 404);
    drop(server);
    // A request with the token does not come from a page of another site.
    let token = ("ASKLINE_METRICS__TOKEN", "0123456789abcdef0123");
    let server = instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &[token]);
    let answer = server.at(&server.address).get("/metrics", &["Authorization: Bearer 0123456789abcdef0123"]);
    assert_eq!(answer.status, 200);
}
