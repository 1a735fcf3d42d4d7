// The addresses of the pages before sign-in. The binary serves these pages as a separate document, without the
// dashboard's application.

/** `dashboard/tests/shell/addresses.test.ts` compares them with the binary's list. */
export const ADDRESSES = [
  "enter",
  "forgot",
  "join",
  "login",
  "prove",
  "recipient",
  "reset",
  "setup",
  "signup",
  "undo",
] as const;
export type Address = (typeof ADDRESSES)[number];

/** A page, and the fragment after a `#` that was escaped on its way, as some mail gateways do: `/join%23inv_…`. */
const ESCAPED = /^(.*?)\/?%(?:25)?23(.*)$/;

/** The page that a path opens; undefined if it is not one of these pages. */
export function addressOf(path: string): Address | undefined {
  const page = ESCAPED.exec(path)?.[1] ?? path;
  return ADDRESSES.find((address) => page.replace(/^\/|\/$/g, "") === address);
}

/** The fragment in a path whose `#` was escaped; empty if it has none. */
export function escapedFragmentOf(path: string): string {
  return ESCAPED.exec(path)?.[2] ?? "";
}
