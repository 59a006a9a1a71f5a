import type { IOptions } from "sanitize-html";

/** What of a merchant's HTML is shown. Its pictures still lie where they lay: see `shop-pictures.ts`. */
type CleanHtml = (html: string) => string;

/** A window's own heading stands above. */
const SHOWN = (
  "p br hr ul ol li strong em s sub sup small blockquote h3 h4 h5 h6 dl dt dd pre code a img div " +
  "table caption thead tbody tfoot tr th td figure figcaption"
).split(" ");
/** Elements that are shown as others; of all that is named nowhere here the words alone are. */
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
/** Elements of which nothing is shown, not even their words. */
const DROPPED = (
  "script style iframe object embed svg math template noscript noembed noframes head title textarea select button " +
  "video audio canvas xmp plaintext"
).split(" ");
/** Elements within elements; what is nested deeper is shown without its own. */
const MOST_OPEN = 40;
/** What a description may be at Shopify; in characters. */
const MOST_CHARACTERS = 512 * 1024;
/** Tags and entities, of which a page of text has some fifty. They, not the characters, are what takes time. */
const MOST_SIGNS = 4_000;
/** An address on the web, or a way to reach somebody; none that leads into the merchant's other shop. */
const LINK = /^(?:https?:\/\/|mailto:|tel:)/i;

/** Without styles, classes, frames, scripts, and links and pictures that have no address to ask for. */
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
  // By now what must not be asked for is gone from the attributes.
  exclusiveFilter({ tag, attribs: { href = "", src = "" } }) {
    if (tag === "img") return src === "";
    return tag === "a" && !LINK.test(href) && "excludeTag";
  },
};

/**
 * Loads the cleaner. Paragraphs, lists, tables, emphasis, links to the web and pictures remain, and every element ends
 * where it began; of a text that is longer than any description the beginning.
 */
export async function loadCleanHtml(): Promise<CleanHtml> {
  // A tenth of a second, which no start has to spend.
  const { default: sanitizeHtml } = await import("sanitize-html");
  return (html) => sanitizeHtml(startOfDay(html), OPTIONS).trim();
}

function startOfDay(html: string): string {
  return html
    .slice(0, MOST_CHARACTERS)
    .split(/(?=[<&])/, MOST_SIGNS)
    .join("");
}

function absolute(address: string): string {
  return URL.parse(address.startsWith("//") ? `https:${address}` : address)?.href ?? "";
}
