//! A folder with rows in every table. It has the demo's sample data, objects created through the API, and rows for the
//! other tables.

use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    path::Path,
    process::Command,
    sync::OnceLock,
};

use askline_stand_in::until_blocking as until;
use rusqlite::Connection;
use serde_json::{Value, json};

use super::target::UNLIMITED;
use crate::instance::{Instance, Server};

/// The folder, and its credentials.
pub struct Filled {
    instance: Instance,
    /// The header of the first organization's owner.
    pub owner: String,
    /// The header of the organization's key.
    pub key: String,
    pub org: String,
    pub site: String,
}

/// Metadata tables that are not copied to PostgreSQL, and SQLite's own.
pub const NOT_COMPARED: [&str; 5] = ["_sqlx_migrations", "changes", "changes_removed", "instance", "sqlite_sequence"];

/// Rows for tables that the demo and the API leave empty, and an unusual account. Rows that are only copied need not
/// fit together.
const ROWS: &[&str] = &[
    "INSERT INTO credit_reservations SELECT id, 'job', 'job_moved', 0, 1 FROM organizations LIMIT 1",
    "INSERT INTO lost_citations SELECT monitor_id, engine, query, ran_ms, 4 FROM citations LIMIT 1",
    "INSERT INTO citation_watches SELECT id, 7 FROM sites LIMIT 1",
    "INSERT INTO citation_changes SELECT 'chg_01j00000000000000000000000', site_id, 'cell', monitor_id, query, engine, 'fall', run_id, ran_ms, run_id,
        ran_ms, '{\"samples\":1,\"citedCount\":1,\"rate\":1}', '{\"samples\":1,\"citedCount\":0,\"rate\":0}', 'sure', 1, NULL, NULL, NULL
        FROM citations LIMIT 1",
    "INSERT INTO change_evidence SELECT site_id, 'cell', 'cell', monitor_id, query, engine, '{}', ran_ms FROM citations LIMIT 1",
    "INSERT INTO mails (job_id, until_ms, sealed) SELECT id, 1, '00' FROM jobs LIMIT 1",
    "INSERT INTO account_tokens SELECT x'0102', 'reset', id, email, 9000000000000, NULL FROM users LIMIT 1",
    "INSERT INTO counted_mails VALUES ('0a', 1, 'job_01j00000000000000000000000', 9000000000000)",
    "INSERT INTO founded_organizations SELECT o.id, u.id, 1 FROM organizations o, users u LIMIT 1",
    "INSERT INTO proposals SELECT id, 'job_01j00000000000000000000000', 1, '[]' FROM sites LIMIT 1",
    "INSERT INTO proposed_rules SELECT 'prop_01j00000000000000000000000', site_id, 'https://example.com/a', 'A', name, priority, matching,
        action, 1, NULL FROM rules LIMIT 1",
    "INSERT INTO refused_origins SELECT id, 'https://elsewhere.example', 3, 1 FROM sites LIMIT 1",
    "INSERT INTO config_requests SELECT id, 20000, 4 FROM sites LIMIT 1",
    "INSERT INTO generated_questions SELECT id, 'q_01j00000000000000000000000', 'What?' FROM sites LIMIT 1",
    "INSERT INTO raw_answers SELECT id, '{}', 0, 9000000000000, 1, '{\"a\":\"b\"}' FROM citations LIMIT 1",
    "INSERT INTO new_readings SELECT monitor_id, engine, 1, 2, 3, 0, 1 FROM citations LIMIT 1",
    "INSERT INTO made_on_day SELECT id, 'sites', 1, 1 FROM organizations LIMIT 1",
    "INSERT INTO one_time_tokens SELECT id, x'0304', 9000000000000 FROM users LIMIT 1",
    "INSERT INTO known_visitors SELECT id, 'browser', x'0506', 9000000000000, 1, 9000000000000, 'Firefox' FROM users LIMIT 1",
    "INSERT INTO totp_factors SELECT id, '00', 1, 2, 3 FROM users LIMIT 1",
    "INSERT INTO recovery_codes SELECT id, x'0b0c', 1 FROM users LIMIT 1",
    "INSERT INTO sign_in_challenges SELECT x'0d0e', id, 0, 1, x'0f10', 'new_password', 2, 9000000000000, 'idn_01j00000000000000000000000',
        x'0908', 9000000000000 FROM users LIMIT 1",
    "INSERT INTO oauth_clients VALUES ('oc_1', 'An app', '[\"https://app.example/\"]', 1, 0, 1, NULL, NULL)",
    "INSERT INTO passkeys SELECT 'psk_01j00000000000000000000000', id, 'Laptop', x'1112', '{}', 4294967295, 1, 1, 2 FROM users LIMIT 1",
    "INSERT INTO organization_logos SELECT id, 'a1b2', x'89504e47' FROM organizations LIMIT 1",
    "INSERT INTO report_subscriptions SELECT id, 'report.weekly', 1, 9000000000000, 20000 FROM users LIMIT 1",
    "INSERT INTO alert_settings SELECT id, '[{\"kind\":\"site.stale\",\"site\":null,\"wanted\":true}]',
        '{\"from\":\"22:00\",\"to\":\"07:00\",\"timezone\":\"UTC\"}', 9000000000000 FROM users LIMIT 1",
    "INSERT INTO alert_mails SELECT 'msg_01j00000000000000000000002', id, 'site.stale', '', 20000, 1,
        '{\"kind\":\"site.stale\",\"orgId\":\"org_01j00000000000000000000000\",\"siteId\":null,\"siteName\":null,\"at\":\"2026-01-01T00:00:00Z\",\"facts\":[]}',
        9000000000000, 9000000000000, 9000000000001 FROM users LIMIT 1",
    "INSERT INTO used_ceremonies VALUES (x'1314', 9000000000000)",
    "INSERT INTO linked_identities SELECT 'idn_01j00000000000000000000000', id, 'acme', 'https://id.example.com', 'ada', email, 1, 2 FROM users LIMIT 1",
    "INSERT INTO identity_joins SELECT 'https://id.example.com', 'ada', id, 1 FROM organizations LIMIT 1",
    "INSERT INTO sign_in_flows VALUES (x'0908', 'acme', NULL, NULL, NULL, 9000000000000, 1)",
    "INSERT INTO connected_apps SELECT 'app_01j00000000000000000000000', org_id, user_id, 'oc_1', 'An app', 'app.example', '[\"sites:read\"]', NULL,
        'https://ask.example.com/mcp', 0, x'0708', 2, 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'https://app.example/', 2, 1,
        9000000000000, NULL, 3 FROM memberships LIMIT 1",
    "INSERT INTO oauth_tokens VALUES (x'090a', 'app_01j00000000000000000000000', 'access', 1, 9000000000000, NULL)",
    "INSERT INTO annotations SELECT 'ann_01j00000000000000000000000', id, 20000, NULL, 'A note', 'note', '{\"type\":\"system\",\"id\":\"a\",\"name\":\"a\"}',
        1, NULL FROM sites LIMIT 1",
    "INSERT OR REPLACE INTO sign_of_life VALUES (1, 9000000000002, 9000000000000, 9000000000001)",
    "INSERT INTO service_accounts SELECT 'svc_01j00000000000000000000000', id, 'Terraform', 'admin', NULL, 1, NULL, NULL, NULL
        FROM organizations LIMIT 1",
    "INSERT INTO service_tokens VALUES (x'0b0c0b0c0b0c0b0c0b0c0b0c0b0c0b0c0b0c0b0c0b0c0b0c0b0c0b0c0b0c0b0c', 'svc_01j00000000000000000000000', 'sv_abcd…wxyz', NULL, 1, 9000000000000, NULL, NULL)",
    "INSERT INTO log_sources SELECT 'src_01j00000000000000000000000', org_id, id, 'web 1', 'combined', NULL, '[]', x'1516', 'lg_abcd…wxyz', 1, 'a1b2', '00'
        FROM sites LIMIT 1",
    "INSERT INTO shared_links SELECT 'lnk_01j00000000000000000000000', org_id, id, '{\"name\":\"Month\",\"panels\":[\"chart\"],\"filter\":{},
        \"range\":{\"days\":7},\"compare\":false,\"notes\":true,\"embed\":null}', NULL, NULL, x'1718171817181718171817181718171817181718171817181718171817181718', 'lk_abcd…wxyz', 1, NULL, NULL, NULL, 3
        FROM sites LIMIT 1",
    "INSERT INTO shared_link_sessions SELECT x'191a191a191a191a191a191a191a191a191a191a191a191a191a191a191a191a', id, 9000000000000 FROM shared_links LIMIT 1",
    "INSERT INTO notification_channels SELECT 'ntf_01j00000000000000000000000', id, 'slack', '#seo', '00', 'hooks.slack.com/…9fQ2', 1,
        '[]', NULL, NULL, NULL, NULL, 0, 1, 1, NULL, NULL, 0, 'client' FROM organizations LIMIT 1",
    "INSERT INTO channel_reports SELECT id, 'report.weekly', 1, 9000000000000 FROM notification_channels LIMIT 1",
    "INSERT INTO report_recipients SELECT 'rcp_01j00000000000000000000000', id, 'client@example.com', 'client', 'de', NULL, 1, 0, 'refused',
        '550 nobody', x'1d1e1d1e1d1e1d1e1d1e1d1e1d1e1d1e1d1e1d1e1d1e1d1e1d1e1d1e1d1e1d1e', 9000000000000, 2, 1, 3, NULL, NULL FROM organizations LIMIT 1",
    "INSERT INTO recipient_reports SELECT id, 'report.weekly', 1, 9000000000000, 20000 FROM report_recipients LIMIT 1",
    "INSERT INTO channel_messages SELECT 'msg_01j00000000000000000000001', id, NULL, 'site.stale', 20000,
        '{\"title\":\"A\",\"lines\":[],\"path\":\"/\"}', 'sent', NULL, 0, 1, 9000000000000, 9000000000001, NULL, 200, NULL
        FROM notification_channels LIMIT 1",
    "INSERT INTO crawler_lists VALUES ('bing', '{}', 1)",
    "INSERT INTO robots_files SELECT id, NULL, 1, 1 FROM sites LIMIT 1",
    "INSERT INTO page_text_sites SELECT id, 1, 2 FROM sites LIMIT 1",
    "INSERT INTO page_text_pages SELECT site_id, '/a', 1, 2, 'https://www.example.com/a', 1, '\"1\"', NULL, 'read', 3 FROM page_text_sites LIMIT 1",
    "INSERT INTO page_texts SELECT site_id, path, 3, x'1b1c1b1c1b1c1b1c1b1c1b1c1b1c1b1c1b1c1b1c1b1c1b1c1b1c1b1c1b1c1b1c', 1, '{\"headings\":1,\"codeLines\":0,\"tables\":0,\"tableRows\":0,\"listItems\":0}', x'', x'28b5', 2 FROM page_text_pages LIMIT 1",
    "INSERT INTO key_requests SELECT 'req_01j00000000000000000000000', id, 'key_01j00000000000000000000000', 1, 'GET', '/api/v1/sites', 404,
        'NOT_FOUND', 3 FROM organizations LIMIT 1",
    "INSERT INTO key_uses SELECT 'key_01j00000000000000000000000', 20000, '/api/v1/sites', 'GET', 404, id, 7 FROM organizations LIMIT 1",
    "INSERT OR REPLACE INTO webhook_event_counts SELECT id, 1000000 FROM organizations LIMIT 1",
    "INSERT INTO webhook_events SELECT id, 1000000, 'msg_01j00000000000000000000000', 'site.stale', '{}', 1 FROM organizations LIMIT 1",
    // An extreme number, and characters of every length in UTF-8.
    "INSERT INTO users (id, email, name, created_ms) VALUES ('usr_01j00000000000000000000000', 'ümlaut@example.com', 'A ß 漢 😀 \\ \t', -9007199254740993)",
];

