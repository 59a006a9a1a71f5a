import { describe, expect, it, test, vi } from "vitest";
import { createScheduler } from "../../lib/scheduler.ts";
import { TEST_CLIENT } from "../../testing/signed-in.ts";
import { aHostedStore, aShopify, type Respond, SHOP_TOKEN, sendJson } from "./a-shopify.case.ts";

const SHOP = "{ shop { name } }";
const SHOP_DATA = { data: { shop: { name: "Harbour Line" } } };
const CART =
  "query CartQuery($id: ID!) { cart(id: $id) { ...CartFragment } } fragment CartFragment on Cart { id note }";
const CART_ID = "gid://shopify/Cart/Z2NwLWV1cm9wZQ?key=0a1b";
const ADD =
  "mutation Add($id: ID!) { cartLinesAdd(cartId: $id, lines: []) { cart { ...CartFragment } } } fragment CartFragment on Cart { id }";

const NESTED_CART = `{"id":"1","note":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
const NESTED = `{"data":{"cart":${NESTED_CART},"cartLinesAdd":{"cart":${NESTED_CART}}}}`;

const html = (status: number, headers: Record<string, string> = {}): Respond => {
  return (_, response) => {
    response.writeHead(status, { "Content-Type": "text/html", ...headers }).end("<h1>Sorry</h1>");
  };
};
const json = (status: number, answer: unknown, headers?: Record<string, string>): Respond => {
  return (_, response) => sendJson(response, status, answer, headers);
};

describe("a request", () => {
  it("reaches Shopify with the shop's token instead of the browser's, and without data about the visitor", async () => {
    const shopify = await aShopify(() => SHOP_DATA);
    const { ask, store } = aHostedStore(shopify);
    const { status, headers, json } = await ask(SHOP, {}, "fr-CA,fr;q=0.9");
    expect([status, json]).toEqual([200, SHOP_DATA]);
    expect(headers).toMatchObject({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
    const [received] = shopify.received;
    expect(received).toMatchObject({ path: "/api/2026-04/graphql.json", query: SHOP });
    expect(received?.headers).toMatchObject({
      "x-shopify-storefront-access-token": SHOP_TOKEN,
      "accept-language": "fr-CA,fr;q=0.9",
    });
    expect(JSON.stringify(received?.headers)).not.toContain(store.accessToken);
    expect(Object.keys(received?.headers ?? {})).not.toContain("cookie");
  });

  it("needs a token that is the same at all gateways with the same settings, and is not the shop's", async () => {
    const shopify = await aShopify(() => SHOP_DATA);
    const [one, other] = [aHostedStore(shopify), aHostedStore(shopify)];
    expect(one.store.accessToken).toBe(other.store.accessToken);
    expect(one.store.accessToken).toMatch(/^[0-9a-f]{32}$/);
    const refused = await one.store.answer({
      body: `{"query":"${SHOP}"}`,
      accessToken: SHOP_TOKEN,
      language: "*",
      client: TEST_CLIENT.key,
    });
    expect(refused.status).toBe(401);
    expect(shopify.received).toEqual([]);
  });

  it("that only reads is retried if the connection breaks, but a change is not", async () => {
    const shopify = await aShopify(() => SHOP_DATA);
    const { ask } = aHostedStore(shopify);
    const breaks: Respond = (_, response) => void response.destroy();
    shopify.next.push(breaks);
    expect((await ask(SHOP)).status).toBe(200);
    expect(shopify.received).toHaveLength(2);
    for (const document of [ADD, `query Read ${SHOP} ${ADD}`]) {
      shopify.received.length = 0;
      shopify.next.push(breaks);
      expect((await ask(document, { id: CART_ID })).status).toBe(503);
      expect(shopify.received).toHaveLength(1);
    }
  });

  it("that joined another client's request is sent on its own if that client had too many long requests", async () => {
    const held: (() => void)[] = [];
    const long = { data: { shop: { name: "x".repeat(300_000) } } };
    const shopify = await aShopify((_, response) => {
      const text = JSON.stringify(long);
      response.writeHead(200, { "Content-Type": "application/json" }).write(text.slice(0, -1));
      held.push(() => response.end(text.slice(-1)));
    });
    const { store } = aHostedStore(shopify);
    const send = (client: string, name: string) =>
      store.answer({
        body: JSON.stringify({ query: `{ shop { ${name}: name } }` }),
        accessToken: store.accessToken,
        language: undefined,
        client,
      });
    const ofTheFirst = Array.from({ length: 104 }, (_, at) => send("203.0.113.5", `name${at}`));
    const arrived = (count: number) =>
      vi.waitFor(() => expect(held).toHaveLength(count), { timeout: 30_000, interval: 10 });
    await arrived(104);
    const [busy, answered] = ["203.0.113.5", "198.51.100.7"].map((client) => send(client, "name"));
    expect((await busy)?.status).toBe(503);
    await arrived(106);
    for (const end of held) end();
    expect((await answered)?.status).toBe(200);
    await Promise.all(ofTheFirst);
  });
});

describe("no wrong response from Shopify, or from a proxy in between, looks like a completed cart:", () => {
  const endless: Respond = (_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const more = () => {
      while (!response.destroyed && response.write(" ".repeat(1 << 20)));
    };
    response.on("drain", more);
    more();
  };

  it.each<[string, Respond, number]>([
    ["a page", html(200), 502],
    ["an error page of a proxy", html(502, { "Retry-After": "7" }), 503],
    ["half a response", (_, response) => void response.writeHead(200).end('{"data":{"ca'), 502],
    ["a text", json(200, "cart"), 502],
    ["an empty object", json(200, {}), 502],
    ["no data", json(200, { data: null }), 502],
    ["data for another request", json(200, { data: { shop: null } }), 502],
    ["a cart that is a text", json(200, { data: { cart: "gone", cartLinesAdd: "gone" } }), 502],
    ["a cart without fields", json(200, { data: { cart: {}, cartLinesAdd: { cart: {} } } }), 502],
    [
      "a cart with another kind of id",
      json(200, { data: { cart: { id: 1, note: "" }, cartLinesAdd: { cart: { id: 1 } } } }),
      502,
    ],
    ["errors that are a text", json(200, { errors: "Not Found" }), 502],
    ["an empty list of errors", json(200, { errors: [] }), 502],
    ["a rejection of the shop's own token", json(401, { errors: [{ message: "Unauthorized" }] }), 502],
    ["an unknown shop", json(404, { errors: "Not Found" }), 502],
    ["a redirect", html(301, { Location: "https://elsewhere.example/" }), 502],
    ["an endless response", endless, 502],
    ["deeply nested brackets", (_, response) => void response.writeHead(200).end(NESTED), 502],
    [
      "a response that breaks off",
      (_, response) => {
        response.writeHead(200, { "Content-Length": "100" }).write("{");
        setImmediate(() => response.destroy());
      },
      503,
    ],
  ])("%s", async (_, act, status) => {
    const shopify = await aShopify(act);
    for (const document of [CART, ADD]) {
      const { ask } = aHostedStore(shopify);
      const answer = await ask(document, { id: CART_ID });
      expect(answer.status).toBe(status);
      expect(answer.json).toEqual({
        errors: [{ message: expect.any(String), extensions: { code: "SERVICE_UNAVAILABLE" } }],
      });
      expect(answer.body).not.toContain(shopify.domain);
      expect(answer.body).not.toContain(SHOP_TOKEN);
    }
  });

  it("a response that takes too long", async () => {
    const late = new AbortController();
    const shopify = await aShopify(() => late.abort());
    const { ask } = aHostedStore(shopify, { timeout: () => late.signal });
    const answer = await ask(CART, { id: CART_ID });
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(answer.json.errors[0].extensions.code).toBe("SERVICE_UNAVAILABLE");
  });

  it("but a response for a deleted cart is passed on, with or without errors", async () => {
    const shopify = await aShopify(() => ({ data: { cart: null } }));
    const { ask } = aHostedStore(shopify);
    expect((await ask(CART, { id: CART_ID })).json).toEqual({ data: { cart: null } });
    const partly = { data: { cart: null }, errors: [{ message: "Internal error", path: ["cart"] }] };
    shopify.next.push(() => partly);
    expect((await ask(CART, { id: CART_ID })).json).toEqual(partly);
  });

  it("but a field may be missing if a condition leaves it out", async () => {
    const shopify = await aShopify(() => ({ data: { node: {} } }));
    const { ask } = aHostedStore(shopify);
    const query = `query Q($not: Boolean!) { shop @include(if: $not) { name } node(id: "${CART_ID}") { ... on Product { id } } }`;
    expect((await ask(query, { not: false })).json).toEqual({ data: { node: {} } });
  });
});

test("a long response of Shopify is parsed in a time slice of its client, so that pages do not wait for many of them", async () => {
  const shopify = await aShopify(() => SHOP_DATA);
  const batches: (() => void)[] = [];
  // The scheduler's clock stands still, so that only the response ends a slice.
  const scheduler = createScheduler({ nextBatch: (batch) => batches.push(batch), now: () => 0 });
  const { ask } = aHostedStore(shopify, { scheduler });
  const nextBatch = () => vi.waitFor(() => expect(batches).toHaveLength(1), { interval: 1, timeout: 30_000 });
  const answer = ask(SHOP);
  await nextBatch();
  batches.shift()?.();
  const parse = vi.spyOn(JSON, "parse");
  await nextBatch();
  expect(parse.mock.calls.flat()).not.toContain(JSON.stringify(SHOP_DATA));
  batches.shift()?.();
  expect((await answer).json).toEqual(SHOP_DATA);
  expect(parse.mock.calls.flat()).toContain(JSON.stringify(SHOP_DATA));
  parse.mockRestore();
});

test("a response of more than 2 MB is not passed on to a visitor", async () => {
  const shopify = await aShopify(() => ({ data: { shop: { name: "x".repeat(2 * 1024 * 1024) } } }));
  const { ask } = aHostedStore(shopify);
  expect((await ask(SHOP)).status).toBe(502);
});

test("104 long responses are read at the same time; beyond that the answer is 503 with Retry-After", async () => {
  const held: (() => void)[] = [];
  const shopify = await aShopify((_, response) => {
    const [start, end] = JSON.stringify({ data: { shop: { name: `${"x".repeat(300_000)}~` } } }).split("~");
    response.writeHead(200, { "Content-Type": "application/json" }).write(start ?? "");
    held.push(() => response.end(end));
  });
  const { ask } = aHostedStore(shopify);
  const asked = Array.from({ length: 105 }, (_, at) => ask(`${SHOP} # ${at}`));
  const rejected = await Promise.race(asked);
  expect([rejected.status, rejected.headers["retry-after"]]).toEqual([503, "5"]);
  expect(rejected.json.errors[0].extensions.code).toBe("THROTTLED");
  for (const finish of held) finish();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200)).toEqual([503]);
});

