-- Service accounts: members that are programs, and their tokens as digests. A token ends with its account.
CREATE TABLE service_accounts (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name TEXT COLLATE "C" NOT NULL,
    role TEXT COLLATE "C" NOT NULL,
    site_ids TEXT COLLATE "C",
    created_ms BIGINT NOT NULL,
    created_by_id TEXT COLLATE "C",
    created_by_email TEXT COLLATE "C",
    last_used_ms BIGINT
);
CREATE INDEX service_accounts_by_organization ON service_accounts (org_id, id);
CREATE TABLE service_tokens (
    digest BYTEA NOT NULL PRIMARY KEY,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES service_accounts (id) ON DELETE CASCADE,
    masked TEXT COLLATE "C" NOT NULL,
    allowed_ips TEXT COLLATE "C",
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX service_tokens_by_account ON service_tokens (account_id, created_ms);
-- What a service account did, so that what it created can be named when it ends.
CREATE INDEX audit_entries_by_service ON audit_entries (org_id, actor_id, action, id) WHERE actor_type = 'service';
