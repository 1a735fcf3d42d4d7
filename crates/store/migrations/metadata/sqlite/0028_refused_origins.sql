-- Origins whose events a site refused, the latest ten: an owner should hear of a page that is not counted.
CREATE TABLE refused_origins (
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    origin TEXT NOT NULL,
    count INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    PRIMARY KEY (site_id, origin)
) STRICT, WITHOUT ROWID;
