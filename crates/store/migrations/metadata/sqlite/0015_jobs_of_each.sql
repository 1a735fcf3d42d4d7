-- The jobs of each organization in the order they wait in: so that those of others are found behind a backlog of one.
CREATE INDEX jobs_of_each ON jobs (kind, org_id, ready_ms, id) WHERE ready_ms IS NOT NULL;
