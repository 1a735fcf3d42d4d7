-- The sealed secret with which a drain signs what it sends, and the code that its address answers with.
ALTER TABLE log_sources ADD COLUMN verification_code TEXT;
ALTER TABLE log_sources ADD COLUMN sealed_drain_secret TEXT;
