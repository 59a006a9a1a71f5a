import { tries } from "@porchlight/fixtures/fuzz.ts";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { aShop, importLines } from "./an-import.case.ts";

const HEADERS =
  "Handle,Title,Body (HTML),Tags,Option1 Name,Option1 Value," +
  "Variant Price,Variant Compare At Price,Variant Inventory Qty,Variant Grams,Variant SKU";
const TEXT = fc.oneof(
  fc.constantFrom("", ..."tee,Tee,Lake tee,S,Default Title,Size,yes,no,# no,a: b,{x},- c".split(",")),
  fc.string({ unit: fc.constantFrom(..."aé'\"&*!|>%@`{[,:#- \n\t\u{1f600}0~?") }),
);
const NUMBER = fc.constantFrom("", "0", "38.00", "38", "1e3", "-4", "45,00", "12.3456", "999999999", "0010");
const ROW = fc.tuple(
  fc.oneof(fc.constantFrom("tee", "tee", "cap", ""), TEXT),
  ...[TEXT, TEXT, TEXT, fc.constantFrom("Size", "", "Title"), TEXT],
  ...[NUMBER, NUMBER, NUMBER, NUMBER, TEXT],
);

it("for any rows, the shop reads exactly the imported products, and a second import changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ROW, { maxLength: 6 }), async (rows) => {
      const shop = aShop();
      const file = Buffer.from(stringify([HEADERS.split(","), ...rows]));
      const { results, rejected } = await importLines(shop, file);
      expect(results).toMatchObject({ changed: [], same: [] });
      expect(rejected.every(({ reason }) => reason.length > 0)).toBe(true);
      expect(shop.read().products.map(({ handle }) => handle)).toEqual(results.added);

      const before = shop.products();
      const again = await importLines(shop, file);
      expect(again).toMatchObject({ results: { added: [], changed: [], same: results.added }, rejected });
      expect(shop.products()).toBe(before);
    }),
    tries(60),
  );
});
