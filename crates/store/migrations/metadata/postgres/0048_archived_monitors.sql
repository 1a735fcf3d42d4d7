-- Archived monitors ask nothing and keep their answers.
ALTER TABLE monitors ADD COLUMN archived_ms BIGINT;
