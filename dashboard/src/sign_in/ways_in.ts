// How people can join this instance: whether sign-up is open, and whom to ask for a new password.

import { askAgain } from "../api/ask_again";
import { api, ask, type Schemas } from "../api/client";

export type WaysIn = Schemas["Doors"];

/** Tells what the instance answers. Where no answer comes, the page stays as it is for an instance that offers nothing. */
export function askWaysIn(tell: (ways: WaysIn) => void): void {
  askAgain(() => ask(api.GET("/api/v1/auth/doors"))).then(tell, () => undefined);
}
