-- Organizations, members, sessions, keys, the audit log, idempotency records.
-- Ids are texts like key_01j…, whose order is age order. Times are Unix milliseconds.
-- Secrets stand here only as SHA-256 digests (passwords as Argon2id hashes).

-- Grows with every change that a cache may have remembered; other processes look at it.
CREATE TABLE generation (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    value INTEGER NOT NULL
) STRICT;
INSERT INTO generation (id, value) VALUES (1, 1);

CREATE TABLE organizations (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    slug TEXT NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    password_hash TEXT
) STRICT;

CREATE TABLE memberships (
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (org_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memberships_by_user ON memberships (user_id);

CREATE TABLE invitations (
    digest BLOB NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    expires_ms INTEGER NOT NULL,
    FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX invitations_by_member ON invitations (org_id, user_id);
CREATE INDEX invitations_by_user ON invitations (user_id);

CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    digest BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    last_used_ms INTEGER NOT NULL,
    user_agent TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id, id);

CREATE TABLE api_keys (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    masked TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    site_ids TEXT,
    allowed_ips TEXT,
    created_ms INTEGER NOT NULL,
    created_by_id TEXT,
    created_by_email TEXT,
    expires_ms INTEGER,
    last_used_ms INTEGER,
    rotated_from_id TEXT,
    replaced_by_id TEXT,
    revoked_ms INTEGER
) STRICT;
CREATE INDEX api_keys_by_organization ON api_keys (org_id, id);

-- No foreign key: the log outlives what it tells of.
CREATE TABLE audit_entries (
    org_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    occurred_ms INTEGER NOT NULL,
    action TEXT NOT NULL,
    actor_type TEXT NOT NULL,
    actor_id TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    targets TEXT NOT NULL,
    ip TEXT,
    user_agent TEXT,
    request_id TEXT,
    metadata TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (org_id, sequence)
) STRICT;
CREATE INDEX audit_entries_by_organization ON audit_entries (org_id, id);

-- Which entries tell of a target; the chain does not rest on it.
CREATE TABLE audit_targets (
    org_id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    audit_id TEXT NOT NULL,
    PRIMARY KEY (org_id, target_id, audit_id)
) STRICT, WITHOUT ROWID;

-- The end of each chain, so that entries missing from the end show.
CREATE TABLE audit_chain_heads (
    org_id TEXT NOT NULL PRIMARY KEY,
    entries INTEGER NOT NULL,
    last_hash TEXT NOT NULL
) STRICT;

CREATE TABLE idempotency_records (
    caller TEXT NOT NULL,
    route TEXT NOT NULL,
    key TEXT NOT NULL,
    body_digest BLOB NOT NULL,
    created_ms INTEGER NOT NULL,
    status INTEGER,
    answer TEXT,
    PRIMARY KEY (caller, route, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_records_by_age ON idempotency_records (created_ms);
