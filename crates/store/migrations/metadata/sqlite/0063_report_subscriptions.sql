-- Who gets reports by email, when the next one is due, and up to which day reports were sent.
CREATE TABLE report_subscriptions (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    wanted INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    sent_until_day INTEGER,
    PRIMARY KEY (user_id, kind)
) STRICT;
CREATE INDEX report_subscriptions_due ON report_subscriptions (due_ms) WHERE wanted = 1;
