-- Identities of sign-in providers that are linked to accounts, and sign-ins that are under way at a provider.
CREATE TABLE linked_identities (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider TEXT COLLATE "C" NOT NULL,
    issuer TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    email TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    last_used_ms BIGINT NOT NULL,
    UNIQUE (issuer, subject)
);
CREATE INDEX linked_identities_by_user ON linked_identities (user_id, id);
-- What an identity once joined. Stays when the membership ends, so that a person who was removed does not join again.
CREATE TABLE identity_joins (
    issuer TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    org_id TEXT COLLATE "C" NOT NULL,
    by_group BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject, org_id)
);
CREATE INDEX identity_joins_by_organization ON identity_joins (org_id);
CREATE TABLE sign_in_flows (
    digest BYTEA NOT NULL PRIMARY KEY,
    provider TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C",
    session_id TEXT COLLATE "C",
    proven TEXT COLLATE "C",
    expires_ms BIGINT NOT NULL,
    is_proof BIGINT NOT NULL
);
CREATE INDEX sign_in_flows_by_end ON sign_in_flows (expires_ms);
CREATE INDEX sign_in_flows_by_session ON sign_in_flows (session_id, expires_ms) WHERE session_id IS NOT NULL;
-- The identity that began a session, and when the session ends at the latest.
ALTER TABLE sessions ADD COLUMN identity_id TEXT COLLATE "C";
ALTER TABLE sessions ADD COLUMN ends_ms BIGINT;
CREATE INDEX sessions_by_identity ON sessions (identity_id) WHERE identity_id IS NOT NULL;
-- The identity of a sign-in that waits for the second factor: linked already, or to be linked with it.
ALTER TABLE sign_in_challenges ADD COLUMN identity_id TEXT COLLATE "C";
ALTER TABLE sign_in_challenges ADD COLUMN flow_digest BYTEA;
ALTER TABLE sign_in_challenges ADD COLUMN session_ends_ms BIGINT;
