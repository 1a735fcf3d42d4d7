-- Service accounts: members that are programs, and their tokens as digests. A token ends with its account.
CREATE TABLE service_accounts (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    site_ids TEXT,
    created_ms INTEGER NOT NULL,
    created_by_id TEXT,
    created_by_email TEXT,
    last_used_ms INTEGER
) STRICT;
CREATE INDEX service_accounts_by_organization ON service_accounts (org_id, id);
CREATE TABLE service_tokens (
    digest BLOB NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES service_accounts (id) ON DELETE CASCADE,
    masked TEXT NOT NULL,
    allowed_ips TEXT,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX service_tokens_by_account ON service_tokens (account_id, created_ms);
-- What a service account did, so that what it created can be named when it ends.
CREATE INDEX audit_entries_by_service ON audit_entries (org_id, actor_id, action, id) WHERE actor_type = 'service';
