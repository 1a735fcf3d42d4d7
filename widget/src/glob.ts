/**
 * Globs over the paths of pages, decided as the server decides them: the semantics stand at the head of
 * `crates/domain/src/glob.rs`, and `testdata/glob_cases.json` holds both to it.
 * Never backtracks: a match costs at most path × glob steps, whoever wrote the glob.
 */

/** A `/**` that stands for nothing or all below; any other stars; a character that stands for itself. */
const PIECES = /\/\*\*(?=\/|$)|\*+|[^*]/g;

/** Whether `glob` takes the page at `path`. */
export function globMatches(glob: string, path: string): boolean {
  const text = normalPath(path);
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
      } else if (text[place] === piece) next.add(place + 1);
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
