-- What its team wrote about a site.

ALTER TABLE sites ADD COLUMN note TEXT NOT NULL DEFAULT '';
