-- What anonymous callers can make a site store is bounded for each day of the site. Days before this step start at zero.
CREATE TABLE site_days (
    site          INTEGER NOT NULL,
    day           INTEGER NOT NULL,
    events        INTEGER NOT NULL,
    new_pages     INTEGER NOT NULL,
    new_referrers INTEGER NOT NULL,
    new_pairs     INTEGER NOT NULL,
    PRIMARY KEY (site, day)
) STRICT, WITHOUT ROWID;

-- Pairs of labels that a caller can make up, and were counted under their own name on some day. Those of the books stay
-- known; last_day is the newest day they were counted on.
CREATE TABLE known_labels (
    site     INTEGER NOT NULL,
    kind     INTEGER NOT NULL,
    label    TEXT NOT NULL,
    detail   TEXT NOT NULL,
    last_day INTEGER NOT NULL,
    PRIMARY KEY (site, kind, label, detail)
) STRICT, WITHOUT ROWID;
INSERT INTO known_labels (site, kind, label, detail, last_day)
    SELECT site, kind, label, detail, max(day) FROM site_counters
    WHERE kind IN (4, 8) OR (kind = 6 AND label IN ('campaign', 'other'))
    GROUP BY site, kind, label, detail;

-- Between which days a page was counted. Of the pages that are there already this is known only of the whole site.
ALTER TABLE pages ADD COLUMN first_day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pages ADD COLUMN last_day INTEGER NOT NULL DEFAULT 0;
UPDATE pages SET first_day = known.first, last_day = known.last
    FROM (SELECT site, min(day) AS first, max(day) AS last FROM site_counters GROUP BY site) AS known
    WHERE known.site = pages.site;

-- There is no bound on the pages of all days together any more.
ALTER TABLE sites DROP COLUMN pages;
