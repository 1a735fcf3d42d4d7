-- Monitors, their runs, and what was found. Times are Unix milliseconds; lists and records are JSON. Everything goes
-- with its monitor, and monitors with their site.

CREATE TABLE monitors (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    query TEXT NOT NULL,
    engines TEXT NOT NULL,
    cadence TEXT NOT NULL,
    samples_per_run INTEGER NOT NULL,
    region TEXT,
    language TEXT,
    competitors TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    -- NULL: never by itself.
    next_run_ms INTEGER,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX monitors_by_site ON monitors (site_id, id);
CREATE INDEX monitors_due ON monitors (next_run_ms) WHERE next_run_ms IS NOT NULL;

CREATE TABLE monitor_runs (
    id TEXT NOT NULL PRIMARY KEY,
    monitor_id TEXT NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
    site_id TEXT NOT NULL,
    -- Jobs are removed earlier than runs.
    job_id TEXT,
    started_by TEXT NOT NULL,
    -- What is asked, and whom, as it was when the run began.
    question TEXT NOT NULL,
    engines TEXT NOT NULL,
    status TEXT NOT NULL,
    failure TEXT,
    credits_reserved INTEGER NOT NULL,
    credits_used INTEGER NOT NULL,
    started_ms INTEGER NOT NULL,
    finished_ms INTEGER
) STRICT;
CREATE INDEX monitor_runs_by_monitor ON monitor_runs (monitor_id);
CREATE INDEX monitor_runs_by_job ON monitor_runs (job_id) WHERE finished_ms IS NULL;
-- A monitor has one run at a time.
CREATE UNIQUE INDEX monitor_runs_open ON monitor_runs (monitor_id) WHERE finished_ms IS NULL;

CREATE TABLE citations (
    id TEXT NOT NULL PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES monitor_runs (id) ON DELETE CASCADE,
    monitor_id TEXT NOT NULL,
    site_id TEXT NOT NULL,
    query TEXT NOT NULL,
    engine TEXT NOT NULL,
    sample INTEGER NOT NULL,
    model TEXT NOT NULL,
    ran_ms INTEGER NOT NULL,
    -- NULL when the engine answered.
    failure TEXT,
    -- NULL when it did not.
    outcome TEXT,
    searched INTEGER NOT NULL,
    mentioned INTEGER NOT NULL,
    cited INTEGER NOT NULL,
    consulted INTEGER NOT NULL,
    position INTEGER,
    competitors TEXT NOT NULL,
    -- How many of them are cited.
    competitors_cited INTEGER NOT NULL,
    consulted_urls TEXT NOT NULL,
    excerpt TEXT,
    credits_used INTEGER NOT NULL,
    UNIQUE (run_id, engine, sample)
) STRICT;
CREATE INDEX citations_by_site ON citations (site_id, id);
CREATE INDEX citations_by_time ON citations (site_id, ran_ms);
CREATE INDEX citations_by_monitor ON citations (monitor_id, engine);

CREATE TABLE citation_urls (
    citation_id TEXT NOT NULL REFERENCES citations (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    url TEXT NOT NULL,
    domain TEXT NOT NULL,
    title TEXT,
    owner TEXT NOT NULL,
    PRIMARY KEY (citation_id, position)
) STRICT, WITHOUT ROWID;

-- Paths of the site's own pages that an answer cites.
CREATE TABLE citation_pages (
    citation_id TEXT NOT NULL REFERENCES citations (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    PRIMARY KEY (citation_id, path)
) STRICT, WITHOUT ROWID;

-- What engines sent. Removed after 90 days.
CREATE TABLE raw_answers (
    citation_id TEXT NOT NULL PRIMARY KEY REFERENCES citations (id) ON DELETE CASCADE,
    body TEXT NOT NULL,
    cut INTEGER NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX raw_answers_by_age ON raw_answers (created_ms);
