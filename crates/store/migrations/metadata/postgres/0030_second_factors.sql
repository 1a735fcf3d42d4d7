-- Second factors: authenticator apps, recovery codes, sign-ins that wait for the second step, and what proved each session.
-- The kinds of factors of an account as bits, and how many codes were wrong since the last right one.
ALTER TABLE users ADD COLUMN factors BIGINT NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN wrong_codes BIGINT NOT NULL DEFAULT 0;
-- The proofs of a session as bits: 1 is the password. NULL: the last proof was the sign-in.
ALTER TABLE sessions ADD COLUMN assurance BIGINT NOT NULL DEFAULT 1;
ALTER TABLE sessions ADD COLUMN proved_ms BIGINT;
-- A browser that does not ask for the second factor: since when, until when, and its name for itself.
ALTER TABLE known_visitors ADD COLUMN remembered_ms BIGINT;
ALTER TABLE known_visitors ADD COLUMN remembered_until_ms BIGINT;
ALTER TABLE known_visitors ADD COLUMN user_agent TEXT COLLATE "C";
ALTER TABLE organizations ADD COLUMN require_second_factor BIGINT NOT NULL DEFAULT 0;
ALTER TABLE organizations ADD COLUMN remember_browsers BIGINT NOT NULL DEFAULT 1;
-- The proofs of the session in which an app was connected.
ALTER TABLE connected_apps ADD COLUMN assurance BIGINT NOT NULL DEFAULT 1;

CREATE TABLE totp_factors (
    user_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    sealed_secret TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    confirmed_ms BIGINT,
    last_step BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    digest BYTEA NOT NULL,
    used_ms BIGINT,
    PRIMARY KEY (user_id, digest)
);

CREATE TABLE sign_in_challenges (
    digest BYTEA NOT NULL PRIMARY KEY,
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_version BIGINT NOT NULL,
    assurance BIGINT NOT NULL,
    one_time_digest BYTEA,
    one_time_use TEXT COLLATE "C",
    wrong_codes BIGINT NOT NULL DEFAULT 0,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX sign_in_challenges_by_user ON sign_in_challenges (user_id, expires_ms);
CREATE INDEX sign_in_challenges_by_end ON sign_in_challenges (expires_ms);
