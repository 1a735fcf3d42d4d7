-- What a person chose about alerts by email, as JSON, and when the latest one was sent.
CREATE TABLE alert_settings (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    wishes TEXT NOT NULL,
    quiet_hours TEXT,
    sent_ms INTEGER
) STRICT;
-- Alerts for a person, until they were sent and their day has ended. The subject is the site's id, or empty.
CREATE TABLE alert_mails (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    day INTEGER NOT NULL,
    is_at_once INTEGER NOT NULL,
    told TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    sent_ms INTEGER
) STRICT;
CREATE INDEX alert_mails_due ON alert_mails (due_ms) WHERE sent_ms IS NULL;
CREATE INDEX alert_mails_by_person ON alert_mails (user_id, kind, day);
CREATE INDEX alert_mails_by_age ON alert_mails (created_ms);
