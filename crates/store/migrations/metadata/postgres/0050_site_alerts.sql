-- What was told about a site, as JSON, and when it is looked at next. A site that was never looked at is due.

ALTER TABLE sites ADD COLUMN alert_state TEXT COLLATE "C" NOT NULL DEFAULT '{}';
ALTER TABLE sites ADD COLUMN alerts_due_ms BIGINT NOT NULL DEFAULT 0;
CREATE INDEX sites_by_alerts ON sites (alerts_due_ms) WHERE is_removed = 0;
