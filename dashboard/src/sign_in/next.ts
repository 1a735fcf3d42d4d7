// The page after sign-in: always an address of the application, whatever the link says.

/** The sign-in page that leads back to an address. */
export function signInAddress(wanted: string): string {
  return wanted === "/" ? "/login" : `/login?${new URLSearchParams({ next: wanted }).toString()}`;
}

/** The path of an address on this origin; the start for any other. */
export function ownAddress(next: string, origin: string): string {
  // Browsers take `//host` and `/\host` for another host, also behind `/.` or a tab.
  if (!next.startsWith("/") || !URL.canParse(next, origin)) return "/";
  const there = new URL(next, origin);
  if (there.origin !== origin || there.pathname.startsWith("//")) return "/";
  return there.pathname + there.search + there.hash;
}
