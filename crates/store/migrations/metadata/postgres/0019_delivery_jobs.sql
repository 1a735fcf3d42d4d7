-- The job of a delivery, so that a person can make its next attempt due at once. NULL for deliveries of before.
ALTER TABLE webhook_deliveries ADD COLUMN job_id TEXT COLLATE "C";
-- The deliveries of one message.
CREATE INDEX webhook_deliveries_by_message ON webhook_deliveries (webhook_id, message_id, id);
