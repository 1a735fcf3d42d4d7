-- Prompt rules. The match and the action are JSON; times are Unix milliseconds.

CREATE TABLE rules (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    matching TEXT NOT NULL,
    action TEXT NOT NULL,
    starts_ms INTEGER,
    ends_ms INTEGER,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX rules_by_site ON rules (site_id, id);
