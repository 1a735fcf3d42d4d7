-- How many credits a site may use in a month, and the month for which its team was told that few are left.
ALTER TABLE sites ADD COLUMN credits_per_month INTEGER;
ALTER TABLE sites ADD COLUMN credits_told_ms INTEGER;
CREATE INDEX credit_ledger_by_site ON credit_ledger (org_id, site_id, created_ms);
-- The latest models of an engine are found without the rows of others.
CREATE INDEX citations_by_engine ON citations (site_id, engine, id) WHERE failure IS NULL;
