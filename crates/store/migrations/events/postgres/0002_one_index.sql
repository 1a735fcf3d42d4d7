-- Raw events by one index in place of two: within a day's partition, places are in the order of the old key too. Every index costs each
-- event that is stored. Older releases can go on beside it.
ALTER TABLE events DROP CONSTRAINT events_pkey;
DROP INDEX events_by_place;
ALTER TABLE events ADD PRIMARY KEY (site, place, day);

-- A day that was detached and not dropped yet may be attached again, and then gets the key of the others.
DO $$
DECLARE
    old RECORD;
BEGIN
    FOR old IN
        SELECT c.conrelid::regclass AS day, c.conname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
        WHERE c.contype = 'p' AND t.relkind = 'r' AND t.relname ~ '^events_-?[0-9]+$'
            AND t.relnamespace = current_schema()::regnamespace
            AND NOT EXISTS (SELECT FROM pg_inherits i WHERE i.inhrelid = t.oid)
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', old.day, old.conname);
    END LOOP;
END $$;
