const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** Characters that XML does not allow: control characters except tab and the ends of lines, and two non-characters. */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu;

/** Escapes a text for XML, without the characters that it does not allow. Source: XML 1.0, 2.2 "Char". */
export function escapeXml(text: string): string {
  return text.replaceAll(FORBIDDEN, "").replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);
}
