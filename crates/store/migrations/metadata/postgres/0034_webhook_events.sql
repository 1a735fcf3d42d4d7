-- Events as they were raised, so that a receiver can read them back. The sequence follows the order of commits.
CREATE TABLE webhook_event_counts (
    org_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    last BIGINT NOT NULL
);
CREATE TABLE webhook_events (
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    sequence BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    type TEXT COLLATE "C" NOT NULL,
    payload TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (org_id, sequence)
);
CREATE INDEX webhook_events_by_type ON webhook_events (org_id, type, sequence);
CREATE INDEX webhook_events_by_age ON webhook_events (created_ms);
