import { html } from "hono/html";
import type { Token } from "markdown-it";
import type { EmailPicture } from "./parts.ts";

/** Finds the links and pictures that Markdown names. */
export type MarkdownTargets = {
  /** The address of a link; undefined if a link must not lead there. */
  link: (written: string) => string | undefined;
  /** A picture of the owner; undefined if there is none with this name. */
  findPicture: (name: string, alt: string) => EmailPicture | undefined;
};

/** How a kind of document shows Markdown. */
export type MarkdownLook = {
  /** Attributes of an element, with a space before each; empty if it needs none. */
  attributesOf: (tag: string) => string;
  toPicture: (picture: EmailPicture) => string;
};

/** Escapes a text for HTML. */
function escapeHtml(text: string): string {
  return String(html`${text}`);
}

/** The address of a link as the owner wrote it. */
export function hrefOf(token: Token): string {
  return String(token.attrGet("href") ?? "");
}

/** The name of a picture as the owner wrote it. Markdown encodes its spaces. */
export function pictureName(token: Token): string {
  const source = String(token.attrGet("src") ?? "");
  try {
    return decodeURIComponent(source);
  } catch {
    return source;
  }
}

/** Writes Markdown as HTML. All that the owner typed is escaped. */
export function markdownToHtml(tokens: readonly Token[], targets: MarkdownTargets, look: MarkdownLook): string {
  const open = (tag: string, more = "") => `<${tag}${look.attributesOf(tag)}${more}>`;

  function toElement(token: Token): string {
    const { type, tag, nesting, content, children, hidden } = token;
    if (hidden) return "";
    switch (type) {
      case "inline":
        return inlineToHtml(children ?? []);
      case "fence":
      case "code_block":
        return `${open("pre")}${escapeHtml(content)}</pre>`;
      case "code_inline":
        return `${open("code")}${escapeHtml(content)}</code>`;
      case "text":
        return escapeHtml(content);
      case "softbreak":
      case "hardbreak":
        return "<br>";
      default:
        return nesting < 0 ? `</${tag}>` : open(tag, ownAttributes(token));
    }
  }

  function inlineToHtml(children: readonly Token[]): string {
    let isLink = false;
    return children
      .map((token) => {
        if (token.type === "image") {
          const picture = targets.findPicture(pictureName(token), token.content);
          return picture ? look.toPicture(picture) : escapeHtml(token.content);
        }
        if (token.type === "link_close") return isLink ? "</a>" : "";
        if (token.type !== "link_open") return toElement(token);
        const href = targets.link(hrefOf(token));
        isLink = href !== undefined;
        return href === undefined ? "" : open("a", ` href="${escapeHtml(href)}"`);
      })
      .join("");
  }

  return tokens.map(toElement).join("");
}

/** What Markdown itself says about an element: the first number of a list, the alignment of a column. */
function ownAttributes(token: Token): string {
  const start = Number(token.attrGet("start") ?? Number.NaN);
  const [, align] = /^text-align:(left|center|right)$/.exec(String(token.attrGet("style"))) ?? [];
  return (Number.isNaN(start) ? "" : ` start="${start}"`) + (align === undefined ? "" : ` align="${align}"`);
}
