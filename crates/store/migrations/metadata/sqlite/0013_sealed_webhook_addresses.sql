-- Addresses of webhooks often hold a token. `sealed_url` has the whole address, sealed as their secrets are; `url` has
-- its origin alone. Rows from before are sealed when the store is next opened, since SQL has no key.
ALTER TABLE webhooks ADD COLUMN sealed_url TEXT;
