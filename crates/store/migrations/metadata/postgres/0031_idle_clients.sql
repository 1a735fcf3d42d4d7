-- Since when a client has no connected app, so that it can be removed; when its document was last read early, because a request named
-- an address that the stored copy lacks; and the connected app through which a person made a change.
ALTER TABLE oauth_clients ADD COLUMN idle_ms BIGINT;
ALTER TABLE oauth_clients ADD COLUMN read_early_ms BIGINT;
CREATE INDEX oauth_clients_idle ON oauth_clients (is_document, idle_ms) WHERE idle_ms IS NOT NULL;
CREATE INDEX oauth_clients_in_use ON oauth_clients (id) WHERE idle_ms IS NULL;
CREATE INDEX connected_apps_by_client ON connected_apps (client_id);
ALTER TABLE audit_entries ADD COLUMN via TEXT COLLATE "C";
