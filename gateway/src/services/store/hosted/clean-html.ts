import type { IOptions } from "sanitize-html";

/** Removes from a merchant's HTML everything that is not shown. `shop-pictures.ts` replaces its picture addresses. */
type CleanHtml = (html: string) => string;

/** Elements that are shown. Headings begin with `h3`: the product's title stands above them. */
const SHOWN = (
  "p br hr ul ol li strong em s sub sup small blockquote h3 h4 h5 h6 dl dt dd pre code a img div " +
  "table caption thead tbody tfoot tr th td figure figcaption"
).split(" ");
/** Elements that are replaced by other elements. Elements in none of these lists are replaced by their text. */
const SHOWN_AS = {
  b: "strong",
  i: "em",
  del: "s",
  strike: "s",
  h1: "h3",
  h2: "h3",
  section: "div",
  article: "div",
  center: "div",
};
/** Elements that are removed together with their text. */
const DROPPED = (
  "script style iframe object embed svg math template noscript noembed noframes head title textarea select button " +
  "video audio canvas xmp plaintext"
).split(" ");
/** Deepest nesting of elements. Deeper elements are replaced by their text. */
const MOST_OPEN = 40;
/** Longest description at Shopify, in characters. */
const MOST_CHARACTERS = 512 * 1024;
/**
 * Maximum number of tags and entities; a page of text has about fifty. Tags and entities take most of the time, not the
 * characters.
 */
const MOST_SIGNS = 4_000;
/**
 * A complete web address, or a mail or phone address. A relative address would lead to a page of the merchant's shop.
 */
const LINK = /^(?:https?:\/\/|mailto:|tel:)/i;

/** Removes styles, classes, frames and scripts, and links and pictures without a usable address. */
const OPTIONS: IOptions = {
  allowedTags: SHOWN,
  nonTextTags: DROPPED,
  nestingLimit: MOST_OPEN,
  allowedAttributes: { a: ["href"], img: ["src", "alt", "width", "height", "loading", "decoding"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  transformTags: {
    ...SHOWN_AS,
    a: (tagName, { href = "" }) => ({ tagName, attribs: { href: href.trim() } }),
    img: (tagName, { src = "", alt = "", width = "", height = "" }) => ({
      tagName,
      attribs: {
        src: absolute(src.trim()),
        alt,
        ...([width, height].every((pixels) => /^[1-9]\d{0,4}$/.test(pixels)) && { width, height }),
        loading: "lazy",
        decoding: "async",
      },
    }),
  },
  // The library has already removed forbidden addresses from the attributes.
  exclusiveFilter({ tag, attribs: { href = "", src = "" } }) {
    if (tag === "img") return src === "";
    return tag === "a" && !LINK.test(href) && "excludeTag";
  },
};

/**
 * Loads the cleaner. Paragraphs, lists, tables, emphasis, links to the web and pictures remain, and every element is
 * closed. A text that is longer than any description is cut.
 */
export async function loadCleanHtml(): Promise<CleanHtml> {
  // Loading the library takes a tenth of a second. The start does not wait for it.
  const { default: sanitizeHtml } = await import("sanitize-html");
  return (html) => sanitizeHtml(cut(html), OPTIONS).trim();
}

function cut(html: string): string {
  return html
    .slice(0, MOST_CHARACTERS)
    .split(/(?=[<&])/, MOST_SIGNS)
    .join("");
}

function absolute(address: string): string {
  return URL.parse(address.startsWith("//") ? `https:${address}` : address)?.href ?? "";
}
