import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aTestFolder } from "../../../../testing/gateway-process.ts";
import { aShop as aShopFolder } from "../catalogue/a-shop-folder.case.ts";
import { type ImportOptions, importProducts } from "./import-products.ts";

/** A content folder with a shop in Canadian dollars. `read` returns the catalogue. */
export function aShop(products?: string) {
  const { contentDir, open } = aShopFolder({ ...(products !== undefined && { products }) });
  const path = join(contentDir, "store/products.yaml");
  return {
    contentDir,
    products: () => (existsSync(path) ? readFileSync(path, "utf8") : ""),
    read: () => open().current(),
  };
}

/** Imports a file of these lines. */
export function importLines(
  { contentDir }: Pick<ReturnType<typeof aShop>, "contentDir">,
  lines: readonly string[] | Buffer,
  overrides: Partial<ImportOptions> = {},
) {
  const file = join(aTestFolder(), "products.csv");
  writeFileSync(file, lines instanceof Buffer ? lines : lines.join("\r\n"));
  const clock = () => new Date("2026-11-20T23:00:00Z");
  return importProducts({ contentDir, file, isDryRun: false, clock, ...overrides });
}
