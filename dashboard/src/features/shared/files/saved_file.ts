// Saves files in the browser. No other file creates a download; a test checks that.

import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Saves a file that the browser created. */
export function saveFile(name: string, parts: BlobPart[], mediaType: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type: mediaType }));
  saveFrom(address, name);
  URL.revokeObjectURL(address);
}

/** Saves a file from an address of the API. If the API names the file, its name is used. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

/** Characters that some operating system refuses in file names. The API's files use the same rule. */
const REFUSED = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|]/g;
/** The maximum length of an owner's name in a file name, in characters. */
const MAX_NAME_CHARACTERS = 80;

/** The days of a file, both included, as `2026-11-29`. */
export interface Days {
  from: string;
  to: string;
}

/** The days in words. */
export function spanOf(i18n: I18n, { from, to }: Days): string {
  return i18n._(msg`${from} to ${to}`);
}

/**
 * The name of a file without its extension: `River Notes devices 2026-10-31 to 2026-11-29`. The owner is a site, an
 * organization or an account.
 */
export function fileName(owner: string, content: string, days: string): string {
  const safe = (text: string): string => text.replace(REFUSED, "");
  const name = Array.from(safe(owner)).slice(0, MAX_NAME_CHARACTERS).join("").trim();
  return `${name} ${safe(content)} ${days}`.trim();
}
