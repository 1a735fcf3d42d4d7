// The published versions, each with its differences from the live one. A button restores a version.

import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { siteQuery } from "../../../api/queries";
import { Button } from "../../../ui/elements/Button";
import { Note, Tag } from "../../../ui/page/page";
import { Loaded } from "../../../ui/loading/Loaded";
import { FormProblem } from "../../../ui/page/Problem";
import { Sheet } from "../../../ui/dialogs/Sheet";
import { useSubmission } from "../../../ui/hooks/submit";
import { useForms } from "../../../words/forms";
import { DifferenceTable } from "./DifferenceTable";
import { versionsQuery, type Version } from "../queries";
import { differences } from "./settings";
import { useValueNames } from "./value_names";
import styles from "./VersionsSheet.module.css";

interface VersionsSheetProps {
  site: Schemas["SiteDetail"];
  /** Whether there are unpublished changes, which restoring a version would discard. */
  isDirty: boolean;
  onClose: () => void;
  onRestored: (config: Schemas["StoredWidgetConfig"]) => void;
}

export function VersionsSheet({ site, isDirty, onClose, onRestored }: VersionsSheetProps) {
  const { t } = useLingui();
  const query = useInfiniteQuery(versionsQuery(site.id));
  return (
    <Sheet title={t`Versions`} onClose={onClose}>
      {isDirty ? (
        <Note>
          <Trans>Publish or discard your changes before you restore a version.</Trans>
        </Note>
      ) : null}
      <Loaded query={query}>
        {(versions) => (
          <ul className={styles.list}>
            {versions.map((version) => (
              <Row key={version.version} site={site} version={version} isDirty={isDirty} onRestored={onRestored} />
            ))}
          </ul>
        )}
      </Loaded>
    </Sheet>
  );
}

interface RowProps extends Omit<VersionsSheetProps, "onClose"> {
  version: Version;
}

function Row({ site, version, isDirty, onRestored }: RowProps) {
  const { t } = useLingui();
  const forms = useForms();
  const valueNames = useValueNames(site.config, true);
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { isPending, failure, send } = useSubmission();
  const isPresent = version.version === site.config.version;
  const restore = () =>
    send(async () => {
      const params = { path: { siteId: site.id }, header: { "If-Match": `"${String(site.config.version)}"` } };
      const restored = await ask(
        api.POST("/api/v1/sites/{siteId}/config/rollback", { params, body: { version: version.version } }),
      );
      await queryClient.invalidateQueries({ queryKey: siteQuery(site.id).queryKey });
      await queryClient.invalidateQueries({ queryKey: versionsQuery(site.id).queryKey });
      onRestored(restored);
    });
  const number = version.version;
  const found = isOpen ? differences(site.config, version.config, valueNames) : [];
  return (
    <li className={styles.version}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h3>
            <Trans>Version {number}</Trans>{" "}
            {isPresent ? (
              <Tag tone="good">
                <Trans>Live</Trans>
              </Tag>
            ) : null}
          </h3>
          <small>
            {forms.moment(version.createdAt)} · {version.actor.name}
          </small>
        </div>
        {isPresent ? null : (
          <Button
            aria-expanded={isOpen}
            onPress={() => {
              setOpen(!isOpen);
            }}
            aria-label={t`Differences between version ${number} and the live version`}
          >
            <Trans>Differences</Trans>
          </Button>
        )}
        {isPresent ? null : (
          <Button
            isPending={isPending}
            isDisabled={isDirty}
            onPress={() => void restore()}
            aria-label={t`Restore version ${number}`}
          >
            <Trans>Restore</Trans>
          </Button>
        )}
      </div>
      <FormProblem failure={failure} />
      {!isOpen ? null : found.length === 0 ? (
        <p className={styles.none}>
          <Trans>Same settings as the live version.</Trans>
        </p>
      ) : (
        <DifferenceTable
          label={t`Differences between version ${number} and the live version`}
          before={t`Live`}
          after={t`Version ${number}`}
          found={found}
        />
      )}
    </li>
  );
}
