import { describe, expect, it } from "vitest";
import { aClient, anImage, aPage, aVariant, aWireProduct, storeAnswers } from "./a-store.case.ts";
import {
  fetchCollection,
  fetchCollectionByHandle,
  fetchCollectionWithProducts,
  listCollections,
  listCollectionsWithProducts,
} from "./collections.ts";
import { fetchProduct, fetchProductByHandle, fetchProducts, fetchRecommendations, listProducts } from "./products.ts";
import { fetchShopInfo, fetchShopPolicies } from "./shop.ts";
import { StorefrontError } from "./storefront-client.ts";

const node = { __typename: "Product", ...aWireProduct() };
const whole = { ...aWireProduct(), images: [anImage()], variants: [aVariant()] };
const collection = { id: "gid://shopify/Collection/5", handle: "wear", title: "Wear" };

describe("products", () => {
  it("are read by id, by ids in their order, by handle, and as recommendations", async () => {
    storeAnswers(({ operation, variables }) => {
      if (operation === "ProductById") return { data: { node } };
      if (operation === "ProductsByIds") return { data: { nodes: [null, node, { __typename: "Collection" }] } };
      if (operation === "ProductByHandle") {
        return { data: { productByHandle: variables.handle === "tee" ? aWireProduct() : null } };
      }
      return { data: { productRecommendations: [aWireProduct()] } };
    });
    expect(await fetchProduct(aClient(), "a")).toMatchObject(whole);
    expect(await fetchProducts(aClient(), ["x", "a", "c"])).toMatchObject([null, whole, null]);
    expect(await fetchProductByHandle(aClient(), "tee")).toEqual(whole);
    expect(await fetchProductByHandle(aClient(), "cup")).toBeNull();
    expect(await fetchRecommendations(aClient(), "a")).toEqual([whole]);
  });

  it("are listed by their ids, twenty at a time, unless asked otherwise", async () => {
    const sent = storeAnswers(() => ({ data: { products: aPage([aWireProduct()], true) } }));
    const page = await listProducts(aClient());
    expect(sent[0]?.variables).toEqual({ first: 20, sortKey: "ID", reverse: false });
    expect(page).toEqual({ products: [whole], next: "c0" });
    await listProducts(aClient(), { first: 5, query: "tee", sortKey: "PRICE", reverse: true, after: "c0" });
    expect(sent[1]?.variables).toEqual({ first: 5, query: "tee", sortKey: "PRICE", reverse: true, after: "c0" });
  });

  it("come with all of their pictures and variants, in pages of 250", async () => {
    const second = anImage({ id: "gid://shopify/ProductImage/2" });
    const [third, fourth] = [aVariant({ id: "v3" }), aVariant({ id: "v4" })];
    const sent = storeAnswers(({ operation, variables }) => {
      if (operation === "ProductImages") return { data: { node: { images: aPage([second]) } } };
      if (operation === "ProductVariants") {
        const isFirst = variables.after === "c0";
        return { data: { node: { variants: isFirst ? aPage([aVariant(), third], true) : aPage([fourth]) } } };
      }
      return {
        data: {
          productByHandle: aWireProduct({ images: aPage([anImage()], true), variants: aPage([aVariant()], true) }),
        },
      };
    });
    const product = await fetchProductByHandle(aClient(), "tee");
    expect(product?.images).toEqual([anImage(), second]);
    expect(product?.variants.map(({ id }) => id)).toEqual([aVariant().id, aVariant().id, "v3", "v4"]);
    expect(sent.find(({ operation }) => operation === "ProductImages")?.variables).toEqual({
      id: "gid://shopify/Product/1",
      first: 250,
      after: "c0",
    });
  });

  it("do not run in circles when a page says that more follows and holds nothing", async () => {
    const sent = storeAnswers(() => ({ data: { productByHandle: aWireProduct({ images: aPage([], true) }) } }));
    expect((await fetchProductByHandle(aClient(), "tee"))?.images).toEqual([]);
    expect(sent).toHaveLength(1);
  });
});

describe("collections", () => {
  it("are read by id and by handle, with their first 20 products or without any", async () => {
    const products = aPage([aWireProduct()]);
    const sent = storeAnswers(({ operation }) => {
      if (operation === "CollectionById") return { data: { node: { __typename: "Collection", ...collection } } };
      if (operation === "CollectionWithProducts") {
        return { data: { node: { __typename: "Collection", ...collection, products } } };
      }
      return { data: { collectionByHandle: { ...collection, products } } };
    });
    expect(await fetchCollection(aClient(), "c")).toMatchObject(collection);
    expect(await fetchCollectionWithProducts(aClient(), "c")).toMatchObject({ ...collection, products: [whole] });
    expect(await fetchCollectionByHandle(aClient(), "wear")).toMatchObject({ ...collection, products: [whole] });
    expect(sent.map(({ variables }) => variables)).toEqual([
      { id: "c" },
      { id: "c", productsFirst: 20 },
      { handle: "wear", productsFirst: 20 },
    ]);
  });

  it("of an unknown id are null, also when their products were asked for", async () => {
    storeAnswers(() => ({ data: { node: null } }));
    expect(await fetchCollection(aClient(), "c")).toBeNull();
    expect(await fetchCollectionWithProducts(aClient(), "c")).toBeNull();
  });

  it("are listed by their ids, twenty at a time with twenty products each", async () => {
    const entry = { ...collection, products: aPage([aWireProduct()]) };
    const sent = storeAnswers(() => ({ data: { collections: aPage([entry]) } }));
    expect(await listCollections(aClient())).toMatchObject([collection]);
    expect(await listCollectionsWithProducts(aClient(), { sortKey: "TITLE" })).toMatchObject([{ products: [whole] }]);
    expect(sent.map(({ variables }) => variables)).toEqual([
      { first: 20, sortKey: "ID", reverse: false },
      { first: 20, sortKey: "TITLE", reverse: false, productsFirst: 20 },
    ]);
  });
});

describe("the shop", () => {
  it("tells of itself and of its policies", async () => {
    storeAnswers(({ operation }) =>
      operation === "ShopInfo"
        ? { data: { shop: { name: "June's", description: "Shirts" } } }
        : { data: { shop: { privacyPolicy: null } } },
    );
    expect(await fetchShopInfo(aClient())).toMatchObject({ name: "June's" });
    expect(await fetchShopPolicies(aClient())).toEqual({ privacyPolicy: null });
  });
});

describe("an unreadable answer", () => {
  it("is refused with the server's own errors", async () => {
    const errors = [{ message: "Throttled", extensions: { code: "THROTTLED" } }];
    storeAnswers(() => ({ errors }));
    const refusal = await fetchShopInfo(aClient()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StorefrontError);
    expect(refusal).toMatchObject({ message: "Throttled", errors });
  });

  it("is refused as unknown when the server gives no reason", async () => {
    storeAnswers(() => ({}));
    await expect(fetchShopInfo(aClient())).rejects.toThrow("an unknown error has occurred.");
  });
});
