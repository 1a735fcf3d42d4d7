//! Measures the memory that one request uses, whatever it contains, and that waiting emails use.

use std::path::Path;

use askline_stand_in::{mail_server::MailServer, until_blocking as until};
use serde_json::json;

use crate::instance::{Instance, Server};

/// The memory that one request may use, including what the process needs for the first request of its kind.
const MAX_REQUEST_MIB: f64 = 32.0;
/// The memory that the first import of JSON may use. It used 27 MiB when the body was in memory twice, and 31 MiB when
/// the setup for the first text was included.
const MAX_FIRST_IMPORT_MIB: f64 = 22.0;
/// The largest body of an import.
const FILE_BYTES: usize = 5 * 1024 * 1024;
/// The memory that emails may use, however many wait.
const MAX_MAILS_MIB: f64 = 20.0;
const MAILS: usize = 1_000;
/// The emails to strangers that an organization may cause in an hour.
const INVITATIONS: usize = 20;
const PAGES: u32 = 250_000;
const AUDIT_ENTRIES: u32 = 60_000;

/// A server that has already done the work that a process does once after its start.
fn warmed_up(instance: &Instance) -> Server {
    let server = started(instance, "");
    assert_eq!(server.get("/api/v1/openapi.json", &[]).status, 200);
    let wrong = json!({ "email": "nobody@example.com", "password": "not the password" });
    assert_eq!(server.post("/api/v1/auth/login", &[], &wrong).status, 401);
    server
}

/// A server that has started, with this configuration of its allocator.
fn started(instance: &Instance, allocator: &str) -> Server {
    started_with(instance, &[("MALLOC_CONF", allocator)])
}

fn started_with(instance: &Instance, settings: &[(&str, &str)]) -> Server {
    let environment = [settings, &[("ASKLINE_LOG__LEVEL", "info,askline_server=debug")]].concat();
    let server = instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &environment);
    until("the start is over", || server.log().contains("What the first requests need is ready"));
    server
}

/// How far the memory of the process rises during `work`, in MiB.
fn rise(server: &Server, work: impl FnOnce()) -> f64 {
    let (before, _) = memory(server);
    // Resets the peak.
    std::fs::write(format!("/proc/{}/clear_refs", server.id()), "5").unwrap();
    work();
    memory(server).1 - before
}

/// The memory of a process now and at its peak, in MiB.
fn memory(server: &Server) -> (f64, f64) {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let mib = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().trim_end_matches(" kB").trim().parse::<f64>().unwrap() / 1024.0
    };
    (mib("VmRSS:"), mib("VmHWM:"))
}

fn authorization(key: &str) -> String {
    format!("Authorization: Bearer {key}")
}

/// Prompts that are valid and can be stored.
fn prompts() -> String {
    let text = "Look at {{url}} and say what it is about. ".repeat(46);
    let item = |number| format!("{{\"name\":\"{number}\",\"text\":\"{number} {text}\"}}");
    (0..400).map(item).collect::<Vec<_>>().join(",")
}

