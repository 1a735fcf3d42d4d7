-- Origins whose events a site refused, the latest ten: an owner should hear of a page that is not counted.
CREATE TABLE refused_origins (
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    origin TEXT COLLATE "C" NOT NULL,
    count BIGINT NOT NULL,
    last_ms BIGINT NOT NULL,
    PRIMARY KEY (site_id, origin)
);
