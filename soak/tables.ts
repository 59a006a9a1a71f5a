/** Rows of cells, the first of them the headings; all columns but the first hold figures. */
export type Table = readonly (readonly string[])[];

/** A table as lines of Markdown. */
export function markdownTable(table: Table): string[] {
  const [headings = [], ...rows] = table;
  const rule = headings.map((_, at) => (at === 0 ? "---" : "---:"));
  return [headings, rule, ...rows].map((row) => `| ${row.join(" | ")} |`);
}

/** A table as lines for a terminal. */
export function terminalTable(table: Table): string[] {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
}

/** A count as people write it. */
export function numberOf(count: number): string {
  return count.toLocaleString("en");
}

/** A text as it begins a row. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