static FILLED: OnceLock<Filled> = OnceLock::new();

/// A copy of the folder, which is filled once, and the original.
pub fn copy() -> (Instance, &'static Filled) {
    let filled = FILLED.get_or_init(fill);
    let copy = Instance::new();
    let copied = Command::new("cp").arg("-a").arg(&filled.instance.data).arg(&copy.data).status().unwrap();
    assert!(copied.success());
    (copy, filled)
}

/// A database of a folder.
pub fn open(data: &Path, name: &str) -> Connection {
    Connection::open(data.join(name)).unwrap()
}

/// The tables of a file.
pub fn tables(connection: &Connection) -> Vec<String> {
    let mut statement = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1").unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Starts a receiver that accepts every message; returns its URL.
fn receiver() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hooks", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut some = [0; 65_536];
            let _ = stream.read(&mut some);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
        }
    });
    url
}

fn data(answer: &crate::instance::Answer, status: u16) -> Value {
    assert_eq!(answer.status, status, "{}", answer.body);
    serde_json::from_str::<Value>(answer.body.trim()).unwrap()["data"].clone()
}

fn fill() -> Filled {
    let instance = Instance::new();
    let allowed = ("ASKLINE_OUTGOING__ALLOWED", "127.0.0.1/32");
    let settings = [&UNLIMITED[..], &[allowed]].concat();
    let server = instance.start(&["demo", "--listen", "127.0.0.1:0", "--json"], &settings);
    let first = &server.said["organizations"][0];
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (org, site) = (text(&first["orgId"]), text(&first["sites"][0]["siteId"]));
    let key = format!("Authorization: Bearer {}", text(&first["key"]));
    let log_in = json!({ "email": first["email"], "password": first["password"] });
    let session = data(&server.post("/api/v1/auth/login", &[], &log_in), 200);
    let owner = format!("Authorization: Bearer {}", text(&session["token"]));
    make_things(&server, &owner, &org, &site);
    assert_eq!(server.terminate().0, 0);
    let metadata = open(&instance.data, "metadata.db");
    for rows in ROWS {
        let table = rows.split_once(" INTO ").unwrap().1.split(' ').next().unwrap();
        let is_empty = table == "users"
            || metadata.query_row(&format!("SELECT NOT EXISTS (SELECT 1 FROM {table})"), [], |row| row.get(0)).unwrap();
        if is_empty {
            metadata.execute_batch(rows).unwrap_or_else(|error| panic!("{rows}: {error}"));
        }
    }
    Filled { instance, owner, key, org, site }
}

