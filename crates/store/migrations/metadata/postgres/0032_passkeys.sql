-- Passkeys, and the digests of ceremonies that were used, until they expire.
CREATE TABLE passkeys (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT COLLATE "C" NOT NULL,
    credential_id BYTEA NOT NULL UNIQUE,
    credential TEXT COLLATE "C" NOT NULL,
    counter BIGINT NOT NULL,
    is_backed_up BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    last_used_ms BIGINT
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, id);
CREATE TABLE used_ceremonies (
    digest BYTEA NOT NULL PRIMARY KEY,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX used_ceremonies_by_end ON used_ceremonies (expires_ms);
