// The page after sign-in: always an address of the dashboard, whatever the link contains.

/** The address of the sign-in page, from which sign-in leads back to `wanted`. */
export function signInAddress(wanted: string): string {
  return wanted === "/" ? "/login" : `/login?${new URLSearchParams({ next: wanted }).toString()}`;
}

/** The path of an address on this origin; `/` for any other address. */
export function localAddress(next: string, origin: string): string {
  // Browsers treat `//host` and `/\host` as another host, also after `/.` or a tab character.
  if (!next.startsWith("/") || !URL.canParse(next, origin)) return "/";
  const there = new URL(next, origin);
  if (there.origin !== origin || there.pathname.startsWith("//")) return "/";
  return there.pathname + there.search + there.hash;
}
