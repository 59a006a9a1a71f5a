import { type Document, isScalar, type Pair, visit } from "yaml";

/** A value that a comma between braces has split: the position of its second part, and a message for the owner. */
type SplitValue = { at: number; message: string };

const NUMBER_WITH_COMMAS = /^\d+(,\d+)+(\.\d+)?$/;

/**
 * Finds values that a comma has split. Between braces, YAML reads `price: 82,50` as a price of 82 and a key `50`
 * without a value. Nobody writes a key without a colon on purpose, so every such key is reported, even a known one.
 */
export function findSplitValues(document: Document.Parsed, source: string): SplitValue[] {
  const found: SplitValue[] = [];
  visit(document, {
    Map(_, { flow, items }) {
      if (!flow) return;
      let before: Pair | undefined;
      for (const [place, pair] of items.entries()) {
        const next = items[place + 1];
        if (!hasNoValue(pair)) before = pair;
        // If several keys in a row have no value, the last one reports all of them.
        else if (!next || !hasNoValue(next)) found.push(toSplitValue(pair, before, source));
      }
    },
  });
  return found;
}

function hasNoValue({ value }: Pair): boolean {
  return value === null;
}

function toSplitValue({ key }: Pair, before: Pair | undefined, source: string): SplitValue {
  const [start, end] = findRange(key) ?? [0, 0];
  const from = findRange(before?.value)?.[0] ?? start;
  const whole = source.slice(from, end);
  const number = whole.replace(/\s/g, "");
  if (NUMBER_WITH_COMMAS.test(number)) {
    const message = `a comma ends a value between braces, so ${number} is not one number; write ${withoutCommas(number)}`;
    return { at: start, message };
  }
  const example = from === start || /["'\n]/.test(whole) ? "" : `: "${whole}"`;
  const piece = source.slice(start, end);
  return { at: start, message: `"${piece}" stands there without a value; words with a comma need quotes${example}` };
}

function findRange(node: unknown): [start: number, end: number] | undefined {
  return isScalar(node) && node.range ? [node.range[0], node.range[1]] : undefined;
}

/** The number as it must be written. Three digits after a comma may be decimals or thousands. */
function withoutCommas(number: string): string {
  const whole = number.replaceAll(",", "");
  if (number.includes(".") || number.indexOf(",") !== number.lastIndexOf(",")) return whole;
  const decimal = number.replace(",", ".");
  return /,\d{3}$/.test(number) ? `${decimal} or ${whole}` : decimal;
}
