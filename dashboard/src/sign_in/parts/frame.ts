// The frame of the sign-in pages: one card with one task. Below it are language, colors and links to the documentation.

import { t } from "@lingui/core/macro";

import mark from "../../mark.svg";
import page from "../../ui/page/page.module.css";
import { link } from "./controls";
import { element, fill, inEachLanguage, type Child, type Words } from "./element";
import styles from "./frame.module.css";
import { preferenceChoices } from "./preference_choices";

/** The skeleton is shown only after this time, so that it does not flicker when the content arrives quickly. */
const SKELETON_AFTER_MS = 200;
const SKELETON_ROWS = 5;

interface Card {
  title: Words;
  lead?: Child | readonly Child[];
  content: readonly Node[];
}

const card = element("main", { class: styles.card });
let title: Words = () => "";

/** Adds the frame to the document, with an empty card. */
export function open(place: HTMLElement): void {
  const foot = element(
    "footer",
    { class: styles.foot },
    ...preferenceChoices(),
    link("/docs/guide", () => t`Guide`),
    link("/docs", () => t`API reference`),
  );
  place.replaceChildren(element("div", { class: styles.place }, card, foot));
  inEachLanguage(nameDocument);
}

/** Replaces the shown card. */
export function show(shown: Card): void {
  title = shown.title;
  nameDocument();
  card.replaceChildren(element("img", { src: mark, alt: "Askline", width: 40, height: 40 }), element("h1", {}, title));
  if (shown.lead !== undefined) card.append(element("div", { class: styles.lead }, ...[shown.lead].flat()));
  card.append(...shown.content);
}

/** Focuses the first field, for pages whose only purpose is a form. */
export function focusFirst(): void {
  card.querySelector("input")?.focus();
}

function nameDocument(): void {
  document.title = `${title()} · Askline`;
}

/** The message after an action. */
export function status(words: Words): HTMLElement {
  return element("span", { role: "status" }, words);
}

/** A sentence below the form, with links or buttons in it. */
export function aside(words: Words, ...makers: readonly ((inside: string) => Node)[]): HTMLElement {
  return fill(element("p", { class: styles.aside }), words, ...makers);
}

export function wide(child: Node): HTMLElement {
  return element("div", { class: styles.wide }, child);
}

export function loading(): HTMLElement {
  const made = element("div", { class: page.skeleton, role: "status", "aria-label": () => t`Loading` });
  setTimeout(() => {
    made.append(...Array.from({ length: SKELETON_ROWS }, () => element("i")));
  }, SKELETON_AFTER_MS);
  return made;
}
