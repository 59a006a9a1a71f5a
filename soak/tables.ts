/** Rows of cells. The first row is the header; all columns but the first hold numbers. */
export type Table = readonly (readonly string[])[];

/** Formats a table as Markdown. */
export function markdownTable(table: Table): string[] {
  const [headings = [], ...rows] = table;
  const rule = headings.map((_, at) => (at === 0 ? "---" : "---:"));
  return [headings, rule, ...rows].map((row) => `| ${row.join(" | ")} |`);
}

/** Formats a table for a terminal. */
export function terminalTable(table: Table): string[] {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
}

/** Formats a count. */
export function numberOf(count: number): string {
  return count.toLocaleString("en");
}

/** Capitalises the first letter. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
