import { isThroughHosted } from "../../../../testing/through-hosted.ts";
import { aHostedShop } from "../../a-hosted-shop.case.ts";
import type { TestShop } from "../../a-shop.case.ts";
import type { CatalogueOverrides } from "../catalogue/a-catalogue.case.ts";
import { ACCESS_TOKEN, aStorefront, PUBLIC_URL, type TestStorefront } from "./wire.case.ts";

/** The built-in store over HTTP, and its address. */
export type ServedStore = TestStorefront & TestShop;

/** Serves the built-in store. In the soak run, clients reach it through a gateway that uses it as its Shopify. */
export async function aServedStore(overrides: CatalogueOverrides = {}): Promise<ServedStore> {
  if (isThroughHosted) return aHostedShop(overrides);
  return { ...(await aStorefront(overrides)), url: PUBLIC_URL, accessToken: ACCESS_TOKEN };
}
