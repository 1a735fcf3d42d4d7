// Search parameters of addresses: a page gets only those that its route declares.

/**
 * The same reader, with every name that it refuses set to nothing: the router lays what a reader gives over what stands in the address,
 * so that a refused value would reach the page otherwise.
 */
export function onlyRead<T extends object>(read: (search: Record<string, unknown>) => T): (search: Record<string, unknown>) => T {
  return (search) => ({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...read(search) });
}
