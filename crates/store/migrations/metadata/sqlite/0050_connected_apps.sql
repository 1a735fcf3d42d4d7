-- OAuth clients that registered themselves or have a metadata document, connected apps, and their tokens as digests.
-- A token without its app is unknown and is removed when it expires, so that an app with many tokens ends at once.
CREATE TABLE oauth_clients (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    known_ms INTEGER NOT NULL,
    is_document INTEGER NOT NULL,
    is_used INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX oauth_clients_unused ON oauth_clients (known_ms) WHERE is_used = 0;
-- An app ends with the membership of its person.
CREATE TABLE connected_apps (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    client_name TEXT NOT NULL,
    destination TEXT NOT NULL,
    scopes TEXT NOT NULL,
    site_ids TEXT,
    resource TEXT NOT NULL,
    credential_version INTEGER NOT NULL,
    code_digest BLOB NOT NULL UNIQUE,
    code_expires_ms INTEGER NOT NULL,
    code_challenge TEXT NOT NULL,
    code_redirect_uri TEXT NOT NULL,
    code_used_ms INTEGER,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    last_used_ms INTEGER,
    FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX connected_apps_by_user ON connected_apps (user_id, id);
CREATE INDEX connected_apps_by_organization ON connected_apps (org_id, id);
CREATE INDEX connected_apps_by_end ON connected_apps (expires_ms);
CREATE TABLE oauth_tokens (
    digest BLOB NOT NULL PRIMARY KEY,
    app_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    used_ms INTEGER
) STRICT;
CREATE INDEX oauth_tokens_by_end ON oauth_tokens (expires_ms);
CREATE INDEX oauth_tokens_by_app ON oauth_tokens (app_id, kind, created_ms);
