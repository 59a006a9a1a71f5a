import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aServedStore } from "./served-store.case.ts";

/** Paging through connections. */

type Page = {
  edges: { cursor: string; node: { title: string } }[];
  nodes: { title: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
};

const TITLES = ["A", "B", "C", "D", "E"];
const PAGE =
  "edges { cursor node { title } } nodes { title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";

const product = (title: string) => ({ handle: title.toLowerCase(), title, price: "1.00" });

async function aList(titles = TITLES) {
  const store = await aServedStore({ products: titles.map(product) });
  async function query(args: string) {
    return store.ask<{ products: Page }>(`{ products(sortKey: TITLE, ${args}) { ${PAGE} } }`);
  }
  async function page(args: string) {
    const { data, errors } = await query(args);
    if (!data) throw new Error(JSON.stringify(errors));
    const { edges, nodes, pageInfo } = data.products;
    expect(nodes).toEqual(edges.map(({ node }) => node));
    return { titles: nodes.map(({ title }) => title).join(""), edges, ...pageInfo };
  }
  return { store, query, page };
}

describe("a page", () => {
  it("has the first or the last entries of a list, in either direction", async () => {
    const { page } = await aList();
    expect(await page("first: 2")).toMatchObject({ titles: "AB", hasNextPage: true, hasPreviousPage: false });
    expect(await page("last: 2")).toMatchObject({ titles: "DE", hasNextPage: false, hasPreviousPage: true });
    expect(await page("first: 2, reverse: true")).toMatchObject({ titles: "ED", hasNextPage: true });
    expect(await page("first: 5")).toMatchObject({ titles: "ABCDE", hasNextPage: false });
    expect(await page("first: 250")).toMatchObject({ titles: "ABCDE", hasNextPage: false });
    expect(await page("first: 0")).toMatchObject({ titles: "", hasNextPage: true, startCursor: null, endCursor: null });
  });

  it("lies between two cursors if both are given", async () => {
    const { page } = await aList();
    const { endCursor } = await page("first: 2");
    const second = await page(`first: 2, after: "${endCursor}"`);
    expect(second).toMatchObject({ titles: "CD", hasNextPage: true, hasPreviousPage: true });
    expect(await page(`first: 9, after: "${endCursor}", before: "${second.endCursor}"`)).toMatchObject({ titles: "C" });
  });

  it("continues at the same place when the list changes around an entry, or the entry is removed", async () => {
    const { store, page } = await aList();
    const { endCursor } = await page("first: 3");
    const after = () => page(`first: 9, after: "${endCursor}"`);
    store.catalogue.change({ products: ["A0", "A1", ...TITLES].map(product) });
    expect((await after()).titles).toBe("DE");
    store.catalogue.change({ products: ["C", "D", "E"].map(product) });
    expect((await after()).titles).toBe("DE");
    store.catalogue.change({ products: ["A", "B", "D", "E"].map(product) });
    expect((await after()).titles).toBe("DE");
  });

  it.each([
    ["first: 251", "250"],
    ["last: 1000000000", "250"],
    ["first: -1", "fewer than 0"],
    ["first: 1, last: 1", "not with both"],
    ["reverse: true", "with first or with last"],
    ['first: 1, after: "nonsense"', "cursor of after"],
  ])("of %s is rejected", async (args, words) => {
    const { query } = await aList();
    const { data, errors } = await query(args);
    expect(data ?? null).toBeNull();
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining(words),
      extensions: { code: "BAD_REQUEST" },
    });
  });
});

describe("pages of a list", () => {
  type HandlePage = {
    edges: { cursor: string; node: { handle: string } }[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
  };
  const fields = "edges { cursor node { handle } } pageInfo { hasNextPage hasPreviousPage }";
  const FORWARDS = `query ($size: Int, $from: String) { products(first: $size, after: $from) { ${fields} } }`;
  const BACKWARDS = `query ($size: Int, $from: String) { products(last: $size, before: $from) { ${fields} } }`;

  it("of any size have each entry once and in order, forwards and backwards", async () => {
    const handles = Array.from({ length: 11 }, (_, at) => `p${at}`);
    const store = await aServedStore({ products: handles.map((handle) => ({ handle, title: handle, price: "1.00" })) });
    const page = async (query: string, size: number, from: string | null) => {
      const { data, errors } = await store.ask(query, { size, from });
      expect(errors).toBeUndefined();
      // The cast holds: the query selects this shape.
      return (data as { products: HandlePage }).products;
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
            const { edges, pageInfo }: HandlePage = await page(query, size, from);
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

  it("after an invented cursor are rejected, or are valid pages", async () => {
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
