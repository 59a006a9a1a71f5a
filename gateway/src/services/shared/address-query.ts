import type { SqlValue } from "../../data/statements.ts";

/** A query of the data file that yields addresses in a column `email`, in lower case. */
export type AddressQuery = { sql: string; values: SqlValue[] };
