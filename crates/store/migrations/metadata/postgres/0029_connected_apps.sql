-- OAuth clients that registered themselves or have a metadata document, connected apps, and their tokens as digests.
-- A token without its app is unknown and is removed when it expires, so that an app with many tokens ends at once.
CREATE TABLE oauth_clients (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    redirect_uris TEXT COLLATE "C" NOT NULL,
    known_ms BIGINT NOT NULL,
    is_document BIGINT NOT NULL,
    is_used BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX oauth_clients_unused ON oauth_clients (known_ms) WHERE is_used = 0;
-- An app ends with the membership of its person.
CREATE TABLE connected_apps (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    org_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    client_id TEXT COLLATE "C" NOT NULL,
    client_name TEXT COLLATE "C" NOT NULL,
    destination TEXT COLLATE "C" NOT NULL,
    scopes TEXT COLLATE "C" NOT NULL,
    site_ids TEXT COLLATE "C",
    resource TEXT COLLATE "C" NOT NULL,
    credential_version BIGINT NOT NULL,
    code_digest BYTEA NOT NULL UNIQUE,
    code_expires_ms BIGINT NOT NULL,
    code_challenge TEXT COLLATE "C" NOT NULL,
    code_redirect_uri TEXT COLLATE "C" NOT NULL,
    code_used_ms BIGINT,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    last_used_ms BIGINT,
    FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE
);
CREATE INDEX connected_apps_by_user ON connected_apps (user_id, id);
CREATE INDEX connected_apps_by_organization ON connected_apps (org_id, id);
CREATE INDEX connected_apps_by_end ON connected_apps (expires_ms);
CREATE TABLE oauth_tokens (
    digest BYTEA NOT NULL PRIMARY KEY,
    app_id TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    used_ms BIGINT
);
CREATE INDEX oauth_tokens_by_end ON oauth_tokens (expires_ms);
CREATE INDEX oauth_tokens_by_app ON oauth_tokens (app_id, kind, created_ms);
