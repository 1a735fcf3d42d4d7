-- Runs of the first layouts hold ids without site and time. Nothing is lost with them: the ids of events that are stored are read from the
-- events, as far as no newer run covers them.
DELETE FROM sealed_ids WHERE place >> 20 IN (SELECT run FROM sealed_runs WHERE form = 0);
DELETE FROM sealed_runs WHERE form = 0;
ALTER TABLE sealed_runs DROP COLUMN form;