#[test]
fn no_file_of_prompts_takes_more_memory_than_a_request_may() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let site = instance.site(&org);
    let key = instance.json(&["key", "create", "--org", &org, "--scope", "prompts:write"]);
    let authorization = authorization(key["key"].as_str().unwrap());
    let server = warmed_up(&instance);
    let of = |unit: &str, around: usize| unit.repeat((FILE_BYTES - around) / unit.len());
    let json = |items: String| format!("{{\"exportVersion\":\"1.0\",\"kind\":\"prompts\",\"items\":[{items}0]}}");
    let fields = |unit: &str| format!("{{{}\"a\":0}}", of(unit, 100));
    let files = [
        ("text/csv", "a header of commas", of(",", 0)),
        ("text/csv", "a row of commas", format!("name,text\n{}", of(",", 100))),
        ("text/csv", "rows of commas", format!("name,text\n{}", of(",,,\n", 100))),
        ("text/csv", "a cell of quotes", format!("name,text\nn,\"{}\"", of("\"\"", 100))),
        ("application/json", "tiny items", json(of("0,", 100))),
        ("application/json", "an item of tiny parts", json(format!("{{\"platformIds\":[{}\"\"]}},", of("\"\",", 200)))),
        ("application/json", "tiny fields", fields("\"a\":0,")),
        (
            "application/json",
            "a meta of tiny parts",
            format!("{{\"data\":0,\"meta\":{{\"a\":[{}0]}}}}", of("[],", 200)),
        ),
        ("application/x-ndjson", "tiny lines", of("0\n", 0)),
    ];
    let path = format!("/api/v1/prompts/{site}/import");
    for (media_type, what, file) in files {
        let headers = [authorization.as_str(), &format!("Content-Type: {media_type}")];
        let rise = rise(&server, || {
            let answer = server.at(&server.address).sent("POST", &path, &headers, &file);
            // Rows without a word are skipped.
            assert!(matches!(answer.status, 200 | 400 | 422), "{what}: {} {}", answer.status, answer.body);
        });
        assert!(rise <= MAX_REQUEST_MIB, "{what}: {rise:.0} MiB");
    }
}

#[test]
fn the_first_import_of_a_process_stays_well_below_what_a_request_may_take() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let site = instance.site(&org);
    let key = instance.json(&["key", "create", "--org", &org, "--scope", "prompts:write"]);
    let authorization = authorization(key["key"].as_str().unwrap());
    let fields = format!("{{{}\"a\":0}}", "\"a\":0,".repeat((FILE_BYTES - 100) / 6));
    let whole = format!("{{\"exportVersion\":\"1.0\",\"kind\":\"prompts\",\"items\":[{}]}}", prompts());
    for (what, file, status) in [("a file of tiny fields", fields, 422), ("a file that is stored", whole, 200)] {
        // Freed memory is returned immediately, so that memory freed by the start does not hide what the request uses.
        let server = started(&instance, "dirty_decay_ms:0,muzzy_decay_ms:0");
        let headers = [authorization.as_str(), "Content-Type: application/json"];
        let rise = rise(&server, || {
            let answer =
                server.at(&server.address).sent("POST", &format!("/api/v1/prompts/{site}/import"), &headers, &file);
            assert_eq!(answer.status, status, "{}", answer.body);
        });
        assert!(rise <= MAX_FIRST_IMPORT_MIB, "{what}: {rise:.1} MiB");
    }
}

/// Writes pages of a site and their counters directly into the file of a server that is not running.
fn fill_pages(data: &Path, site: &str) {
    let connection = rusqlite::Connection::open(data.join("events.db")).unwrap();
    let number: i64 = connection.query_row("SELECT id FROM sites", [], |row| row.get(0)).unwrap();
    let day: i64 = connection.query_row("SELECT max(day) FROM page_days", [], |row| row.get(0)).unwrap();
    connection
        .execute_batch(&format!(
            "BEGIN;
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {PAGES})
             INSERT INTO pages (id, site, path, title, first_day, last_day) SELECT 1000 + i, {number},
                 '/made-up/' || i || '/a-path-that-is-as-long-as-many-are', 'A page ' || i, {day} - 5, {day} FROM n;
             INSERT INTO page_days (site, day, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals)
                 SELECT {number}, {day} - id % 5, id, 1, 0, 0, 0, 0 FROM pages WHERE id > 1000;
             COMMIT;"
        ))
        .unwrap_or_else(|error| panic!("{site}: {error}"));
}

#[test]
fn a_search_among_very_many_pages_takes_little_memory() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let site = instance.site(&org);
    let key = instance.json(&["key", "create", "--org", &org, "--scope", "analytics:read"]);
    let authorization = authorization(key["key"].as_str().unwrap());
    let server = instance.serve();
    let event = json!({
        "siteId": site, "type": "view", "eventId": "6f1a1c52-55f7-4c6f-9b4a-0c8f4f6d2c11", "url": "https://example.com/",
    });
    assert_eq!(server.post("/api/v1/events", &["Origin: https://example.com"], &event).status, 202);
    assert_eq!(server.terminate().0, 0);
    fill_pages(&instance.data, &site);
    let server = warmed_up(&instance);
    for query in ["q=made-up&sort=path", "sort=views", "q=no+such+page"] {
        let rise = rise(&server, || {
            let answer = server.get(&format!("/api/v1/analytics/{site}/pages?{query}"), &[&authorization]);
            assert_eq!(answer.status, 200, "{}", answer.body);
        });
        assert!(rise <= MAX_REQUEST_MIB, "{query}: {rise:.0} MiB");
    }
}

