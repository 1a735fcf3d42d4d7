//! Rows of every kind that grows, for one organization, in SQLite's dialect. `bench` inserts them, too.

use std::ops::RangeInclusive;

/// An SQL expression for an id with this prefix and the number `i`.
fn id(prefix: &str) -> String {
    format!("'{prefix}_' || printf('%026d', i)")
}

/// An SQL expression for an id with this prefix, this time in milliseconds and the number `i`. Lists of citations find the time
/// of each in its id.
fn id_at(prefix: &str, at_ms: &str) -> String {
    let digit =
        |shift: u32| format!("substr('0123456789abcdefghjkmnpqrstvwxyz', ((({at_ms}) >> {shift}) & 31) + 1, 1)");
    let time: Vec<String> = (0..10).rev().map(|place| digit(5 * place)).collect();
    format!("'{prefix}_' || {} || printf('%016d', i)", time.join(" || "))
}

/// The members of the organization. Their seats are counted one by one, and every plan but Enterprise has few.
const MAX_MEMBERS: u32 = 1_000;
/// The annotations that people wrote: a site may have no more.
const MAX_ANNOTATIONS: u32 = 1_000;
/// The question of each run.
const QUESTION: &str = r#"{"query":"Who?","region":null,"language":null,"competitors":[],"samples":1}"#;
/// The answers before or after a change.
const SIDE: &str = r#"{"samples":9,"citedCount":1,"rate":0.1}"#;
/// The number of answers of each run.
const ANSWERS_OF_A_RUN: u32 = 20;

