-- Since when nothing gets through to a webhook: its first failed attempt after the last success.
ALTER TABLE webhooks ADD COLUMN failing_since_ms INTEGER;
-- Of those that fail now the first failure is not known; they are given a whole day from the upgrade on.
UPDATE webhooks SET failing_since_ms = CAST(strftime('%s', 'now') AS INTEGER) * 1000 WHERE failures_in_a_row > 0;

-- Every attempt at a delivery. The last one stands in the delivery as well, with the answer's beginning.
CREATE TABLE webhook_attempts (
    delivery_id TEXT NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    response_status INTEGER,
    failure TEXT,
    duration_ms INTEGER NOT NULL,
    PRIMARY KEY (delivery_id, number)
) STRICT, WITHOUT ROWID;
