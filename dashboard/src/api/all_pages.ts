// Reads all pages of a list, for lists that are shown as a whole.

interface Page<Item> {
  data: { items: Item[] };
  meta: { pagination: { nextCursor?: string | null } };
}

/**
 * `read` gets the query parameters of a page: `limit`, and from the second page on `cursor`. No page is read once there are
 * `most` items.
 */
export async function readAllPages<Item>(
  limit: number,
  read: (query: { limit: number; cursor?: string }) => Promise<Page<Item>>,
  most = Infinity,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let cursor: string | null = ""; cursor !== null && found.length < most; ) {
    const page: Page<Item> = await read(cursor === "" ? { limit } : { limit, cursor });
    found.push(...page.data.items);
    cursor = page.meta.pagination.nextCursor ?? null;
  }
  return found;
}
