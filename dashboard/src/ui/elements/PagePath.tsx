// A page as people read it: with its escapes decoded. Its title is the address as it is sent.

import { decodedPath } from "../../words/paths";

export function PagePath({ path }: { path: string }) {
  return <span title={path}>{decodedPath(path)}</span>;
}
