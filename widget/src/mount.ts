/** One widget on the page: its element, its shadow root and where it stands. Draws only inside its shadow root. */

import { draw, element, type Acts } from "./draw";
import type { Target } from "./init_options";
import { baseLanguage, isRightToLeft, type Labels } from "./labels";
import { pageLanguage } from "./page";
import type { WidgetConfig } from "./payload";
import { anchorFor, isFloating, put } from "./placement";
import { applyStyles } from "./styles";

const HOST = "askline-widget";
const NOTE_MS = 8_000;
/** A page that throws the widget out again and again has its reasons. */
const MOVES_MOST = 5;

export interface Mount {
  readonly root: ShadowRoot;
  /** Draws anew. */
  readonly show: (config: WidgetConfig, labels: Labels, acts: Acts) => void;
  /** Puts it where it belongs. */
  readonly settle: (config: WidgetConfig) => void;
  readonly hide: () => void;
  /** Says something to the reader. */
  readonly say: (text: string) => void;
}

export function createMount(target: Target, nonce: string | null): Mount {
  const host = document.createElement(HOST);
  const root = host.attachShadow({ mode: "open" });
  let anchor: Element | null = null;
  let looks = 0;
  let moves = 0;

  const settle = ({ placement }: WidgetConfig): void => {
    // A page that is still being put together gets one look, about a second, to bring the place that was asked for.
    const found = anchorFor(target, placement, !looks++);
    if (found?.isConnected && (found !== anchor || !host.isConnected) && moves++ < MOVES_MOST) {
      anchor = found;
      put(host, found, target, placement);
    }
  };

  return {
    root,
    settle,
    show(config, labels, acts) {
      const { placement, theme } = config;
      const floats = isFloating(target, placement.mode);
      const box = element(
        "section",
        {
          class: `${theme.layout} ${theme.size} ${theme.preset}`,
          "aria-label": labels("title"),
          // Two landmarks of one name tell a screen reader's user nothing: the page's first widget is one, others are not.
          role: (document.querySelector(HOST) || host) === host ? "" : "group",
          // A page in such a language that does not say its direction still gets its words in order.
          dir: document.dir || (isRightToLeft(baseLanguage(pageLanguage())) ? "rtl" : "ltr"),
        },
        [draw(acts, labels, config, floats || theme.layout === "menu")],
      );
      root.replaceChildren(box);
      applyStyles(root, theme, floats ? placement.position : "", nonce);
      looks = moves = 0;
      settle(config);
    },
    hide() {
      host.remove();
    },
    say(text) {
      const note = root.querySelector("[role=status]");
      if (!note) return;
      note.textContent = text;
      setTimeout(() => {
        if (note.textContent === text) note.textContent = "";
      }, NOTE_MS);
    },
  };
}
