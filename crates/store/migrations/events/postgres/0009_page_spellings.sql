-- How a page's address is spelled where that is not its path: by the latest reader, and by the canonical link that the service itself read.
ALTER TABLE event_pages ADD COLUMN spelling TEXT COLLATE "C";
ALTER TABLE event_pages ADD COLUMN canonical TEXT COLLATE "C";
