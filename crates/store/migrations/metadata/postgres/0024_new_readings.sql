-- Stored answers are read again when the rules that read answers change.
-- The version of the rules that read the answer last, or tried to.
ALTER TABLE raw_answers ADD COLUMN read_version BIGINT NOT NULL DEFAULT 1;
-- JSON: where the redirects among an answer's sources lead. NULL for the answers of earlier releases, which did not keep it.
ALTER TABLE raw_answers ADD COLUMN targets TEXT;
CREATE INDEX raw_answers_by_version ON raw_answers (read_version, citation_id);

-- For each question and engine, how many answers a new version of the rules read again, and how many of them got another outcome.
CREATE TABLE new_readings (
    monitor_id TEXT COLLATE "C" NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
    engine TEXT NOT NULL,
    from_version BIGINT NOT NULL,
    to_version BIGINT NOT NULL,
    answers BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    -- Whether all answers of the monitor that are kept were read again.
    is_done BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (monitor_id, engine, from_version, to_version)
);

-- The changes that no other one has ended are few, however many are stored; lists of one level read rows of that level alone.
CREATE INDEX citation_changes_not_ended ON citation_changes (site_id, id) WHERE ended_ms IS NULL;
CREATE INDEX citation_changes_by_level ON citation_changes (site_id, level, id);
