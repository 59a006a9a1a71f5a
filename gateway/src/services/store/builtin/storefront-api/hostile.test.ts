import { tries } from "@porchlight/fixtures/fuzz.ts";
import { describe, expect, it, test, vi } from "vitest";
import { createRandom } from "../../../../testing/random.ts";
import { ofBuiltinAlone } from "../../../../testing/through-hosted.ts";
import { EMPTY_CART } from "../a-store.case.ts";
import { aServedStore, type ServedStore } from "./served-store.case.ts";
import { ACCESS_TOKEN } from "./wire.case.ts";

/** Hostile requests. The store rejects them before they cost much, and none of them breaks the store. */

const text = (value: unknown) => JSON.stringify(value);
const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(" ");

/** A catalogue for large nested queries: 60 products with 20 variants each, all of them in 20 collections. */
function aLargeShop() {
  const products = Array.from({ length: 60 }, (_, at) => ({
    handle: `p${at}`,
    title: `Product ${at}`,
    price: "1.00",
    options: [{ name: "Number", values: Array.from({ length: 20 }, (_, value) => String(value)) }],
  }));
  const handles = products.map(({ handle }) => handle);
  const collections = Array.from({ length: 20 }, (_, at) => ({
    handle: `c${at}`,
    title: `C ${at}`,
    products: handles,
  }));
  return aServedStore({ products, collections });
}

/** A cart with the maximum number of lines. */
function aFullCart({ carts, variant }: ServedStore) {
  const words = [1, 2, 3].map((value) => ({ key: "", value: String(value) }));
  return carts.create({
    ...EMPTY_CART,
    lines: Array.from({ length: 1_000 }, (_, at) => {
      return { variantId: variant("mug").id, quantity: 1, attributes: [{ key: "n", value: String(at) }, ...words] };
    }),
  });
}

async function codesOf(store: ServedStore, query: string): Promise<unknown[]> {
  const { errors, status } = await store.ask(query);
  expect(status).toBe(200);
  return (errors ?? []).map(({ extensions }) => extensions?.code);
}

