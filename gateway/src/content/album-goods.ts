import type { AlbumGoods } from "@porchlight/protocol/content.ts";
import { formatPrice } from "@porchlight/protocol/format-price.ts";
import { normaliseSlug } from "@porchlight/protocol/music.ts";
import type { ShopProducts } from "@porchlight/protocol/shop.ts";

/** Finds the products that belong to an album and can be bought; undefined if there are none. */
export function toAlbumGoods({ products, releases }: ShopProducts, language: string): AlbumGoods[] | undefined {
  const goods = new Map<string, AlbumGoods["products"]>();
  for (const { handle, title, productType, availableForSale, variants } of products) {
    const release = releases?.get(handle);
    const [first] = variants;
    if (release === undefined || !first || !availableForSale) continue;
    const album = normaliseSlug(release);
    const product = { handle, words: `${productType || title} ${formatPrice(first.price, language)}` };
    goods.set(album, [...(goods.get(album) ?? []), product]);
  }
  return goods.size > 0 ? [...goods].map(([album, products]) => ({ album, products })) : undefined;
}
