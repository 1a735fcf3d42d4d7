// Which sites a person can see: all sites of the organization, or selected ones.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CheckboxGroup, useFilter } from "react-aria-components";

import { useSites } from "../../../shell/switchers/switchers";
import { Checkbox, SearchField, SelectField } from "../../../ui/fields/fields";
import styles from "./sites_field.module.css";

/** Shorter lists have no search field. */
const SEARCH_FROM = 8;

interface SitesFieldProps {
  orgId: string;
  /** Null for all sites. */
  chosen: readonly string[] | null;
  onChoose: (chosen: string[] | null) => void;
}

export function SitesField({ orgId, chosen, onChoose }: SitesFieldProps) {
  const { t } = useLingui();
  const { data: sites = [] } = useSites(orgId);
  const { contains } = useFilter({ sensitivity: "base" });
  const [sought, setSought] = useState("");
  const found = sites.filter(({ name, domain }) => contains(`${name} ${domain}`, sought.trim()));
  return (
    <>
      <SelectField
        label={t`Sites`}
        name="siteIds"
        choices={[
          { id: "all", label: t`All sites` },
          { id: "some", label: t`Selected sites only` },
        ]}
        chosen={chosen === null ? "all" : "some"}
        onChoose={(which) => {
          onChoose(which === "all" ? null : []);
        }}
        hint={
          chosen === null
            ? t`Includes sites that are added later.`
            : t`Other sites, and sites that are added later, stay hidden.`
        }
      />
      {chosen === null ? null : (
        <div className={styles.sites}>
          {sites.length < SEARCH_FROM ? null : (
            <SearchField label={t`Search sites`} value={sought} onChange={setSought} />
          )}
          {/* Sites that the search hides stay selected. */}
          <CheckboxGroup
            aria-label={t`Visible sites`}
            className={styles.choices}
            value={[...chosen]}
            onChange={onChoose}
          >
            {found.map(({ id, name, domain }) => (
              <Checkbox key={id} value={id} hint={domain}>
                {name}
              </Checkbox>
            ))}
            {sites.length > 0 && found.length === 0 ? (
              <p>
                <Trans>No sites match</Trans>
              </p>
            ) : null}
          </CheckboxGroup>
          <small role="status">
            {chosen.length === 0 ? (
              <Trans>No sites are selected, so none are visible.</Trans>
            ) : (
              <Plural value={chosen.length} one="# site selected" other="# sites selected" />
            )}
          </small>
        </div>
      )}
    </>
  );
}

/** The sites that a person can see, by name if there are only a few. */
export function SitesSeen({ orgId, siteIds }: { orgId: string; siteIds: readonly string[] | null }) {
  const { data: sites = [] } = useSites(orgId, siteIds !== null);
  if (siteIds === null) return <Trans>All sites</Trans>;
  if (siteIds.length === 0) return <Trans>No site</Trans>;
  const names = sites.filter(({ id }) => siteIds.includes(id)).map(({ name }) => name);
  if (names.length === siteIds.length && names.length <= MAX_NAMES) return <>{names.join(", ")}</>;
  return <Plural value={siteIds.length} one="# site" other="# sites" />;
}

const MAX_NAMES = 3;
