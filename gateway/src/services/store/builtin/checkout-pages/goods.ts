import { choosePattern } from "@porchlight/protocol/choose-pattern.ts";
import { imageForSize } from "@porchlight/protocol/image-for-size.ts";
import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { Variant } from "../catalogue/catalogue.ts";
import type { Attribute } from "../model/cart.ts";
import * as words from "./words.ts";

/** Size of the requested picture, in pixels: twice its size on the page, for sharp screens. */
const PICTURE_BOX = { maxWidth: 144, maxHeight: 180 };

/** A line of a checkout or of an order as a page shows it. */
export type Goods = {
  title: string;
  /** "S / Ink"; empty for a product without options. */
  variantTitle: string;
  attributes: readonly Attribute[];
  /** Absent when the product is no longer on sale. */
  variant: Variant | undefined;
  /** Below the text: the quantity, or a form. */
  below: Markup;
  /** At the end of the line. */
  price: Markup | string;
};

/** Maximum number of lines on one page, so that a person can review them and one request stays cheap. */
export const LINES_PER_PAGE = 50;

/** A page of a list of lines. */
type GoodsPage = {
  /** Page number from 1. A number beyond the last page shows the last page. */
  page: number;
  /** Address of another page. */
  pathOf: (page: number) => string;
};

/**
 * One page of a list of lines, with links to the other pages.
 *
 * @param lines functions that draw the lines
 */
export function goodsList(lines: readonly (() => Goods)[], { page: requested, pathOf }: GoodsPage): Markup {
  const pages = Math.max(1, Math.ceil(lines.length / LINES_PER_PAGE));
  const page = Math.min(Math.max(requested, 1), pages);
  const start = (page - 1) * LINES_PER_PAGE;
  const shown = lines.slice(start, start + LINES_PER_PAGE);
  const pager = html`<nav class="goods-pages" aria-label="${words.pagesOfOrder}">
<p class="soft">${words.linesShown(start + 1, start + shown.length, lines.length)}</p>
${page > 1 ? html`<a href="${pathOf(page - 1)}">${words.previousLines(LINES_PER_PAGE)}</a>` : ""}
${page < pages ? html`<a href="${pathOf(page + 1)}">${words.nextLines(Math.min(LINES_PER_PAGE, lines.length - start - shown.length))}</a>` : ""}
</nav>`;
  return html`<ul class="goods">${shown.map((draw) => goodsItem(draw()))}</ul>${pages > 1 ? pager : ""}`;
}

function goodsItem({ title, variantTitle, attributes, variant, below, price }: Goods): Markup {
  const picture = variant && thumbnailOf(variant);
  return html`<li>
${picture ? html`<img src="${picture}" alt="" width="72" height="90">` : html`<span class="goods-no-picture" data-pattern="${choosePattern(title)}"></span>`}
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

/** Address of a variant's picture in a small size; undefined when it has none. */
function thumbnailOf({ image, product }: Variant): string | undefined {
  const path = (image ?? product.images[0])?.path;
  return path === undefined ? undefined : imageForSize(path, PICTURE_BOX);
}
