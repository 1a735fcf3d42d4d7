-- The brand under which an organization shows reports and shared links, and its logo: read only where it is shown.
ALTER TABLE organizations ADD COLUMN brand TEXT;
CREATE TABLE organization_logos (
    org_id TEXT COLLATE "C" PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    digest TEXT COLLATE "C" NOT NULL,
    png BYTEA NOT NULL
);
