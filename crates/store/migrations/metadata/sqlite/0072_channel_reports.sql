-- Whom the reports that are sent to a channel are for.
ALTER TABLE notification_channels ADD COLUMN audience TEXT NOT NULL DEFAULT 'team';
-- Reports to channels: until when those that were due are done, and when to look again.
CREATE TABLE channel_reports (
    channel_id TEXT NOT NULL REFERENCES notification_channels (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    done_ms INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    PRIMARY KEY (channel_id, kind)
) STRICT;
CREATE INDEX channel_reports_due ON channel_reports (due_ms);
