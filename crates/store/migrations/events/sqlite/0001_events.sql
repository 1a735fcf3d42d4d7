-- The sites that have events. A site that is being removed has lost its name, so that no question finds it,
-- and its row goes last. Numbers are never used again.
CREATE TABLE sites (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    site  BLOB UNIQUE,
    pages INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The pages of a site: what a path is called in counters.
CREATE TABLE pages (
    id            INTEGER PRIMARY KEY,
    site          INTEGER NOT NULL,
    path          TEXT NOT NULL,
    title         TEXT,
    last_click_at INTEGER,
    UNIQUE (site, path)
) STRICT;

-- Raw events in the order they were stored. Appended at the end only: event_id has no index on purpose,
-- see sealed_runs.
CREATE TABLE events (
    seq          INTEGER PRIMARY KEY,
    event_id     BLOB NOT NULL,
    site         INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    day          INTEGER NOT NULL,
    page         INTEGER NOT NULL,
    path         TEXT,
    title        TEXT,
    referrer     TEXT,
    utm_source   TEXT,
    utm_medium   TEXT,
    utm_campaign TEXT,
    utm_term     TEXT,
    utm_content  TEXT,
    type         INTEGER NOT NULL,
    label        TEXT,
    detail       ANY,
    crawler      TEXT
) STRICT;

CREATE INDEX events_by_site_day ON events (site, day);

-- Counters of whole sites: few rows, in the order of the question (one kind over many days).
CREATE TABLE site_counters (
    site   INTEGER NOT NULL,
    kind   INTEGER NOT NULL,
    day    INTEGER NOT NULL,
    label  TEXT NOT NULL,
    detail TEXT NOT NULL,
    value  INTEGER NOT NULL,
    PRIMARY KEY (site, kind, day, label, detail)
) STRICT, WITHOUT ROWID;

-- Counters of pages: many rows, in the order of writing. The rows of a day lie together, so that what a commit
-- touches does not grow with the days before it.
CREATE TABLE page_counters (
    site   INTEGER NOT NULL,
    day    INTEGER NOT NULL,
    page   INTEGER NOT NULL,
    kind   INTEGER NOT NULL,
    label  TEXT NOT NULL,
    detail TEXT NOT NULL,
    value  INTEGER NOT NULL,
    PRIMARY KEY (site, day, page, kind, label, detail)
) STRICT, WITHOUT ROWID;

CREATE TABLE page_days (
    site            INTEGER NOT NULL,
    day             INTEGER NOT NULL,
    page            INTEGER NOT NULL,
    views           INTEGER NOT NULL,
    ai_clicks       INTEGER NOT NULL,
    social_clicks   INTEGER NOT NULL,
    question_clicks INTEGER NOT NULL,
    ai_referrals    INTEGER NOT NULL,
    PRIMARY KEY (site, day, page)
) STRICT, WITHOUT ROWID;

-- Which event ids were stored: sorted runs, each with a filter that is kept in memory.
-- sealed_ids holds a run's ids, sorted, 252 to a row (one page of the file); place = run * 2^20 + part.
CREATE TABLE sealed_runs (
    run     INTEGER PRIMARY KEY,
    level   INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    count   INTEGER NOT NULL,
    filter  BLOB NOT NULL,
    fences  BLOB NOT NULL
) STRICT;

CREATE TABLE sealed_ids (
    place INTEGER PRIMARY KEY,
    ids   BLOB NOT NULL
) STRICT;

-- Ids of events that were removed before they were sealed: still repeats when they come again.
CREATE TABLE removed_ids (
    seq      INTEGER PRIMARY KEY,
    event_id BLOB NOT NULL
) STRICT;
