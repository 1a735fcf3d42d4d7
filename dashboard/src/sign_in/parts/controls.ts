// Buttons, links and icons, in the style of the dashboard.

import styles from "../../ui/elements/Button.module.css";
import signStyles from "../../ui/elements/Icon.module.css";
import type { SHARED_ICONS } from "../../ui/elements/shared_icons";
import { element, setAttribute, type Words } from "./element";

type Look = "plain" | "primary" | "quiet";

interface ButtonParts {
  look?: Look;
  /** A button without `onPress` submits its form. */
  onPress?: () => void;
}

export function button(words: Words, { look = "plain", onPress }: ButtonParts = {}): HTMLButtonElement {
  const made = element(
    "button",
    { type: onPress === undefined ? "submit" : "button", class: `${styles.button} ${styles[look]}` },
    words,
  );
  if (onPress !== undefined) made.addEventListener("click", onPress);
  return made;
}

/** A checkbox with its label. */
export function checkbox(words: Words): { node: HTMLElement; isChecked: () => boolean } {
  const input = element("input", { type: "checkbox" });
  return { node: element("label", {}, input, " ", words), isChecked: () => input.checked };
}

/** A button with only an icon; screen readers read its label. */
export function iconButton(
  icon: SVGSVGElement,
  label: Words,
  className: string | undefined,
  onPress: () => void,
): HTMLButtonElement {
  const made = element("button", { type: "button", class: className, "aria-label": label }, icon);
  made.addEventListener("click", onPress);
  return made;
}

/** A busy button keeps the focus and ignores clicks. */
export function setBusy(changed: HTMLButtonElement, isBusy: boolean): void {
  setAttribute(changed, "data-pending", isBusy);
  setAttribute(changed, "aria-disabled", isBusy ? "true" : undefined);
}

export function linkButton(address: string, words: Words): HTMLElement {
  return element("a", { href: address, class: `${styles.button} ${styles.plain}` }, words);
}

export function link(address: string, words: Words | string): HTMLElement {
  return element("a", { href: address }, words);
}

const SVG = "http://www.w3.org/2000/svg";

export function sign(path: (typeof SHARED_ICONS)[keyof typeof SHARED_ICONS]): SVGSVGElement {
  const made = document.createElementNS(SVG, "svg");
  for (const [name, value] of [
    ["class", signStyles.icon ?? ""],
    ["viewBox", "0 0 16 16"],
    ["aria-hidden", "true"],
  ] as const)
    made.setAttribute(name, value);
  made.append(document.createElementNS(SVG, "path"));
  setIcon(made, path);
  return made;
}

export function setIcon(changed: SVGSVGElement, path: (typeof SHARED_ICONS)[keyof typeof SHARED_ICONS]): void {
  changed.firstElementChild?.setAttribute("d", path);
}
