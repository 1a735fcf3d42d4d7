-- Events and what is counted of them. Every key begins with the site (the 16 bytes of its id), so that a distributed PostgreSQL
-- can place all rows of a site together. Whoever writes anything of a site holds its lock: see append.rs.
-- Text compares bytewise, as it does in SQLite.

-- What a site gives out next: places of raw events and numbers of pages, each from 1 on.
CREATE TABLE event_books (
    site BYTEA NOT NULL PRIMARY KEY,
    next_place BIGINT NOT NULL,
    next_page BIGINT NOT NULL
);

-- The transaction that last changed anything of a site, so that other nodes see it: see watch.rs. Stays when the site goes, for
-- as long as another node may look.
CREATE TABLE event_turns (
    site BYTEA NOT NULL PRIMARY KEY,
    turn xid8 NOT NULL,
    changed TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX event_turns_by_turn ON event_turns (turn);

-- Which events were stored within the last seven days; taken: Unix seconds, rounded up.
CREATE TABLE event_ids (
    site BYTEA NOT NULL,
    event_id BYTEA NOT NULL,
    taken BIGINT NOT NULL,
    PRIMARY KEY (site, event_id)
);
CREATE INDEX event_ids_by_taken ON event_ids (taken);

-- Raw events, a partition for each day (events_20000 and so on), made when an event of the day comes and dropped with the last.
-- The columns are those of SQLite; detail stands as a text or as the 16 bytes of an id.
CREATE TABLE events (
    site BYTEA NOT NULL,
    day INTEGER NOT NULL,
    place BIGINT NOT NULL,
    event_id BYTEA NOT NULL,
    at BIGINT NOT NULL,
    hour SMALLINT,
    page BIGINT NOT NULL,
    path TEXT COLLATE "C",
    title TEXT COLLATE "C",
    referrer TEXT COLLATE "C",
    utm_source TEXT COLLATE "C",
    utm_medium TEXT COLLATE "C",
    utm_campaign TEXT COLLATE "C",
    utm_term TEXT COLLATE "C",
    utm_content TEXT COLLATE "C",
    type SMALLINT NOT NULL,
    label TEXT COLLATE "C",
    detail TEXT COLLATE "C",
    detail_id BYTEA,
    crawler TEXT COLLATE "C",
    PRIMARY KEY (site, day, place)
) PARTITION BY RANGE (day);
CREATE INDEX events_by_place ON events (site, place);

-- The pages of a site: what a path is called in counters.
CREATE TABLE event_pages (
    site BYTEA NOT NULL,
    page BIGINT NOT NULL,
    path TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C",
    last_click_at BIGINT,
    first_day INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    PRIMARY KEY (site, page),
    UNIQUE (site, path)
);
CREATE INDEX event_pages_by_last_day ON event_pages (site, last_day);

-- Counters of whole sites, in the order of the question: one kind over many days. hours: see hours.rs.
CREATE TABLE event_site_counters (
    site BYTEA NOT NULL,
    kind SMALLINT NOT NULL,
    day INTEGER NOT NULL,
    label TEXT COLLATE "C" NOT NULL,
    detail TEXT COLLATE "C" NOT NULL,
    value BIGINT NOT NULL,
    hours BYTEA,
    PRIMARY KEY (site, kind, day, label, detail)
);

-- Counters of pages, in the order of writing: the rows of a day lie together.
CREATE TABLE event_page_counters (
    site BYTEA NOT NULL,
    day INTEGER NOT NULL,
    page BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    label TEXT COLLATE "C" NOT NULL,
    detail TEXT COLLATE "C" NOT NULL,
    value BIGINT NOT NULL,
    hours BYTEA,
    PRIMARY KEY (site, day, page, kind, label, detail)
);

CREATE TABLE event_page_days (
    site BYTEA NOT NULL,
    day INTEGER NOT NULL,
    page BIGINT NOT NULL,
    views BIGINT NOT NULL,
    ai_clicks BIGINT NOT NULL,
    social_clicks BIGINT NOT NULL,
    question_clicks BIGINT NOT NULL,
    ai_referrals BIGINT NOT NULL,
    phone_views BIGINT NOT NULL,
    tablet_views BIGINT NOT NULL,
    desktop_views BIGINT NOT NULL,
    PRIMARY KEY (site, day, page)
);

-- What was stored new on each day of a site, whose bounds it may not pass.
CREATE TABLE event_site_days (
    site BYTEA NOT NULL,
    day INTEGER NOT NULL,
    events BIGINT NOT NULL,
    new_pages BIGINT NOT NULL,
    new_referrers BIGINT NOT NULL,
    new_pairs BIGINT NOT NULL,
    PRIMARY KEY (site, day)
);

-- Pairs of labels that a caller can make up, and were counted under their own name; last_day is the newest day of it.
CREATE TABLE event_labels (
    site BYTEA NOT NULL,
    kind SMALLINT NOT NULL,
    label TEXT COLLATE "C" NOT NULL,
    detail TEXT COLLATE "C" NOT NULL,
    last_day INTEGER NOT NULL,
    PRIMARY KEY (site, kind, label, detail)
);

-- What people did within the last half hour: a ring of minutes, slot = minute % 32.
CREATE TABLE event_site_minutes (
    site BYTEA NOT NULL,
    slot SMALLINT NOT NULL,
    minute BIGINT NOT NULL,
    views BIGINT NOT NULL,
    asks BIGINT NOT NULL,
    ai_referrals BIGINT NOT NULL,
    PRIMARY KEY (site, slot)
);
