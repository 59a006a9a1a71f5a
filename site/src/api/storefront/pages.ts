/** Items per follow-up page: images and variants of a product, lines of a checkout. Source: docs/product.md §9. */
export const FOLLOW_UP_PAGE = 250;
/** Default items of a listing, and products of a collection. Source: docs/product.md §9. */
export const LISTING_PAGE = 20;

/** One page of a connection. */
export type Page<Item> = { pageInfo: { hasNextPage: boolean }; edges: { cursor: string; node: Item }[] };

export function readItems<Item>({ edges }: { edges: { node: Item }[] }): Item[] {
  return edges.map(({ node }) => node);
}

/**
 * Fetches all pages after a first one.
 *
 * @param next fetches the page after a cursor; undefined if the parent no longer exists
 */
export async function allItems<Item>(
  first: Page<Item>,
  next: (after: string) => Promise<Page<Item> | undefined>,
): Promise<Item[]> {
  const items = readItems(first);
  let page: Page<Item> | undefined = first;
  while (page?.pageInfo.hasNextPage) {
    const last: string | undefined = page.edges.at(-1)?.cursor;
    // An empty page has no cursor for the next one.
    if (last === undefined) break;
    page = await next(last);
    if (page) items.push(...readItems(page));
  }
  return items;
}
