-- Which addresses of a site are one page, as JSON; without fields the path alone counts.

ALTER TABLE sites ADD COLUMN pages TEXT COLLATE "C" NOT NULL DEFAULT '{}';
-- The rules and settings by which the pages that answers cite have their paths; empty before this release.
ALTER TABLE sites ADD COLUMN cited_pages_by TEXT COLLATE "C" NOT NULL DEFAULT '';
