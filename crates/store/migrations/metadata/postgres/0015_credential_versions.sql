-- A number that grows with every change of an account's password or address, and when the account is locked. Changes that
-- were allowed on an older number are refused.
ALTER TABLE users ADD COLUMN credential_version BIGINT NOT NULL DEFAULT 0;
-- When the operator locked the account. NULL if it can sign in.
ALTER TABLE users ADD COLUMN locked_ms BIGINT;

-- For the active keys that an account made.
CREATE INDEX api_keys_by_creator ON api_keys (created_by_id, id) WHERE revoked_ms IS NULL;
