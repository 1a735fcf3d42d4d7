-- What is stored of an event takes less room.

-- Which events were stored within the last seven days: the first eight bytes of the SHA-256 of the site and the event's id, in place of
-- both. site: the last four bytes of the site's id, by which a distributed PostgreSQL places the row. taken: seconds since 1,600,000,000.
-- No key keeps a digest from being entered twice: whoever enters one holds the lock of its site and has looked it up.
ALTER TABLE event_ids RENAME TO event_ids_by_site;
CREATE TABLE event_ids (
    digest BIGINT NOT NULL,
    site INTEGER NOT NULL,
    taken INTEGER NOT NULL
);
INSERT INTO event_ids (digest, site, taken)
    SELECT ('x' || left(encode(sha256(site || event_id), 'hex'), 16))::bit(64)::bigint,
        ('x' || right(encode(site, 'hex'), 8))::bit(32)::integer,
        greatest(least(taken - 1600000000, 2147483647), -2147483648)::integer
    FROM event_ids_by_site;
DROP TABLE event_ids_by_site;
CREATE INDEX event_ids_by_digest ON event_ids (digest);
-- By the hour: equal entries of an index share their room.
CREATE INDEX event_ids_by_hour ON event_ids ((taken / 3600));

-- Raw events of a site in the order of storing, by blocks of 256 places: the events of a block share an entry of the index.
ALTER TABLE events DROP CONSTRAINT events_pkey;
CREATE INDEX events_in_order ON events (site, (place >> 8));

-- Counters of a page's day together: they too share an entry of the index. The lock of the site keeps them unique.
ALTER TABLE event_page_counters DROP CONSTRAINT event_page_counters_pkey;
CREATE INDEX event_page_counters_by_page ON event_page_counters (site, day, page, kind);

-- The title that the first event of a page brought. Events of the page keep their title where it is another, '' for none. Pages that are
-- older have no first title, and their events kept every title.
ALTER TABLE event_pages ADD COLUMN first_title TEXT COLLATE "C";

-- Rows that are raised again and again stay in their page of the file, where there is room for their next version, and no index has to
-- be written.
ALTER TABLE event_site_counters SET (fillfactor = 50);
ALTER TABLE event_site_days SET (fillfactor = 50);
ALTER TABLE event_site_minutes SET (fillfactor = 50);
ALTER TABLE event_books SET (fillfactor = 50);
ALTER TABLE event_page_days SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE event_page_counters SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE event_pages SET (fillfactor = 80);

-- What is removed soon leaves room that is found before the table grows.
ALTER TABLE event_ids SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE event_page_raises SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- An older release does not know where to look ids up.
DO $$
BEGIN
    IF to_regclass('layouts') IS NOT NULL THEN
        UPDATE layouts SET readable_from = 6 WHERE name = 'events';
    END IF;
END $$;
