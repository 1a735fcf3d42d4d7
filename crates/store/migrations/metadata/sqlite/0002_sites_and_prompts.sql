-- Sites, the history of their widget configurations, and their prompt templates.
-- Ids are texts like site_01j…, whose order is age order. Times are Unix milliseconds. Lists and records are JSON.

CREATE TABLE sites (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    domain TEXT NOT NULL,
    allowed_origins TEXT NOT NULL,
    timezone TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    first_seen_ms INTEGER,
    last_seen_ms INTEGER,
    last_seen_url TEXT,
    widget_version TEXT,
    checked_ms INTEGER,
    -- NULL beside a time is a check that found the snippet.
    check_problem TEXT
) STRICT;
CREATE INDEX sites_by_organization ON sites (org_id, id);

-- The highest version of a site is the current one; it is never deleted but with its site.
CREATE TABLE site_configs (
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    config TEXT NOT NULL,
    stored_ms INTEGER NOT NULL,
    actor TEXT NOT NULL,
    PRIMARY KEY (site_id, version)
) STRICT;

CREATE TABLE prompts (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    platform_ids TEXT NOT NULL,
    language TEXT NOT NULL,
    source TEXT NOT NULL,
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    model TEXT,
    generated_ms INTEGER,
    variant_group TEXT,
    weight INTEGER NOT NULL,
    warnings TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX prompts_by_site ON prompts (site_id, id);
