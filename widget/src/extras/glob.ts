/**
 * Matches globs against the paths of pages, as the server does. The semantics are described in
 * `crates/domain/src/shared/glob.rs`, and `testdata/glob_cases.json` tests both. Never backtracks: a match costs at
 * most path × glob, for any glob.
 */

import { withoutIndexFile, withoutSessions } from "./path_parts";

/** A `/**` that matches nothing or everything below; other stars; literal characters. */
const PIECES = /\/\*\*(?=\/|$)|\*+|[^*]([^*/]|\/(?!\*))*/g;

/** Only the beginning of a longer path counts, so that a long address costs the page no more than a short one. */
const COMPARED = 2048;

/** The last path and its normal form: a page checks one path against a thousand globs. */
let lastPath: string;
let text: string;

/**
 * Whether `glob` matches the page at `path`. A path that ends with an index file matches if it does or its folder does, and a
 * glob without a star that ends with one matches the folder.
 */
export function globMatches(glob: string, path: string): boolean {
  if (path !== lastPath) text = normalPath(withoutSessions((lastPath = path).slice(0, COMPARED)));
  const wanted = normalPath(glob);
  const pieces = (wanted.includes("*") ? wanted : withoutIndexFile(wanted, "") || "/").match(PIECES) || [];
  const folder = withoutIndexFile(text, "") || "/";
  return matches(pieces, text) || (folder !== text && matches(pieces, folder));
}

function matches(pieces: readonly string[], text: string): boolean {
  // The positions in the text where the pieces so far may end, in order, without duplicates.
  let places = [0];
  for (const piece of pieces) {
    const next: number[] = [];
    let last = -1;
    for (const place of places) {
      if (piece.endsWith("*")) {
        // Positions after an earlier one were already followed from there.
        for (let end = place; end > last && end <= text.length; end++) {
          next.push((last = end));
          if (piece === "*" ? text[end] === "/" : piece === "/**" && text[place] !== "/") break;
        }
      } else if (text.startsWith(piece, place)) next.push(place + piece.length);
    }
    places = next;
  }
  return places.includes(text.length);
}

/** Whether a page matches `include` (an empty list matches every page) and not `exclude`. */
export function isPathIncluded(path: string, include: readonly string[], exclude: readonly string[]): boolean {
  const isOn = (glob: string) => globMatches(glob, path);
  return (!include.length || include.some(isOn)) && !exclude.some(isOn);
}

/** The form in which paths are compared. */
export function normalPath(path: string): string {
  const decoded = path.replace(/(%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
  return `/${decoded}`.replace(/\/+/g, "/").replace(/([^])\/$/, "$1");
}
