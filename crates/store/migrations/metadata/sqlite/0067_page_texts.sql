-- Whether the texts of a site's pages are read, and the texts: when a site's pages were chosen and when one may be requested next,
-- each page with its next reading and what its server said last, and the versions of its text.
ALTER TABLE sites ADD COLUMN read_pages INTEGER NOT NULL DEFAULT 1;
CREATE TABLE page_text_sites (
    site_id TEXT NOT NULL PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
    chosen_ms INTEGER NOT NULL,
    next_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE page_text_pages (
    site_id TEXT NOT NULL REFERENCES page_text_sites (site_id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    chosen_ms INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    address TEXT,
    redirects INTEGER NOT NULL DEFAULT 0,
    etag TEXT,
    modified TEXT,
    outcome TEXT,
    tried_ms INTEGER,
    PRIMARY KEY (site_id, path)
) STRICT;
CREATE INDEX page_text_sites_next ON page_text_sites (next_ms);
CREATE INDEX page_text_pages_by_choice ON page_text_pages (chosen_ms);
CREATE INDEX page_text_pages_due ON page_text_pages (site_id, due_ms);
CREATE TABLE page_texts (
    site_id TEXT NOT NULL,
    path TEXT NOT NULL,
    read_ms INTEGER NOT NULL,
    digest BLOB NOT NULL,
    words INTEGER NOT NULL,
    structure TEXT NOT NULL,
    difference BLOB NOT NULL,
    text BLOB NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (site_id, path, read_ms),
    FOREIGN KEY (site_id, path) REFERENCES page_text_pages (site_id, path) ON DELETE CASCADE
) STRICT;
CREATE INDEX page_texts_by_age ON page_texts (site_id, read_ms, bytes);
