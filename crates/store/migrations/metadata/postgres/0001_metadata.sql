-- Everything but events, as SQLite's steps up to 22 leave it. Text compares bytewise, so that order and paging are the same.

CREATE TABLE generation (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    value BIGINT NOT NULL
);

CREATE TABLE organizations (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    slug TEXT COLLATE "C" NOT NULL UNIQUE,
    plan TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL
);

CREATE TABLE users (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    email TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    password_hash TEXT COLLATE "C"
);

CREATE TABLE memberships (
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (org_id, user_id)
);
CREATE INDEX memberships_by_user ON memberships (user_id);

CREATE TABLE sessions (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    digest BYTEA NOT NULL UNIQUE,
    created_ms BIGINT NOT NULL,
    last_used_ms BIGINT NOT NULL,
    user_agent TEXT COLLATE "C" NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id, id);

CREATE TABLE api_keys (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name TEXT COLLATE "C" NOT NULL,
    masked TEXT COLLATE "C" NOT NULL,
    digest BYTEA NOT NULL UNIQUE,
    scopes TEXT COLLATE "C" NOT NULL,
    site_ids TEXT COLLATE "C",
    allowed_ips TEXT COLLATE "C",
    created_ms BIGINT NOT NULL,
    created_by_id TEXT COLLATE "C",
    created_by_email TEXT COLLATE "C",
    expires_ms BIGINT,
    last_used_ms BIGINT,
    rotated_from_id TEXT COLLATE "C",
    replaced_by_id TEXT COLLATE "C",
    revoked_ms BIGINT,
    expiry_told_ms BIGINT,
    chain_id TEXT COLLATE "C"
);
CREATE INDEX api_keys_by_organization ON api_keys (org_id, id);

CREATE TABLE audit_entries (
    org_id TEXT COLLATE "C" NOT NULL,
    sequence BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    occurred_ms BIGINT NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    actor_type TEXT COLLATE "C" NOT NULL,
    actor_id TEXT COLLATE "C" NOT NULL,
    actor_name TEXT COLLATE "C" NOT NULL,
    targets TEXT COLLATE "C" NOT NULL,
    ip TEXT COLLATE "C",
    user_agent TEXT COLLATE "C",
    request_id TEXT COLLATE "C",
    metadata TEXT COLLATE "C" NOT NULL,
    previous_hash TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (org_id, sequence)
);
CREATE INDEX audit_entries_by_organization ON audit_entries (org_id, id);

CREATE TABLE audit_targets (
    org_id TEXT COLLATE "C" NOT NULL,
    target_id TEXT COLLATE "C" NOT NULL,
    audit_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (org_id, target_id, audit_id)
);

CREATE TABLE audit_chain_heads (
    org_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    entries BIGINT NOT NULL,
    last_hash TEXT COLLATE "C" NOT NULL
);

CREATE TABLE sites (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name TEXT COLLATE "C" NOT NULL,
    domain TEXT COLLATE "C" NOT NULL,
    allowed_origins TEXT COLLATE "C" NOT NULL,
    timezone TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    first_seen_ms BIGINT,
    last_seen_ms BIGINT,
    last_seen_url TEXT COLLATE "C",
    widget_version TEXT COLLATE "C",
    checked_ms BIGINT,
    -- NULL beside a time is a check that found the snippet.
    check_problem TEXT COLLATE "C",
    install_told TEXT COLLATE "C",
    aliases TEXT COLLATE "C" NOT NULL DEFAULT '[]'
);
CREATE INDEX sites_by_organization ON sites (org_id, id);

CREATE TABLE site_configs (
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    config TEXT COLLATE "C" NOT NULL,
    stored_ms BIGINT NOT NULL,
    actor TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (site_id, version)
);

CREATE TABLE prompts (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    name TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    platform_ids TEXT COLLATE "C" NOT NULL,
    language TEXT COLLATE "C" NOT NULL,
    source TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    model TEXT COLLATE "C",
    generated_ms BIGINT,
    variant_group TEXT COLLATE "C",
    weight BIGINT NOT NULL,
    warnings TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);
CREATE INDEX prompts_by_site ON prompts (site_id, id);

CREATE TABLE rules (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    name TEXT COLLATE "C" NOT NULL,
    enabled BIGINT NOT NULL,
    priority BIGINT NOT NULL,
    matching TEXT COLLATE "C" NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    starts_ms BIGINT,
    ends_ms BIGINT,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);
CREATE INDEX rules_by_site ON rules (site_id, id);

