-- Other names by which answers of engines may speak of a site, a JSON list. Those of competitors stand in the lists of
-- competitors of `monitors` and in `monitor_runs.question`; what was stored there as a domain alone is still read.

ALTER TABLE sites ADD COLUMN aliases TEXT NOT NULL DEFAULT '[]';
