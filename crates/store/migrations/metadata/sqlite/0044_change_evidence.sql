-- How far the evidence is for a change of each citation rate that is not clear yet, as the latest run measured it.
CREATE TABLE change_evidence (
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    -- The level with its question and engine: `cell:mon_…:xai`, `question:mon_…:`, `engine::xai`, `site::`.
    rate TEXT NOT NULL,
    level TEXT NOT NULL,
    monitor_id TEXT REFERENCES monitors (id) ON DELETE CASCADE,
    query TEXT,
    engine TEXT,
    -- JSON: the evidence.
    measured TEXT NOT NULL,
    measured_ms INTEGER NOT NULL,
    PRIMARY KEY (site_id, rate)
) STRICT;
CREATE INDEX change_evidence_by_monitor ON change_evidence (monitor_id);
