import { createHash } from "node:crypto";

/**
 * The Storefront access token that browsers are given. It is public, and the same at every gateway with the same
 * settings.
 *
 * @param name what it is made from and says nothing about
 */
export function accessTokenOf(name: string): string {
  return createHash("sha256").update(`storefront ${name}`).digest("hex").slice(0, 32);
}
