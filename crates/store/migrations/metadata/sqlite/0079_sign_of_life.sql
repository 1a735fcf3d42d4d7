-- When a server of this instance last gave a sign of life, and the outage about which sites have no notes yet.
CREATE TABLE sign_of_life (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    seen_ms INTEGER NOT NULL,
    down_from_ms INTEGER,
    down_to_ms INTEGER
) STRICT;
