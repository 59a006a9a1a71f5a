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
  async function ask(asked: string) {
    return store.ask<{ products: Page }>(`{ products(sortKey: TITLE, ${asked}) { ${PAGE} } }`);
  }
  async function page(asked: string) {
    const { data, errors } = await ask(asked);
    if (!data) throw new Error(JSON.stringify(errors));
    const { edges, nodes, pageInfo } = data.products;
    expect(nodes).toEqual(edges.map(({ node }) => node));
    return { titles: nodes.map(({ title }) => title).join(""), edges, ...pageInfo };
  }
  return { store, ask, page };
}

describe("a page", () => {
  it("is the first or the last of a list, in either direction", async () => {
    const { page } = await aList();
    expect(await page("first: 2")).toMatchObject({ titles: "AB", hasNextPage: true, hasPreviousPage: false });
    expect(await page("last: 2")).toMatchObject({ titles: "DE", hasNextPage: false, hasPreviousPage: true });
    expect(await page("first: 2, reverse: true")).toMatchObject({ titles: "ED", hasNextPage: true });
    expect(await page("first: 5")).toMatchObject({ titles: "ABCDE", hasNextPage: false });
    expect(await page("first: 250")).toMatchObject({ titles: "ABCDE", hasNextPage: false });
    expect(await page("first: 0")).toMatchObject({ titles: "", hasNextPage: true, startCursor: null, endCursor: null });
  });

  it("goes on after, and back before, a cursor", async () => {
    const { page } = await aList();
    const { endCursor } = await page("first: 2");
    const second = await page(`first: 2, after: "${endCursor}"`);
    expect(second).toMatchObject({ titles: "CD", hasNextPage: true, hasPreviousPage: true });
    expect(await page(`first: 2, after: "${second.endCursor}"`)).toMatchObject({ titles: "E", hasNextPage: false });
    expect(await page(`last: 1, before: "${second.startCursor}"`)).toMatchObject({
      titles: "B",
      hasPreviousPage: true,
    });
    expect(await page(`first: 9, after: "${endCursor}", before: "${second.endCursor}"`)).toMatchObject({ titles: "C" });
  });

  it("goes on where it was while the list changes around it, and when the entry itself has gone", async () => {
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
  ])("of %s is refused", async (asked, words) => {
    const { ask } = await aList();
    const { data, errors } = await ask(asked);
    expect(data ?? null).toBeNull();
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining(words),
      extensions: { code: "BAD_REQUEST" },
    });
  });
});