CREATE TABLE credit_accounts (
    org_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    balance BIGINT NOT NULL CHECK (balance >= 0),
    reserved BIGINT NOT NULL CHECK (reserved >= 0 AND reserved <= balance),
    -- Paid in the current period, less what came back.
    used BIGINT NOT NULL,
    -- Granted by the plan in the current period.
    granted BIGINT NOT NULL,
    period_start_ms BIGINT NOT NULL,
    told TEXT COLLATE "C");

CREATE TABLE credit_reservations (
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    reference_type TEXT COLLATE "C" NOT NULL,
    reference_id TEXT COLLATE "C" NOT NULL,
    amount BIGINT NOT NULL CHECK (amount >= 0),
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (org_id, reference_type, reference_id)
);

CREATE TABLE credit_ledger (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    -- The place in the organization's ledger, from 1, without gaps.
    place BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    amount BIGINT NOT NULL,
    balance_after BIGINT NOT NULL CHECK (balance_after >= 0),
    reason TEXT COLLATE "C" NOT NULL,
    reference_type TEXT COLLATE "C" NOT NULL,
    reference_id TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    UNIQUE (org_id, place)
);
CREATE INDEX credit_ledger_by_reference ON credit_ledger (org_id, reference_type, reference_id);

CREATE TABLE jobs (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    input TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    attempts BIGINT NOT NULL,
    due_ms BIGINT NOT NULL,
    -- When it may be taken: when it is due, or when the lease of whoever has it runs out. NULL once it has ended.
    ready_ms BIGINT,
    -- The number of the latest taking. NULL while nobody has it.
    lease BIGINT,
    progress TEXT COLLATE "C",
    result TEXT COLLATE "C",
    failure TEXT COLLATE "C",
    started_by TEXT COLLATE "C",
    created_ms BIGINT NOT NULL,
    finished_ms BIGINT
);
CREATE INDEX jobs_ready ON jobs (kind, ready_ms, id) WHERE ready_ms IS NOT NULL;
CREATE INDEX jobs_running ON jobs (kind, ready_ms) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_ms) WHERE finished_ms IS NOT NULL;
CREATE INDEX jobs_by_organization ON jobs (org_id, id);

CREATE TABLE webhooks (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    url TEXT COLLATE "C" NOT NULL,
    events TEXT COLLATE "C" NOT NULL,
    description TEXT COLLATE "C" NOT NULL,
    enabled BIGINT NOT NULL,
    disabled_reason TEXT COLLATE "C",
    failures_in_a_row BIGINT NOT NULL,
    secret TEXT COLLATE "C" NOT NULL,
    previous_secret TEXT COLLATE "C",
    previous_until_ms BIGINT,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    sealed_url TEXT COLLATE "C",
    failing_since_ms BIGINT
);
CREATE INDEX webhooks_by_organization ON webhooks (org_id, id);

CREATE TABLE webhook_deliveries (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    webhook_id TEXT COLLATE "C" NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    message_id TEXT COLLATE "C" NOT NULL,
    event TEXT COLLATE "C" NOT NULL,
    -- The very bytes that are signed and sent.
    payload TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    attempts BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    last_attempt_ms BIGINT,
    next_attempt_ms BIGINT,
    response_status BIGINT,
    response_body TEXT COLLATE "C",
    failure TEXT COLLATE "C",
    duration_ms BIGINT
);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_ms);
CREATE INDEX api_keys_by_expiry ON api_keys (expires_ms) WHERE expires_ms IS NOT NULL AND expiry_told_ms IS NULL;

CREATE TABLE generated_questions (
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    question_id TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (site_id, question_id)
);

CREATE TABLE monitors (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    query TEXT COLLATE "C" NOT NULL,
    engines TEXT COLLATE "C" NOT NULL,
    cadence TEXT COLLATE "C" NOT NULL,
    samples_per_run BIGINT NOT NULL,
    region TEXT COLLATE "C",
    language TEXT COLLATE "C",
    competitors TEXT COLLATE "C" NOT NULL,
    enabled BIGINT NOT NULL,
    -- NULL: never by itself.
    next_run_ms BIGINT,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);
CREATE INDEX monitors_by_site ON monitors (site_id, id);
CREATE INDEX monitors_due ON monitors (next_run_ms) WHERE next_run_ms IS NOT NULL;

CREATE TABLE monitor_runs (
    -- The order of storing, whatever the clock did.
    rowid BIGINT GENERATED ALWAYS AS IDENTITY,
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    monitor_id TEXT COLLATE "C" NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
    site_id TEXT COLLATE "C" NOT NULL,
    -- Jobs are removed earlier than runs.
    job_id TEXT COLLATE "C",
    started_by TEXT COLLATE "C" NOT NULL,
    -- What is asked, and whom, as it was when the run began.
    question TEXT COLLATE "C" NOT NULL,
    engines TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    failure TEXT COLLATE "C",
    credits_reserved BIGINT NOT NULL,
    credits_used BIGINT NOT NULL,
    started_ms BIGINT NOT NULL,
    finished_ms BIGINT,
    changes TEXT COLLATE "C" NOT NULL DEFAULT '[]'
);
CREATE INDEX monitor_runs_by_monitor ON monitor_runs (monitor_id);
CREATE INDEX monitor_runs_by_job ON monitor_runs (job_id) WHERE finished_ms IS NULL;
CREATE UNIQUE INDEX monitor_runs_open ON monitor_runs (monitor_id) WHERE finished_ms IS NULL;

