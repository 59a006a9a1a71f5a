import type { DataFile } from "../../../data/data-file.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import type { Stock } from "./stock/stock.ts";

/** What the parts of the built-in store depend on. */
export type StoreContext = {
  data: DataFile;
  catalogue: Catalogue;
  stock: Stock;
  clock: () => Date;
};
