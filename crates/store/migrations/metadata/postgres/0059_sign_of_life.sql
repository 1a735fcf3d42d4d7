-- When a server of this instance last gave a sign of life, and the outage about which sites have no notes yet.
CREATE TABLE sign_of_life (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    seen_ms BIGINT NOT NULL,
    down_from_ms BIGINT,
    down_to_ms BIGINT
);
