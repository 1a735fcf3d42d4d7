-- The present stretch of failures of a webhook: a day without any attempt ends one, since nobody saw then whether its receiver
-- was there. What disables a webhook is counted within a stretch.
ALTER TABLE webhooks ADD COLUMN last_failure_ms BIGINT;
ALTER TABLE webhooks ADD COLUMN stretch_since_ms BIGINT;
ALTER TABLE webhooks ADD COLUMN stretch_failures BIGINT NOT NULL DEFAULT 0;
UPDATE webhooks SET last_failure_ms = CAST(extract(epoch FROM now()) * 1000 AS BIGINT), stretch_since_ms = failing_since_ms,
    stretch_failures = failures_in_a_row WHERE failures_in_a_row > 0;
