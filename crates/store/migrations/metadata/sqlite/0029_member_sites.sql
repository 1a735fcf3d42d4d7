-- The only sites that a member sees, as a JSON list of ids; NULL for all of the organization. An empty list is no site.
ALTER TABLE memberships ADD COLUMN site_ids TEXT;
ALTER TABLE pending_members ADD COLUMN site_ids TEXT;

-- The site that a job is about; NULL where it is about none.
ALTER TABLE jobs ADD COLUMN site_id TEXT;
UPDATE jobs SET site_id = input ->> 'siteId' WHERE kind = 'prompts.generate';
UPDATE jobs SET site_id = (SELECT r.site_id FROM monitor_runs r WHERE r.id = jobs.input ->> 'runId')
    WHERE kind = 'monitor.run';

-- The site of the job that a line of the ledger is about. The ledger is only added to, so its guard steps aside for this.
DROP TRIGGER credit_ledger_is_not_altered;
ALTER TABLE credit_ledger ADD COLUMN site_id TEXT;
UPDATE credit_ledger SET site_id = j.site_id FROM jobs j
    WHERE credit_ledger.reference_type = 'job' AND j.id = credit_ledger.reference_id;
UPDATE credit_ledger SET site_id = r.site_id FROM monitor_runs r
    WHERE credit_ledger.site_id IS NULL AND credit_ledger.reference_type = 'job' AND r.job_id = credit_ledger.reference_id;
CREATE TRIGGER credit_ledger_is_not_altered BEFORE UPDATE ON credit_ledger
BEGIN
    SELECT RAISE(ABORT, 'the ledger is only added to');
END;
