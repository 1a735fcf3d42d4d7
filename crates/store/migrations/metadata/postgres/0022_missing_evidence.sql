-- Markers of an answer beyond its list of sources, and the searches that the engine bills for it. Answers of earlier releases have 0.
ALTER TABLE citations ADD COLUMN dangling_markers BIGINT NOT NULL DEFAULT 0;
ALTER TABLE citations ADD COLUMN billed_queries BIGINT NOT NULL DEFAULT 0;

-- Of the failures, those whose response could not be read or misses evidence.
ALTER TABLE answer_sums ADD COLUMN unreadable BIGINT NOT NULL DEFAULT 0;