/// The statements that add the rows with these numbers to an organization and its site. Its answers arrived in the seconds
/// before `now_ms`. The object with the number 7 of each kind is the one that paths name.
pub fn statements(org: &str, site: &str, now_ms: i64, rows: RangeInclusive<u32>) -> Vec<String> {
    let (from, to) = (*rows.start(), *rows.end());
    let n = format!("WITH RECURSIVE n (i) AS (SELECT {from} UNION ALL SELECT i + 1 FROM n WHERE i < {to})");
    let per_run = ANSWERS_OF_A_RUN;
    let mut statements = Vec::new();
    if from == 1 {
        statements.push(format!(
            "INSERT INTO monitors (id, site_id, query, engines, cadence, samples_per_run, competitors, enabled, created_ms, \
             updated_ms) SELECT {}, '{site}', 'Who?', '[]', 'manual', 5, '[]', 1, i, i FROM (SELECT 7 AS i)",
            id("mon")
        ));
        statements.push(format!(
            "INSERT INTO webhooks (id, org_id, url, events, description, enabled, failures_in_a_row, secret, created_ms, \
             updated_ms) SELECT {}, '{org}', 'https://hooks.example.com', '[]', '', 1, 0, 'sealed', i, i \
             FROM (SELECT 7 AS i)",
            id("whk")
        ));
        statements.push(format!(
            "INSERT INTO service_accounts (id, org_id, name, role, created_ms) SELECT {}, '{org}', 'Terraform', 'admin', i \
             FROM (SELECT 7 AS i)",
            id("svc")
        ));
        statements.push(format!(
            "INSERT INTO log_sources (id, org_id, site_id, name, hosts, digest, masked, created_ms) \
             SELECT {}, '{org}', '{site}', 'web 1', '[]', randomblob(32), 'lg_…', i FROM (SELECT 7 AS i)",
            id("src")
        ));
        statements.push(format!(
            "INSERT INTO shared_links (id, org_id, site_id, settings, digest, masked, created_ms, uses) \
             SELECT {}, '{org}', '{site}', '{{\"name\":\"Month\",\"panels\":[\"figures\"],\"filter\":{{}},\"range\":{{\"days\":30}},\
             \"compare\":false,\"notes\":false,\"embed\":null}}', randomblob(32), 'lk_…', i, 0 FROM (SELECT 7 AS i)",
            id("lnk")
        ));
    }
    statements.extend([
        format!(
            "{n} INSERT INTO api_keys (id, org_id, name, masked, digest, scopes, created_ms, revoked_ms) \
             SELECT {}, '{org}', 'old', 'ak_…', randomblob(32), '[]', i, i FROM n",
            id("key")
        ),
        format!(
            "{n} INSERT INTO key_requests (id, org_id, key_id, at_ms, method, route, status, duration_ms) \
             SELECT {}, '{org}', {}, i, 'GET', '/api/v1/sites', 200, 3 FROM n",
            id("req"),
            id("key")
        ),
        format!(
            "{n} INSERT INTO key_uses (key_id, day, route, method, status, org_id, requests) \
             SELECT {}, 20000, '/api/v1/sites', 'GET', 200, '{org}', 3 FROM n",
            id("key")
        ),
        format!(
            "{n} INSERT INTO webhook_events (org_id, sequence, id, type, payload, created_ms) \
             SELECT '{org}', 5000000 + i, {}, 'key.created', '{{\"type\":\"key.created\",\"timestamp\":\"\",\"data\":{{}}}}', \
             4000000000000 + i FROM n",
            id("msg")
        ),
        format!(
            "{n} INSERT INTO annotations (id, site_id, day, text, kind, author, created_ms, own_hour) \
             SELECT {}, '{site}', 20000 + i % 900, 'A note', 'note', '{{\"type\":\"system\",\"id\":\"a\",\"name\":\"a\"}}', i, \
             CASE WHEN i <= {MAX_ANNOTATIONS} THEN NULL ELSE i END FROM n",
            id("ann")
        ),
        format!(
            "{n} INSERT INTO audit_entries (org_id, sequence, id, occurred_ms, action, actor_type, actor_id, actor_name, \
             targets, metadata, previous_hash, hash) SELECT '{org}', 5000000 + i, {}, i, 'key.created', 'system', 's', 's', \
             '[]', '{{}}', '', '' FROM n",
            id("aud")
        ),
        format!(
            "{n} INSERT INTO audit_targets (org_id, target_id, audit_id) SELECT '{org}', '{site}', {} FROM n",
            id("aud")
        ),
        format!(
            "{n} INSERT INTO jobs (id, org_id, kind, input, state, attempts, due_ms, created_ms, finished_ms, result) \
             SELECT {}, '{org}', 'prompts.generate', '{{}}', 'succeeded', 1, i, i, 4000000000000 + i, '{{}}' FROM n",
            id("job")
        ),
        format!(
            "{n} INSERT INTO credit_ledger (id, org_id, place, kind, amount, balance_after, reason, reference_type, \
             reference_id, created_ms) SELECT {}, '{org}', 5000000 - i, 'grant', 0, 1, 'full', 'plan', 'p' || i, i FROM n",
            id("crl")
        ),
        format!(
            "{n} INSERT INTO webhook_deliveries (id, webhook_id, message_id, event, payload, status, attempts, created_ms) \
             SELECT {}, 'whk_' || printf('%026d', 7), {}, 'key.created', '{{}}', 'succeeded', 1, 4000000000000 + i FROM n",
            id("dlv"),
            id("msg")
        ),
        format!(
            "INSERT OR IGNORE INTO notification_channels (id, org_id, type, name, sealed_address, masked_address, enabled, routes, is_gone, \
             created_ms, updated_ms) VALUES ('ntf_' || printf('%026d', 7), '{org}', 'slack', '#seo', '00', 'a', 1, '[]', 0, 1, 1)"
        ),
        format!(
            "{n} INSERT INTO channel_messages (id, channel_id, kind, day, notice, state, more, attempts, created_ms) \
             SELECT {}, 'ntf_' || printf('%026d', 7), 'key.created', 20000, '{{\"title\":\"A\",\"lines\":[],\"path\":\"/\"}}', \
             'sent', 0, 1, 4000000000000 + i FROM n",
            id("msg")
        ),
        format!(
            "INSERT OR IGNORE INTO report_recipients (id, org_id, email, audience, language, weekly, monthly, state, created_ms, updated_ms) \
             VALUES ('rcp_' || printf('%026d', 7), '{org}', 'reader@example.com', 'team', 'en', 1, 0, 'pending', 1, 1)"
        ),
        format!(
            "{n} INSERT INTO webhook_attempts (delivery_id, number, at_ms, duration_ms) SELECT {}, 1, i, 1 FROM n",
            id("dlv")
        ),
        format!(
            "{n} INSERT INTO users (id, email, name, created_ms) SELECT {}, 'member-' || i || '@example.com', 'M', i FROM n",
            id("usr")
        ),
        format!("{n} INSERT INTO alert_settings (user_id, wishes) SELECT {}, '[]' FROM n", id("usr")),
        format!(
            "{n} INSERT INTO alert_mails (id, user_id, kind, subject, day, is_at_once, told, created_ms, due_ms) \
             SELECT {}, {}, 'site.stale', '', 20000, 1, '{{}}', 4000000000000 + i, 4000000000000 + i FROM n",
            id("msg"),
            id("usr")
        ),
        format!(
            "{n} INSERT INTO memberships (org_id, user_id, role, created_ms) SELECT '{org}', {}, 'viewer', i FROM n \
             WHERE i <= {MAX_MEMBERS}",
            id("usr")
        ),
        format!(
            "{n} INSERT INTO organizations (id, name, slug, plan, created_ms) SELECT {}, 'Other', 'other-' || i, 'free', i \
             FROM n",
            id("org")
        ),
        format!(
            "{n} INSERT INTO sites (id, org_id, name, domain, allowed_origins, timezone, created_ms, updated_ms) \
             SELECT {}, '{org}', 'Site', 'site-' || i || '.example', '[]', 'UTC', i, i FROM n",
            id("site")
        ),
        format!(
            "{n} INSERT INTO idempotency_records (ticket, org_id, caller, place, body_digest, status, created_ms, \
             answer_bytes) SELECT randomblob(32), '{org}', 'filled', i, x'00', 200, 4000000000000 + i, 0 FROM n",
        ),
        format!(
            "{} INSERT INTO monitor_runs (id, monitor_id, site_id, started_by, question, engines, status, \
             credits_reserved, credits_used, started_ms, finished_ms) SELECT {}, 'mon_' || printf('%026d', 7), '{site}', \
             'schedule', '{QUESTION}', '[]', 'failed', 0, 0, {now_ms} - i, {now_ms} - i FROM n WHERE i % {per_run} = 1",
            n,
            id("run")
        ),
        format!(
            "{n} INSERT INTO citations (id, run_id, monitor_id, site_id, query, engine, sample, model, ran_ms, outcome, \
             searched, mentioned, cited, consulted, competitors, competitors_cited, consulted_urls, excerpt, credits_used, is_summed) \
             SELECT {}, 'run_' || printf('%026d', i - (i - 1) % {per_run}), 'mon_' || printf('%026d', 7), '{site}', 'Who?', \
             'xai', i % {per_run}, 'm', {now_ms} - i, 'absent', 1, 0, 0, 0, '[]', 0, '[]', 'x', 0, 1 FROM n",
            id_at("cit", &format!("{now_ms} - i"))
        ),
        // Each but the latest change of a rate is ended by the next one.
        format!(
            "{n} INSERT INTO citation_changes (id, site_id, level, monitor_id, query, engine, direction, first_run_id, first_run_ms, \
             clear_run_id, clear_ms, answers_before, answers_after, strength, reading_version, ended_ms) SELECT {}, '{site}', 'cell', \
             'mon_' || printf('%026d', 7), 'Who?', 'xai', 'rise', {run}, i, {run}, i, '{SIDE}', '{SIDE}', 'sure', 1, i FROM n",
            id("chg"),
            run = id("run"),
        ),
        format!("{n} INSERT INTO counted_mails (counted, at_ms, job_id, until_ms) SELECT 'filled' || i % 100, i, {}, 4000000000000 + i FROM n", id("job")),
        format!(
            "{n} INSERT INTO cited_addresses (site_id, kind, address, domain, last_ms) \
             SELECT '{site}', 'other', 'https://other.example/' || i, 'other.example', {now_ms} FROM n WHERE i % 100 = 1"
        ),
        format!(
            "{n} INSERT INTO cited_address_sums (address_id, engine, slot_ms, run_id, reading_version, monitor_id, \
             citations, first_ms, last_ms) SELECT a.id, 'xai', ({now_ms} - i) / 900000 * 900000, {}, 1, \
             'mon_' || printf('%026d', 7), {per_run}, {now_ms} - i, {now_ms} - i FROM n JOIN cited_addresses a \
             ON a.site_id = '{site}' AND a.kind = 'other' AND a.address = 'https://other.example/' || (i - (i - 1) % 100) \
             WHERE i % {per_run} = 1",
            id("run")
        ),
    ]);
    statements
}
