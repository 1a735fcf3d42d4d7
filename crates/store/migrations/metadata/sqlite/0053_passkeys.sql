-- Passkeys, and the digests of ceremonies that were used, until they expire.
CREATE TABLE passkeys (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    credential_id BLOB NOT NULL UNIQUE,
    credential TEXT NOT NULL,
    counter INTEGER NOT NULL,
    is_backed_up INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    last_used_ms INTEGER
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_id, id);
CREATE TABLE used_ceremonies (
    digest BLOB NOT NULL PRIMARY KEY,
    expires_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX used_ceremonies_by_end ON used_ceremonies (expires_ms);
