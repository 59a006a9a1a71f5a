import { type Document, isScalar, type Pair, visit } from "yaml";

/** What a comma between braces has cut off from its value: where it stands, and what to do. */
export type CutOff = { at: number; sentence: string };

const NUMBER_WITH_COMMAS = /^\d+(,\d+)+(\.\d+)?$/;

/**
 * Between braces YAML takes `price: 82,50` for a price of 82 and a name, 50, that has no value. Nobody writes a name
 * without a colon on purpose, so each is a mistake, even one that is known.
 */
export function findCutOff(document: Document.Parsed, source: string): CutOff[] {
  const found: CutOff[] = [];
  visit(document, {
    Map(_, { flow, items }) {
      if (!flow) return;
      let before: Pair | undefined;
      for (const [place, pair] of items.entries()) {
        const next = items[place + 1];
        if (!isCutOff(pair)) before = pair;
        // Of several in a row the last tells of all.
        else if (!next || !isCutOff(next)) found.push(cutOffAt(pair, before, source));
      }
    },
  });
  return found;
}

function isCutOff({ value }: Pair): boolean {
  return value === null;
}

function cutOffAt({ key }: Pair, before: Pair | undefined, source: string): CutOff {
  const [start, end] = placeOf(key) ?? [0, 0];
  const from = placeOf(before?.value)?.[0] ?? start;
  const whole = source.slice(from, end);
  const number = whole.replace(/\s/g, "");
  if (NUMBER_WITH_COMMAS.test(number)) {
    const sentence = `a comma ends a value between braces, so ${number} is not one number; write ${withoutCommas(number)}`;
    return { at: start, sentence };
  }
  const example = from === start || /["'\n]/.test(whole) ? "" : `: "${whole}"`;
  const piece = source.slice(start, end);
  return { at: start, sentence: `"${piece}" stands there without a value; words with a comma need quotes${example}` };
}

function placeOf(node: unknown): [start: number, end: number] | undefined {
  return isScalar(node) && node.range ? [node.range[0], node.range[1]] : undefined;
}

/** The number as it must be written. Of three digits after a comma nobody can tell whether they are decimals. */
function withoutCommas(number: string): string {
  const whole = number.replaceAll(",", "");
  if (number.includes(".") || number.indexOf(",") !== number.lastIndexOf(",")) return whole;
  const decimal = number.replace(",", ".");
  return /,\d{3}$/.test(number) ? `${decimal} or ${whole}` : decimal;
}
