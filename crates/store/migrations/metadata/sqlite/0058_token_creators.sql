-- Who was given a token of a service account, so that removing them names what they may still use. Unknown for earlier tokens.
ALTER TABLE service_tokens ADD COLUMN created_by_id TEXT;
ALTER TABLE service_tokens ADD COLUMN created_by_email TEXT;
