import { html, raw } from "hono/html";
import type { Receipt, ReceiptRow } from "./content.ts";
import { LINE, type Markup, TEXT, table } from "./email-sheet.ts";

/** Width of a receipt, in characters. A line of an email has up to 78. Source: RFC 5322 §2.1.1. */
const RECEIPT_WIDTH = 64;
/** The shortest leader between words and amount, in characters. */
const LEADER_MIN = 3;

/**
 * Maximum length of a row's words if the row has a leader, in characters. They do not wrap, so they have to fit beside
 * an amount on a phone, even with the spacing of letters and words that WCAG 1.4.12 allows for.
 */
const LEADER_WORDS_MAX = 24;

/** Rows with dotted leaders between words and amounts. The groups after the first, sums and total, look the same. */
export function receiptToHtml({ receipt: groups }: Receipt): Markup {
  const [first = [], ...others] = groups;
  const toFirst = rowsOf(areShort(first));
  const toOthers = rowsOf(areShort(others.flat()));
  return html`${table("receipt", "")}${groups.map(
    (rows, at) => html`${at > 0 ? rule() : ""}<tr><td>${rows.map(at > 0 ? toOthers : toFirst)}</td></tr>`,
  )}</table>`;
}

const areShort = (rows: readonly ReceiptRow[]) => rows.every(({ words }) => words.length <= LEADER_WORDS_MAX);

/** The rule between two groups of a receipt. */
function rule(): Markup {
  return html`<tr><td class="line" height="9" style="border-bottom:1px solid ${LINE};font-size:0;line-height:9px">&nbsp;</td></tr><tr><td height="9" style="font-size:0;line-height:9px">&nbsp;</td></tr>`;
}

/**
 * Each row is its own table, so that the leader takes the room that the words leave. Rows with long words wrap instead,
 * because a cell cannot do both.
 */
function rowsOf(hasLeaders: boolean): (row: ReceiptRow) => Markup {
  const leader = html`<td valign="bottom" style="padding:0 8px 7px"><div class="line" style="border-bottom:2px dotted ${LINE};font-size:0;line-height:0">&nbsp;</div></td>`;
  return ({ words, amount, isTotal }) => {
    const style = raw(`${TEXT};padding:3px 0${isTotal ? ";font-weight:bold" : ""}`);
    const nowrap = raw(`width="1%" style="white-space:nowrap;${style}"`);
    return html`${table("row", "")}<tr><td class="ink" align="left" ${hasLeaders ? nowrap : raw(`style="${style};padding-right:16px"`)}>${words}</td>${hasLeaders ? (amount === "" ? html`<td></td>` : leader) : ""}<td class="ink" align="right" valign="bottom" ${nowrap}>${amount}</td></tr></table>`;
  };
}

/** The same for the text part. */
export function receiptToText({ receipt: groups }: Receipt): string {
  return groups.map((rows) => rows.map(rowToText).join("\n")).join("\n\n");
}

function rowToText({ words, amount }: ReceiptRow): string {
  if (amount === "") return words;
  const leader = RECEIPT_WIDTH - words.length - amount.length - 2;
  return `${words} ${".".repeat(Math.max(LEADER_MIN, leader))} ${amount}`;
}
