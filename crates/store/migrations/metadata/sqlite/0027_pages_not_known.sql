-- Of some citations only the site is known: an engine's redirect could not be followed. They count for no page.
ALTER TABLE citation_urls ADD COLUMN page_known INTEGER NOT NULL DEFAULT 1;
