// The addresses of the pages before sign-in. The binary serves these pages as a separate document, without the
// dashboard's application.

/** `dashboard/tests/shell/addresses.test.ts` compares them with the binary's list. */
export const ADDRESSES = ["enter", "forgot", "join", "login", "prove", "reset", "setup", "signup", "undo"] as const;
export type Address = (typeof ADDRESSES)[number];

/** The page that a path opens; undefined if it is not one of these pages. */
export function addressOf(path: string): Address | undefined {
  return ADDRESSES.find((address) => path.replace(/^\/|\/$/g, "") === address);
}
