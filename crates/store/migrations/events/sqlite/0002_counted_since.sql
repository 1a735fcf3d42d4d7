-- Kinds of counters that came later than the file: events up to this sequence are not counted under them, and a
-- recount leaves them out. A kind that is not here counts every event.
CREATE TABLE counted_since (
    kind INTEGER PRIMARY KEY,
    seq  INTEGER NOT NULL
) STRICT;

-- Presses of AI buttons by prompt.
INSERT INTO counted_since (kind, seq) SELECT 8, coalesce(max(seq), 0) FROM events;
