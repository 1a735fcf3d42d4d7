-- Sums over what engines answered, by run and engine, so that reports read no answers. They are written in the transaction
-- that stores an answer. A slot is a quarter of an hour: no time zone has a midnight inside one.
CREATE TABLE answer_sums (
    site_id TEXT COLLATE "C" NOT NULL,
    slot_ms BIGINT NOT NULL,
    run_id TEXT COLLATE "C" NOT NULL REFERENCES monitor_runs (id) ON DELETE CASCADE,
    engine TEXT COLLATE "C" NOT NULL,
    reading_version BIGINT NOT NULL,
    monitor_id TEXT COLLATE "C" NOT NULL,
    first_ms BIGINT NOT NULL,
    samples BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    unsearched BIGINT NOT NULL,
    cited BIGINT NOT NULL,
    consulted_only BIGINT NOT NULL,
    mentioned BIGINT NOT NULL,
    competitors_cited BIGINT NOT NULL,
    position_sum BIGINT NOT NULL,
    credits BIGINT NOT NULL,
    PRIMARY KEY (site_id, slot_ms, run_id, engine, reading_version)
);
CREATE INDEX answer_sums_by_run ON answer_sums (run_id);

-- What answers about a site cite: addresses by their owner (`own`, `competitor`, `other`), and paths of the site (`page`).
CREATE TABLE cited_addresses (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    -- Empty for a path.
    domain TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C",
    last_ms BIGINT NOT NULL,
    UNIQUE (site_id, kind, address)
);

CREATE TABLE cited_address_sums (
    address_id BIGINT NOT NULL REFERENCES cited_addresses (id) ON DELETE CASCADE,
    engine TEXT COLLATE "C" NOT NULL,
    slot_ms BIGINT NOT NULL,
    run_id TEXT COLLATE "C" NOT NULL REFERENCES monitor_runs (id) ON DELETE CASCADE,
    reading_version BIGINT NOT NULL,
    monitor_id TEXT COLLATE "C" NOT NULL,
    citations BIGINT NOT NULL,
    first_ms BIGINT NOT NULL,
    last_ms BIGINT NOT NULL,
    PRIMARY KEY (address_id, engine, slot_ms, run_id, reading_version)
);
CREATE INDEX cited_address_sums_by_run ON cited_address_sums (run_id);

-- Whether the sums contain an answer. Those that are stored already are added in pieces, when the database is opened.
ALTER TABLE citations ADD COLUMN is_summed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX citations_not_summed ON citations (run_id) WHERE is_summed = 0;
