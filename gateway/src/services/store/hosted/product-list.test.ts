import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { aHostedStore, aShopify, type Received } from "../a-shopify.case.ts";

const CDN = "https://cdn.shopify.com/s/files/1";
const page = (nodes: unknown[], hasNextPage = false) => ({
  pageInfo: { hasNextPage },
  edges: nodes.map((node, at) => ({ cursor: `c${at}`, node })),
});
const aPicture = (name: string, more = {}) => ({
  url: `${CDN}/${name}.jpg`,
  altText: null,
  width: 800,
  height: 1000,
  ...more,
});
const aVariant = (n: number, more = {}) => ({
  id: `gid://shopify/ProductVariant/${n}`,
  title: "M",
  price: { amount: "38.0", currencyCode: "EUR" },
  compareAtPrice: null,
  availableForSale: true,
  sku: null,
  selectedOptions: [{ name: "Size", value: "M" }],
  image: null,
  ...more,
});
const aProduct = (n: number, more = {}) => ({
  id: `gid://shopify/Product/${n}`,
  handle: `tee-${n}`,
  title: `Tee ${n}`,
  description: "Soft",
  descriptionHtml: "<p>Soft</p><script>x</script>",
  productType: "T-shirt",
  vendor: "Harbour Line",
  options: [{ name: "Size", values: ["M"] }],
  images: page([aPicture("tee")]),
  variants: page([aVariant(n)]),
  ...more,
});
const shopOf = (products: unknown) => ({ data: { shop: { paymentSettings: { currencyCode: "EUR" } }, products } });

async function aList(products: unknown[] = [aProduct(1)]) {
  const shopify = await aShopify(() => shopOf(page(products)));
  const hosted = aHostedStore(shopify);
  /** Reads the products as a page does, waits for the fetch that this starts, and reads them again. */
  async function read(store = hosted.store) {
    store.products();
    const { length } = hosted.logged;
    await settle(() => store.products().products.length > 0 || hosted.logged.length > length);
    return store.products();
  }
  return { shopify, ...hosted, read };
}

async function settle(isSettled: () => boolean): Promise<void> {
  // On a busy disk, storing a list may take seconds.
  await vi.waitFor(() => expect(isSettled()).toBe(true), { interval: 2, timeout: 30_000 });
}

