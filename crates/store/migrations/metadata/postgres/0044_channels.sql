-- Channels: team chats that get notifications. Their addresses are sealed, since whoever has one can post.
CREATE TABLE notification_channels (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    type TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    sealed_address TEXT COLLATE "C" NOT NULL,
    masked_address TEXT COLLATE "C" NOT NULL,
    enabled BIGINT NOT NULL,
    routes TEXT COLLATE "C" NOT NULL,
    last_sent_ms BIGINT,
    failing_since_ms BIGINT,
    failure TEXT COLLATE "C",
    gone_since_ms BIGINT,
    is_gone BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    created_by_id TEXT COLLATE "C",
    created_by_email TEXT COLLATE "C",
    is_removed BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX notification_channels_by_organization ON notification_channels (org_id, id);
CREATE INDEX notification_channels_removed ON notification_channels (id) WHERE is_removed = 1;
-- Messages to channels. Those that wait for a digest name it.
CREATE TABLE channel_messages (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    channel_id TEXT COLLATE "C" NOT NULL REFERENCES notification_channels (id) ON DELETE CASCADE,
    site_id TEXT COLLATE "C",
    kind TEXT COLLATE "C" NOT NULL,
    day BIGINT NOT NULL,
    notice TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    digest_id TEXT COLLATE "C",
    more BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    sent_ms BIGINT,
    next_attempt_ms BIGINT,
    response_status BIGINT,
    failure TEXT COLLATE "C"
);
CREATE INDEX channel_messages_by_channel ON channel_messages (channel_id, id);
CREATE INDEX channel_messages_by_day ON channel_messages (channel_id, kind, day);
CREATE INDEX channel_messages_by_digest ON channel_messages (digest_id) WHERE digest_id IS NOT NULL;
CREATE INDEX channel_messages_by_age ON channel_messages (created_ms);
