-- Organizations and sites that were deleted: nobody meets them from then on, and their rows go in pieces.
ALTER TABLE organizations ADD COLUMN is_removed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sites ADD COLUMN is_removed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX organizations_removed ON organizations (id) WHERE is_removed = 1;
CREATE INDEX sites_removed ON sites (id) WHERE is_removed = 1;

-- How many things of a kind an organization made on its latest day of making one, in UTC.
CREATE TABLE made_on_day (
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    day INTEGER NOT NULL,
    made INTEGER NOT NULL,
    PRIMARY KEY (org_id, kind)
) STRICT, WITHOUT ROWID;

-- An account has at most a hundred sessions from now on.
DELETE FROM sessions WHERE id IN (
    SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY id DESC) AS place FROM sessions)
    WHERE place > 100);
