/**
 * Which page an address means, as the server decides it in `crates/domain/src/pages/identity`;
 * `testdata/page_identity_cases.json` tests both.
 */

import type { PageSettings } from "../first/payload";
import { globMatches } from "./glob";
import { withoutIndexFile, withoutSessions } from "./path_parts";

/** A query parameter or hash route that would make an identity longer is absent. */
const MAX_IDENTITY_CHARACTERS = 1024;
const MAX_VALUE_CHARACTERS = 64;
const MIN_TOKEN_CHARACTERS = 20;
/** Characters that mean the same with and without an escape. */
const PLAIN = /[\w.~!$&'()*+,;:@-]/;
/** A JSON Web Token. */
const WEB_TOKEN = /^eyJ[\w-]+\./;

/** The page of an absolute address, by the site's settings. */
export function pageIdentity(address: string, { distinct, queryParameters, hashRoutes }: PageSettings): string {
  const { pathname, searchParams, hash } = new URL(address);
  const keepsIndex = !!distinct?.includes("index_files");
  const keepsSlash = !!distinct?.includes("trailing_slash");
  const path = oneSpelling(pathname, keepsIndex, keepsSlash);
  const isOn = (globs: readonly string[] = []) => !globs.length || globs.some((glob) => globMatches(glob, path));
  let identity = path;
  const add = (part: string) => {
    if (identity.length + part.length <= MAX_IDENTITY_CHARACTERS) identity += part;
  };
  for (const { name, paths } of queryParameters || []) {
    const value = searchParams.get(name) || "";
    if (isOn(paths) && isValue(value))
      add(`${identity === path ? "?" : "&"}${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  }
  const hasRoutes = Array.isArray(hashRoutes) ? hashRoutes.length && isOn(hashRoutes) : hashRoutes;
  const [, mark = "", written] = /^(#!?)(\/[^?#]*)/.exec(hash) || [];
  const route = hasRoutes && written && oneSpelling(written, true, keepsSlash);
  // The first route is the page itself.
  if (route && route !== "/") add(mark + route);
  return identity;
}

function oneSpelling(path: string, keepsIndex: boolean, keepsSlash: boolean): string {
  const escaped = path.replace(/%[0-9a-f]{2}|[^\w.~!$&'()*+,;:@=/\\-]/gi, (part) => {
    if (!part[1]) return part === "%" ? "%25" : encodeURIComponent(part);
    const plain = String.fromCharCode(parseInt(part.slice(1), 16));
    return PLAIN.test(plain) ? plain : part.toUpperCase();
  });
  const segments: string[] = [];
  const written = withoutSessions(escaped).split(/[/\\]/).slice(1);
  written.forEach((segment, place) => {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
    if (/^\.\.?$/.test(segment) && place === written.length - 1) segments.push("");
  });
  let spelled = `/${segments.join("/")}`.replace(/\/+/g, "/");
  let last = "";
  // `/x/index.html/` has both.
  while (spelled !== last) {
    last = spelled;
    if (!keepsIndex) spelled = withoutIndexFile(spelled, "/");
    if (!keepsSlash) spelled = spelled.replace(/(.)\/$/, "$1");
  }
  return spelled;
}

/** Whether a page may be named by this value: not by a secret, a person, or what cannot be read. */
function isValue(value: string): boolean {
  const isToken = (run: string) => run.length >= MIN_TOKEN_CHARACTERS && /\d/.test(run) && /[a-z]/i.test(run);
  return (
    !!value &&
    Array.from(value).length <= MAX_VALUE_CHARACTERS &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    !/[@\ufffd\u0000-\u001f\u007f-\u009f]/.test(value) &&
    !WEB_TOKEN.test(value) &&
    !value.split(/[^a-z0-9]/i).some(isToken)
  );
}
