import { expect, test, vi } from "vitest";
import { createCpuBudget } from "../../../../http/cpu-budget.ts";
import { createScheduler } from "../../../../lib/scheduler.ts";
import type { Carts } from "../cart/carts.ts";
import { aStore } from "../orders/a-store.case.ts";
import { createStorefront } from "./create-storefront.ts";
import { ACCESS_TOKEN, aStorefront, PUBLIC_URL } from "./wire.case.ts";

/** How much processor time one client may use, and how long others wait. */

const body = (query: string) => JSON.stringify({ query });
const request = (client: string, query: string) => ({
  body: body(query),
  accessToken: ACCESS_TOKEN,
  language: undefined,
  client,
});
const someProducts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ handle: `p${at}`, title: `Product ${at}`, price: "1.00" }));

test("a client that has used up its processor time gets 429 with Retry-After, and other clients do not", async () => {
  let milliseconds = 0;
  let used = 0;
  // Each reading of the processor's clock is 300 ms after the previous one.
  const cpu = () => {
    used += 300;
    return used;
  };
  // The clock of slices stands still, so each request takes one slice.
  const scheduler = createScheduler({ budget: createCpuBudget(() => milliseconds), cpu, now: () => 0 });
  const { storefront } = await aStorefront({}, PUBLIC_URL, scheduler);
  const responses = [];
  for (let at = 0; at < 6; at += 1)
    responses.push(await storefront.answer(request("flood", `{ shop { name } } # ${at}`)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
  const refused = responses.at(-1);
  expect(refused?.headers).toMatchObject({ "retry-after": "2", "content-type": "application/json; charset=utf-8" });
  expect(JSON.parse(String(refused?.body)).errors[0].extensions.code).toBe("THROTTLED");

  expect((await storefront.answer(request("ann", "{ shop { name } } # 9"))).status).toBe(200);
  // A cached response costs almost nothing.
  expect((await storefront.answer(request("flood", "{ shop { name } } # 0"))).status).toBe(200);
  milliseconds = 5_000;
  expect((await storefront.answer(request("flood", "{ shop { name } } # 7"))).status).toBe(200);
});

test("a long list is resolved in parts, and another visitor is answered in between", async () => {
  // The scheduler's clock stands still, so no slice ends.
  const { storefront } = await aStorefront(
    { products: someProducts(60) },
    PUBLIC_URL,
    createScheduler({ now: () => 0 }),
  );
  const fields = Array.from({ length: 240 }, (_, at) => `a${at}: title`).join(" ");
  const answered: string[] = [];
  const long = storefront.answer(request("flood", `{ products(first: 60) { nodes { ${fields} } } }`)).then((answer) => {
    answered.push("flood");
    return answer;
  });
  const { body: visit } = await storefront.answer(request("ann", "{ shop { name } }"));
  answered.push("ann");
  const { products } = JSON.parse(String((await long).body)).data;
  expect(answered).toEqual(["ann", "flood"]);
  expect(JSON.parse(String(visit)).data).toEqual({ shop: { name: "Harbour Line" } });
  expect(products.nodes).toHaveLength(60);
  expect(products.nodes.every((node: Record<string, string>) => node.a0 === node.a239)).toBe(true);
});

test("a large response is written in parts", async () => {
  const { storefront } = await aStorefront({ products: someProducts(200) });
  const fields = Array.from({ length: 240 }, (_, at) => `a${at}: title`).join(" ");
  const stringify = vi.spyOn(JSON, "stringify");
  const { body: large } = await storefront.answer(request("ann", `{ products(first: 200) { nodes { ${fields} } } }`));
  const lengths = stringify.mock.results.map(({ value }) => String(value).length);
  stringify.mockRestore();
  expect(JSON.parse(String(large)).data.products.nodes).toHaveLength(200);
  expect(large?.length).toBeGreaterThan(900_000);
  expect(Math.max(...lengths)).toBeLessThan(50_000);
});

test("a hundred requests of one client are queued behind one of another", async () => {
  const { storefront } = await aStorefront({ products: someProducts(60) });
  const answered: string[] = [];
  const send = async (client: string, query: string) => {
    await storefront.answer(request(client, query));
    answered.push(client);
  };
  const fields = Array.from({ length: 100 }, (_, at) => `a${at}: title`).join(" ");
  const flood = Array.from({ length: 100 }, (_, at) =>
    send("flood", `{ products(first: ${at}) { nodes { ${fields} } } }`),
  );
  const visit = send("ann", "{ shop { name } }");
  await Promise.all([visit, ...flood]);
  expect(answered.indexOf("ann")).toBeLessThan(10);
});

test("long requests of hundreds of clients run a few at a time; beyond a hundred waiting ones they get 503 with Retry-After", async () => {
  // The scheduler's clock stands still, so every client starts before any of them continues.
  const scheduler = createScheduler({ now: () => 0 });
  const { storefront, unforeseen } = await aStorefront({ products: someProducts(60) }, PUBLIC_URL, scheduler);
  const fields = Array.from({ length: 100 }, (_, at) => `a${at}: title`).join(" ");
  const flood = Array.from({ length: 110 }, (_, at) =>
    storefront.answer(request(`client ${at}`, `{ products(first: 60) { nodes { ${fields} } } } # ${at}`)),
  );
  const visit = await storefront.answer(request("ann", "{ products(first: 60) { nodes { title } } }"));
  expect(JSON.parse(String(visit.body)).data.products.nodes).toHaveLength(60);
  const responses = await Promise.all(flood);
  const busy = responses.filter(({ status }) => status === 503);
  expect([busy.length, responses.filter(({ status }) => status === 200).length]).toEqual([6, 104]);
  expect(busy[0]?.headers).toMatchObject({ "retry-after": "5", "content-type": "application/json; charset=utf-8" });
  expect(JSON.parse(String(busy[0]?.body))).toEqual({
    errors: [{ message: expect.any(String), extensions: { code: "THROTTLED" } }],
  });
  for (const { status, body } of responses)
    if (status === 200) expect(JSON.parse(String(body)).data.products.nodes).toHaveLength(60);
  expect(unforeseen).toEqual([]);
});

test("long requests whose clients have disconnected neither wait for a place nor continue, so that others do not wait for them", async () => {
  // The scheduler's clock stands still, so every client starts before any of them continues.
  const scheduler = createScheduler({ now: () => 0 });
  const { storefront, unforeseen } = await aStorefront({ products: someProducts(60) }, PUBLIC_URL, scheduler);
  const fields = Array.from({ length: 100 }, (_, at) => `a${at}: title`).join(" ");
  const lost = new AbortController();
  const long = (client: string) => request(client, `{ products(first: 60) { nodes { ${fields} } } } # ${client}`);
  const flood = Array.from({ length: 104 }, (_, at) =>
    storefront.answer({ ...long(`client ${at}`), gone: lost.signal }),
  );
  // By then four run, and the others wait.
  await storefront.answer(request("ann", "{ products(first: 60) { nodes { title } } }"));
  lost.abort();
  const late = await storefront.answer({ ...long("late"), gone: lost.signal });
  const others = await Promise.all(Array.from({ length: 20 }, (_, at) => storefront.answer(long(`other ${at}`))));
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set([late, ...(await Promise.all(flood))].map(({ status }) => status))).toEqual(new Set([499]));
  expect(unforeseen).toEqual([]);
});

test("a long request that waited for its place gets 429 if its client has used up its processor time meanwhile", async () => {
  let checks = 0;
  // Two checks at the start of each of the five requests.
  const check = () => {
    checks += 1;
    return checks <= 10 ? { ok: true as const } : { ok: false as const, retryAfterSeconds: 3 };
  };
  // The scheduler's clock stands still, so every client starts before any of them continues.
  const scheduler = createScheduler({ budget: { check, spend: () => {} }, now: () => 0 });
  const { storefront, unforeseen } = await aStorefront({ products: someProducts(60) }, PUBLIC_URL, scheduler);
  const fields = Array.from({ length: 100 }, (_, at) => `a${at}: title`).join(" ");
  const responses = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      storefront.answer(request(`client ${at}`, `{ products(first: 60) { nodes { ${fields} } } } # ${at}`)),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  expect(responses[4]?.headers["retry-after"]).toBe("3");
  expect(unforeseen).toEqual([]);
});

test("attributes of a cart count by their length, under many aliases too", async () => {
  const { storefront } = await aStorefront({ products: someProducts(1) });
  const ask = async (query: string, variables: object = {}) => {
    const answer = await storefront.answer({ ...request("flood", ""), body: JSON.stringify({ query, variables }) });
    return JSON.parse(String(answer.body));
  };
  const { products } = (await ask("{ products(first: 1) { nodes { variants(first: 1) { nodes { id } } } } }")).data;
  const merchandiseId = products.nodes[0].variants.nodes[0].id;
  const lines = Array.from({ length: 4 }, (_, line) => ({
    merchandiseId,
    attributes: Array.from({ length: 50 }, (_, at) => ({ key: `${line} ${at}`, value: "x".repeat(450) })),
  }));
  const created = await ask(
    "mutation ($lines: [CartLineInput!]) { cartCreate(input: { lines: $lines }) { cart { id } } }",
    {
      lines,
    },
  );
  const aliases = Array.from({ length: 240 }, (_, at) => `a${at}: attributes { value }`).join(" ");
  const { errors } = await ask(
    `{ cart(id: "${created.data.cartCreate.cart.id}") { lines(first: 4) { nodes { ${aliases} } } } }`,
  );
  expect(errors[0].extensions.code).toBe("MAX_COST_EXCEEDED");
});

test("a change does not wait for the same change of another client", async () => {
  const store = await aStore();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const carts: Carts = {
    ...store.carts,
    async create(input) {
      // As if it had many other changes to make before.
      if (input.client === "flood") await released;
      return store.carts.create(input);
    },
  };
  const onError = (error: unknown) => expect(error).toBeUndefined();
  const options = { publicUrl: PUBLIC_URL, accessToken: ACCESS_TOKEN, scheduler: createScheduler({}), onError };
  const storefront = createStorefront({ ...store, ...options, carts });
  const create = 'mutation { cartCreate(input: { note: "the same" }) { cart { id } } }';
  const flood = storefront.answer(request("flood", create));
  expect((await storefront.answer(request("ann", create))).status).toBe(200);
  release();
  expect((await flood).status).toBe(200);
});
