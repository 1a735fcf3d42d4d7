-- Monitors and webhooks that were deleted: no request finds them from then on, and their rows are removed in pieces.
ALTER TABLE monitors ADD COLUMN is_removed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN is_removed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX monitors_removed ON monitors (site_id, id) WHERE is_removed = 1;
CREATE INDEX webhooks_removed ON webhooks (org_id, id) WHERE is_removed = 1;
