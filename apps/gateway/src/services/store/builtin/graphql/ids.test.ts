import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkoutId, checkoutKeyIn, globalId, isGlobalId, nameIn, numberIn, parseGlobalId } from "./ids.ts";
import { aServedStore } from "./served-store.case.ts";

const type = fc.constantFrom("Product", "ProductVariant", "Cart", "Checkout", "Order");
const name = fc.stringMatching(/^[\w-]{1,64}$/);

describe("an id", () => {
  it("gives back what it was made of, and is of no other type", () => {
    fc.assert(
      fc.property(type, type, fc.maxSafeNat(), name, name, (type, other, number, name, key) => {
        expect(numberIn(globalId(type, number), type)).toBe(number);
        expect(nameIn(globalId(type, name), type)).toBe(name);
        if (other !== type)
          expect(numberIn(globalId(type, number), other) ?? nameIn(globalId(type, name), other)).toBeUndefined();
        expect(checkoutKeyIn(checkoutId({ token: name, key }))).toEqual({ token: name, key });
      }),
      tries(300),
    );
  });

  it("of whatever text is one within bounds, or none", () => {
    const rough = fc.array(
      fc.constantFrom(
        "gid://shopify/",
        "Cart",
        "Checkout",
        "/",
        "?",
        "key=",
        "&",
        "%",
        "1",
        "é",
        "\n",
        "x".repeat(120),
      ),
      { maxLength: 7 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          rough.map((parts) => parts.join("")),
          anyText(),
        ),
        (text) => {
          const parsed = parseGlobalId(text);
          expect(isGlobalId(text)).toBe(parsed !== undefined);
          if (!parsed) return;
          expect(text.length).toBeLessThanOrEqual(300);
          expect(text.startsWith(globalId(parsed.type, parsed.name))).toBe(true);
          const number = numberIn(text, parsed.type);
          if (number !== undefined) expect(Number(parsed.name)).toBe(number);
        },
      ),
      tries(200),
    );
  });
});

describe("pages of a list", () => {
  type Page = {
    edges: { cursor: string; node: { handle: string } }[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
  };
  const fields = "edges { cursor node { handle } } pageInfo { hasNextPage hasPreviousPage }";
  const FORWARDS = `query ($size: Int, $from: String) { products(first: $size, after: $from) { ${fields} } }`;
  const BACKWARDS = `query ($size: Int, $from: String) { products(last: $size, before: $from) { ${fields} } }`;

  it("of whatever size hold each entry once and in its order, forwards and backwards", async () => {
    const handles = Array.from({ length: 11 }, (_, at) => `p${at}`);
    const store = await aServedStore({ products: handles.map((handle) => ({ handle, title: handle, price: "1.00" })) });
    const page = async (query: string, size: number, from: string | null) => {
      const { data, errors } = await store.ask(query, { size, from });
      expect(errors).toBeUndefined();
      // In the shape that the query asks for.
      return (data as { products: Page }).products;
    };
    const all = (await page(FORWARDS, 250, null)).edges.map(({ node }) => node.handle);
    expect(all.toSorted()).toEqual(handles.toSorted());
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 13 }), async (size) => {
        for (const query of [FORWARDS, BACKWARDS]) {
          const isForwards = query === FORWARDS;
          let seen: string[] = [];
          let from: string | null = null;
          for (let isMore = true; isMore; ) {
            const { edges, pageInfo }: Page = await page(query, size, from);
            expect(edges.length).toBeLessThanOrEqual(size);
            const here = edges.map(({ node }) => node.handle);
            seen = isForwards ? [...seen, ...here] : [...here, ...seen];
            from = (isForwards ? edges.at(-1) : edges[0])?.cursor ?? null;
            isMore = isForwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
          }
          expect(seen).toEqual(all);
        }
      }),
      tries(13),
    );
  });

  it("after a cursor that this store never gave are refused, or are pages", async () => {
    const store = await aServedStore({ products: [{ handle: "tee", title: "Tee", price: "1.00" }] });
    const cursor = fc.oneof(
      fc.base64String(),
      fc.string(),
      fc.string().map((text) => Buffer.from(`0 ${text}`).toString("base64url")),
    );
    await fc.assert(
      fc.asyncProperty(cursor, async (from) => {
        const { data, errors } = await store.ask(FORWARDS, { size: 2, from });
        if (errors) expect(errors[0]?.message).toContain("cursor");
        else expect(data).toMatchObject({ products: { edges: expect.any(Array) } });
      }),
      tries(60),
    );
  });
});