describe("products of a shop at Shopify", () => {
  it("have the form that pages need, the best selling first", async () => {
    const tee = aProduct(1, {
      images: page([aPicture("tee"), aPicture("back", { width: null, altText: "Its back" })]),
    });
    const mug = aProduct(2, { variants: page([aVariant(2, { availableForSale: false, image: aPicture("mug") })]) });
    const { shopify, read } = await aList([tee, mug]);
    const { products, currencyCode } = await read();
    expect(shopify.received[0]?.query).toContain("sortKey: BEST_SELLING");
    expect(currencyCode).toBe("EUR");
    expect(products.map(({ handle, availableForSale }) => [handle, availableForSale])).toEqual([
      ["tee-1", true],
      ["tee-2", false],
    ]);
    expect(products[0]).toMatchObject({
      descriptionHtml: "<p>Soft</p>",
      images: [
        { url: expect.stringMatching(/^\/media\//), altText: "", width: 800, height: 1000 },
        { altText: "Its back", width: 1200, height: 1500 },
      ],
      variants: [{ price: { amount: "38.0", currencyCode: "EUR" } }],
    });
    expect(products[1]?.variants[0]?.image?.url).toMatch(/^\/media\//);
    expect(JSON.stringify(products)).not.toContain("cdn.shopify.com");
  });

  it("come from all pages of the shop, of a product's variants and of its pictures", async () => {
    const { shopify, read } = await aList();
    const many = aProduct(1, { variants: page([aVariant(1)], true), images: page([aPicture("1")], true) });
    shopify.always = ({ query, variables }: Received) => {
      if (query.includes("MoreVariants"))
        return { data: { node: { part: page([aVariant(variables.after === "c0" ? 2 : 3)]) } } };
      if (query.includes("MoreImages")) return { data: { node: { part: page([aPicture("2")]) } } };
      return variables.after === undefined ? shopOf(page([many], true)) : shopOf(page([aProduct(7)]));
    };
    const { products } = await read();
    expect(products.map(({ handle }) => handle)).toEqual(["tee-1", "tee-7"]);
    expect(products[0]?.variants.map(({ id }) => id)).toEqual([1, 2].map((n) => `gid://shopify/ProductVariant/${n}`));
    expect(products[0]?.images).toHaveLength(2);
    expect(shopify.received[0]?.variables).toEqual({ first: 250 });
    expect(shopify.received.at(-1)?.variables).toEqual({ first: 250, after: "c0" });
  });

  it.each([
    ["of more in a page than were requested", () => shopOf(page(Array.from({ length: 251 }, (_, n) => aProduct(n))))],
    [
      "of more bytes than any shop has",
      ({ variables }: Received) => {
        const isLast = variables.after === "c7";
        const large = {
          cursor: `c${Number(String(variables.after ?? "c0").slice(1)) + 1}`,
          node: "x".repeat(6_000_000),
        };
        return shopOf({ pageInfo: { hasNextPage: !isLast }, edges: [{ cursor: "", node: aProduct(1) }, large] });
      },
    ],
  ])("are not shown as a list %s", async (_, answer) => {
    const { shopify, read, logged } = await aList();
    shopify.always = answer;
    const { products } = await read();
    expect(products).toEqual([]);
    expect(logged.flat()).toContainEqual(
      expect.objectContaining({ reason: "Shopify did not answer with the whole list of products." }),
    );
  });

  it("that are malformed or have no variant are left out, and so are pictures from other hosts", async () => {
    const { read } = await aList([
      aProduct(1, { images: page([aPicture("a", { url: "https://elsewhere.example/a.jpg" }), "a picture"]) }),
      aProduct(2, { variants: page([]) }),
      aProduct(3, { title: 3 }),
      aProduct(4, { variants: page([aVariant(4, { price: { amount: "free", currencyCode: "EUR" } })]) }),
      { id: "gid://shopify/Product/5" },
      null,
    ]);
    expect((await read()).products).toMatchObject([{ handle: "tee-1", images: [] }]);
  });

  it("stay the same object until something changes, and are fetched again after five minutes", async () => {
    const { shopify, read, later, store } = await aList();
    const first = await read();
    later(299_999);
    expect([store.products(), shopify.received.length]).toEqual([first, 1]);
    later(1);
    await settle(() => store.products() === first && shopify.received.length === 2);
    shopify.always = () => shopOf(page([aProduct(1), aProduct(2)]));
    await settle(() => {
      later(300_000);
      return store.products() !== first;
    });
    expect(store.products().products).toHaveLength(2);
  });

  it("come from the last good list after a restart and while Shopify is down", async () => {
    const descriptionHtml = `<p>Soft<script>x</script></p><img src="${CDN}/chart.png">`;
    const { shopify, read, open, later, logged, cacheFile } = await aList([aProduct(1, { descriptionHtml })]);
    const before = await read();
    expect(before.products[0]?.descriptionHtml).toMatch(/^<p>Soft<\/p><img src="\/media\/\d+_1024x1024" /);
    await settle(() => readFileSync(cacheFile, "utf8").includes("tee-1"));
    later(300_000);
    shopify.always = (_, response) => void response.writeHead(503).end("down");
    const again = open();
    const withAge = { ...before, asOf: "2026-03-01T12:00:00.000Z" };
    expect(again.products()).toEqual(withAge);
    await settle(() => JSON.stringify(logged).includes("the last good list stays"));
    expect(JSON.stringify(logged)).toContain("2026-03-01T12:00:00.000Z");
    expect(again.products()).toEqual(withAge);
  });

  it("have an age while Shopify is down, but not after it has answered", async () => {
    const { shopify, read, later, store } = await aList();
    const before = await read();
    expect(before).not.toHaveProperty("asOf");
    later(300_000);
    const answers = shopify.always;
    shopify.always = (_, response) => void response.writeHead(503).end("down");
    await settle(() => store.products().asOf === "2026-03-01T12:00:00.000Z");
    expect(store.products()).toMatchObject(before);
    shopify.always = answers;
    later(300_000);
    await settle(() => store.products().asOf === undefined);
    expect(store.products()).toEqual(before);
  });

  it.each([
    ["errors beside the data", { ...shopOf(page([aProduct(1)])), errors: [{ message: "Throttled" }] }],
    ["data of another form", { data: { products: [] } }],
    ["only malformed products", shopOf(page([{}, { images: page([]), variants: page([]), id: "x" }]))],
    ["an endless list", shopOf(page([aProduct(1)], true))],
  ])("are missing if the first response has %s, and the next request waits", async (_, answer) => {
    const { shopify, later, store, logged } = await aList();
    shopify.always = () => answer;
    store.products();
    await settle(() => JSON.stringify(logged).includes("products could not be fetched"));
    const { length } = shopify.received;
    for (let times = 0; times < 5; times += 1) expect(store.products().products).toEqual([]);
    expect(shopify.received).toHaveLength(length);
    later(30_000);
    shopify.always = () => shopOf(page([aProduct(1)]));
    store.products();
    await settle(() => store.products().products.length === 1);
  });

  it("are fetched again at once after the clock was set back a day", async () => {
    const { shopify, later, store, logged } = await aList();
    shopify.always = () => ({ data: { products: [] } });
    store.products();
    await settle(() => JSON.stringify(logged).includes("products could not be fetched"));
    later(-24 * 60 * 60_000);
    shopify.always = () => shopOf(page([aProduct(1)]));
    store.products();
    await settle(() => store.products().products.length === 1);
  });

  it("from the cache file of another shop, or from a damaged file, are not shown", async () => {
    const { read, open, cacheFile, shopify } = await aList();
    await read();
    await settle(() => readFileSync(cacheFile, "utf8").includes("tee-1"));
    const stored = readFileSync(cacheFile, "utf8");
    shopify.always = () => undefined;
    for (const other of [stored.replace(shopify.domain, "other.myshopify.com"), stored.slice(0, -9), "{}", ""]) {
      writeFileSync(cacheFile, other);
      expect(open().products().products).toEqual([]);
    }
  });
});
