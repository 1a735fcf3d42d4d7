-- The layout of a widget may be `compact`. An older release cannot read a configuration with it, so its servers stop being
-- ready, as soon as one server of this release has started.
UPDATE layouts SET readable_from = 37 WHERE name = 'metadata';
