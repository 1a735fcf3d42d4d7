/** Parts of paths that name no page of their own, as in `crates/domain/src/shared/glob/path_parts.rs`. */

const INDEX_FILE = /\/(index\.(html?|php)|[Dd][Ee][Ff][Aa][Uu][Ll][Tt]\.[Aa][Ss][Pp][Xx])$/;
const SESSION = /;(\w*sess(ion)?id|sid)(=[^;/]*)?(?=[;/]|$)/gi;
/** The session of ASP.NET without cookies. */
const ASP_SESSION = /\/\(([a-z]\([\w-]{20,}\))+\)(?=\/|$)/gi;

/** The path without session ids. */
export function withoutSessions(path: string): string {
  return path.replace(SESSION, "").replace(ASP_SESSION, "/");
}

/** The folder whose index file the path names, or the path itself; `end` follows the folder. */
export function withoutIndexFile(path: string, end: string): string {
  return path.replace(INDEX_FILE, end);
}
