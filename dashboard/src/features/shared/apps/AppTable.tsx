// Connected apps with their scopes, their last use, and a button that disconnects each.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "../../../ui/elements/Button";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { Bar, ScreenReaderOnly } from "../../../ui/page/page";
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
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>App</Trans>
            </th>
            <th scope="col" className={`${table.start} ${table.wide}`}>
              <Trans>Scopes</Trans>
            </th>
            <th scope="col" className={table.wide}>
              <Trans>Expires</Trans>
            </th>
            <th scope="col">
              <Trans>Last used</Trans>
            </th>
            <th scope="col">
              <ScreenReaderOnly>
                <Trans>Disconnect</Trans>
              </ScreenReaderOnly>
            </th>
          </tr>
        </thead>
        <tbody>
          {apps.map((app) => (
            <tr key={app.id}>
              <th scope="row">
                {nameOf(app)}
                <small>
                  {shown(app.destination)} · {ownerOf(app)}
                </small>
              </th>
              <td className={`${table.start} ${table.wide}`}>
                <code className={table.mono}>{app.scopes.join(" ")}</code>
                {app.siteIds === null ? null : (
                  <small>
                    <Plural value={app.siteIds.length} one="for # site" other="for # sites" />
                  </small>
                )}
              </td>
              <td className={table.wide}>{forms.span(app.expiresAt, clock)}</td>
              <td>{app.lastUsedAt === null ? <Trans>never</Trans> : forms.ago(app.lastUsedAt, clock)}</td>
              <td>
                <Button
                  onPress={() => {
                    setEnding(app);
                  }}
                  aria-label={t`Disconnect ${nameOf(app)}`}
                >
                  <Trans>Disconnect</Trans>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more === undefined ? null : (
        <Bar>
          <Button onPress={more}>
            <Trans>Show more</Trans>
          </Button>
        </Bar>
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
