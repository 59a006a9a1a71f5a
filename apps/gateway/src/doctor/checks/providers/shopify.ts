import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { ShopifySettings } from "../../../provider-settings.ts";
import { ask, jsonOf } from "../../ask.ts";
import { about } from "../../finding.ts";
import type { Outside } from "../../outside/outside.ts";

const shop = about("provider-shopify", "Shopify");

/** Asks the shop for its name. Source: shopify.dev, Storefront API; "API versioning", the header of an answer. */
export async function checkShopify(settings: ShopifySettings, fetch: Outside["fetch"]): Promise<Finding[]> {
  const { domain, origin, accessToken, apiVersion } = settings;
  const asked = await ask(fetch, `${origin}/api/${apiVersion}/graphql.json`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Shopify-Storefront-Access-Token": accessToken },
    body: JSON.stringify({ query: "{ shop { name } }" }),
  });
  if (!("response" in asked)) {
    return [shop.bad(`${domain} cannot be reached: ${asked.why}.`, "Check SHOPIFY_STORE_DOMAIN.")];
  }
  const { status, headers } = asked.response;
  const body = await jsonOf(asked.response);
  if (status === 401 || status === 403) {
    return [
      shop.bad(
        `${domain} refuses the token (status ${status}).`,
        "Copy SHOPIFY_STOREFRONT_ACCESS_TOKEN anew: the public token of the Storefront API.",
      ),
    ];
  }
  if (status === 402) return [shop.bad(`${domain} is frozen by Shopify.`, "Settle its plan in Shopify's admin.")];
  if (status !== 200) return [shop.bad(`${domain} answers ${status}.`, "Check SHOPIFY_STORE_DOMAIN.")];
  if (!hasShop(body)) {
    return [
      shop.bad(
        `${domain} does not tell its name.`,
        "Give the token the right to read the shop's listings, and check SHOPIFY_API_VERSION.",
      ),
    ];
  }
  const spoken = headers.get("X-Shopify-API-Version");
  return spoken === null || spoken === apiVersion
    ? [shop.good(`${domain} answers and takes the token.`)]
    : [
        shop.look(
          `${domain} answers in version ${spoken}, as it no longer has ${apiVersion}.`,
          "Try the shop and its cart; if something is missing there, set SHOPIFY_API_VERSION to a version it has.",
        ),
      ];
}

function hasShop(body: unknown): boolean {
  if (typeof body !== "object" || body === null || !("data" in body)) return false;
  const { data } = body;
  return typeof data === "object" && data !== null && "shop" in data && data.shop !== null;
}
