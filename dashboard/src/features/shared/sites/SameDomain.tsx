// Warns that other sites have a domain already, and links them.
// Several sites may have one domain.

import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import { Note } from "../../../ui/page/page";
import { forAnotherSite } from "../period/period";
import styles from "./SameDomain.module.css";
import type { NamedSite } from "./same_domain";

const MAX_LINKED = 3;

/** Empty if no other site has the domain. */
export function SameDomain({ sites }: { sites: readonly NamedSite[] }) {
  if (sites.length === 0) return null;
  const more = sites.length - MAX_LINKED;
  return (
    <div role="status">
      <Note tone="warn">
        <p>
          <Plural
            value={sites.length}
            one="Another site already has this domain:"
            other="# other sites already have this domain:"
          />
        </p>
        <ul className={styles.sites}>
          {sites.slice(0, MAX_LINKED).map(({ id, name, domain }) => (
            <li key={id}>
              <Link to="/sites/$siteId/overview" params={{ siteId: id }} search={forAnotherSite}>
                {name}
              </Link>{" "}
              <small>{domain}</small>
            </li>
          ))}
        </ul>
        {more <= 0 ? null : (
          <p>
            <Plural value={more} one="and # more" other="and # more" />
          </p>
        )}
        <p>
          <Trans>
            Each site has its own snippet and its own figures. Keep several only to measure them separately.
          </Trans>
        </p>
      </Note>
    </div>
  );
}