CREATE TABLE citations (
    -- The order of storing, whatever the clock did.
    rowid BIGINT GENERATED ALWAYS AS IDENTITY,
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    run_id TEXT COLLATE "C" NOT NULL REFERENCES monitor_runs (id) ON DELETE CASCADE,
    monitor_id TEXT COLLATE "C" NOT NULL,
    site_id TEXT COLLATE "C" NOT NULL,
    query TEXT COLLATE "C" NOT NULL,
    engine TEXT COLLATE "C" NOT NULL,
    sample BIGINT NOT NULL,
    model TEXT COLLATE "C" NOT NULL,
    ran_ms BIGINT NOT NULL,
    -- NULL when the engine answered.
    failure TEXT COLLATE "C",
    -- NULL when it did not.
    outcome TEXT COLLATE "C",
    searched BIGINT NOT NULL,
    mentioned BIGINT NOT NULL,
    cited BIGINT NOT NULL,
    consulted BIGINT NOT NULL,
    position BIGINT,
    competitors TEXT COLLATE "C" NOT NULL,
    -- How many of them are cited.
    competitors_cited BIGINT NOT NULL,
    consulted_urls TEXT COLLATE "C" NOT NULL,
    excerpt TEXT COLLATE "C",
    credits_used BIGINT NOT NULL,
    UNIQUE (run_id, engine, sample)
);
CREATE INDEX citations_by_site ON citations (site_id, id);
CREATE INDEX citations_by_monitor ON citations (monitor_id, engine);

