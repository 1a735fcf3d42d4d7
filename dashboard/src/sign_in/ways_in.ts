// How people can get an account or a new password on this instance.

import { askAgain } from "../api/ask_again";
import { api, ask, type Schemas } from "../api/client";

export type WaysIn = Schemas["Doors"];

/** Calls `tell` with the instance's answer. If the request fails, the page stays as it is, without these offers. */
export function askWaysIn(tell: (ways: WaysIn) => void): void {
  askAgain(() => ask(api.GET("/api/v1/auth/doors"))).then(tell, () => undefined);
}
