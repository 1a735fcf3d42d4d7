// The names of the kinds of own items.

import { useLingui } from "@lingui/react";
import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";

import type { MenuKind } from "./draft";

const NAMES: Readonly<Record<MenuKind, MessageDescriptor>> = {
  link: msg`Link`,
  command: msg`Command to copy`,
  editor: msg`MCP server for editors`,
  markdown: msg`Page as Markdown`,
  preferred_source: msg`Preferred source on Google`,
};

/** The name of a kind; a kind of a later release is named by its id. */
export const menuKindWords = (kind: string): MessageDescriptor | undefined =>
  (NAMES as Readonly<Record<string, MessageDescriptor | undefined>>)[kind];

export function useMenuKindNames(): (kind: string) => string {
  const { i18n } = useLingui();
  return (kind) => {
    const words = menuKindWords(kind);
    return words === undefined ? kind : i18n._(words);
  };
}
