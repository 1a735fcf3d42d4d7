/** The widget as a part of a React page. Renders an empty element, whose inside React then leaves alone. */

import { createElement, useEffect, useRef, type HTMLAttributes, type ReactElement } from "react";
import { init, remove } from "./index.js";
import type { InitOptions } from "./init_options.js";

/** What the widget asks for, and what the element around it takes, such as `className`; but for its content. */
export interface AsklineProps
  extends Pick<InitOptions, "site" | "api" | "nonce">,
    Omit<HTMLAttributes<HTMLDivElement>, "children" | "dangerouslySetInnerHTML" | "nonce"> {}

/** A widget where this component stands, whatever the site's configuration says of its place. Gone with the component. */
export function Askline({ site, api, nonce, ...rest }: AsklineProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const options = { site, api, nonce: nonce ?? null, target: place.current };
    init(options);
    return () => { remove(options); };
  }, [site, api, nonce]);
  // Another site is another widget, and takes another element.
  return createElement("div", { ...rest, key: `${api ?? ""} ${site}`, ref: place });
}

/** A widget where the site's configuration says, a floating one for example. */
export function useAskline({ site, api, nonce }: Pick<InitOptions, "site" | "api" | "nonce">): void {
  useEffect(() => {
    const options = { site, api, nonce: nonce ?? null };
    init(options);
    return () => { remove(options); };
  }, [site, api, nonce]);
}
