/**
 * `<askline-widget data-site="…">`: a widget at the element's place. For pages that prefer an element to a script tag's
 * target. The element that the widget creates for itself has the same name but no site, and is ignored.
 */

import { HOST } from "./first/drawing/element";
import type { InitOptions } from "./init_options";
import { safely } from "./first/safely";

/** Adds the widget for a page's element, and removes it with the element. */
export interface WidgetFunctions {
  readonly init: (options: InitOptions) => void;
  readonly remove: (options: InitOptions) => void;
}

/**
 * Defines the element once, even if several scripts call this. `api` is the service's address if the element names
 * none.
 */
export function defineElement({ init, remove }: WidgetFunctions, api?: string): void {
  if (typeof customElements !== "object" || customElements.get(HOST)) return;
  customElements.define(
    HOST,
    class extends HTMLElement {
      static readonly observedAttributes = ["data-site", "data-api", "data-nonce", "data-count"];
      private shown: InitOptions | undefined;

      connectedCallback(): void {
        this.settle();
      }

      disconnectedCallback(): void {
        this.settle();
      }

      attributeChangedCallback(): void {
        this.settle();
      }

      /** Moving an element removes it and adds it again. Only the final state counts. */
      private settle(): void {
        void Promise.resolve().then(
          safely(() => {
            const { site, api: own = api, nonce = this.nonce || null, count } = this.dataset;
            const wanted = this.isConnected && site ? { site, api: own, nonce, count, target: this } : undefined;
            const { shown } = this;
            if (
              wanted &&
              shown?.site === wanted.site &&
              shown.api === wanted.api &&
              shown.nonce === wanted.nonce &&
              shown.count === wanted.count
            )
              return;
            if (shown) remove(shown);
            this.shown = wanted;
            if (!wanted) return;
            // An unknown element is inline by default, and inline elements have no minimum height, which pages set to
            // keep room for the widget.
            if (getComputedStyle(this).display === "inline") this.style.display = "block";
            init(wanted);
          }),
        );
      }
    },
  );
}
