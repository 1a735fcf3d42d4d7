// The widget's settings while they are edited: a configuration without version, time and warnings.

import { every } from "../../api/closed_list";
import type { Schemas } from "../../api/client";

export type Draft = Schemas["WidgetConfig"];
type Body = Schemas["WidgetConfigInput"];

export type MenuItem = Draft["menu"][number];
type MenuItemBody = NonNullable<Body["menu"]>[number];
export type MenuKind = Schemas["MenuItemKind"];
export const MENU_KINDS = every<MenuKind>()(["link", "command", "editor", "markdown", "preferred_source"]);

interface Question {
  id?: string;
  text: string;
}

export function draftOf(view: Draft): Draft {
  const {
    enabled,
    placement,
    platforms,
    customPlatforms,
    social,
    questions,
    intents,
    menu,
    markdown,
    theme,
    labels,
    privacy,
  } = view;
  return structuredClone({
    enabled,
    placement,
    platforms,
    customPlatforms,
    social,
    questions,
    intents,
    menu,
    markdown,
    theme,
    labels,
    privacy,
  });
}

/** The body for `PUT`. New questions and items are sent without an id; the service creates one. */
export function bodyOf(draft: Draft): Body {
  const items: Question[] = draft.questions.items.map(({ id, text }) => (isNewId(id) ? { text } : { id, text }));
  const menu = draft.menu.map(({ id, ...item }): MenuItemBody => (isNewId(id) ? item : { id, ...item }));
  return { ...draft, menu, questions: { ...draft.questions, items } };
}

const NEW_ID = "new_";

/** A temporary id for a new question or item, which no other in the list has. */
export function newListId(taken: readonly { id: string }[]): string {
  for (let number = 1; ; number += 1) {
    const id = `${NEW_ID}${String(number)}`;
    if (!taken.some((item) => item.id === id)) return id;
  }
}

/** The item with the fields that its new kind has. What was typed stays where the new kind has the same field. */
export function ofKind(
  { id, label, url = null, text = null }: Pick<MenuItem, "id" | "label"> & Partial<MenuItem>,
  kind: MenuKind,
): MenuItem {
  return {
    id,
    kind,
    label,
    url: kind === "link" || kind === "editor" ? (url ?? "") : null,
    text: kind === "command" ? (text ?? "") : null,
  };
}

function isNewId(id: string): boolean {
  return id.startsWith(NEW_ID);
}

/** `list` with the item at index `from` moved to index `to`; unchanged if either index does not exist. */
export function withMoved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = [...list];
  const [item] = from < 0 ? [] : rest.splice(from, 1);
  if (item === undefined || to < 0 || to > rest.length) return [...list];
  rest.splice(to, 0, item);
  return rest;
}

const MAX_CUSTOM_NAME_CHARACTERS = 30;

/** A new id for a custom assistant, made from its label: `c_house_ai`, or `c_house_ai_2` if that exists. */
export function customIdOf(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const name = plain.slice(0, MAX_CUSTOM_NAME_CHARACTERS - 3) || "own";
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? `c_${name}` : `c_${name}_${String(number)}`;
    if (!taken.includes(id)) return id;
  }
}

/** All assistants in the order in which readers see them. Custom assistants that are not listed come last. */
export function orderedPlatforms(draft: Pick<Draft, "platforms" | "customPlatforms">): Draft["platforms"] {
  const own = draft.customPlatforms.filter(({ id }) => !draft.platforms.some((platform) => platform.id === id));
  return [...draft.platforms, ...own.map(({ id }) => ({ id, enabled: true, label: null, promptId: null }))];
}
