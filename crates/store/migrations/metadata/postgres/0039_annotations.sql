-- Dated notes on the charts of a site. `own_hour` is the hour of an annotation that Askline wrote, since the Unix epoch.
CREATE TABLE annotations (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    day BIGINT NOT NULL,
    time TEXT COLLATE "C",
    text TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    author TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    own_hour BIGINT
);
CREATE INDEX annotations_by_day ON annotations (site_id, day, id);
CREATE UNIQUE INDEX annotations_own ON annotations (site_id, own_hour, kind);
