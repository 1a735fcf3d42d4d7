-- Whether the texts of a site's pages are read, and the texts: when a site's pages were chosen and when one may be requested next,
-- each page with its next reading and what its server said last, and the versions of its text.
ALTER TABLE sites ADD COLUMN read_pages BIGINT NOT NULL DEFAULT 1;
CREATE TABLE page_text_sites (
    site_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
    chosen_ms BIGINT NOT NULL,
    next_ms BIGINT NOT NULL
);
CREATE TABLE page_text_pages (
    site_id TEXT COLLATE "C" NOT NULL REFERENCES page_text_sites (site_id) ON DELETE CASCADE,
    path TEXT COLLATE "C" NOT NULL,
    chosen_ms BIGINT NOT NULL,
    due_ms BIGINT NOT NULL,
    address TEXT COLLATE "C",
    redirects BIGINT NOT NULL DEFAULT 0,
    etag TEXT COLLATE "C",
    modified TEXT COLLATE "C",
    outcome TEXT COLLATE "C",
    tried_ms BIGINT,
    PRIMARY KEY (site_id, path)
);
CREATE INDEX page_text_sites_next ON page_text_sites (next_ms);
CREATE INDEX page_text_pages_by_choice ON page_text_pages (chosen_ms);
CREATE INDEX page_text_pages_due ON page_text_pages (site_id, due_ms);
CREATE TABLE page_texts (
    site_id TEXT COLLATE "C" NOT NULL,
    path TEXT COLLATE "C" NOT NULL,
    read_ms BIGINT NOT NULL,
    digest BYTEA NOT NULL,
    words BIGINT NOT NULL,
    structure TEXT COLLATE "C" NOT NULL,
    difference BYTEA NOT NULL,
    text BYTEA NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (site_id, path, read_ms),
    FOREIGN KEY (site_id, path) REFERENCES page_text_pages (site_id, path) ON DELETE CASCADE
);
CREATE INDEX page_texts_by_age ON page_texts (site_id, read_ms, bytes);
