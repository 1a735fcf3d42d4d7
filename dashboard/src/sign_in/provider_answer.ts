// What came back from a sign-in provider. It is in the fragment of the sign-in page's address, which is never sent to a server, and
// is removed from the address first of all, so that it is not in the browser's history.

const NEXT = "askline.next";

export type ProviderAnswer =
  | { readonly provider: string; readonly error: string }
  | { readonly provider: string; readonly code: string; readonly state: string; readonly iss: string | null };

/** Removes the answer from the address; undefined if it has no answer. */
export function takeProviderAnswer(): ProviderAnswer | undefined {
  const parts = new URLSearchParams(location.hash.slice(1));
  const [provider, code, state, error] = ["provider", "code", "state", "error"].map((name) => parts.get(name));
  if (provider === null || provider === undefined) return undefined;
  history.replaceState(history.state, "", location.pathname + location.search);
  if (typeof code === "string" && typeof state === "string") return { provider, code, state, iss: parts.get("iss") };
  return { provider, error: error ?? "refused" };
}

/** Keeps the page that the person wanted while they are at the provider. */
export function keepNext(next: string | undefined): void {
  if (next === undefined) sessionStorage.removeItem(NEXT);
  else sessionStorage.setItem(NEXT, next);
}

/** The page that was kept, once. */
export function takeNext(): string | undefined {
  const next = sessionStorage.getItem(NEXT) ?? undefined;
  sessionStorage.removeItem(NEXT);
  return next;
}
