// Events in words. All their texts come from readers and pages, and are shown as plain text.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../api/client";
import { Icon } from "../../ui/elements/Icon";
import { PagePath } from "../../ui/elements/PagePath";
import { useForms, useClock } from "../../words/forms";
import { Mark } from "../shared/platforms/Mark";
import { useNames } from "../shared/analytics/names";
import { nameOfPlatform, usePlatformName } from "../shared/platforms/platforms";
import styles from "./LivePage.module.css";

const SECOND_MS = 1_000;

type Event = Schemas["LiveEvent"];

export function EventList({ events, isAutomated = false }: { events: readonly Event[]; isAutomated?: boolean }) {
  const forms = useForms();
  const clock = useClock(SECOND_MS);
  const words = useEventWords(isAutomated);
  return (
    <ol className={styles.events}>
      {events.map((event, place) => (
        <li
          key={`${event.at} ${event.path} ${event.type} ${String(place)}`}
          className={styles.event}
          data-asks={event.type === "ai_click" || event.type === "question_click" || undefined}
        >
          <span className={styles.sign}>
            <Sign event={event} />
          </span>
          <span>
            {words(event)}
            <small>
              <PagePath path={event.path} />
            </small>
          </span>
          <time dateTime={event.at}>{forms.ago(event.at, clock)}</time>
        </li>
      ))}
    </ol>
  );
}

function Sign({ event: { type, platform, network, referrer } }: { event: Event }) {
  const mark = platform ?? network;
  if (mark !== null) return <Mark id={mark} />;
  if (type === "copy") return <Icon name="copy" />;
  if (type === "item_click") return <Icon name="widget" />;
  if (type === "question_click") return <Icon name="questions" />;
  return <Icon name={referrer === null || referrer === "direct" ? "eye" : "forth"} />;
}

function useEventWords(isAutomated: boolean): (event: Event) => string {
  const { t } = useLingui();
  const names = useNames();
  const platformName = usePlatformName();
  return ({ type, platform, network, item, referrer }) => {
    if (isAutomated) {
      return type === "view" ? t`An automated browser opened the page` : t`An automated browser clicked a button`;
    }
    const assistant = platform === null ? null : platformName(platform);
    switch (type) {
      case "ai_click":
        return assistant === null ? t`Someone asked an assistant` : t`Someone asked ${assistant}`;
      case "question_click":
        return assistant === null ? t`Someone asked a question` : t`Someone asked ${assistant} a question`;
      case "social_click":
        return network === null ? t`Someone shared the page` : t`Someone shared via ${nameOfPlatform(network)}`;
      case "item_click":
        return item === null ? t`Someone clicked one of your own items` : t`Someone clicked “${item}”`;
      case "copy":
        return t`Someone copied the page as Markdown`;
      case "view":
        if (assistant !== null) return t`A reader came from ${assistant}`;
        return referrer === null || referrer === "direct"
          ? t`A reader opened the page`
          : t`A reader came from ${names.referrer(referrer)}`;
    }
  };
}
