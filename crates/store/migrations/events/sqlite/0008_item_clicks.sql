-- Clicks on a site's own items are events of type 7. The tables stay as they are; the step keeps out older releases,
-- which cannot read such an event.
SELECT 1;
