-- Views of pages on which no widget stood: no part of rates.
ALTER TABLE event_page_days ADD COLUMN views_without_widget BIGINT NOT NULL DEFAULT 0;

-- An older release can read neither such an event nor what waits of it for the tables of pages.
DO $$
BEGIN
    IF to_regclass('layouts') IS NOT NULL THEN
        UPDATE layouts SET readable_from = 4 WHERE name = 'events';
    END IF;
END $$;
