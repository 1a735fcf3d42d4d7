-- A loss is one that became clear over many runs, with what speaks for it. What one run said against the one before is no loss.
DELETE FROM lost_citations;
ALTER TABLE lost_citations ADD COLUMN evidence INTEGER NOT NULL DEFAULT 0;
