// The addresses of the pages before the application. The binary serves them with a document of its own, without the application.

/** `dashboard/tests/addresses.test.ts` compares them with the binary's list. */
export const ADDRESSES = ["enter", "forgot", "join", "login", "prove", "reset", "setup", "signup", "undo"] as const;
export type Address = (typeof ADDRESSES)[number];

/** Which page a path opens, if it is one of these. */
export function addressOf(path: string): Address | undefined {
  return ADDRESSES.find((address) => path.replace(/^\/|\/$/g, "") === address);
}
