-- Whom the reports that are sent to a channel are for.
ALTER TABLE notification_channels ADD COLUMN audience TEXT COLLATE "C" NOT NULL DEFAULT 'team';
-- Reports to channels: until when those that were due are done, and when to look again.
CREATE TABLE channel_reports (
    channel_id TEXT COLLATE "C" NOT NULL REFERENCES notification_channels (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    done_ms BIGINT NOT NULL,
    due_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, kind)
);
CREATE INDEX channel_reports_due ON channel_reports (due_ms);
