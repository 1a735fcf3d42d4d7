-- Events as they were raised, so that a receiver can read them back. The sequence follows the order of commits.
CREATE TABLE webhook_event_counts (
    org_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    last INTEGER NOT NULL
) STRICT;
CREATE TABLE webhook_events (
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    payload TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (org_id, sequence)
) STRICT;
CREATE INDEX webhook_events_by_type ON webhook_events (org_id, type, sequence);
CREATE INDEX webhook_events_by_age ON webhook_events (created_ms);
