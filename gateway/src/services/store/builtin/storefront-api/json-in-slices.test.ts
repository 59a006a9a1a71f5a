import { describe, expect, it } from "vitest";
import { jsonInSlices } from "./json-in-slices.ts";

const page = (count: number) => ({
  nodes: Array.from({ length: count }, (_, at) => ({
    id: `gid://${at}`,
    tags: [],
    price: { amount: "24.50" },
    gone: null,
  })),
  pageInfo: { hasNextPage: false },
});

describe("A response's text", () => {
  it.each([
    ["a large list", { data: { a: page(250), b: page(3), shop: { name: "Long “Point”\n" } } }],
    ["lists that are empty or hold lists", { data: { a: [], b: [[], [1, [2]], {}], c: page(0) } }],
    ["an object without a list", { data: { cart: null, 'odd "name"': true }, count: 3 }],
    ["errors alone", { errors: [{ message: "No.", path: ["a", 0], locations: [{ line: 1, column: 2 }] }] }],
    ["a list", [1, "two", null]],
  ])("is that of JSON.stringify: %s", async (_, value) => {
    const text = (await jsonInSlices(value, { pause: () => undefined })).toString();
    expect(text).toBe(JSON.stringify(value));
  });

  it("gives the processor back between the entries of a list", async () => {
    let pauses = 0;
    const value = { data: page(250) };
    const pause = () => {
      pauses += 1;
      return pauses % 100 === 0 ? Promise.resolve() : undefined;
    };
    expect(JSON.parse((await jsonInSlices(value, { pause })).toString())).toEqual(value);
    expect(pauses).toBeGreaterThan(250);
  });
});
