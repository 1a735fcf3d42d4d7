// Removes search parameters that a page's route does not declare.

/**
 * Wraps a function that reads search parameters. All other parameters are set to undefined, because the router would
 * otherwise pass them on to the page with the parsed ones.
 */
export function onlyRead<T extends object>(
  read: (search: Record<string, unknown>) => T,
): (search: Record<string, unknown>) => T {
  return (search) => ({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...read(search) });
}
