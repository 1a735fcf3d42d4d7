-- How often widgets of readers asked for a site's configuration, by day: an owner should hear of views that stopped.
CREATE TABLE config_requests (
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (site_id, day)
) STRICT, WITHOUT ROWID;
