-- Sums over citations read this index alone: their rows hold lists of sources. It begins with the columns of
-- citations_by_time, which it replaces. `outcome` is NULL exactly where `failure` is not.
CREATE INDEX citations_sums ON citations (
    site_id, ran_ms, run_id, engine, monitor_id, outcome, searched, mentioned, cited, position, competitors_cited, credits_used
);
DROP INDEX citations_by_time;
