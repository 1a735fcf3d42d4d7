-- How often widgets of readers asked for a site's configuration, by day: an owner should hear of views that stopped.
CREATE TABLE config_requests (
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (site_id, day)
);