/// Creates objects that the demo does not have.
fn make_things(server: &Server, owner: &str, org: &str, site: &str) {
    let hook = json!({ "url": receiver(), "events": ["key.created"] });
    let hook = data(&server.post("/api/v1/webhooks", &[owner], &hook), 201)["id"].as_str().unwrap().to_owned();
    let key = json!({ "scopes": ["org:read"] });
    data(&server.post("/api/v1/keys", &[owner, "Idempotency-Key: moved"], &key), 201);
    let deliveries = format!("/api/v1/webhooks/{hook}/deliveries");
    until("it was delivered", || data(&server.get(&deliveries, &[owner]), 200)["items"][0]["status"] == "succeeded");
    let rule = json!({ "name": "Guides", "match": { "paths": ["/guides/**"] }, "action": { "type": "append", "text": "Be brief." } });
    data(&server.post(&format!("/api/v1/rules/{site}"), &[owner], &rule), 201);
    let invited = json!({ "email": "invited@example.com", "role": "member" });
    data(&server.post(&format!("/api/v1/orgs/{org}/members"), &[owner], &invited), 201);
    let me = json!({ "name": "Robin \u{df} Hale" });
    assert_eq!(server.at(&server.address).send("PATCH", "/api/v1/me", &[owner], &me.to_string()).status, 200);
}

impl Filled {
    /// Some ids for a parameter in the paths of routes.
    pub fn ids(&self, parameter: &str) -> Vec<String> {
        let table = match parameter {
            "orgId" => return vec![self.org.clone()],
            "provider" => return vec!["acme".into()],
            "siteId" => "sites",
            "keyId" => "api_keys",
            "promptId" => "prompts",
            "ruleId" => "rules",
            "citationId" => "citations",
            "jobId" => "jobs",
            "webhookId" => "webhooks",
            "channelId" => "notification_channels",
            "recipientId" => "report_recipients",
            "monitorId" => "monitors",
            "runId" => "monitor_runs",
            "requestId" => "key_requests",
            other => panic!("nothing says what {other} is"),
        };
        let metadata = open(&self.instance.data, "metadata.db");
        let mut statement = metadata.prepare(&format!("SELECT id FROM {table} ORDER BY id LIMIT 2")).unwrap();
        let ids: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        assert!(!ids.is_empty(), "{table} is empty");
        ids
    }
}