test("200 requests are at Shopify at the same time; the clients of waiting requests take turns", async () => {
  const held: (() => void)[] = [];
  const shopify = await aShopify((_, response) => {
    held.push(() => sendJson(response, 200, SHOP_DATA));
  });
  const { ask, store } = aHostedStore(shopify, { scheduler: createScheduler({}) });
  const asked = Array.from({ length: 210 }, (_, at) => ask(`${SHOP} # ${at}`));
  await expect.poll(() => held.length).toBe(200);
  const body = JSON.stringify({ query: `${SHOP} # visitor` });
  const visitor = store.answer({ body, accessToken: store.accessToken, language: undefined, client: "198.51.100.7" });
  for (let at = 0; at < 3; at += 1) {
    held[at]?.();
    await expect.poll(() => held.length).toBe(201 + at);
  }
  expect(shopify.received.slice(200).some(({ query }) => query.includes("visitor"))).toBe(true);
  for (let at = 3; at < 211; at += 1) {
    await expect.poll(() => held.length).toBeGreaterThan(at);
    held[at]?.();
  }
  const statuses = (await Promise.all([...asked, visitor])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

describe("Shopify's response to too many requests", () => {
  const throttled = { errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }] };

  it.each<[string, Respond, number, string | undefined]>([
    ["with 200 and errors", json(200, throttled), 200, undefined],
    ["with 429 and errors", json(429, throttled, { "Retry-After": "3" }), 429, "3"],
    ["with 429 and a page", html(429, { "Retry-After": "9" }), 429, "9"],
    ["with 430 and a page", html(430), 430, undefined],
  ])("is passed on, %s", async (_, act, status, retryAfter) => {
    const shopify = await aShopify(act);
    const { ask } = aHostedStore(shopify);
    const answer = await ask(ADD, { id: CART_ID });
    expect([answer.status, answer.headers["retry-after"]]).toEqual([status, retryAfter]);
    expect(answer.json.errors[0]).toMatchObject({ message: expect.any(String), extensions: { code: "THROTTLED" } });
    expect(shopify.received).toHaveLength(1);
  });
});

describe("a public request", () => {
  it("is sent to Shopify once for fifty clients, and again after half a minute", async () => {
    const shopify = await aShopify(() => SHOP_DATA);
    const { ask, store, later } = aHostedStore(shopify);
    const crowd = await Promise.all(Array.from({ length: 50 }, () => ask(SHOP)));
    expect(new Set(crowd.map(({ body }) => body))).toEqual(new Set([JSON.stringify(SHOP_DATA)]));
    later(29_999);
    await ask(SHOP);
    const request = {
      body: JSON.stringify({ query: SHOP, variables: {} }),
      language: undefined,
      client: TEST_CLIENT.key,
    };
    const ready = store.findPrepared?.({ ...request, accessToken: store.accessToken });
    expect(ready?.bodies.identity.body.toString()).toBe(JSON.stringify(SHOP_DATA));
    expect(store.findPrepared?.({ ...request, accessToken: "another" })).toBeUndefined();
    expect(shopify.received).toHaveLength(1);
    later(1);
    expect(store.findPrepared?.({ ...request, accessToken: store.accessToken })).toBeUndefined();
    await ask(SHOP);
    expect(shopify.received).toHaveLength(2);
  });

  it("of a client without processor time gets a cached response uncompressed, or is rejected", async () => {
    const shopify = await aShopify(() => SHOP_DATA);
    let isUsedUp = false;
    const check = () => (isUsedUp ? { ok: false as const, retryAfterSeconds: 2 } : { ok: true as const });
    const { ask } = aHostedStore(shopify, { scheduler: createScheduler({ budget: { check, spend: () => {} } }) });
    await ask(SHOP);
    isUsedUp = true;
    expect(await ask(SHOP)).toMatchObject({ status: 200, json: SHOP_DATA });
    expect((await ask(`${SHOP} # other`)).status).toBe(429);
  });

  it("is sent to Shopify once for each language", async () => {
    const shopify = await aShopify(({ headers }) => ({ data: { shop: { name: headers["accept-language"] } } }));
    const { ask } = aHostedStore(shopify);
    for (const language of ["en", "fr", "en", "fr"]) expect((await ask(SHOP, {}, language)).body).toContain(language);
    expect(shopify.received).toHaveLength(2);
  });

  it("gets the cached response, with its age, while Shopify is down; a failure is not cached", async () => {
    const shopify = await aShopify(() => SHOP_DATA);
    const { ask, later } = aHostedStore(shopify);
    shopify.next.push(html(200), html(503), html(503));
    expect([(await ask(SHOP)).status, (await ask(SHOP)).status]).toEqual([502, 503]);
    expect((await ask(SHOP)).headers).not.toHaveProperty("age");
    later(600_000);
    shopify.always = html(430);
    const answer = await ask(SHOP);
    expect([answer.status, answer.json, answer.headers.age]).toEqual([200, SHOP_DATA, "600"]);
  });

  it.each([
    "{ products(first: 1) { edges { node { id } } } }",
    "query Q($id: ID!) @inContext(country: CA, language: FR) { node(id: $id) { ... on Product { id } } }",
    '{ nodes(ids: ["gid://shopify/Product/1", "gid://shopify/Collection/2"]) { id } productByHandle(handle: "tee") { id } }',
  ])("may be %s", async (query) => {
    const shopify = await aShopify(({ query }) => ({
      data: Object.fromEntries(
        ["products", "node", "nodes", "productByHandle"].filter((f) => query.includes(f)).map((f) => [f, null]),
      ),
    }));
    const { ask } = aHostedStore(shopify);
    for (const _ of [1, 2]) expect((await ask(query, { id: "gid://shopify/Product/1" })).status).toBe(200);
    expect(shopify.received).toHaveLength(1);
  });
});

test.each([
  'mutation { customerRecover(email: "ann@example.com") { customerUserErrors { message } } }',
  'mutation { a: customerAccessTokenCreate(input: { email: "ann@example.com", password: "guess" }) { __typename } }',
  "mutation { cartCreate { cart { id } } ...More } fragment More on Mutation { customerCreate { __typename } }",
  "query Q { shop { name } } mutation M { customerReset { __typename } }",
])("%s is not sent to Shopify", async (query) => {
  const shopify = await aShopify(() => SHOP_DATA);
  const { ask } = aHostedStore(shopify);
  const { status, json } = await ask(query);
  expect(status).toBe(200);
  expect(json).toEqual({
    errors: [
      expect.objectContaining({
        message: expect.stringMatching(/^Cannot query field "customer\w+" on type "Mutation"\.$/),
      }),
    ],
  });
  expect(shopify.received).toEqual([]);
});

describe("no response with data of a buyer is cached:", () => {
  test.each([
    CART,
    "query Q($token: String!) { customer(customerAccessToken: $token) { email } }",
    "query Q($id: ID!) { node(id: $id) { id } }",
    "query Q($id: ID!) { shop { name } ...Mine } fragment Mine on QueryRoot { cart(id: $id) { id } }",
    'query Q($id: ID!) { nodes(ids: ["gid://shopify/Product/1", $id]) { id } }',
    "query Q($buyer: BuyerInput!) @inContext(buyer: $buyer) { shop { name } }",
    "query Q @secret { shop { name } }",
    "query Mine($id: ID!) { cart(id: $id) { id } } query Shop { shop { name } }",
    "{ localization { country { isoCode } } }",
    "{ somethingNew { name } }",
  ])("%s", async (query) => {
    const shopify = await aShopify(() => ({
      data: {
        cart: { id: CART_ID, note: "" },
        customer: null,
        node: null,
        nodes: [],
        shop: { name: "" },
        localization: null,
        somethingNew: null,
      },
    }));
    const { ask } = aHostedStore(shopify);
    const variables = { id: CART_ID, token: "t", buyer: {} };
    for (const _ of [1, 2]) expect((await ask(query, variables)).status).toBe(200);
    expect(shopify.received).toHaveLength(2);
  });

  test("two simultaneous requests for one cart are both sent to Shopify", async () => {
    const shopify = await aShopify(() => ({ data: { cart: null } }));
    const { ask } = aHostedStore(shopify);
    await Promise.all([ask(CART, { id: CART_ID }), ask(CART, { id: CART_ID })]);
    expect(shopify.received).toHaveLength(2);
  });
});

describe("a browser gets", () => {
  it("the shop's pictures from this origin, even in carts, and everything else unchanged", async () => {
    const cdn = "https://cdn.shopify.com/s/files/1/0001";
    const shopify = await aShopify();
    const { ask } = aHostedStore(shopify);
    shopify.always = () => ({
      data: {
        cart: {
          id: CART_ID,
          checkoutUrl: "https://harbour-line.myshopify.com/cart/c/1",
          note: `${cdn}/tee.jpg`,
          lines: [
            { image: { url: `${cdn}/tee.jpg?v=1` } },
            { image: { src: `${cdn}/tee.jpg?v=1&width=100&height=90&crop=center`, originalSrc: `${cdn}/a.PNG` } },
            { video: { url: `${cdn}/song.mp4` }, elsewhere: { url: "https://elsewhere.example/a.jpg" } },
          ],
        },
      },
    });
    const { json } = await ask("query Q($id: ID!) { cart(id: $id) { id } }", { id: CART_ID });
    const one = `/media/${`${cdn}/tee.jpg?v=1`.length}`;
    expect(json.data.cart).toMatchObject({
      checkoutUrl: "https://harbour-line.myshopify.com/cart/c/1",
      note: `${cdn}/tee.jpg`,
      lines: [
        { image: { url: one } },
        { image: { src: one, originalSrc: `/media/${`${cdn}/a.PNG`.length}` } },
        { video: { url: `${cdn}/song.mp4` }, elsewhere: { url: "https://elsewhere.example/a.jpg" } },
      ],
    });
  });

  it("descriptions without harmful HTML", async () => {
    const shopify = await aShopify(() => ({
      data: {
        product: {
          descriptionHtml: '<p onclick="x()">Soft<script>alert(1)</script></p><img src=https://e.example/x.gif>',
        },
      },
    }));
    const { ask } = aHostedStore(shopify);
    const { json } = await ask('{ product(handle: "tee") { descriptionHtml } }');
    expect(json.data.product.descriptionHtml).toBe("<p>Soft</p>");
  });

  it("no response with the shop's token, and the log does not contain it either", async () => {
    const shopify = await aShopify(json(401, { errors: [{ message: "no" }] }));
    const { ask, logged, store } = aHostedStore(shopify);
    expect((await ask(SHOP)).body).not.toContain(SHOP_TOKEN);
    expect(JSON.stringify(logged)).toContain("SHOPIFY_STOREFRONT_ACCESS_TOKEN");
    expect(JSON.stringify([logged, store])).not.toContain(SHOP_TOKEN);
  });
});

test("the store names the shop for Shop Pay, and has no checkout pages or orders itself", async () => {
  const { store } = aHostedStore({ url: "https://harbour-line.myshopify.com", domain: "harbour-line.myshopify.com" });
  expect(store).toMatchObject({ shopDomain: "harbour-line.myshopify.com", apiVersion: "2026-04" });
  expect([store.checkoutPages, store.orderRoutes]).toEqual([undefined, undefined]);
});
