-- Jobs, webhooks and their deliveries. Ids are texts like job_01j…, whose order is age order. Times are Unix
-- milliseconds. Lists and records are JSON.

CREATE TABLE jobs (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    input TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    -- When it may be taken: when it is due, or when the lease of whoever has it runs out. NULL once it has ended.
    ready_ms INTEGER,
    -- The number of the latest taking. NULL while nobody has it.
    lease INTEGER,
    progress TEXT,
    result TEXT,
    failure TEXT,
    started_by TEXT,
    created_ms INTEGER NOT NULL,
    finished_ms INTEGER
) STRICT;
CREATE INDEX jobs_ready ON jobs (kind, ready_ms, id) WHERE ready_ms IS NOT NULL;
CREATE INDEX jobs_running ON jobs (kind, ready_ms) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_ms) WHERE finished_ms IS NOT NULL;
CREATE INDEX jobs_by_organization ON jobs (org_id, id);

-- The secrets are sealed with a key that is in no database. They are in no other table.
CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    description TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    disabled_reason TEXT,
    failures_in_a_row INTEGER NOT NULL,
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_until_ms INTEGER,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX webhooks_by_organization ON webhooks (org_id, id);

CREATE TABLE webhook_deliveries (
    id TEXT NOT NULL PRIMARY KEY,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    event TEXT NOT NULL,
    -- The very bytes that are signed and sent.
    payload TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    last_attempt_ms INTEGER,
    next_attempt_ms INTEGER,
    response_status INTEGER,
    response_body TEXT,
    failure TEXT,
    duration_ms INTEGER
) STRICT;
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_ms);

-- What was told already, so that it is told once.
ALTER TABLE api_keys ADD COLUMN expiry_told_ms INTEGER;
CREATE INDEX api_keys_by_expiry ON api_keys (expires_ms) WHERE expires_ms IS NOT NULL AND expiry_told_ms IS NULL;
ALTER TABLE sites ADD COLUMN install_told TEXT;
UPDATE sites SET install_told = 'installed' WHERE last_seen_ms IS NOT NULL
    OR (checked_ms IS NOT NULL AND check_problem IS NULL);
