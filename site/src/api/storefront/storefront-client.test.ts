import { expect, test, vi } from "vitest";
import { aClient, storeAnswers } from "./a-store.case.ts";
import { SHOP_INFO } from "./generated.ts";
import { siteStorefront } from "./site-storefront.ts";
import { createStorefrontClient } from "./storefront-client.ts";

test("requests go to the version's endpoint with the SDK's headers", async () => {
  const sent = storeAnswers(() => ({ data: {} }));
  await aClient().send(SHOP_INFO, {});
  expect(sent[0]?.url).toBe("https://shop.example/api/2023-10/graphql");
  expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
    Accept: "application/json",
    "Accept-Language": "*",
    "Content-Type": "application/json",
    "X-SDK-Variant": "javascript",
    "X-SDK-Version": "2.21.1",
    "X-Shopify-Storefront-Access-Token": "public",
  });
});

test("requests have the configured language and source", async () => {
  const sent = storeAnswers(() => ({ data: {} }));
  const config = { domain: "shop.example", storefrontAccessToken: "public", apiVersion: "2022-10" };
  await createStorefrontClient({ ...config, language: "fr", source: "kiosk" }).send(SHOP_INFO, {});
  expect(sent[0]?.headers.get("accept-language")).toBe("fr");
  expect(sent[0]?.headers.get("x-sdk-variant-source")).toBe("kiosk");
});

test("a configuration needs a domain and a token", () => {
  const config = { domain: "shop.example", storefrontAccessToken: "public", apiVersion: "2022-10" };
  expect(() => createStorefrontClient({ ...config, domain: "" })).toThrow("needs a domain");
  expect(() => createStorefrontClient({ ...config, storefrontAccessToken: "" })).toThrow("access token");
});

test("the site's requests go to its own origin, with the configured token and version", async () => {
  const sent = storeAnswers(() => ({ data: {} }));
  await (await siteStorefront()).send(SHOP_INFO, {});
  expect(sent[0]?.url).toBe(`${location.origin}/api/2022-10/graphql`);
  expect(sent[0]?.headers.get("x-shopify-storefront-access-token")).toBe("public");
});

test("a response that is not a GraphQL response is an error", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json([1], { status: 502 }));
  await expect(aClient().send(SHOP_INFO, {})).rejects.toThrow("502");
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await expect(aClient().send(SHOP_INFO, {})).rejects.toThrow();
});

test("an open page fetches the new token after the store has changed it", async () => {
  let token = "public";
  const tokens: (string | null)[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (url === "/config.json") return Response.json({ storefront: { accessToken: token, apiVersion: "2022-10" } });
    const sent = new Headers(init?.headers).get("x-shopify-storefront-access-token");
    tokens.push(sent);
    if (sent === token) return Response.json({ data: { shop: { name: "June Marlow" } } });
    return Response.json({ errors: [{ message: "no", extensions: { code: "UNAUTHORIZED" } }] }, { status: 401 });
  });
  const store = await siteStorefront();
  token = "another";
  expect((await store.send(SHOP_INFO, {})).data).toEqual({ shop: { name: "June Marlow" } });
  expect(tokens).toEqual(["public", "another"]);
});