#[test]
fn an_export_of_a_long_audit_log_takes_little_memory() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let connection = rusqlite::Connection::open(instance.data.join("metadata.db")).unwrap();
    connection
        .execute_batch(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {AUDIT_ENTRIES})
             INSERT INTO audit_entries (org_id, sequence, id, occurred_ms, action, actor_type, actor_id, actor_name, targets,
                 ip, user_agent, request_id, metadata, previous_hash, hash)
             SELECT '{org}', 1000 + i, substr(id, 1, 20) || printf('%010d', i), 0, 'key.created', 'system', 'test', 'test',
                 '[]', NULL, NULL, NULL, '{{\"padding\":\"' || hex(zeroblob(400)) || '\"}}', '', ''
             FROM n, (SELECT id FROM audit_entries LIMIT 1)"
        ))
        .unwrap();
    drop(connection);
    let server = warmed_up(&instance);
    let login = json!({ "email": "owner@example.com", "password": "a good long password" });
    let answer = server.post("/api/v1/auth/login", &[], &login);
    let said: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    let authorization = authorization(said["data"]["token"].as_str().unwrap());
    let rise = rise(&server, || {
        let answer = server.get("/api/v1/audit/export", &[&authorization]);
        assert_eq!(answer.status, 200);
        assert!(answer.body.len() > AUDIT_ENTRIES as usize * 800);
    });
    assert!(rise <= MAX_REQUEST_MIB, "{rise:.0} MiB");
}

#[test]
fn a_thousand_mails_that_wait_and_are_sent_take_little_memory() {
    let instance = Instance::new();
    instance.organization("enterprise");
    instance.json(&["user", "prove", "owner@example.com"]);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let mails = runtime.block_on(MailServer::start()).unwrap();
    let server = started_with(
        &instance,
        &[
            ("ASKLINE_PUBLIC_URL", "https://ask.example.com"),
            ("ASKLINE_MAIL__FROM", "Askline <askline@example.com>"),
            ("ASKLINE_MAIL__URL", &mails.url()),
            ("ASKLINE_MAIL__PER_MINUTE", "0"),
            ("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0"),
            ("ASKLINE_ORGANIZATIONS__PER_ACCOUNT", "100"),
        ],
    );
    let login = json!({ "email": "owner@example.com", "password": "a good long password" });
    let answer = server.post("/api/v1/auth/login", &[], &login);
    let said: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    let authorization = authorization(said["data"]["token"].as_str().unwrap());
    let sent = || mails.taken().iter().filter(|mail| mail.message.contains("invit")).count();
    let rise = rise(&server, || {
        // Each organization invites as many people as it may in an hour.
        for number in 0..MAILS / INVITATIONS {
            let organization = json!({ "name": format!("Organization {number}") });
            let answer = server.post("/api/v1/orgs", &[&authorization], &organization);
            assert_eq!(answer.status, 201, "{}", answer.body);
            let made: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
            let members = format!("/api/v1/orgs/{}/members", made["data"]["id"].as_str().unwrap());
            for guest in 0..INVITATIONS {
                let invitation = json!({ "email": format!("guest-{number}-{guest}@example.org"), "role": "viewer" });
                let answer = server.post(&members, &[&authorization], &invitation);
                assert_eq!(answer.status, 201, "{}", answer.body);
            }
        }
        until("all mails are sent", || sent() >= MAILS);
    });
    assert_eq!(sent(), MAILS);
    assert!(rise <= MAX_MAILS_MIB, "{rise:.1} MiB");
}
