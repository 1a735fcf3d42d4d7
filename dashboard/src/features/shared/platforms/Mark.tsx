// An assistant's or network's mark.

import { networks, platforms } from "../../../../../crates/domain/data/marks.json";
import { MarkPath } from "./MarkPath";

const PATHS: Readonly<Record<string, { path: string } | undefined>> = { ...networks, ...platforms };

export function Mark({ id }: { id: string }) {
  return <MarkPath path={PATHS[id]?.path} />;
}
