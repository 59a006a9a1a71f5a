import { expect, test } from "vitest";
import { aStore, type TestStore, variantOf } from "../a-store.case.ts";
import type { Attribute, CartLine } from "../model/cart.ts";
import { addLines, updateLines } from "./change-lines.ts";

/** Five hundred lines. `reads` counts how often the keys of their attributes were read. */
function countedLines({ catalogue }: TestStore) {
  const variantId = variantOf(catalogue, "mug").id;
  let reads = 0;
  const attribute = (key: string, value: string): Attribute => ({
    get key() {
      reads += 1;
      return key;
    },
    value,
  });
  const lines = Array.from({ length: 500 }, (_, at): CartLine => {
    const attributes = [attribute("font", "slab"), attribute("name", `fan ${at}`)];
    return { id: String(at), variantId, quantity: 1, attributes };
  });
  return { variantId, lines, reads: () => reads };
}

test("a hundred lines are added to five hundred without comparing all pairs", async () => {
  const store = await aStore();
  const { variantId, lines, reads } = countedLines(store);
  const added = Array.from({ length: 100 }, (_, at) => {
    const attributes = [
      { key: "name", value: `fan ${450 + at}` },
      { key: "font", value: "slab" },
    ];
    return { variantId, quantity: 2, attributes };
  });
  const result = addLines(lines, added, { ...store, snapshot: store.catalogue.current() });
  expect(result.errors).toEqual([]);
  expect(result.lines.map(({ quantity }) => quantity)).toEqual(
    Array.from({ length: 550 }, (_, at) => (at < 450 ? 1 : at < 500 ? 3 : 2)),
  );
  expect(reads()).toBeLessThanOrEqual(4 * 2 * 500);
});

test("five hundred lines are changed without comparing all pairs, and lines that become equal are merged", async () => {
  const store = await aStore();
  const { lines, reads } = countedLines(store);
  const changes = lines.map(({ id }, at) => {
    const attributes = [
      { key: "font", value: "slab" },
      { key: "name", value: `friend ${at % 250}` },
    ];
    return { id, attributes };
  });
  const result = updateLines(lines, changes, { ...store, snapshot: store.catalogue.current() });
  expect(result.errors).toEqual([]);
  expect(result.lines.map(({ id, quantity }) => [id, quantity])).toEqual(
    Array.from({ length: 250 }, (_, at) => [String(at), 2]),
  );
  expect(reads()).toBeLessThanOrEqual(4 * 2 * 500);
});

test("a line that was merged into another no longer exists for later changes", async () => {
  const store = await aStore();
  const variantId = variantOf(store.catalogue, "mug").id;
  const forAnn = [{ key: "For", value: "Ann" }];
  const lines = [
    { id: "plain", variantId, quantity: 1, attributes: [] },
    { id: "named", variantId, quantity: 2, attributes: forAnn },
  ];
  const context = { ...store, snapshot: store.catalogue.current() };
  const changes = [
    { id: "plain", attributes: forAnn },
    { id: "named", attributes: [] },
    { id: "plain", quantity: 7 },
  ];
  expect(updateLines(lines, changes, context)).toEqual({
    lines: [{ id: "named", variantId, quantity: 3, attributes: [] }],
    errors: [{ at: 2, reason: "no-such-line" }],
  });
});

test("empty attributes count towards the limit too", async () => {
  const store = await aStore();
  const variantId = variantOf(store.catalogue, "mug").id;
  const empty = Array.from({ length: 49 }, () => ({ key: "", value: "" }));
  const added = Array.from({ length: 100 }, (_, at) => {
    return { variantId, quantity: 1, attributes: [...empty, { key: "n", value: String(at) }] };
  });
  const context = { ...store, snapshot: store.catalogue.current() };
  expect(addLines([], added, context).errors).toEqual([{ at: 99, reason: "bad-attributes" }]);
});
