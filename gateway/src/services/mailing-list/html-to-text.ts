/** Maximum length of a message, in characters. */
const LENGTH_MAX = 1_000;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Converts an HTML message to text. Removes links with their text, because "Click here" would lead nowhere. */
export function htmlToText(html: string): string {
  return html
    .slice(0, LENGTH_MAX)
    .replaceAll(/<a\b[^<>]*>[^<]*<\/a>/gi, "")
    .replaceAll(/<[/!]?[a-z][^<>]*>/gi, "")
    .replaceAll(/&(?:#(\d{1,6})|([a-z]{2,4}));/gi, (whole, code?: string, name = "") =>
      code === undefined ? (ENTITIES[name] ?? whole) : characterOf(Number(code)),
    )
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The character of a code; empty for control characters, surrogates and codes that are too high. */
function characterOf(code: number): string {
  const isOne =
    code >= 0x20 && code <= 0x10ffff && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000);
  return isOne ? String.fromCodePoint(code) : "";
}
