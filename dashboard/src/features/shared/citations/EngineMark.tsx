// An engine's mark, without the marks of everything else.

import { paths } from "virtual:engine-marks";

import { MarkPath } from "../platforms/MarkPath";
import { ENGINE_MARKS, type Engine } from "./engines";

export function EngineMark({ engine }: { engine: Engine }) {
  return <MarkPath path={paths[ENGINE_MARKS[engine]]} />;
}
