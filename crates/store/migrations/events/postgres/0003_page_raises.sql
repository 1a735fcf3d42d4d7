-- What commits raise of the pages of a site waits here, a row for each, until it is folded into the tables of pages: a page's row is
-- then written once for many commits. Whoever reads those tables folds what waits first. place: that of the commit's last event.
-- raises: JSON, see page_raises.rs; compressing it would take longer than writing it.
CREATE TABLE event_page_raises (
    site BYTEA NOT NULL,
    place BIGINT NOT NULL,
    raises BYTEA NOT NULL,
    PRIMARY KEY (site, place)
);
ALTER TABLE event_page_raises ALTER COLUMN raises SET STORAGE EXTERNAL;

-- How many rows of a site wait there.
ALTER TABLE event_books ADD COLUMN page_raises INTEGER NOT NULL DEFAULT 0;

-- An older release does not fold, and would read too little.
DO $$
BEGIN
    IF to_regclass('layouts') IS NOT NULL THEN
        UPDATE layouts SET readable_from = 3 WHERE name = 'events';
    END IF;
END $$;
