export type Delimiter = "," | ";" | "\t";

const DELIMITERS: readonly Delimiter[] = [",", ";", "\t"];
/** A first line in which a spreadsheet names the delimiter for other spreadsheets. */
export const DELIMITER_LINE = /^"?sep=(.)"?\r?\n?/i;

/** Detects the delimiter: the one that the first line has most often, outside quotation marks. */
export function detectDelimiter(head: string): Delimiter {
  const named = DELIMITER_LINE.exec(head)?.[1];
  const known = DELIMITERS.find((delimiter) => delimiter === named);
  if (known) return known;
  const [first = ""] = head.trimStart().split(/[\r\n]/, 1);
  const bare = first.replace(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
