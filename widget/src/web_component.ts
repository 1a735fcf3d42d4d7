/** The npm package's element: `import "askline-widget/element"` defines it. On a server nothing happens. */

import { defineElement } from "./custom_element";
import { init, remove } from "./index.js";

defineElement({ init, remove });

declare global {
  interface HTMLElementTagNameMap {
    /** With `data-site`, and `data-api` unless the service is at the page's own origin. */
    "askline-widget": HTMLElement;
  }
}