describe("the store rejects", () => {
  it("a document of 17 kB, and a document of a few thousand words", async () => {
    const store = await aServedStore();
    expect(await codesOf(store, `{ shop { name } } # ${"x".repeat(17 * 1024)}`)).toEqual(["MAX_COST_EXCEEDED"]);
    const { errors } = await store.ask(`{ shop { ${"a ".repeat(4_001)} } }`);
    expect(errors?.[0]?.message).toContain("Document contains more that 4000 tokens");
  });

  it("a long list of gift cards, and any code after ten wrong ones", ofBuiltinAlone("mutations"), async () => {
    const card = { code: "LAKE12345678", balance: 5_000, currency: "CAD", isEnabled: true };
    const store = await aServedStore({ settings: { giftCards: [card] } });
    type Errors = { checkoutUserErrors: { code: string; field: string[] }[] };
    const made = await store.ask<{ checkoutCreate: { checkout: { id: string } } }>(
      "mutation { checkoutCreate(input: {}) { checkout { id } } }",
    );
    const id = made.data?.checkoutCreate.checkout.id;
    const add = async (codes: string[]) => {
      const answer = await store.ask<{ checkoutGiftCardsAppend: Errors }>(
        `mutation ($id: ID!, $codes: [String!]!) {
          checkoutGiftCardsAppend(checkoutId: $id, giftCardCodes: $codes) { checkoutUserErrors { code field } }
        }`,
        { id, codes },
      );
      return answer.data?.checkoutGiftCardsAppend.checkoutUserErrors;
    };
    const guesses = Array.from({ length: 11 }, (_, at) => `GUESS${at + 10}00`);
    expect(await add(guesses)).toEqual([{ code: "LESS_THAN_OR_EQUAL_TO", field: ["giftCardCodes"] }]);
    expect(new Set((await add(guesses.slice(1)))?.map(({ code }) => code))).toEqual(new Set(["GIFT_CARD_NOT_FOUND"]));
    expect(await add([card.code])).toEqual([{ code: "THROTTLED_DURING_CHECKOUT", field: ["giftCardCodes"] }]);
  });

  it("brackets that are never closed", async () => {
    const store = await aServedStore();
    for (const query of ["{a".repeat(3_000), `{ node(id: ${"[".repeat(3_900)}`, `{ node(id: ${"{a:".repeat(1_300)}`]) {
      const { errors, data } = await store.ask(query);
      expect(errors?.length).toBeGreaterThan(0);
      expect(data).toBeUndefined();
    }
    expect(store.unforeseen).toEqual([]);
  });

  it("nested lists that multiply, once they grow too large, without making others wait long", async () => {
    const store = await aLargeShop();
    const again = "collections(first: 250) { nodes { id } }";
    const inside = `nodes { collections(first: 250) { nodes { products(first: 250) { nodes { ${again} } } } } }`;
    const query = `{ products(first: 250) { ${inside} } }`;
    const long = store.ask(query);
    const { data } = await store.ask("{ shop { name } }");
    expect(data).toEqual({ shop: { name: "Harbour Line" } });
    const { errors } = await long;
    expect(errors?.[0]?.extensions?.code).toBe("MAX_COST_EXCEEDED");
  });

  it("long text under many aliases, once it grows too long", async () => {
    const description = "Words. ".repeat(3_000);
    const products = Array.from({ length: 30 }, (_, at) => ({
      handle: `p${at}`,
      title: "P",
      price: "1.00",
      description,
    }));
    const store = await aServedStore({ products });
    const query = `{ products(first: 30) { nodes { ${many(200, (at) => `a${at}: description`)} } } }`;
    expect(new Set(await codesOf(store, query))).toEqual(new Set(["MAX_COST_EXCEEDED"]));
  });

  it("thousands of ids of unknown carts, before looking for all of them", async () => {
    const store = await aServedStore();
    const find = vi.spyOn(store.carts, "find");
    const fields = many(20, (at) => `a${at}: nodes(ids: $i${at}) { id }`);
    const declared = many(20, (at) => `$i${at}: [ID!]!`);
    const ids = (at: number) => Array.from({ length: 200 }, (_, of) => `gid://shopify/Cart/${at}-${of}`);
    const variables = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`i${at}`, ids(at)]));
    const { errors } = await store.ask(`query (${declared}) { ${fields} }`, variables);
    expect(errors?.[0]?.extensions?.code).toBe("MAX_COST_EXCEEDED");
    expect(find.mock.calls.length).toBeLessThanOrEqual(1_000);
  });

  it("hundreds of carts with a thousand lines, and answers another visitor in between", async () => {
    const store = await aServedStore();
    const { cart } = await aFullCart(store);
    await store.data.write((writer) => {
      for (let at = 0; at < 250; at += 1) {
        writer.run(
          `INSERT INTO carts (token, contents, line_count, created_at, updated_at)
             SELECT ?, contents, line_count, created_at, updated_at FROM carts WHERE token = ?`,
          `copy-${at}`,
          cart.token,
        );
      }
    });
    const find = vi.spyOn(store.carts, "find");
    const ids = Array.from({ length: 250 }, (_, at) => `gid://shopify/Cart/copy-${at}`);
    const long = store.ask("query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", { ids });
    const visit = { body: text({ query: "{ shop { name } }" }), accessToken: ACCESS_TOKEN, language: undefined };
    const visitor = await store.storefront.answer({ ...visit, client: "another" });
    expect(String(visitor.body)).toBe(text({ data: { shop: { name: "Harbour Line" } } }));
    const before = find.mock.calls.length;
    expect((await long).errors?.[0]?.extensions?.code).toBe("MAX_COST_EXCEEDED");
    expect(find.mock.calls.length).toBeGreaterThan(before);
    expect(find.mock.calls.length).toBeLessThan(100);
  });

  it("a search of a thousand words", async () => {
    const store = await aServedStore();
    const { errors } = await store.ask("query ($q: String) { products(first: 1, query: $q) { nodes { id } } }", {
      q: "word ".repeat(1_000),
    });
    expect(errors?.[0]?.message).toContain("1000 characters");
  });
});

