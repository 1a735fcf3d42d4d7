-- The chain of a key: the first key, and whatever replaced it since. NULL is a chain of one, which a program of the
-- version before may have stored in the meantime.

ALTER TABLE api_keys ADD COLUMN chain_id TEXT;

UPDATE api_keys SET chain_id = id;

-- From each key that replaced another back to the first, by the primary key.
WITH RECURSIVE steps (key_id, id, before_id) AS (
    SELECT id, id, rotated_from_id FROM api_keys WHERE rotated_from_id IS NOT NULL
    UNION ALL
    SELECT steps.key_id, k.id, k.rotated_from_id FROM steps JOIN api_keys k ON k.id = steps.before_id
)
UPDATE api_keys SET chain_id = steps.id FROM steps WHERE steps.key_id = api_keys.id AND steps.before_id IS NULL;

CREATE INDEX api_keys_of_chain ON api_keys (chain_id);
