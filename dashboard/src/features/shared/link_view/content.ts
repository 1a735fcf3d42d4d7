// What a shared link shows, as the API returns it.

import type { Schemas } from "../../../api/client";

export type LinkContent = Schemas["SharedView"];

/** The days of a view, both included, and the time zone that they are of. */
export interface LinkRange {
  from: string;
  to: string;
  timezone: string;
}
