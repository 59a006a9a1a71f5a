import type { Finding } from "@porchlight/protocol/doctor.ts";
import * as v from "valibot";
import type { ShopifySettings } from "../../../config/provider-settings.ts";
import { about } from "../../finding.ts";
import type { Outside } from "../../outside/outside.ts";
import { isTemporary, jsonOf, tryFetch } from "../../try-fetch.ts";

const shop = about("provider-shopify", "Shopify");

const Answer = v.object({
  data: v.nullish(v.object({ products: v.nullish(v.object({ edges: v.array(v.unknown()) })) })),
  errors: v.nullish(v.array(v.object({ extensions: v.nullish(v.object({ code: v.optional(v.unknown()) })) }))),
});

/**
 * Queries the shop's name and a product, because a token may be allowed to read only one of them.
 * Source: shopify.dev, Storefront API; "API versioning", the header of a response.
 */
export async function checkShopify(settings: ShopifySettings, fetch: Outside["fetch"]): Promise<Finding[]> {
  const { domain, origin, accessToken, apiVersion } = settings;
  const result = await tryFetch(fetch, `${origin}/api/${apiVersion}/graphql.json`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Shopify-Storefront-Access-Token": accessToken },
    body: JSON.stringify({ query: "{ shop { name } products(first: 1) { edges { node { id } } } }" }),
  });
  if (!("response" in result)) {
    return [shop.bad(`${domain} cannot be reached: ${result.why}.`, "Check SHOPIFY_STORE_DOMAIN.")];
  }
  const { status, headers } = result.response;
  const body = v.safeParse(Answer, await jsonOf(result.response));
  const answer = body.success ? body.output : {};
  if (status === 401 || status === 403) {
    return [
      shop.bad(
        `${domain} refuses the token (status ${status}).`,
        "Copy SHOPIFY_STOREFRONT_ACCESS_TOKEN again: it is the public token of the Storefront API.",
      ),
    ];
  }
  if (status === 402)
    return [shop.bad(`${domain} is frozen by Shopify.`, "Choose or pay its plan in Shopify's admin.")];
  if (isTemporary(status) || isThrottled(answer)) {
    return [
      shop.look(
        `${domain} does not work at the moment (status ${status}).`,
        "Try again in a while. Until then the site shows the last products that it received. If this goes on, see shopifystatus.com.",
      ),
    ];
  }
  if (status !== 200) return [shop.bad(`${domain} answers ${status}.`, "Check SHOPIFY_STORE_DOMAIN.")];
  const products = answer.errors?.length ? undefined : answer.data?.products;
  if (!products) {
    return [
      shop.bad(
        `${domain} does not return its products.`,
        "Give the token the right to read products, and check SHOPIFY_API_VERSION.",
      ),
    ];
  }
  if (products.edges.length === 0) {
    return [
      shop.look(
        `${domain} has published no products for this site.`,
        "Publish your products to the Headless channel in Shopify's admin.",
      ),
    ];
  }
  const usedVersion = headers.get("X-Shopify-API-Version");
  return usedVersion === null || usedVersion === apiVersion
    ? [shop.good(`${domain} answers, accepts the token and has products.`)]
    : [
        shop.look(
          `${domain} answers in version ${usedVersion}, because it no longer supports ${apiVersion}.`,
          "Try the shop and its cart. If something is missing there, set SHOPIFY_API_VERSION to a version that it supports.",
        ),
      ];
}

/** Whether the response says that there were too many requests. Source: shopify.dev, Storefront API, error codes. */
function isThrottled({ errors }: v.InferOutput<typeof Answer>): boolean {
  return errors?.some(({ extensions }) => extensions?.code === "THROTTLED") ?? false;
}
