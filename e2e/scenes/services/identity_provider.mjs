// A real identity provider on this machine: oidc-provider, which is certified for OpenID Connect.

import { createServer } from "node:http";

// @ts-expect-error The package has no types.
import { Provider } from "oidc-provider";

export const CLIENT = { id: "askline", secret: "a client secret of the journey" };

/**
 * Starts the provider. Its sign-in page takes any name: the person's id and, with a domain behind it, their address.
 * @param {() => string} redirectUri where it sends people back to, once the instance runs
 */
export async function openIdentityProvider(redirectUri) {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider has no port.");
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri()] }],
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (/** @type {unknown} */ _, /** @type {string} */ id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: `${id} of Acme`, email: `${id}@example.com`, email_verified: true }),
    }),
    // The address is at its userinfo endpoint alone, as the specification has it.
    conformIdTokenClaims: true,
    pkce: { required: () => true },
  });
  server.on("request", provider.callback());
  return {
    issuer,
    async end() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Signs in on the provider's own page, for the first time in a browser: the provider asks whether Askline may know the person.
 * @param {import("playwright-core").Page} page @param {string} person
 */
export async function signInThere(page, person) {
  await signInThereAgain(page, person);
  await page.getByRole("button", { name: "Continue" }).click();
}

/**
 * Signs in on the provider's own page, in a browser where the person has allowed it.
 * @param {import("playwright-core").Page} page @param {string} person
 */
export async function signInThereAgain(page, person) {
  await page.getByPlaceholder("Enter any login").fill(person);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
}
