-- Shared links: what people without an account may see of a site. Of tokens only digests are stored, of passwords hashes.
CREATE TABLE shared_links (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    settings TEXT NOT NULL,
    expires_ms INTEGER,
    password_hash TEXT,
    digest BLOB NOT NULL UNIQUE,
    masked TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    created_by_id TEXT,
    created_by_email TEXT,
    last_used_ms INTEGER,
    uses INTEGER NOT NULL
) STRICT;
CREATE INDEX shared_links_by_site ON shared_links (site_id, id);
CREATE INDEX shared_links_by_organization ON shared_links (org_id);
-- Sessions of links, which end with their link.
CREATE TABLE shared_link_sessions (
    digest BLOB NOT NULL PRIMARY KEY,
    link_id TEXT NOT NULL REFERENCES shared_links (id) ON DELETE CASCADE,
    expires_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX shared_link_sessions_by_link ON shared_link_sessions (link_id, expires_ms);
