/** More than any sentence of a list has, in characters. */
const MOST = 1_000;

const SIGNS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/**
 * The words of an answer that is written in HTML, as text. Links go with theirs: "Click here" leads nowhere then.
 */
export function wordsOf(html: string): string {
  return html
    .slice(0, MOST)
    .replaceAll(/<a\b[^<>]*>[^<]*<\/a>/gi, "")
    .replaceAll(/<[/!]?[a-z][^<>]*>/gi, "")
    .replaceAll(/&(?:#(\d{1,6})|([a-z]{2,4}));/gi, (whole, code?: string, name = "") =>
      code === undefined ? (SIGNS[name] ?? whole) : characterOf(Number(code)),
    )
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The character of a code; none of a control, half a pair or a code beyond all. */
function characterOf(code: number): string {
  const isOne =
    code >= 0x20 && code <= 0x10ffff && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000);
  return isOne ? String.fromCodePoint(code) : "";
}
