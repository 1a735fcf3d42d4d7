-- A loss is one that became clear over many runs, with what speaks for it. What one run said against the one before is no loss.
DELETE FROM lost_citations;
ALTER TABLE lost_citations ADD COLUMN evidence BIGINT NOT NULL DEFAULT 0;
-- Older releases cannot read what runs say of change from now on.
UPDATE layouts SET readable_from = 6 WHERE name = 'metadata';
