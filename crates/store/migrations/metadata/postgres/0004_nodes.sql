-- What every server on this database must have alike.
CREATE TABLE deployment (
    id SMALLINT PRIMARY KEY CHECK (id = 1),
    -- The fingerprint of the key that seals secrets.
    sealing_key TEXT COLLATE "C" NOT NULL,
    -- Tells this database from any other that has the same key.
    instance UUID NOT NULL DEFAULT gen_random_uuid()
);
-- The servers that run. Times are the database's own, so that no server's clock matters.
CREATE TABLE nodes (
    id TEXT COLLATE "C" PRIMARY KEY,
    version TEXT COLLATE "C" NOT NULL,
    -- How it counts requests, or how it may begin to: together, carefully, alone.
    counting TEXT COLLATE "C" NOT NULL,
    -- Whether Redis answers it and knows all that it admitted.
    is_settled BOOLEAN NOT NULL,
    started TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    seen TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);

-- Which releases can read these tables: those that know the step readable_from, of the metadata and of the events. A step that an older
-- release cannot live with sets it to its own number; any other step leaves it, and older servers go on beside it.
CREATE TABLE layouts (
    name TEXT COLLATE "C" PRIMARY KEY,
    readable_from BIGINT NOT NULL
);
INSERT INTO layouts (name, readable_from) VALUES ('metadata', 4), ('events', 1);
