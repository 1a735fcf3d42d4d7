-- Sources of logs: what may send the lines of a site's web servers. Of their tokens only digests are stored.
CREATE TABLE log_sources (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    name TEXT COLLATE "C" NOT NULL,
    format TEXT COLLATE "C",
    log_format TEXT COLLATE "C",
    hosts TEXT COLLATE "C" NOT NULL,
    digest BYTEA NOT NULL UNIQUE,
    masked TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE INDEX log_sources_by_site ON log_sources (site_id, id);
CREATE INDEX log_sources_by_organization ON log_sources (org_id);
-- The lists of addresses that makers of crawlers publish, as they were last read, for all servers.
CREATE TABLE crawler_lists (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    body TEXT COLLATE "C" NOT NULL,
    read_ms BIGINT NOT NULL
);
-- Copies of robots.txt of sites with log sources. The body is null as long as it could not be read.
CREATE TABLE robots_files (
    site_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
    body TEXT COLLATE "C",
    read_ms BIGINT NOT NULL,
    tried_ms BIGINT NOT NULL
);
