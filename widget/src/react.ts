/** The widget as a React component. Renders an empty element, whose content React then does not touch. */

import { createElement, useEffect, useRef, type HTMLAttributes, type ReactElement } from "react";
import { init, remove } from "./index.js";
import type { InitOptions } from "./init_options.js";

/** The widget's options, and the attributes of the element around it, such as `className`, except its content. */
export interface AsklineProps
  extends Pick<InitOptions, "site" | "api" | "nonce" | "count">,
    Omit<HTMLAttributes<HTMLDivElement>, "children" | "dangerouslySetInnerHTML" | "nonce"> {}

/**
 * A widget at this component's place, whatever the placement in the site's configuration. Removed with the component.
 */
export function Askline({ site, api, nonce, count, ...rest }: AsklineProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const options = { site, api, count, nonce: nonce ?? null, target: place.current };
    init(options);
    return () => {
      remove(options);
    };
  }, [site, api, nonce, count]);
  // For another site or service, React must create another element.
  return createElement("div", { ...rest, key: `${api ?? ""} ${site}`, ref: place });
}

/** A widget at the place in the site's configuration, such as a floating one. */
export function useAskline({ site, api, nonce, count }: Pick<InitOptions, "site" | "api" | "nonce" | "count">): void {
  useEffect(() => {
    const options = { site, api, count, nonce: nonce ?? null };
    init(options);
    return () => {
      remove(options);
    };
  }, [site, api, nonce, count]);
}

declare module "react" {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- how React learns about custom elements
  namespace JSX {
    interface IntrinsicElements {
      /** The element of `askline-widget/element`. */
      "askline-widget": import("react").ClassAttributes<HTMLElement> &
        import("react").HTMLAttributes<HTMLElement> & {
          readonly "data-site": string;
          readonly "data-api"?: string;
          readonly "data-nonce"?: string;
          readonly "data-count"?: string;
        };
    }
  }
}
