/** Items of follow-up pages: images and variants of a product, lines of a checkout. Source: docs/product.md §9. */
export const FOLLOW_UP_PAGE = 250;
/** Items of a listing, and products of a collection. Source: docs/product.md §9. */
export const LISTING_PAGE = 20;

/** One page of a connection. */
export type Page<Item> = { pageInfo: { hasNextPage: boolean }; edges: { cursor: string; node: Item }[] };

/** The items of a page. */
export function itemsOf<Item>({ edges }: { edges: { node: Item }[] }): Item[] {
  return edges.map(({ node }) => node);
}

/**
 * Loads all pages that follow a first one.
 *
 * @param next fetches the page after a cursor; undefined when what the items belong to has gone
 */
export async function allItems<Item>(
  first: Page<Item>,
  next: (after: string) => Promise<Page<Item> | undefined>,
): Promise<Item[]> {
  const items = itemsOf(first);
  let page: Page<Item> | undefined = first;
  while (page?.pageInfo.hasNextPage) {
    const last: string | undefined = page.edges.at(-1)?.cursor;
    // A page that has a next one and yet no items would be asked for again for ever.
    if (last === undefined) break;
    page = await next(last);
    if (page) items.push(...itemsOf(page));
  }
  return items;
}
