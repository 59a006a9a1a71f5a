import { expect, it, vi } from "vitest";
import { aHostedShop } from "./a-hosted-shop.case.ts";

it("a browser gets the gateway's own endpoint, and the shop's domain only for Shop Pay", async () => {
  const shop = await aHostedShop();
  const config = Object(await (await fetch(`${shop.origin}/config.json`)).json());
  expect(config.storefront).toEqual({
    domain: new URL(shop.origin).host,
    accessToken: shop.hosted.accessToken,
    apiVersion: "2022-10",
  });
  expect(config.services.store).toEqual({ hosted: true, shopDomain: new URL(shop.url).host });
});

it("the gateway has neither checkout nor orders, because both are at Shopify", async () => {
  const { origin } = await aHostedShop();
  const page = await fetch(`${origin}/checkout/cart/0a1b`, { headers: { Accept: "text/html" } });
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect((await fetch(`${origin}/checkout/stripe/webhook`, { method: "POST" })).status).toBe(405);
});

it("while Shopify is down, pages show the products, and carts say that the shop cannot be reached", async () => {
  const shop = await aHostedShop();
  const sitemap = async () => (await fetch(`${shop.origin}/sitemap.xml`)).text();
  await vi.waitFor(async () => expect(await sitemap()).toContain("/shop/tee<"), { timeout: 30_000, interval: 10 });
  const tee = shop.hosted.products().products.find(({ handle }) => handle === "tee");
  expect(tee?.images[0]?.url).toMatch(new RegExp(`^${shop.origin}/media/[0-9a-f]{32}$`));
  expect(tee?.variants).toHaveLength(4);
  const read = await shop.ask("{ products(first: 3) { nodes { handle } } }");

  await shop.stopShopify();
  for (const path of ["/shop", "/shop/tee", "/", "/music"]) {
    expect([path, (await fetch(shop.origin + path)).status]).toEqual([path, 200]);
  }
  expect(await shop.ask("{ products(first: 3) { nodes { handle } } }")).toEqual(read);
  const answer = await shop.ask("mutation { cartCreate { cart { id } } }");
  expect(answer).toEqual({
    status: 503,
    errors: [{ message: expect.any(String), extensions: { code: "SERVICE_UNAVAILABLE" } }],
  });
});
