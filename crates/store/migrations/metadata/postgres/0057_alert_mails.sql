-- What a person chose about alerts by email, as JSON, and when the latest one was sent.
CREATE TABLE alert_settings (
    user_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    wishes TEXT COLLATE "C" NOT NULL,
    quiet_hours TEXT COLLATE "C",
    sent_ms BIGINT
);
-- Alerts for a person, until they were sent and their day has ended. The subject is the site's id, or empty.
CREATE TABLE alert_mails (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    day BIGINT NOT NULL,
    is_at_once BIGINT NOT NULL,
    told TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    due_ms BIGINT NOT NULL,
    sent_ms BIGINT
);
CREATE INDEX alert_mails_due ON alert_mails (due_ms) WHERE sent_ms IS NULL;
CREATE INDEX alert_mails_by_person ON alert_mails (user_id, kind, day);
CREATE INDEX alert_mails_by_age ON alert_mails (created_ms);
