/** Rows of cells. The first row is the header. */
export type Table = readonly (readonly string[])[];

/** Formats a table as Markdown. All columns are aligned right, except the first and those with these headings. */
export function markdownTable([headings = [], ...rows]: Table, texts: readonly string[] = []): string[] {
  const rule = headings.map((heading, at) => (at === 0 || texts.includes(heading) ? "---" : "---:"));
  return [headings, rule, ...rows].map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`);
}

/** Formats a table for a terminal. */
export function terminalTable(table: Table): string[] {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
}