test("eight visitors with the same large query get the same response, which is computed once", async () => {
  const store = await aLargeShop();
  const counted = vi.spyOn(store.stock, "onHand");
  const inside = "products(first: 60) { nodes { variants(first: 20) { nodes { quantityAvailable } } } }";
  const query = `{ collections(first: 20) { nodes { ${inside} } } }`;
  const answers = await Promise.all(Array.from({ length: 8 }, () => store.ask(query)));
  expect(counted).toHaveBeenCalledTimes(20 * 60 * 20);
  expect(new Set(answers.map((answer) => text(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 200, data: { collections: {} } });
});

test("a cart is read once even if a request names it by thousands of ids, its own and its lines'", async () => {
  const store = await aServedStore();
  const { cart } = await aFullCart(store);
  const find = vi.spyOn(store.carts, "find");
  const id = `gid://shopify/Cart/${cart.token}`;
  const lines = cart.lines.slice(0, 240).map((line) => `gid://shopify/CartLine/${line.id}?cart=${cart.token}`);
  const ids = [...Array.from({ length: 10 }, () => id), ...lines];
  const fields = many(18, (at) => `a${at}: nodes(ids: $ids) { id }`);
  const query = `query ($ids: [ID!]!, $id: ID!) { ${fields} cart(id: $id) { id } node(id: $id) { id } }`;
  const { data, errors } = await store.ask<Record<string, unknown>>(query, { id, ids });
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({ a17: ids.map((each) => ({ id: each })), cart: { id }, node: { id } });
  expect(find).toHaveBeenCalledTimes(1);
});

const PARTS = [
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  ":",
  "...",
  "$",
  "@include(if: true)",
  "@inContext(country: ZZ)",
  "query",
  "mutation",
  "fragment F on Product",
  "...F",
  "shop",
  "name",
  "products",
  "(first: 250)",
  "(first: 1e9)",
  "(first: -1)",
  "nodes",
  "edges",
  "cart(id:",
  '"gid://shopify/Cart/x"',
  "checkoutCreate(input: {})",
  "checkout",
  "userErrors",
  "message",
  "id",
  "node(id:",
  '"x"',
  '"""',
  "\u0000",
  "\ud83d\ude00",
  "__schema",
  "__typename",
  "a:",
  "#",
  "\n",
  "null",
  "true",
  "[[[",
];
const VALUES: unknown[] = [
  null,
  -1,
  1e300,
  "",
  "x".repeat(5_000),
  "\ud800",
  "'; DROP TABLE carts; --",
  [],
  {},
  [[[]]],
  true,
  "gid://shopify/Cart/../../etc",
  "gid://shopify/Checkout/x?key=x",
  { __proto__: null, constructor: 1 },
];
const MUTATIONS = [
  "mutation ($v: ID!) { cartLinesRemove(cartId: $v, lineIds: [$v]) { cart { id } userErrors { code } } }",
  "mutation ($v: CartInput) { cartCreate(input: $v) { cart { id note } userErrors { code } } }",
  "mutation ($v: CheckoutCreateInput!) { checkoutCreate(input: $v) { checkout { id } checkoutUserErrors { code } } }",
  'mutation ($v: String!) { checkoutEmailUpdateV2(checkoutId: "gid://shopify/Checkout/x?key=y", email: $v) { checkout { id } } }',
  "query ($v: String) { products(first: 5, query: $v) { nodes { id } } }",
  "query ($v: [ID!]!) { nodes(ids: $v) { id } }",
];

test("2,000 requests of nonsense are each answered with data or errors, and none of them breaks anything", async () => {
  const store = await aServedStore();
  const { seed, numRuns } = tries(2_000);
  const roll = createRandom(seed).below;
  const pick = <Part>(parts: readonly Part[]) => parts[roll(parts.length)];
  const bodies = {
    document: () => text({ query: Array.from({ length: 1 + roll(40) }, () => pick(PARTS)).join(" ") }),
    variables: () =>
      text({ query: pick(MUTATIONS), variables: { v: pick(VALUES), [text(pick(VALUES))]: pick(VALUES) } }),
    input: () => text({ query: MUTATIONS[1 + roll(2)], variables: { v: { note: pick(VALUES), lines: pick(VALUES) } } }),
    body: () => text(pick(VALUES)) ?? "",
    bytes: () => String.fromCharCode(...Array.from({ length: roll(200) }, () => roll(65_536))),
  };
  const kinds = Object.values(bodies);

  for (let at = 0; at < numRuns; at += 1) {
    const body = kinds[at % kinds.length]?.() ?? "";
    const response = await store.post(body);
    expect(response.status, body).toBeLessThan(500);
    const answer = Object(await response.json());
    expect("data" in answer || answer.errors?.length > 0, body).toBe(true);
  }
  expect(store.unforeseen).toEqual([]);
  expect(await store.ask("{ shop { name } }")).toEqual({ status: 200, data: { shop: { name: "Harbour Line" } } });
});
