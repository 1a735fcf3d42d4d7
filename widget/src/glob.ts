/**
 * Globs over the paths of pages, decided as the server decides them: the semantics stand at the head of
 * `crates/domain/src/glob.rs`, and `testdata/glob_cases.json` holds both to it.
 * Never backtracks: a match costs at most path × glob steps, whoever wrote the glob.
 */

/** A `/**` that stands for nothing or all below; any other stars; characters that stand for themselves. */
const PIECES = /\/\*\*(?=\/|$)|\*+|[^*]([^*/]|\/(?!\*))*/g;

/** The last path and its normal form: a page asks about one path and a thousand globs. */
let lastPath: string;
let text: string;

/** Whether `glob` takes the page at `path`. */
export function globMatches(glob: string, path: string): boolean {
  if (path !== lastPath) text = normalPath((lastPath = path));
  let places = new Set([0]);
  for (const piece of normalPath(glob).match(PIECES) || []) {
    const next = new Set<number>();
    for (const place of places) {
      if (piece.endsWith("*")) {
        let end = place;
        next.add(end);
        if (piece === "/**" && text[place] !== "/") continue;
        // What was reached from an earlier place was followed to its end from there.
        while (end < text.length && !next.has(end + 1) && (piece !== "*" || text[end] !== "/")) next.add(++end);
      } else {
        const end = place + piece.length;
        if (text.slice(place, end) === piece) next.add(end);
      }
    }
    places = next;
  }
  return places.has(text.length);
}

/** Whether a page is among `include` (an empty list takes every page) and not among `exclude`. */
export function pathIsTaken(path: string, include: readonly string[], exclude: readonly string[]): boolean {
  const matches = (glob: string) => globMatches(glob, path);
  return (!include.length || include.some(matches)) && !exclude.some(matches);
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
