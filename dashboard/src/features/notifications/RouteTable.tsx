// Which event or report is sent to which channel. It scrolls within its card if there are many channels.

import { Plural, Trans, useLingui } from "@lingui/react/macro";

import { Icon } from "../../ui/elements/Icon";
import { Button } from "../../ui/elements/Button";
import { ScreenReaderOnly } from "../../ui/page/page";
import { Table } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { KINDS } from "../shared/events/event_words";
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
  const sent = KINDS.filter(({ name }) => routes.some(({ kind }) => kind === name));
  return (
    <>
      {/* Scrolled by the keyboard, too. */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t`What is sent where`}>
        <Table
          isInScrollBox
          rows={sent}
          idOf={({ name }) => name}
          columns={[
            { head: <ScreenReaderOnly>{t`What is sent`}</ScreenReaderOnly>, cell: ({ words }) => i18n._(words) },
            ...channels.map((channel) => ({
              className: styles.channel,
              head: (
                <Button
                  look="quiet"
                  onPress={() => {
                    onAct({ kind: "routes", channel });
                  }}
                >
                  {channel.name}
                </Button>
              ),
              cell: ({ name }: (typeof sent)[number]) => (
                <Cell route={routes.find((route) => route.channelId === channel.id && route.kind === name)} />
              ),
            })),
          ]}
        />
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
