-- Who gets reports by email, when the next one is due, and up to which day reports were sent.
CREATE TABLE report_subscriptions (
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    wanted BIGINT NOT NULL,
    due_ms BIGINT NOT NULL,
    sent_until_day BIGINT,
    PRIMARY KEY (user_id, kind)
);
CREATE INDEX report_subscriptions_due ON report_subscriptions (due_ms) WHERE wanted = 1;
