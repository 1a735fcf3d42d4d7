/**
 * One site on this page: its payload, the view of the page that is being counted, and its widgets. Decides what is
 * shown and what is told to the service; computes and draws nothing itself.
 */

import { copyText } from "./clipboard";
import { contentFor } from "./content";
import type { Acts } from "./draw";
import { pathIsTaken } from "./glob";
import type { Target } from "./init_options";
import { labelsFor } from "./labels";
import { pageAsMarkdown } from "./markdown";
import { createMount, type Mount } from "./mount";
import type { Natives } from "./natives";
import { eventAddress, markdownAddress, pageAddress, pageLanguage, pageTitle, referrerOrigin } from "./page";
import { loadPayload, type Payload, type Rule } from "./payload";
import { mayTrack } from "./privacy";
import { actionsAt, rulesFor } from "./rules";
import { safely } from "./safely";
import { createSender, type WidgetEvent } from "./send";
import { uuidV7 } from "./uuid";

declare const ASKLINE_VERSION: string;

/** How long an address must stand before it counts as a page: titles come late, and redirects come in pairs. */
const SETTLE_MS = 300;

export interface Site {
  /** A widget more; one that stands there already does for both. */
  readonly add: (target: Target, nonce: string | null) => void;
  /** Looks whether the page changed, and keeps the widgets where they belong. */
  readonly look: () => void;
  /** Takes the page as it is now, without waiting. */
  readonly turn: () => void;
  readonly leave: () => void;
  /** The page came back from the browser's memory: it is viewed again. */
  readonly comeBack: () => void;
}

export function createSite(api: string, siteId: string, natives: Natives): Site {
  const sender = createSender(`${api}/api/v1/events?v=${ASKLINE_VERSION}`, natives);
  const mounts = new Map<Target, Mount>();
  let payload: Payload | null | undefined;
  let seenAddress = location.href;
  let viewedPath = "";
  let views = 0;
  let draws: Record<string, number> = {};
  /** The rules for the page as it was last asked about; a site may have a thousand, and a page is asked every second. */
  let fitting: readonly Rule[] = [];
  let fittingPage = "";

  const tracks = (): boolean => !!payload && mayTrack(payload.config.privacy, navigator);

  const tell = (facts: Pick<WidgetEvent, "type">, when = (send: () => void) => { send(); }): void => {
    if (!tracks()) return;
    const told = {
      siteId,
      url: eventAddress(),
      title: pageTitle() || undefined,
      // Within a visit the page before is the site's own, whatever `document.referrer` still says.
      referrer: views > 1 ? location.origin : referrerOrigin(),
      ...facts,
    };
    when(() => { sender.send({ eventId: uuidV7(natives.now(), natives.random(10)), ...told }); });
  };

  const actions = () => {
    const page = { path: location.pathname, host: location.hostname, language: pageLanguage() };
    const key = page.path + page.language;
    if (key !== fittingPage) {
      fittingPage = key;
      fitting = rulesFor(payload?.rules || [], page);
    }
    return actionsAt(fitting, natives.now());
  };

  const isShown = ({ config }: Payload): boolean =>
    config.enabled &&
    pathIsTaken(location.pathname, config.placement.includePaths, config.placement.excludePaths) &&
    !actions()("hide_widget");

  const show = (mount: Mount, from: Payload): void => {
    const labels = labelsFor(from.labels, pageLanguage());
    const copy = (text: string, done: string, facts?: Pick<WidgetEvent, "type">) =>
      void copyText(text, mount.root).then((isCopied) => {
        if (isCopied && facts) tell(facts);
        mount.say(isCopied ? done : labels("copyFailed"));
      });
    const acts: Acts = {
      now() {
        const values = {
          url: pageAddress(),
          title: pageTitle(),
          language: pageLanguage(),
          siteName: from.siteName,
          markdownUrl: markdownAddress(),
        };
        const drawn = (group: string) => (draws[group] ??= (natives.random(1)[0] || 0) / 256);
        return contentFor(from, values, actions(), drawn, labels);
      },
      used({ facts, note, prompt, href }) {
        tell(facts);
        if (!href) void navigator.share({ title: pageTitle(), url: pageAddress() }).catch(() => undefined);
        if (note) copy(prompt, note);
      },
      copy(text) {
        copy(text, labels("copied"), { type: "copy" });
      },
      linkText: pageAddress,
      pageText: () => pageAsMarkdown(pageTitle(), pageAddress()),
    };
    mount.show(from.config, labels, acts);
  };

  /** Takes the page as it is: shows or hides what belongs to it, and counts it when it is another one. */
  const turn = safely((): void => {
    if (!payload) return;
    const isOther = viewedPath !== location.pathname;
    const visible = isShown(payload);
    if (isOther) draws = {};
    seenAddress = location.href;
    viewedPath = location.pathname;
    mounts.forEach((mount, target) => {
      // A place that a script made for an earlier page, and took away.
      if (isOther && target instanceof Element && !target.isConnected) mounts.delete(target);
      else if (visible && payload) show(mount, payload);
      else mount.hide();
    });
    if (isOther && visible) {
      views++;
      tell({ type: "view" }, natives.soon);
    }
  });

  const start = async (): Promise<void> => {
    const loading = loadPayload(api, siteId, natives);
    await pageIsThere();
    payload = await loading;
    turn();
    if (tracks()) natives.soon(sender.resend);
  };
  start().catch(() => undefined);

  return {
    turn,
    leave: sender.leave,
    look() {
      if (!payload) return;
      const { href } = location;
      if (seenAddress !== href) {
        seenAddress = href;
        natives.later(() => {
          if (href === location.href) turn();
        }, SETTLE_MS);
      } else if (isShown(payload)) {
        for (const mount of mounts.values()) mount.settle(payload.config);
      }
    },
    comeBack() {
      viewedPath = "";
      turn();
    },
    add(target, nonce) {
      if (mounts.has(target)) return;
      const mount = createMount(target, nonce);
      mounts.set(target, mount);
      if (payload && isShown(payload)) show(mount, payload);
    },
  };
}

/** The page is parsed, and is really being looked at and not only prepared by the browser. */
async function pageIsThere(): Promise<void> {
  const isPrepared = () => (document as { prerendering?: boolean }).prerendering;
  while (document.readyState === "loading" || isPrepared()) {
    await new Promise((resolve) => {
      document.addEventListener(isPrepared() ? "prerenderingchange" : "DOMContentLoaded", resolve, { once: true });
    });
  }
}
