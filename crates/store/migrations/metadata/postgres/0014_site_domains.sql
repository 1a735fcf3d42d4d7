-- Finds the sites of an organization that have a domain, however many sites it has.

CREATE INDEX sites_by_domain ON sites (org_id, domain);
