-- Organizations that accounts founded themselves. A row outlives its organization for a while, so that founding and
-- deleting in turns brings no new credits each time.
CREATE TABLE founded_organizations (
    org_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    founded_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX founded_organizations_by_user ON founded_organizations (user_id);

-- Sites that are gone and whose events may still be there: those are in another database, and follow. A row goes when
-- they are removed.
CREATE TABLE removed_sites (
    site_id TEXT NOT NULL PRIMARY KEY
) STRICT;
CREATE TRIGGER removed_sites_are_noted AFTER DELETE ON sites BEGIN
    INSERT INTO removed_sites (site_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
END;
