/** Text that no spreadsheet calculates with. Stands outside the services: lists of more than one of them are exported. */

/**
 * Where a spreadsheet may begin a formula: at the start of a cell, behind spaces, quotes and apostrophes, and behind
 * what another language's spreadsheet takes for the end of a cell. The wide signs count where East Asian keyboards are
 * used. Source: owasp.org, "CSV Injection".
 */
const FORMULA_START = /(^|[;,|\t\r\n])([\s"'\ufeff]*)([=+\-@＝＋－＠])/gu;
/** A cell that begins with a tab or a line break is taken apart by some spreadsheets. */
const BREAK_START = /^[\t\r\n]/;

/** An address in these signs calculates nothing, however it begins: there is nothing in it to call or to refer to. */
const PLAIN_ADDRESS = /^[+-]?[\p{L}\p{N}.+\-_'@]+$/u;

/**
 * A text that no spreadsheet takes for a formula: an apostrophe stands before whatever could begin one, which
 * spreadsheets read as "this is text".
 */
export function harmlessCell(text: string): string {
  const guarded = text.replace(FORMULA_START, "$1$2'$3");
  return BREAK_START.test(guarded) ? `'${guarded}` : guarded;
}

/**
 * An address that no spreadsheet takes for a formula. "+ann@example.com" and "-ann@example.com" stay as they are, since
 * an apostrophe would make them somebody else's address on the next import, and they can do no harm.
 */
export function harmlessAddress(email: string): string {
  return PLAIN_ADDRESS.test(email) ? email : harmlessCell(email);
}
