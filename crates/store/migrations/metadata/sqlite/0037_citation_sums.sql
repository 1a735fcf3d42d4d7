-- Sums over what engines answered, by run and engine, so that reports read no answers. They are written in the transaction
-- that stores an answer. A slot is a quarter of an hour: no time zone has a midnight inside one.
CREATE TABLE answer_sums (
    site_id TEXT NOT NULL,
    slot_ms INTEGER NOT NULL,
    run_id TEXT NOT NULL REFERENCES monitor_runs (id) ON DELETE CASCADE,
    engine TEXT NOT NULL,
    reading_version INTEGER NOT NULL,
    monitor_id TEXT NOT NULL,
    first_ms INTEGER NOT NULL,
    samples INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    unsearched INTEGER NOT NULL,
    cited INTEGER NOT NULL,
    consulted_only INTEGER NOT NULL,
    mentioned INTEGER NOT NULL,
    competitors_cited INTEGER NOT NULL,
    position_sum INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    PRIMARY KEY (site_id, slot_ms, run_id, engine, reading_version)
) STRICT, WITHOUT ROWID;
CREATE INDEX answer_sums_by_run ON answer_sums (run_id);

-- What answers about a site cite: addresses by their owner (`own`, `competitor`, `other`), and paths of the site (`page`).
CREATE TABLE cited_addresses (
    id INTEGER PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    -- Empty for a path.
    domain TEXT NOT NULL,
    title TEXT,
    last_ms INTEGER NOT NULL,
    UNIQUE (site_id, kind, address)
) STRICT;

CREATE TABLE cited_address_sums (
    address_id INTEGER NOT NULL REFERENCES cited_addresses (id) ON DELETE CASCADE,
    engine TEXT NOT NULL,
    slot_ms INTEGER NOT NULL,
    run_id TEXT NOT NULL REFERENCES monitor_runs (id) ON DELETE CASCADE,
    reading_version INTEGER NOT NULL,
    monitor_id TEXT NOT NULL,
    citations INTEGER NOT NULL,
    first_ms INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    PRIMARY KEY (address_id, engine, slot_ms, run_id, reading_version)
) STRICT, WITHOUT ROWID;
CREATE INDEX cited_address_sums_by_run ON cited_address_sums (run_id);

-- Whether the sums contain an answer. Those that are stored already are added in pieces, when the database is opened.
ALTER TABLE citations ADD COLUMN is_summed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX citations_not_summed ON citations (run_id) WHERE is_summed = 0;
