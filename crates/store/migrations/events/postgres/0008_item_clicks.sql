-- Clicks on a site's own items are events of type 7. An older release cannot read such an event, so its servers stop
-- being ready, as soon as one server of this release has started.
DO $$
BEGIN
    IF to_regclass('layouts') IS NOT NULL THEN
        UPDATE layouts SET readable_from = 8 WHERE name = 'events';
    END IF;
END $$;
