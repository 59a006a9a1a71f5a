import "./table.css";

/** Some browsers forget that a table is one once a narrow window changes its display, so each part says what it is. */
export const ROLES = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
