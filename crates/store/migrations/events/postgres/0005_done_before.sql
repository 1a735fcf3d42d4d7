-- What is done already, so that removals look at nothing twice. No raw event of a site is of a day before removed_before, and all that is
-- forgotten of its pages and labels before forgotten_before is. A commit of events of older days lowers both.
ALTER TABLE event_books ADD COLUMN removed_before INTEGER NOT NULL DEFAULT -2147483648;
ALTER TABLE event_books ADD COLUMN forgotten_before INTEGER NOT NULL DEFAULT -2147483648;

-- An older release does not lower them.
DO $$
BEGIN
    IF to_regclass('layouts') IS NOT NULL THEN
        UPDATE layouts SET readable_from = 5 WHERE name = 'events';
    END IF;
END $$;
