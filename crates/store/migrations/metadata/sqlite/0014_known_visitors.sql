-- What accounts were logged in from, so that they get in while somebody guesses at their passwords.
-- A browser stands here as the SHA-256 of its cookie, an address as an HMAC under the key of `secrets.key`: there are too
-- few addresses to hide one behind a digest that anybody can compute.
CREATE TABLE known_visitors (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    digest BLOB NOT NULL,
    until_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind, digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_visitors_by_end ON known_visitors (until_ms);
