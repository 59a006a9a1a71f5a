import { describe, expect, it, test } from "vitest";
import type { OpenShop } from "./a-shop.case.ts";
import { SOME_PRODUCTS } from "./builtin/catalogue/a-catalogue.case.ts";
import { aBuyClient, plain } from "./builtin/storefront-api/buy-client.case.ts";

const COLLECTIONS = [
  { handle: "wear", title: "To wear", products: ["tee"] },
  { handle: "all", title: "Everything", products: ["record", "mug", "tee"] },
];

/**
 * Reads by the unmodified `shopify-buy` client.
 *
 * @param picture pattern of picture URLs
 */
export function describeStoreReads(openShop: OpenShop, picture: RegExp): void {
  async function aClientOf(overrides: Parameters<OpenShop>[0] = { collections: COLLECTIONS }) {
    const shop = await openShop(overrides);
    const idOf = (handle: string) => `gid://shopify/Product/${shop.catalogue.current().productByHandle(handle)?.id}`;
    return { shop, idOf, client: aBuyClient(shop) };
  }

  describe("products", () => {
    it("come with their variants, prices and pictures", async () => {
      const { client } = await aClientOf();
      const tee = await client.product.fetchByHandle("tee");
      expect(plain(tee)).toMatchObject({ handle: "tee", title: "Lake Effect tee" });
      expect(tee?.variants.map(({ title, available }) => ({ title, available }))).toEqual([
        { title: "S / Ink", available: true },
        { title: "S / Bone", available: false },
        { title: "M / Ink", available: true },
        { title: "M / Bone", available: true },
      ]);
      expect(plain(tee?.variants[0]?.price)).toMatchObject({ amount: "38.00", currencyCode: "CAD" });
      expect(tee?.images[0]?.src).toMatch(picture);
      expect(tee?.id).toMatch(/^gid:\/\/shopify\/Product\/\d+$/);
    });

    it("are returned all at once, or by id in the order of the ids, with null for an unknown id", async () => {
      const { client, idOf } = await aClientOf();
      expect((await client.product.fetchAll()).map(({ handle }) => handle).sort()).toEqual(["mug", "record", "tee"]);
      expect((await client.product.fetch(idOf("mug")))?.handle).toBe("mug");
      const several = await client.product.fetchMultiple([idOf("record"), "gid://shopify/Product/1", idOf("tee")]);
      expect(several.map((product) => product?.handle ?? null)).toEqual(["record", null, "tee"]);
      expect(await client.product.fetch("gid://shopify/Product/1")).toBeNull();
      expect(await client.product.fetchByHandle("nothing")).toBeNull();
    });

    it("are searched and sorted", async () => {
      const { client } = await aClientOf();
      const found = await client.product.fetchQuery({ query: "product_type:Mug" });
      expect(found.map(({ handle }) => handle)).toEqual(["mug"]);
      const sorted = await client.product.fetchQuery({ sortKey: "TITLE", reverse: true });
      expect(sorted.map(({ title }) => title)).toEqual(["Long Point (LP)", "Lake Effect tee", "Harbour mug"]);
    });

    it("are fetched in pages by the client: the list itself, and more than 250 variants or pictures", async () => {
      const many = Array.from({ length: 260 }, (_, place) => String(place));
      const big = {
        handle: "big",
        title: "Big",
        price: "1.00",
        images: many.map((name) => ({ file: `${name}.jpg`, alt: name })),
        options: [{ name: "Number", values: many }],
        variants: many.map((name) => ({ options: [name] })),
      };
      const { client } = await aClientOf({ products: [...SOME_PRODUCTS, big] });
      const read = await client.product.fetchByHandle("big");
      expect(read?.variants.map(({ title }) => title)).toEqual(many);
      expect(read?.images.map(({ altText }) => altText)).toEqual(many);

      const first = await client.product.fetchAll(3);
      const { model: rest } = await client.fetchNextPage(first);
      expect(new Set([...first, ...rest].map(({ handle }) => handle))).toEqual(
        new Set(["tee", "mug", "record", "big"]),
      );
    });

    it("recommend others, never themselves", async () => {
      const { client, idOf } = await aClientOf();
      const others = await client.product.fetchRecommendations(idOf("tee"));
      expect(others.length).toBeGreaterThan(0);
      expect(others.map(({ handle }) => handle)).not.toContain("tee");
    });
  });

  describe("collections", () => {
    it("can be fetched without or with their products, by id and by handle", async () => {
      const { client } = await aClientOf();
      const all = await client.collection.fetchAll();
      expect(all.map(({ handle }) => handle).sort()).toEqual(["all", "wear"]);
      const withProducts = await client.collection.fetchAllWithProducts();
      const everything = withProducts.find(({ handle }) => handle === "all");
      expect(everything?.products.map(({ handle }) => handle)).toEqual(["record", "mug", "tee"]);
      const id = everything?.id ?? "";
      expect((await client.collection.fetch(id))?.handle).toBe("all");
      expect((await client.collection.fetchWithProducts(id)).products).toHaveLength(3);
      expect((await client.collection.fetchByHandle("wear"))?.products[0]?.variants).toHaveLength(4);
      expect(await client.collection.fetch("gid://shopify/Collection/1")).toBeNull();
      expect((await client.collection.fetchQuery({ query: "title:everything" })).map(({ handle }) => handle)).toEqual([
        "all",
      ]);
    });
  });

  test("the shop has a name, a money format, a domain and policies", async () => {
    const privacyPolicy = { id: 1, handle: "privacy-policy", title: "Privacy", body: "<p>None.</p>", path: "/privacy" };
    const { client, shop } = await aClientOf({
      shop: { policies: { privacyPolicy, termsOfService: null, refundPolicy: null } },
    });
    const info = await client.shop.fetchInfo();
    expect(info.name).toBe("Harbour Line");
    expect(info.moneyFormat).toMatch(/^\$\{\{amount\}\}$/);
    expect(plain(info.primaryDomain)).toMatchObject({ host: new URL(shop.url).host, sslEnabled: false });
    const policies = await client.shop.fetchPolicies();
    expect(plain(policies.privacyPolicy)).toMatchObject({ title: "Privacy", url: `${shop.url}/privacy` });
    expect(policies.refundPolicy).toBeNull();
  });

  test("a failed read is rejected with the store's own errors", async () => {
    const { client } = await aClientOf();
    await expect(client.product.fetchAll(251)).rejects.toMatchObject([{ message: expect.stringContaining("250") }]);
    await expect(client.product.fetch("mug")).rejects.toMatchObject([
      { message: expect.stringContaining("Variable $id of type ID! was provided invalid value") },
    ]);
  });
}
