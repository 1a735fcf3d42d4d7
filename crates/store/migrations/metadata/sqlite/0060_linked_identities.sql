-- Identities of sign-in providers that are linked to accounts, and sign-ins that are under way at a provider.
CREATE TABLE linked_identities (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    email TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    last_used_ms INTEGER NOT NULL,
    UNIQUE (issuer, subject)
) STRICT;
CREATE INDEX linked_identities_by_user ON linked_identities (user_id, id);
-- What an identity once joined. Stays when the membership ends, so that a person who was removed does not join again.
CREATE TABLE identity_joins (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    org_id TEXT NOT NULL,
    by_group INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject, org_id)
) STRICT;
CREATE INDEX identity_joins_by_organization ON identity_joins (org_id);
CREATE TABLE sign_in_flows (
    digest BLOB NOT NULL PRIMARY KEY,
    provider TEXT NOT NULL,
    user_id TEXT,
    session_id TEXT,
    proven TEXT,
    expires_ms INTEGER NOT NULL,
    is_proof INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_flows_by_end ON sign_in_flows (expires_ms);
CREATE INDEX sign_in_flows_by_session ON sign_in_flows (session_id, expires_ms) WHERE session_id IS NOT NULL;
-- The identity that began a session, and when the session ends at the latest.
ALTER TABLE sessions ADD COLUMN identity_id TEXT;
ALTER TABLE sessions ADD COLUMN ends_ms INTEGER;
CREATE INDEX sessions_by_identity ON sessions (identity_id) WHERE identity_id IS NOT NULL;
-- The identity of a sign-in that waits for the second factor: linked already, or to be linked with it.
ALTER TABLE sign_in_challenges ADD COLUMN identity_id TEXT;
ALTER TABLE sign_in_challenges ADD COLUMN flow_digest BLOB;
ALTER TABLE sign_in_challenges ADD COLUMN session_ends_ms INTEGER;
