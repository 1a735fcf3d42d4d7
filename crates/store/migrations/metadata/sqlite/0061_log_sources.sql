-- Sources of logs: what may send the lines of a site's web servers. Of their tokens only digests are stored.
CREATE TABLE log_sources (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    format TEXT,
    log_format TEXT,
    hosts TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE,
    masked TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX log_sources_by_site ON log_sources (site_id, id);
CREATE INDEX log_sources_by_organization ON log_sources (org_id);
-- The lists of addresses that makers of crawlers publish, as they were last read, for all servers.
CREATE TABLE crawler_lists (
    id TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL,
    read_ms INTEGER NOT NULL
) STRICT;
-- Copies of robots.txt of sites with log sources. The body is null as long as it could not be read.
CREATE TABLE robots_files (
    site_id TEXT NOT NULL PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
    body TEXT,
    read_ms INTEGER NOT NULL,
    tried_ms INTEGER NOT NULL
) STRICT;
