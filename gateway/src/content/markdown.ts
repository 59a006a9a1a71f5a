import type { Section } from "@porchlight/protocol/content.ts";
import createMarkdown, { type Token } from "markdown-it";
import * as v from "valibot";
import { optionalText, text } from "./fields.ts";
import { readYamlFile } from "./yaml-file.ts";

// Raw HTML in an owner's text is shown as text: a pasted script must not run on the site.
const markdown = createMarkdown({ html: false, typographer: true, linkify: false });

const FrontMatterSchema = v.strictObject({
  title: text,
  description: optionalText,
  keywords: v.optional(v.array(text, "must be a list: [music, albums]"), []),
  updated: v.exactOptional(text),
});

/** The lines between the first two `---` of a text. */
export type FrontMatter = v.InferOutput<typeof FrontMatterSchema>;

/** A text of `content/`, its placeholders still in place. */
export type Text = { front: FrontMatter; body: string };

/**
 * Takes a text apart into its front matter and its Markdown.
 *
 * @param file as the owner knows it, `about.md`
 * @throws {Error} with a sentence that names the file, the line and what is wrong with it
 */
export function parseText(file: string, source: string): Text {
  const found = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(source);
  if (!found) {
    const example = "a line of three dashes, then title: About, then three dashes";
    throw new Error(`${file}, line 1: must begin with ${example}`);
  }
  const [, head = "", body = ""] = found;
  return { front: readYamlFile(file, head, FrontMatterSchema, 2).value, body };
}

/** Writes a value so that Markdown shows it as it is, `*NSYNC*` with its stars. */
export function escapeMarkdown(value: string): string {
  return value.replace(/[\\`*_[\]<>#&]/g, "\\$&");
}

/** Puts values in the place of `{names}`; a name without a value stays as it was written. */
export function fillIn(body: string, values: Readonly<Record<string, string | undefined>>): string {
  return body.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/** HTML of a piece of Markdown. */
export function toHtml(source: string): string {
  return markdown.render(source).trim();
}

/** Cuts a long text at its second-level headings into an introduction and sections. */
export function toSections(source: string): { introHtml: string; sections: Section[] } {
  // Read as a whole, so that a heading in a code block is none, and a link may be defined in another section.
  const environment = {};
  const tokens = markdown.parse(source, environment);
  const render = (part: Token[]) => closeUp(markdown.renderer.render(part, markdown.options, environment));
  const starts = tokens.flatMap((token, at) =>
    token.type === "heading_open" && token.tag === "h2" && token.level === 0 ? at : [],
  );
  const used = new Set<string>();
  const sections = starts.map((start, index) => {
    // A heading is three tokens: its beginning, its words, its end.
    const heading = plainText(tokens[start + 1]);
    return { id: anchorOf(heading, used), heading, html: render(tokens.slice(start + 3, starts[index + 1])) };
  });
  return { introHtml: render(tokens.slice(0, starts[0])), sections };
}

/**
 * Takes the line breaks between blocks out. They stand twice in a page, in its text and in the data that it is
 * hydrated from, where `\n` is another spelling: without them the second copy packs to next to nothing.
 */
function closeUp(html: string): string {
  return html.replace(/(<\/?(?:blockquote|h\d|hr|li|ol|p|pre|table|tbody|td|th|thead|tr|ul)\b[^>]*>)\n/g, "$1").trim();
}

function plainText(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .map((token) => token.content)
    .join("")
    .trim();
}

/** A name for the place of a heading, `5-cookies`, different from all that were used before. */
function anchorOf(heading: string, used: Set<string>): string {
  const base =
    heading
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}]+/gu, "-")
      .replace(/^-+|-+$/g, "") || "section";
  let anchor = base;
  for (let count = 2; used.has(anchor); count += 1) anchor = `${base}-${count}`;
  used.add(anchor);
  return anchor;
}
