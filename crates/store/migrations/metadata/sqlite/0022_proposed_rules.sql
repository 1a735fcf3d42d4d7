-- Rules that a generation proposes for single pages, and those that were dismissed, so that the same is not proposed again.
-- No reader meets them: an approved one becomes a row of `rules`, and its row here goes.
CREATE TABLE proposed_rules (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    page_url TEXT NOT NULL,
    page_title TEXT NOT NULL,
    name TEXT NOT NULL,
    priority INTEGER NOT NULL,
    matching TEXT NOT NULL,
    action TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    dismissed_ms INTEGER
) STRICT;
CREATE INDEX proposed_rules_by_site ON proposed_rules (site_id, id);

-- What the generation that made them said with them.
CREATE TABLE proposals (
    site_id TEXT NOT NULL PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
    job_id TEXT NOT NULL,
    made_ms INTEGER NOT NULL,
    left_out TEXT NOT NULL
) STRICT;