CREATE TABLE citation_urls (
    citation_id TEXT COLLATE "C" NOT NULL REFERENCES citations (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    url TEXT COLLATE "C" NOT NULL,
    domain TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C",
    owner TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (citation_id, position)
);

CREATE TABLE citation_pages (
    citation_id TEXT COLLATE "C" NOT NULL REFERENCES citations (id) ON DELETE CASCADE,
    path TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (citation_id, path)
);

CREATE TABLE raw_answers (
    citation_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES citations (id) ON DELETE CASCADE,
    body TEXT COLLATE "C" NOT NULL,
    cut BIGINT NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE INDEX raw_answers_by_age ON raw_answers (created_ms);

CREATE TABLE idempotency_records (
    -- SHA-256 of caller, route and key. Records of the layout before have the three as they are, and end within a day.
    ticket BYTEA NOT NULL PRIMARY KEY,
    -- NULL for records of the layout before.
    org_id TEXT COLLATE "C" REFERENCES organizations (id) ON DELETE CASCADE,
    caller TEXT COLLATE "C" NOT NULL,
    -- Its place among the caller's records.
    place BIGINT NOT NULL,
    body_digest BYTEA NOT NULL,
    status BIGINT NOT NULL,
    made_id TEXT COLLATE "C",
    created_ms BIGINT NOT NULL,
    -- Bytes of its answer; 0 when none is kept.
    answer_bytes BIGINT NOT NULL
);

CREATE TABLE idempotency_answers (
    ticket BYTEA NOT NULL PRIMARY KEY REFERENCES idempotency_records (ticket) ON DELETE CASCADE,
    answer TEXT COLLATE "C" NOT NULL
);

CREATE TABLE idempotency_totals (
    org_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    records BIGINT NOT NULL,
    answer_bytes BIGINT NOT NULL
);
CREATE INDEX idempotency_records_by_age ON idempotency_records (created_ms);
CREATE INDEX idempotency_records_of_caller ON idempotency_records (caller, place);
CREATE INDEX idempotency_records_of_organization ON idempotency_records (org_id, created_ms);
CREATE INDEX idempotency_answers_of_organization ON idempotency_records (org_id, created_ms) WHERE answer_bytes > 0;

CREATE TABLE offered_ids (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    id TEXT COLLATE "C" NOT NULL,
    UNIQUE (site_id, id)
);
CREATE INDEX offered_ids_by_age ON offered_ids (site_id, number);
CREATE INDEX api_keys_of_chain ON api_keys (chain_id);

CREATE TABLE pending_members (
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    -- An id of its own: no row of users has it.
    user_id TEXT COLLATE "C" NOT NULL,
    -- What the inviter typed: a hint.
    email TEXT COLLATE "C" NOT NULL,
    role TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    -- Who answers for the token; NULL for the operator.
    invited_by TEXT COLLATE "C",
    -- NULL where no token is left: it ended with its inviter, or never was.
    digest BYTEA UNIQUE,
    expires_ms BIGINT,
    PRIMARY KEY (org_id, user_id),
    UNIQUE (org_id, email),
    CHECK ((digest IS NULL) = (expires_ms IS NULL))
);
CREATE INDEX pending_members_by_inviter ON pending_members (org_id, invited_by);

CREATE TABLE one_time_tokens (
    user_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    digest BYTEA NOT NULL UNIQUE,
    expires_ms BIGINT NOT NULL
);

CREATE TABLE known_visitors (
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    digest BYTEA NOT NULL,
    until_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, kind, digest)
);
CREATE INDEX known_visitors_by_end ON known_visitors (until_ms);
CREATE INDEX jobs_of_each ON jobs (kind, org_id, ready_ms, id) WHERE ready_ms IS NOT NULL;
CREATE INDEX citations_sums ON citations (
    site_id, ran_ms, run_id, engine, monitor_id, outcome, searched, mentioned, cited, position, competitors_cited, credits_used
);

CREATE TABLE founded_organizations (
    org_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    founded_ms BIGINT NOT NULL
);
CREATE INDEX founded_organizations_by_user ON founded_organizations (user_id);

CREATE TABLE removed_sites (
    site_id TEXT COLLATE "C" NOT NULL PRIMARY KEY
);

CREATE TABLE lost_citations (
    monitor_id TEXT COLLATE "C" NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
    engine TEXT COLLATE "C" NOT NULL,
    query TEXT COLLATE "C" NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (monitor_id, engine)
);

CREATE TABLE webhook_attempts (
    delivery_id TEXT COLLATE "C" NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    response_status BIGINT,
    failure TEXT COLLATE "C",
    duration_ms BIGINT NOT NULL,
    PRIMARY KEY (delivery_id, number)
);

CREATE TABLE proposed_rules (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    page_url TEXT COLLATE "C" NOT NULL,
    page_title TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    priority BIGINT NOT NULL,
    matching TEXT COLLATE "C" NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    dismissed_ms BIGINT
);
CREATE INDEX proposed_rules_by_site ON proposed_rules (site_id, id);

CREATE TABLE proposals (
    site_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
    job_id TEXT COLLATE "C" NOT NULL,
    made_ms BIGINT NOT NULL,
    left_out TEXT COLLATE "C" NOT NULL
);

CREATE FUNCTION refuse_alteration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is only added to';
END $$;
CREATE TRIGGER credit_ledger_is_not_altered BEFORE UPDATE ON credit_ledger
    FOR EACH ROW EXECUTE FUNCTION refuse_alteration();

-- The ids that events may name are noted by whoever stores them.
CREATE FUNCTION note_offered_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'prompts' THEN
        INSERT INTO offered_ids (site_id, id) VALUES (NEW.site_id, NEW.id) ON CONFLICT DO NOTHING;
    ELSIF TG_TABLE_NAME = 'rules' THEN
        INSERT INTO offered_ids (site_id, id)
            SELECT NEW.site_id, jsonb_path_query(NEW.action::jsonb, '$.questions[*].id') #>> '{}' ON CONFLICT DO NOTHING;
    ELSE
        INSERT INTO offered_ids (site_id, id)
            SELECT NEW.site_id, jsonb_path_query(NEW.config::jsonb, '$.questions.items[*].id') #>> '{}'
            ON CONFLICT DO NOTHING;
    END IF;
    DELETE FROM offered_ids WHERE site_id = NEW.site_id AND number <= (
        SELECT number FROM offered_ids WHERE site_id = NEW.site_id ORDER BY number DESC LIMIT 1 OFFSET 20000);
    RETURN NULL;
END $$;
CREATE TRIGGER offered_by_configuration AFTER INSERT ON site_configs
    FOR EACH ROW EXECUTE FUNCTION note_offered_ids();
CREATE TRIGGER offered_by_rule AFTER INSERT OR UPDATE OF action ON rules
    FOR EACH ROW EXECUTE FUNCTION note_offered_ids();
CREATE TRIGGER offered_by_prompt AFTER INSERT ON prompts
    FOR EACH ROW EXECUTE FUNCTION note_offered_ids();

CREATE FUNCTION note_removed_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO removed_sites (site_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER removed_sites_are_noted AFTER DELETE ON sites FOR EACH ROW EXECUTE FUNCTION note_removed_site();

INSERT INTO generation (id, value) VALUES (1, 1);
