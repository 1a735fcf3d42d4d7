-- What changed since the run before, engine by engine. Runs of before have none.
ALTER TABLE monitor_runs ADD COLUMN changes TEXT NOT NULL DEFAULT '[]';
