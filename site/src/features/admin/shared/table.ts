import "./table.css";

/** Explicit roles, because some browsers drop a table's roles when a narrow window changes its `display`. */
export const ROLES = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
