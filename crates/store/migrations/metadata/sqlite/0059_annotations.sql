-- Dated notes on the charts of a site. `own_hour` is the hour of an annotation that Askline wrote, since the Unix epoch.
CREATE TABLE annotations (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    time TEXT,
    text TEXT NOT NULL,
    kind TEXT NOT NULL,
    author TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    own_hour INTEGER
) STRICT;
CREATE INDEX annotations_by_day ON annotations (site_id, day, id);
CREATE UNIQUE INDEX annotations_own ON annotations (site_id, own_hour, kind);
