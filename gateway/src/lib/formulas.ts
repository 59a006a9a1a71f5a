/** Signs that start a formula. Spreadsheets accept the wide ones of East Asian keyboards too. */
const FORMULA_SIGNS = /[=+\-@＝＋－＠]/g;
const GUARDED_SIGNS = /'[=+\-@＝＋－＠]/g;
/** Characters that a spreadsheet ignores before a formula. */
const IGNORED = /[\s"'\ufeff]/;
/** Characters that end a cell in a CSV file, in any language of the spreadsheet. */
const CELL_END = /[;,|\t\r\n]/;
/** Some spreadsheets split a cell that starts with a tab or a line break. */
const BREAK_START = /^[\t\r\n]/;

/**
 * An address of only these characters is not a formula, even if it begins with + or -, because it names no function or
 * cell.
 */
const PLAIN_ADDRESS = /^[+-]?[\p{L}\p{N}.+\-_'@]+$/u;

/**
 * Puts an apostrophe before every sign that could start a formula. A spreadsheet then reads the text as text.
 */
export function harmlessCell(text: string): string {
  const guarded = text.replace(FORMULA_SIGNS, (sign, at: number) => (mayStartFormula(text, at) ? `'${sign}` : sign));
  return BREAK_START.test(guarded) ? `'${guarded}` : guarded;
}

/** Undoes {@link harmlessCell} for a text of one line. */
export function withoutGuards(cell: string): string {
  return cell.replace(GUARDED_SIGNS, (guarded, at: number) => (mayStartFormula(cell, at) ? guarded.slice(1) : guarded));
}

/**
 * Whether a spreadsheet may start a formula at a sign: at the start of a cell, or after a character that may end one.
 * Source: owasp.org, "CSV Injection". Searching back from each sign visits every character at most once; one regular
 * expression would start again at each line break of a long run, and block the whole site.
 */
function mayStartFormula(text: string, signAt: number): boolean {
  for (let at = signAt - 1; at >= 0; at -= 1) {
    const before = text.charAt(at);
    if (CELL_END.test(before)) return true;
    if (!IGNORED.test(before)) return false;
  }
  return true;
}

/**
 * Makes an email address harmless in a spreadsheet. "+ann@example.com" and "-ann@example.com" do not change: no
 * spreadsheet reads them as formulas, and with an apostrophe the next import would read another person's address.
 */
export function harmlessAddress(email: string): string {
  return PLAIN_ADDRESS.test(email) ? email : harmlessCell(email);
}
