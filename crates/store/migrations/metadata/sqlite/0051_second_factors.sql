-- Second factors: authenticator apps, recovery codes, sign-ins that wait for the second step, and what proved each session.
-- The kinds of factors of an account as bits, and how many codes were wrong since the last right one.
ALTER TABLE users ADD COLUMN factors INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN wrong_codes INTEGER NOT NULL DEFAULT 0;
-- The proofs of a session as bits: 1 is the password. NULL: the last proof was the sign-in.
ALTER TABLE sessions ADD COLUMN assurance INTEGER NOT NULL DEFAULT 1;
ALTER TABLE sessions ADD COLUMN proved_ms INTEGER;
-- A browser that does not ask for the second factor: since when, until when, and its name for itself.
ALTER TABLE known_visitors ADD COLUMN remembered_ms INTEGER;
ALTER TABLE known_visitors ADD COLUMN remembered_until_ms INTEGER;
ALTER TABLE known_visitors ADD COLUMN user_agent TEXT;
ALTER TABLE organizations ADD COLUMN require_second_factor INTEGER NOT NULL DEFAULT 0;
ALTER TABLE organizations ADD COLUMN remember_browsers INTEGER NOT NULL DEFAULT 1;
-- The proofs of the session in which an app was connected.
ALTER TABLE connected_apps ADD COLUMN assurance INTEGER NOT NULL DEFAULT 1;

CREATE TABLE totp_factors (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    sealed_secret TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    confirmed_ms INTEGER,
    last_step INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    digest BLOB NOT NULL,
    used_ms INTEGER,
    PRIMARY KEY (user_id, digest)
) STRICT, WITHOUT ROWID;

CREATE TABLE sign_in_challenges (
    digest BLOB NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_version INTEGER NOT NULL,
    assurance INTEGER NOT NULL,
    one_time_digest BLOB,
    one_time_use TEXT,
    wrong_codes INTEGER NOT NULL DEFAULT 0,
    expires_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_challenges_by_user ON sign_in_challenges (user_id, expires_ms);
CREATE INDEX sign_in_challenges_by_end ON sign_in_challenges (expires_ms);
