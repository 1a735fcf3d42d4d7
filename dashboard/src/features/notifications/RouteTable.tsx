// Which event is sent to which channel. It scrolls within its card if there are many channels.

import { Plural, Trans, useLingui } from "@lingui/react/macro";

import { Icon } from "../../ui/elements/Icon";
import { Button } from "../../ui/elements/Button";
import { ScreenReaderOnly } from "../../ui/page/page";
import table from "../../ui/tables/table.module.css";
import { EVENTS } from "../shared/events/event_words";
import type { Act } from "./ChannelActions";
import type { Channel, Route } from "./queries";
import styles from "./notifications.module.css";

export function RouteTable({
  channels,
  routes,
  onAct,
}: {
  channels: readonly Channel[];
  routes: readonly Route[];
  onAct: (act: Act) => void;
}) {
  const { t, i18n } = useLingui();
  const sent = EVENTS.filter(({ name }) => routes.some(({ kind }) => kind === name));
  return (
    <>
      {/* Scrolled by the keyboard, too. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t`What is sent where`}>
        <table className={table.table}>
          <thead>
            <tr>
              <td aria-label={t`Events`} />
              {channels.map((channel) => (
                <th key={channel.id} scope="col" className={styles.channel}>
                  <Button
                    look="quiet"
                    onPress={() => {
                      onAct({ kind: "routes", channel });
                    }}
                  >
                    {channel.name}
                  </Button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sent.map(({ name, words }) => (
              <tr key={name}>
                <th scope="row">{i18n._(words)}</th>
                {channels.map(({ id }) => (
                  <td key={id} className={styles.channel}>
                    <Cell route={routes.find((route) => route.channelId === id && route.kind === name)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={table.caption}>
        {sent.length === 0 ? (
          <Trans>Nothing is sent yet. Choose what is sent to each channel.</Trans>
        ) : (
          <Trans>
            At most two messages a day of each kind and site go to a channel at once. The rest waits for one message at
            18:00 of the site.
          </Trans>
        )}
      </p>
    </>
  );
}

function Cell({ route }: { route: Route | undefined }) {
  if (route === undefined) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <ScreenReaderOnly>
          <Trans>not sent</Trans>
        </ScreenReaderOnly>
      </>
    );
  }
  return (
    <span className={styles.sent}>
      <Icon name="check" />
      <ScreenReaderOnly>
        <Trans>sent</Trans>
      </ScreenReaderOnly>
      {route.siteIds === null ? null : (
        <small>
          <Plural value={route.siteIds.length} one="# site" other="# sites" />
        </small>
      )}
    </span>
  );
}
