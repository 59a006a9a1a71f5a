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

const complete = { ...aWireProduct(), images: [anImage()], variants: [aVariant()] };
const collection = { id: "gid://shopify/Collection/5", handle: "wear", title: "Wear" };

describe("products", () => {
  it("can be read by id, by several ids in their order, by handle, and as recommendations", async () => {
    storeAnswers(({ operation, variables }) => {
      if (operation === "ProductById") return { data: { node: aWireProduct() } };
      if (operation === "ProductsByIds") return { data: { nodes: [null, aWireProduct(), {}] } };
      if (operation === "ProductByHandle") {
        return { data: { productByHandle: variables.handle === "tee" ? aWireProduct() : null } };
      }
      return { data: { productRecommendations: [aWireProduct()] } };
    });
    expect(await fetchProduct(aClient(), "a")).toMatchObject(complete);
    expect(await fetchProducts(aClient(), ["x", "a", "c"])).toMatchObject([null, complete, null]);
    expect(await fetchProductByHandle(aClient(), "tee")).toEqual(complete);
    expect(await fetchProductByHandle(aClient(), "cup")).toBeNull();
    expect(await fetchRecommendations(aClient(), "a")).toEqual([complete]);
  });

  it("are listed by id, twenty at a time by default", async () => {
    const sent = storeAnswers(() => ({ data: { products: aPage([aWireProduct()], true) } }));
    const page = await listProducts(aClient());
    expect(sent[0]?.variables).toEqual({ first: 20, sortKey: "ID", reverse: false });
    expect(page).toEqual({ products: [complete], next: "c0" });
    await listProducts(aClient(), { first: 5, query: "tee", sortKey: "PRICE", reverse: true, after: "c0" });
    expect(sent[1]?.variables).toEqual({ first: 5, query: "tee", sortKey: "PRICE", reverse: true, after: "c0" });
  });

  it("have all their pictures and variants, in pages of 250", async () => {
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

  it("end at an empty page, even if it claims to have a next one", async () => {
    const sent = storeAnswers(() => ({ data: { productByHandle: aWireProduct({ images: aPage([], true) }) } }));
    expect((await fetchProductByHandle(aClient(), "tee"))?.images).toEqual([]);
    expect(sent).toHaveLength(1);
  });
});

describe("collections", () => {
  it("can be read by id and by handle, with their first 20 products or without products", async () => {
    const products = aPage([aWireProduct()]);
    const sent = storeAnswers(({ operation }) => {
      if (operation === "CollectionById") return { data: { node: collection } };
      if (operation === "CollectionWithProducts") {
        return { data: { node: { ...collection, products } } };
      }
      return { data: { collectionByHandle: { ...collection, products } } };
    });
    expect(await fetchCollection(aClient(), "c")).toMatchObject(collection);
    expect(await fetchCollectionWithProducts(aClient(), "c")).toMatchObject({ ...collection, products: [complete] });
    expect(await fetchCollectionByHandle(aClient(), "wear")).toMatchObject({ ...collection, products: [complete] });
    expect(sent.map(({ variables }) => variables)).toEqual([
      { id: "c" },
      { id: "c", productsFirst: 20 },
      { handle: "wear", productsFirst: 20 },
    ]);
  });

  it("with an unknown id are null, with or without products", async () => {
    storeAnswers(() => ({ data: { node: null } }));
    expect(await fetchCollection(aClient(), "c")).toBeNull();
    expect(await fetchCollectionWithProducts(aClient(), "c")).toBeNull();
  });

  it("are listed by id, twenty at a time with twenty products each", async () => {
    const entry = { ...collection, products: aPage([aWireProduct()]) };
    const sent = storeAnswers(() => ({ data: { collections: aPage([entry]) } }));
    expect(await listCollections(aClient())).toMatchObject([collection]);
    expect(await listCollectionsWithProducts(aClient(), { sortKey: "TITLE" })).toMatchObject([
      { products: [complete] },
    ]);
    expect(sent.map(({ variables }) => variables)).toEqual([
      { first: 20, sortKey: "ID", reverse: false },
      { first: 20, sortKey: "TITLE", reverse: false, productsFirst: 20 },
    ]);
  });
});

describe("the shop", () => {
  it("has information and policies", async () => {
    storeAnswers(({ operation }) =>
      operation === "ShopInfo"
        ? { data: { shop: { name: "June's", description: "Shirts" } } }
        : { data: { shop: { privacyPolicy: null } } },
    );
    expect(await fetchShopInfo(aClient())).toMatchObject({ name: "June's" });
    expect(await fetchShopPolicies(aClient())).toEqual({ privacyPolicy: null });
  });
});

describe("a response without data", () => {
  it("throws the server's errors", async () => {
    const errors = [{ message: "Throttled", extensions: { code: "THROTTLED" } }];
    storeAnswers(() => ({ errors }));
    const error = await fetchShopInfo(aClient()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StorefrontError);
    expect(error).toMatchObject({ message: "Throttled", errors });
  });

  it("throws an unknown error if the server sent none", async () => {
    storeAnswers(() => ({}));
    await expect(fetchShopInfo(aClient())).rejects.toThrow("an unknown error has occurred.");
  });
});
