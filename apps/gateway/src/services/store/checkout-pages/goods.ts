import { imageForSize } from "@porchlight/protocol/image-for-size.ts";
import { html } from "hono/html";
import type { Markup } from "../../../plain-pages/document.ts";
import type { Attribute } from "../builtin/baskets/basket.ts";
import type { Variant } from "../builtin/catalogue/catalogue.ts";

/** Box that a line's picture is asked for in, in pixels: twice its size on the page, for sharp screens. */
const PICTURE_BOX = { maxWidth: 144, maxHeight: 180 };

/** A line of a checkout or of an order as a page shows it. */
export type Goods = {
  title: string;
  /** "S / Ink"; empty where there was nothing to choose. */
  variantTitle: string;
  attributes: readonly Attribute[];
  /** Gone where the product is no longer on sale. */
  variant: Variant | undefined;
  /** Below the words: quantity, a form. */
  below: Markup;
  /** At the end of the line. */
  price: Markup | string;
};

/** A list of lines. */
export function goodsList(lines: readonly Goods[]): Markup {
  return html`<ul class="goods">${lines.map(goodsItem)}</ul>`;
}

function goodsItem({ title, variantTitle, attributes, variant, below, price }: Goods): Markup {
  const picture = variant && thumbnailOf(variant);
  return html`<li>
${picture ? html`<img src="${picture}" alt="" width="72" height="90">` : html`<span class="goods-no-picture"></span>`}
<div class="goods-head">
<div class="goods-words">
<p class="goods-name">${title}</p>
${variantTitle ? html`<p class="soft">${variantTitle}</p>` : ""}
${attributes.map(({ key, value }) => html`<p class="soft">${key}: ${value}</p>`)}
</div>
<p class="goods-price">${price}</p>
</div>
<div class="goods-below">${below}</div>
</li>`;
}

/** Address of a variant's picture in a small size; undefined where it has none. */
function thumbnailOf({ image, product }: Variant): string | undefined {
  const path = (image ?? product.images[0])?.path;
  return path === undefined ? undefined : imageForSize(path, PICTURE_BOX);
}
