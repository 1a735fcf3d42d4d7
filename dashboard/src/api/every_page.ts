// Reads a list page by page to its end, for lists that are shown whole.

interface Page<Item> {
  data: { items: Item[] };
  meta: { pagination: { nextCursor?: string | null } };
}

/** `read` gets what it has to send: the rows of a page, and from the second page on where it begins. */
export async function everyPage<Item>(limit: number, read: (query: { limit: number; cursor?: string }) => Promise<Page<Item>>): Promise<Item[]> {
  const found: Item[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Page<Item> = await read(cursor === "" ? { limit } : { limit, cursor });
    found.push(...page.data.items);
    cursor = page.meta.pagination.nextCursor ?? null;
  }
  return found;
}
