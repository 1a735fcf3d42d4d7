// Connected apps with their scopes, their last use, and a button that disconnects each.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "../../../ui/elements/Button";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { Bar, ScreenReaderOnly } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import table from "../../../ui/tables/table.module.css";
import { useClock, useForms } from "../../../words/forms";
import { useDestination } from "./destination";
import type { ConnectedApp } from "./queries";

const MINUTE_MS = 60_000;

type ListedApp = ConnectedApp & { email?: string };

export function AppTable({
  apps,
  ownerOf,
  disconnect,
  more,
}: {
  apps: readonly ListedApp[];
  /** The organization or the person that an app belongs to. */
  ownerOf: (app: ListedApp) => string;
  disconnect: (app: ListedApp) => Promise<unknown>;
  /** Loads further apps, if there are any. */
  more: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  const [ending, setEnding] = useState<ListedApp | null>(null);
  const end = async (app: ListedApp): Promise<void> => {
    await disconnect(app);
    await queryClient.invalidateQueries({ queryKey: ["apps"] });
  };
  const shown = useDestination();
  const nameOf = ({ clientName, destination }: ListedApp): string =>
    clientName === "" ? shown(destination) : clientName;
  const endingName = ending === null ? "" : nameOf(ending);
  return (
    <>
      <Table
        rows={apps}
        idOf={({ id }) => id}
        columns={[
          {
            head: t`App`,
            cell: (app) => (
              <>
                {nameOf(app)}
                <small>
                  {shown(app.destination)} · {ownerOf(app)}
                </small>
              </>
            ),
          },
          {
            head: t`Scopes`,
            kind: "text",
            from: 640,
            cell: ({ scopes, siteIds }) => (
              <>
                <code className={table.mono}>{scopes.join(" ")}</code>
                {siteIds === null ? null : (
                  <small>
                    <Plural value={siteIds.length} one="for # site" other="for # sites" />
                  </small>
                )}
              </>
            ),
          },
          { head: t`Expires`, from: 640, cell: ({ expiresAt }) => forms.span(expiresAt, clock) },
          {
            head: t`Last used`,
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? t`never` : forms.ago(lastUsedAt, clock)),
          },
          {
            head: <ScreenReaderOnly>{t`Disconnect`}</ScreenReaderOnly>,
            cell: (app) => (
              <Button
                onPress={() => {
                  setEnding(app);
                }}
                aria-label={t`Disconnect ${nameOf(app)}`}
              >
                <Trans>Disconnect</Trans>
              </Button>
            ),
          },
        ]}
      />
      {more === undefined ? null : (
        <div className={table.caption}>
          <Bar>
            <Button onPress={more}>
              <Trans>Show more</Trans>
            </Button>
          </Bar>
        </div>
      )}
      {ending === null ? null : (
        <ConfirmDialog
          title={t`Disconnect “${endingName}”?`}
          act={t`Disconnect`}
          onConfirm={() => end(ending)}
          onClose={() => {
            setEnding(null);
          }}
        >
          <Trans>The app is refused immediately. It must be connected again before it can read anything.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}
