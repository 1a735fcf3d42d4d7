-- Clear changes of citation rates. A row is stored in the transaction that ends the run which made the change clear; what is shown and
-- sent of it is read from here.
CREATE TABLE citation_changes (
    id TEXT COLLATE "C" PRIMARY KEY,
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    -- `cell` (a question and an engine), `question`, `engine`, `site`.
    level TEXT NOT NULL,
    monitor_id TEXT COLLATE "C" REFERENCES monitors (id) ON DELETE CASCADE,
    query TEXT,
    engine TEXT,
    -- `rise`, `fall`.
    direction TEXT NOT NULL,
    first_run_id TEXT COLLATE "C" NOT NULL,
    first_run_ms BIGINT NOT NULL,
    clear_run_id TEXT COLLATE "C" NOT NULL,
    clear_ms BIGINT NOT NULL,
    -- JSON: the answers, how many of them cite the site, and the rate to show.
    answers_before TEXT NOT NULL,
    answers_after TEXT NOT NULL,
    -- `sure`, `very_sure`.
    strength TEXT NOT NULL,
    reading_version BIGINT NOT NULL,
    -- The change of a higher level that explains this one.
    part_of TEXT COLLATE "C",
    note TEXT,
    -- When another change of the same rate became clear.
    ended_ms BIGINT
);
CREATE INDEX citation_changes_by_site ON citation_changes (site_id, id);
CREATE INDEX citation_changes_by_monitor ON citation_changes (monitor_id);

-- Since when the levels of a site are watched. What the first look finds clear is stored and not reported.
CREATE TABLE citation_watches (
    site_id TEXT COLLATE "C" PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
    since_ms BIGINT NOT NULL
);

-- Changes that earlier releases stored with the run that made them clear.
INSERT INTO citation_changes (id, site_id, level, monitor_id, query, engine, direction, first_run_id, first_run_ms, clear_run_id, clear_ms,
    answers_before, answers_after, strength, reading_version, part_of, note, ended_ms)
SELECT 'chg_' || substr(e.run_id, 5, 25) || CASE e.engine WHEN 'openai' THEN '1' WHEN 'perplexity' THEN '2' WHEN 'gemini' THEN '3'
        WHEN 'anthropic' THEN '4' ELSE '5' END,
    e.site_id, 'cell', e.monitor_id, e.query, e.engine, CASE e.direction WHEN 'up' THEN 'rise' ELSE 'fall' END,
    f.id, f.started_ms, e.run_id, e.finished_ms,
    (SELECT json_build_object('samples', COALESCE(SUM(s.samples), 0), 'citedCount', COALESCE(SUM(s.cited), 0), 'rate', e.rate_before)::text
        FROM monitor_runs x JOIN answer_sums s ON s.run_id = x.id WHERE x.monitor_id = e.monitor_id AND s.engine = e.engine AND x.rowid < f.rowid AND s.first_ms >= f.started_ms - 7776000000),
    (SELECT json_build_object('samples', COALESCE(SUM(s.samples), 0), 'citedCount', COALESCE(SUM(s.cited), 0), 'rate', e.rate_after)::text
        FROM monitor_runs x JOIN answer_sums s ON s.run_id = x.id WHERE x.monitor_id = e.monitor_id AND s.engine = e.engine AND x.rowid >= f.rowid AND x.rowid <= e.place),
    CASE WHEN e.evidence >= 100000 THEN 'very_sure' ELSE 'sure' END,
    (SELECT COALESCE(MAX(s.reading_version), 1) FROM answer_sums s WHERE s.run_id = e.run_id AND s.engine = e.engine),
    NULL, CASE WHEN e.is_new = 'true' THEN NULL ELSE 'clear_before_upgrade' END,
    LEAD(e.finished_ms) OVER (PARTITION BY e.monitor_id, e.engine ORDER BY e.place)
FROM (
    SELECT r.rowid AS place, r.id AS run_id, r.site_id, r.monitor_id, r.finished_ms, r.question::jsonb ->> 'query' AS query,
        c.value ->> 'engine' AS engine, c.value -> 'change' ->> 'direction' AS direction,
        c.value -> 'change' ->> 'fromRunId' AS from_run_id, CAST(c.value -> 'change' ->> 'evidence' AS DOUBLE PRECISION) AS evidence,
        c.value -> 'change' ->> 'isNew' AS is_new, CAST(c.value -> 'change' ->> 'rateBefore' AS DOUBLE PRECISION) AS rate_before, CAST(c.value -> 'change' ->> 'rateAfter' AS DOUBLE PRECISION) AS rate_after
    FROM monitor_runs r, jsonb_array_elements(r.changes::jsonb) AS c (value)
    WHERE r.finished_ms IS NOT NULL AND c.value -> 'change' ->> 'clearSinceRunId' = r.id
) e JOIN monitor_runs f ON f.id = e.from_run_id JOIN monitors m ON m.id = e.monitor_id;
