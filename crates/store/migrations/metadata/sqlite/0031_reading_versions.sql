-- The version of the rules that read an answer: answers of different versions are not compared.
ALTER TABLE citations ADD COLUMN reading_version INTEGER NOT NULL DEFAULT 1;
-- Sums read this index alone.
DROP INDEX citations_sums;
CREATE INDEX citations_sums ON citations (
    site_id, ran_ms, run_id, engine, monitor_id, outcome, searched, mentioned, cited, position, competitors_cited, credits_used,
    reading_version
);
