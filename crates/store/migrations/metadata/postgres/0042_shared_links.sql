-- Shared links: what people without an account may see of a site. Of tokens only digests are stored, of passwords hashes.
CREATE TABLE shared_links (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    settings TEXT COLLATE "C" NOT NULL,
    expires_ms BIGINT,
    password_hash TEXT COLLATE "C",
    digest BYTEA NOT NULL UNIQUE,
    masked TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    created_by_id TEXT COLLATE "C",
    created_by_email TEXT COLLATE "C",
    last_used_ms BIGINT,
    uses BIGINT NOT NULL
);
CREATE INDEX shared_links_by_site ON shared_links (site_id, id);
CREATE INDEX shared_links_by_organization ON shared_links (org_id);
-- Sessions of links, which end with their link.
CREATE TABLE shared_link_sessions (
    digest BYTEA NOT NULL PRIMARY KEY,
    link_id TEXT COLLATE "C" NOT NULL REFERENCES shared_links (id) ON DELETE CASCADE,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX shared_link_sessions_by_link ON shared_link_sessions (link_id, expires_ms);
