-- The query parameters that a site's canonical links name, as the service itself read them, as JSON: each with some of the addresses.

ALTER TABLE sites ADD COLUMN canonical_parameters TEXT NOT NULL DEFAULT '{}';
