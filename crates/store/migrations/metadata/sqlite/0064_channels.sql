-- Channels: team chats that get notifications. Their addresses are sealed, since whoever has one can post.
CREATE TABLE notification_channels (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    sealed_address TEXT NOT NULL,
    masked_address TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    routes TEXT NOT NULL,
    last_sent_ms INTEGER,
    failing_since_ms INTEGER,
    failure TEXT,
    gone_since_ms INTEGER,
    is_gone INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    created_by_id TEXT,
    created_by_email TEXT,
    is_removed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX notification_channels_by_organization ON notification_channels (org_id, id);
CREATE INDEX notification_channels_removed ON notification_channels (id) WHERE is_removed = 1;
-- Messages to channels. Those that wait for a digest name it.
CREATE TABLE channel_messages (
    id TEXT NOT NULL PRIMARY KEY,
    channel_id TEXT NOT NULL REFERENCES notification_channels (id) ON DELETE CASCADE,
    site_id TEXT,
    kind TEXT NOT NULL,
    day INTEGER NOT NULL,
    notice TEXT NOT NULL,
    state TEXT NOT NULL,
    digest_id TEXT,
    more INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    sent_ms INTEGER,
    next_attempt_ms INTEGER,
    response_status INTEGER,
    failure TEXT
) STRICT;
CREATE INDEX channel_messages_by_channel ON channel_messages (channel_id, id);
CREATE INDEX channel_messages_by_day ON channel_messages (channel_id, kind, day);
CREATE INDEX channel_messages_by_digest ON channel_messages (digest_id) WHERE digest_id IS NOT NULL;
CREATE INDEX channel_messages_by_age ON channel_messages (created_ms);
