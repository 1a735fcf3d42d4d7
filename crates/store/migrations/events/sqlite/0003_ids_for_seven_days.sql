-- An event is known by its site and its id, for seven days from when it was taken.

-- What `site` was before the site was removed: the entries of its events that are not sealed are made with it.
ALTER TABLE sites ADD COLUMN identity BLOB;
UPDATE sites SET identity = site;

-- Unix seconds; NULL where it is the event's own time.
ALTER TABLE events ADD COLUMN taken INTEGER;

-- form 0: event ids as they came, of all sites together, as earlier releases wrote them. They are recognised for seven
-- days after the upgrade, whichever the site. form 1: 96 bits for site and id, 32 bits for the second they were taken in.
-- newest: the latest such second; NULL until the upgraded file is first written to.
ALTER TABLE sealed_runs ADD COLUMN form INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sealed_runs ADD COLUMN newest INTEGER;

-- Its ids told neither site nor time. They were of events past their retention, which is longer than seven days.
DROP TABLE removed_ids;
CREATE TABLE removed_ids (
    seq   INTEGER PRIMARY KEY,
    entry BLOB NOT NULL
) STRICT;
