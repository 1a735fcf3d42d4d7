/**
 * `/widget/element.js`: defines the element, and loads the widget's script for the first one. The script is loaded when
 * the first element appears in a page.
 */

import { defineElement } from "./custom_element";
import type { AsklineApi } from "./init_options";
import { safely } from "./first/safely";

safely(() => {
  const { src = "", nonce = "" } = (document.currentScript || {}) as Partial<HTMLScriptElement>;
  const from = src || location.href;
  let loading: Promise<void> | undefined;
  /** An element or a frame named `askline` is not the window's own property, so it is not mistaken for the widget. */
  const current = () => Object.getOwnPropertyDescriptor(window, "askline")?.value as Partial<AsklineApi> | undefined;
  /**
   * Calls `act` with the page's only instance. It is removed with its last widget, and fetched again for the next one.
   */
  const withWidget = async (act: (askline: AsklineApi) => void) => {
    if (!current()?.init) {
      loading ??= new Promise<void>((resolve, reject) => {
        const script = document.createElement("script");
        Object.assign(script, { src: new URL("../widget.js", from).href, nonce, onload: resolve, onerror: reject });
        document.head.append(script);
      }).finally(() => {
        loading = undefined;
      });
      await loading;
    }
    safely(() => {
      act(current() as AsklineApi);
    })();
  };
  defineElement(
    {
      init: (options) => {
        withWidget((askline) => {
          askline.init(options);
        }).catch(() => undefined);
      },
      // If nothing was loaded, there is nothing to remove.
      remove: (options) => {
        current()?.remove?.(options);
      },
    },
    new URL(src ? ".." : "/", from).href.slice(0, -1),
  );
})();
