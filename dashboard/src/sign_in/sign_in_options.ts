// How people can get an account or a new password on this instance.

import { withRetry } from "../api/retry";
import { api, ask, type Schemas } from "../api/client";

export type SignInOptions = Schemas["SignInOptions"];

/**
 * Calls `onLoaded` with the instance's options. If the request fails, the page stays as it is, without these offers.
 */
export function loadSignInOptions(onLoaded: (ways: SignInOptions) => void): void {
  withRetry(() => ask(api.GET("/api/v1/auth/options"))).then(onLoaded, () => undefined);
}
