-- Engines that cited a site in answer to a question and do no longer: what the board tells until they do again.
CREATE TABLE lost_citations (
    monitor_id TEXT NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
    engine TEXT NOT NULL,
    query TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (monitor_id, engine)
) STRICT, WITHOUT ROWID;
