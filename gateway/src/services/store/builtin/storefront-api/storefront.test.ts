import { getIntrospectionQuery } from "graphql";
import { describe, expect, it, test, vi } from "vitest";
import { ofBuiltinAlone } from "../../../../testing/through-hosted.ts";
import { EMPTY_CART } from "../a-store.case.ts";
import { aServedStore, type ServedStore } from "./served-store.case.ts";

/** What every client of the Storefront API can rely on, for any request. */

type Errors = { message: string; extensions?: { code?: string } }[];

async function errorsOf(response: Response): Promise<Errors> {
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  const { errors, data } = Object(await response.json());
  expect(data).toBeUndefined();
  return errors;
}

const request = (query: string, variables = {}) => JSON.stringify({ query, variables });

describe("the address", () => {
  const send = (store: ServedStore, path: string, method = "POST") =>
    store.fetch(`${store.url}/api${path}`, {
      method,
      headers: { "X-Shopify-Storefront-Access-Token": store.accessToken },
      ...(method === "POST" && { body: request("{ shop { name } }") }),
    });

  it.each([
    "/2022-10/graphql",
    "/2022-10/graphql.json",
    "/2023-10/graphql",
    "/2023-10/graphql.json",
    "/2019-07/graphql",
    "/2026-04/graphql.json",
    "/unstable/graphql.json",
  ])("%s answers", async (path) => {
    const response = await send(await aServedStore(), path);
    expect(await response.json()).toEqual({ data: { shop: { name: "Harbour Line" } } });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it.each(["/graphql", "/2022-13/graphql", "/x/graphql.json", "/2022-10", "/2022-10/graphql/more"])(
    "%s does not exist, and the response has an error",
    async (path) => {
      const response = await send(await aServedStore(), path);
      expect(response.status).toBe(404);
      expect(await errorsOf(response)).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
    },
  );

  it("accepts only POST", async () => {
    const store = await aServedStore();
    for (const method of ["GET", "PUT", "DELETE"]) {
      const response = await send(store, "/2022-10/graphql.json", method);
      expect(response.status).toBe(405);
      expect(await errorsOf(response)).toMatchObject([{ extensions: { code: "METHOD_NOT_ALLOWED" } }]);
    }
    const options = await send(store, "/2022-10/graphql.json", "OPTIONS");
    expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
  });
});

describe("a request that the store cannot answer gets errors and no data", () => {
  it.each([
    ["null", "null", 400, "object"],
    ["a query that is no text", '{"query":5}', 400, "No query"],
    ["variables that are a list", '{"query":"{ shop { name } }","variables":[]}', 400, "object"],
    ["half a character in the query", '{"query":"{ shop { name } } # \\ud800"}', 400, "Unicode"],
    ["half a character in a variable", '{"query":"{ shop { name } }","variables":{"a":"\\udc00"}}', 400, "Unicode"],
    ["an operation that the document lacks", '{"query":"query A { shop { name } }","operationName":"B"}', 200, "B"],
    ["two operations and none named", request("query A { shop { name } } query B { shop { name } }"), 200, "operation"],
    ["definitions of types", request("type A { a: Int } query { shop { name } }"), 200, "queries and mutations"],
  ])("%s", async (_, body, status, words) => {
    const store = await aServedStore();
    const response = await store.post(body);
    expect(response.status).toBe(status);
    const errors = await errorsOf(response);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors[0]?.message).toContain(words);
    expect(store.unforeseen).toEqual([]);
  });

  it("a body of more than 128 kB", async () => {
    const response = await (await aServedStore()).post(request(`{ shop { name } } # ${"x".repeat(128 * 1024)}`));
    expect(response.status).toBe(413);
    expect(await errorsOf(response)).toMatchObject([{ extensions: { code: "PAYLOAD_TOO_LARGE" } }]);
  });
});

describe("variables", () => {
  const CREATE = "mutation ($input: CheckoutCreateInput!) { checkoutCreate(input: $input) { checkout { id } } }";

  it.each([
    ["none", {}, "Variable $input of type CheckoutCreateInput! was provided invalid value"],
    ["of another type", { input: 5 }, "Variable $input of type CheckoutCreateInput! was provided invalid value"],
    ["with an unknown field", { input: { colour: "red" } }, 'Field "colour"'],
    ["with a part missing", { input: { lineItems: [{ quantity: 1 }] } }, "lineItems.0 ("],
    [
      "with a malformed id",
      { input: { lineItems: [{ quantity: 1, variantId: "12" }] } },
      "lineItems.0.variantId (Invalid global id '12')",
    ],
  ])("%s are rejected, and the error names them", ofBuiltinAlone("mutations"), async (_, variables, words) => {
    const answer = await (await aServedStore()).ask(CREATE, variables);
    expect(answer).toMatchObject({ status: 200, errors: [{ message: expect.stringContaining(words) }] });
    expect(answer.data).toBeUndefined();
  });

  it("that no operation declares are ignored", async () => {
    const answer = await (await aServedStore()).ask("query { shop { name } }", { first: 20, checkoutId: "x" });
    expect(answer).toEqual({ status: 200, data: { shop: { name: "Harbour Line" } } });
  });

  it("named __proto__ or constructor do no harm", ofBuiltinAlone("mutations"), async () => {
    const store = await aServedStore();
    const body = `{"query":${JSON.stringify(CREATE)},"variables":{"input":{"__proto__":{"note":"x"}}}}`;
    expect(await errorsOf(await store.post(body))).toMatchObject([{ message: expect.stringContaining("__proto__") }]);
    const other = `{"query":"{ shop { name } }","variables":{"__proto__":{"a":1},"constructor":1}}`;
    expect(await (await store.post(other)).json()).toEqual({ data: { shop: { name: "Harbour Line" } } });
  });

  it("that are nested too deeply are rejected", async () => {
    const store = await aServedStore();
    const nested = `${'{"a":'.repeat(30)}1${"}".repeat(30)}`;
    const body = `{"query":"{ shop { name } }","variables":${nested}}`;
    expect(await errorsOf(await store.post(body))).toMatchObject([{ message: expect.stringContaining("nested") }]);
  });
});

describe("ids", () => {
  it("find the object that they name, or nothing if it does not exist or has another type", async () => {
    const store = await aServedStore();
    const mug = store.variantId("mug");
    const find = (id: string) =>
      store.ask<{ node: unknown }>("query ($id: ID!) { node(id: $id) { __typename id } }", { id });
    expect((await find(mug)).data).toEqual({ node: { __typename: "ProductVariant", id: mug } });
    expect((await find(mug.replace("ProductVariant", "Product"))).data).toEqual({ node: null });
    for (const id of ["gid://shopify/Nothing/1", "gid://shopify/constructor/1", "gid://shopify/Product/1e3"])
      expect((await find(id)).errors ?? (await find(id)).data).toBeTruthy();
    expect((await find("gid://shopify/Nothing/1")).data).toEqual({ node: null });
  });

  it("of carts, checkouts and orders of others are of no use without their secret", async () => {
    const store = await aServedStore();
    const order = await store.order();
    const { token } = await store.checkout();
    const cart = await store.carts.create({ ...EMPTY_CART, note: "private" });
    const ids = [
      `gid://shopify/Checkout/${token}`,
      `gid://shopify/Checkout/${token}?key=`,
      `gid://shopify/Checkout/${token}?key=${"0".repeat(32)}`,
      `gid://shopify/Order/${order.id}`,
      `gid://shopify/Order/${order.id}?key=${"0".repeat(32)}`,
      `gid://shopify/Cart/${cart.cart.token.slice(0, -1)}`,
      `gid://shopify/CheckoutLineItem/1?checkout=${token}`,
      `gid://shopify/MailingAddress/order-${order.id}`,
    ];
    const { data, errors } = await store.ask<{ nodes: unknown[] }>("query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", {
      ids,
    });
    expect(errors).toBeUndefined();
    expect(data?.nodes).toEqual(ids.map(() => null));
    expect((await store.ask(`{ cart(id: "gid://shopify/Cart/x") { id } }`)).data).toEqual({ cart: null });
  });

  it("of an order, with its key, find the order and its status", async () => {
    const store = await aServedStore();
    const order = await store.order();
    const find = () =>
      store.ask<{ node: object }>(
        `query ($id: ID!) { node(id: $id) { ... on Order {
          name financialStatus fulfillmentStatus totalPrice { amount }
          successfulFulfillments { trackingCompany trackingInfo { number } }
        } } }`,
        { id: `gid://shopify/Order/${order.id}?key=${order.statusKey}` },
      );
    expect((await find()).data?.node).toMatchObject({ name: "#1001", financialStatus: "PENDING" });
    await store.orders.markPaid(order.id);
    await store.orders.ship(order.id, { trackingNumber: "RR1", carrier: "Canada Post", trackingUrl: "" });
    expect((await find()).data?.node).toMatchObject({
      financialStatus: "PAID",
      fulfillmentStatus: "FULFILLED",
      successfulFulfillments: [{ trackingCompany: "Canada Post", trackingInfo: [{ number: "RR1" }] }],
    });
  });
});

describe("a picture", () => {
  it("has an address, and another one for each requested size", ofBuiltinAlone("addresses of pictures"), async () => {
    const store = await aServedStore();
    const { data } = await store.ask<{ product: { featuredImage: Record<string, string> } }>(
      `{ product(handle: "tee") { featuredImage {
        url src box: url(transform: { maxWidth: 300, maxHeight: 200 }) wide: transformedSrc(maxWidth: 240, scale: 2)
      } } }`,
    );
    const image = data?.product.featuredImage;
    expect(image?.url).toBe(`${store.url}/optimized/store/tee-ink-hero.jpg?v=0a1b2c3d`);
    expect(image?.src).toBe(image?.url);
    expect(image?.box).toBe(`${store.url}/optimized/store/tee-ink-hero_300x200.jpg?v=0a1b2c3d`);
    expect(image?.wide).toBe(`${store.url}/optimized/store/tee-ink-hero_480x600.jpg?v=0a1b2c3d`);
  });
});

test("country and language are accepted, as is the whole introspection", async () => {
  const store = await aServedStore();
  const inContext = "query ($c: CountryCode = ZZ, $l: LanguageCode) @inContext(country: $c, language: $l)";
  const answer = await store.ask(`${inContext} { localization { country { isoCode name } language { isoCode } } }`);
  expect(answer.data).toEqual({
    localization: { country: { isoCode: "CA", name: "Canada" }, language: { isoCode: "EN" } },
  });
  const { data, errors } = await store.ask<{ __schema: { types: { name: string }[] } }>(getIntrospectionQuery());
  expect(errors).toBeUndefined();
  expect(data?.__schema.types.map(({ name }) => name)).toContain("CheckoutLineItem");
});

describe("a response to a catalogue query", () => {
  const READ = `{ product(handle: "record") { title variants(first: 1) { nodes { quantityAvailable } } } }`;

  it(
    "is cached until a piece is sold or the owner edits the catalogue",
    ofBuiltinAlone("cached responses"),
    async () => {
      const store = await aServedStore();
      const listed = vi.spyOn(store.stock, "onHand");
      const quantity = async () => JSON.stringify((await store.ask(READ)).data).match(/quantityAvailable":(\d+)/)?.[1];
      expect(await quantity()).toBe("5");
      expect(await quantity()).toBe("5");
      expect(listed).toHaveBeenCalledTimes(1);
      await store.order();
      expect(await quantity()).toBe("4");
      store.catalogue.change({ products: [{ handle: "record", title: "Another", price: "1.00", stock: "9" }] });
      expect(await store.ask(READ)).toMatchObject({ data: { product: { title: "Another" } } });
    },
  );

  it("is never cached for a cart, a checkout or an order", async () => {
    const store = await aServedStore();
    const { cart } = await store.carts.create({ ...EMPTY_CART, note: "first" });
    const id = `gid://shopify/Cart/${cart.token}`;
    const ways = [
      "query ($id: ID!) { found: cart(id: $id) { note } }",
      "query ($id: ID!) { found: node(id: $id) { ... on Cart { note } } }",
    ];
    for (const [at, way] of ways.entries()) {
      await store.carts.setNote(cart.token, `before ${at}`);
      expect(await store.ask(way, { id })).toMatchObject({ data: { found: { note: `before ${at}` } } });
      await store.carts.setNote(cart.token, `after ${at}`);
      expect(await store.ask(way, { id })).toMatchObject({ data: { found: { note: `after ${at}` } } });
    }
  });
});

test("an unexpected error is only logged, and the response says which field failed", async () => {
  const store = await aServedStore();
  vi.spyOn(store.carts, "addLines").mockRejectedValue(new Error("disk is on fire"));
  const { status, data, errors } = await store.ask(
    `mutation ($id: ID!) { cartNoteUpdate(cartId: $id, note: "x") { cart { id } } cartLinesAdd(cartId: $id, lines: []) { cart { id } } }`,
    { id: "gid://shopify/Cart/x" },
  );
  expect(status).toBe(200);
  expect(data).toMatchObject({ cartLinesAdd: null });
  expect(errors).toMatchObject([{ path: ["cartLinesAdd"], extensions: { code: "INTERNAL_SERVER_ERROR" } }]);
  expect(JSON.stringify(errors)).not.toContain("fire");
  expect(store.unforeseen).toEqual([new Error("disk is on fire")]);
});
