import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { aTestFolder } from "../../../../testing/gateway-process.ts";
import { createCatalogue } from "../catalogue/read-catalogue.ts";
import { type ImportOptions, importProducts } from "./import-products.ts";

/** A shop on disk: `products` returns its `products.yaml`, `read` the catalogue. */
type Shop = { contentDir: string; products: () => string; read: () => ReturnType<typeof readShop> };

/** A content folder with a shop in Canadian dollars. */
export function aShop(products?: string): Shop {
  const contentDir = aTestFolder();
  const path = join(contentDir, "store/products.yaml");
  mkdirSync(join(contentDir, "store"));
  writeFileSync(join(contentDir, "store/store.yaml"), "currency: CAD\ncountry: CA\n");
  if (products !== undefined) writeFileSync(path, products);
  return {
    contentDir,
    products: () => (existsSync(path) ? readFileSync(path, "utf8") : ""),
    read: () => readShop(contentDir),
  };
}

function readShop(contentDir: string) {
  const catalogue = createCatalogue({
    contentDir,
    publicUrl: "https://artist.example",
    findPicture: () => undefined,
    shopName: () => "June Marlow",
    language: () => "en-CA",
    clock: () => new Date("2026-11-20T12:00:00Z"),
    log: pino({ level: "silent" }),
  });
  return catalogue.current();
}

/** Imports a file of these lines. */
export function importLines(
  { contentDir }: Shop,
  lines: readonly string[] | Buffer,
  overrides: Partial<ImportOptions> = {},
) {
  const file = join(aTestFolder(), "products.csv");
  writeFileSync(file, lines instanceof Buffer ? lines : lines.join("\r\n"));
  return importProducts({
    contentDir,
    file,
    isDryRun: false,
    clock: () => new Date("2026-11-20T23:00:00Z"),
    ...overrides,
  });
}
