/** Text that no spreadsheet calculates with. Stands outside the services: lists of more than one of them are exported. */

/** Signs that formulas begin with. The wide ones count where East Asian keyboards are used. */
const FORMULA_SIGNS = /[=+\-@＝＋－＠]/g;
/** What a spreadsheet passes over before a formula. */
const PASSED_OVER = /[\s"'\ufeff]/;
/** What a spreadsheet, of another language too, takes for the end of a cell. */
const CELL_END = /[;,|\t\r\n]/;
/** A cell that begins with a tab or a line break is taken apart by some spreadsheets. */
const BREAK_START = /^[\t\r\n]/;

/** An address in these signs calculates nothing, however it begins: there is nothing in it to call or to refer to. */
const PLAIN_ADDRESS = /^[+-]?[\p{L}\p{N}.+\-_'@]+$/u;

/**
 * A text that no spreadsheet takes for a formula: an apostrophe stands before whatever could begin one, which
 * spreadsheets read as "this is text".
 */
export function harmlessCell(text: string): string {
  const guarded = text.replace(FORMULA_SIGNS, (sign, at: number) => (mayBeginFormula(text, at) ? `'${sign}` : sign));
  return BREAK_START.test(guarded) ? `'${guarded}` : guarded;
}

/**
 * Whether a spreadsheet may begin a formula at a sign: at the start of a cell, or behind what may be the end of one.
 * Source: owasp.org, "CSV Injection". Looking back from each sign passes over every character once at most; one pattern
 * for all of it would begin again at each line break of a long run, and hold up the whole site.
 */
function mayBeginFormula(text: string, signAt: number): boolean {
  for (let at = signAt - 1; at >= 0; at -= 1) {
    const before = text.charAt(at);
    if (CELL_END.test(before)) return true;
    if (!PASSED_OVER.test(before)) return false;
  }
  return true;
}

/**
 * An address that no spreadsheet takes for a formula. "+ann@example.com" and "-ann@example.com" stay as they are, since
 * an apostrophe would make them somebody else's address on the next import, and they can do no harm.
 */
export function harmlessAddress(email: string): string {
  return PLAIN_ADDRESS.test(email) ? email : harmlessCell(email);
}
