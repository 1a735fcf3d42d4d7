-- The brand under which an organization shows reports and shared links, and its logo: read only where it is shown.
ALTER TABLE organizations ADD COLUMN brand TEXT;
CREATE TABLE organization_logos (
    org_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    png BLOB NOT NULL
) STRICT;
