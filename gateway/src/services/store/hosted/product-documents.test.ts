import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { buildClientSchema, parse, validate } from "graphql";
import { expect, test } from "vitest";
import { MORE_IMAGES, MORE_VARIANTS, PRODUCTS } from "./product-documents.ts";

const require = createRequire(import.meta.url);

test.each([
  ["2022-10", "hydrogen-react-2022-10"],
  ["2023-10", "hydrogen-react-2023-10"],
  ["2026-04", "@shopify/hydrogen-react"],
])("our queries are valid in Shopify's own schema of %s", (_, client) => {
  const schema = buildClientSchema(
    JSON.parse(readFileSync(require.resolve(`${client}/storefront.schema.json`), "utf8")),
  );
  for (const text of [PRODUCTS, MORE_IMAGES, MORE_VARIANTS]) expect(validate(schema, parse(text))).toEqual([]);
});
