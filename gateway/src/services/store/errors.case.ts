import { describe, expect, it } from "vitest";
import type { OpenShop } from "./a-shop.case.ts";

/** Errors of any store: JSON with `errors` and without `data`, so that no client mistakes it for an empty cart. */
export function describeStoreErrors(openShop: OpenShop): void {
  describe("the response is JSON with errors and without data", () => {
    const DEEP = `{ ${"shop { ".repeat(60)} name ${"}".repeat(60)} }`;

    it.each<[string, string, number, string, string | undefined]>([
      ["for a body that is not JSON", "{", 400, "not JSON", "BAD_REQUEST"],
      ["for several queries at once", "[]", 400, "one by one", "BAD_REQUEST"],
      ["for a body without a query", "{}", 400, "No query", "BAD_REQUEST"],
      ["for a query that is not GraphQL", '{"query":"{ shop {"}', 200, "Syntax Error", undefined],
      ["for an unknown field", '{"query":"{ shop { nonsense } }"}', 200, 'Cannot query field "nonsense"', undefined],
      [
        "for an unknown mutation",
        '{"query":"mutation { nonsense { id } }"}',
        200,
        'Cannot query field "nonsense"',
        undefined,
      ],
      [
        "for a document that is nested too deep",
        JSON.stringify({ query: DEEP }),
        200,
        "levels deep",
        "MAX_COST_EXCEEDED",
      ],
      ["for a subscription", '{"query":"subscription { shop { name } }"}', 200, "queries and mutations", "BAD_REQUEST"],
      ["for a malformed id", '{"query":"{ cart(id: \\"cart\\") { id } }"}', 200, "Invalid global id 'cart'", undefined],
    ])("%s", async (_, body, status, words, code) => {
      const shop = await openShop();
      const answer = await shop.post(body);
      const { errors, data } = Object(await answer.json());
      expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/json; charset=utf-8"]);
      expect(errors[0]).toMatchObject({
        message: expect.stringContaining(words),
        ...(code && { extensions: { code } }),
      });
      expect(data ?? undefined).toBeUndefined();
    });

    it.each(["", "another"])('for the token "%s"', async (token) => {
      const shop = await openShop();
      const answer = await shop.post('{"query":"{ shop { name } }"}', { "X-Shopify-Storefront-Access-Token": token });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({
        errors: [{ message: "The Storefront access token is missing or wrong.", extensions: { code: "UNAUTHORIZED" } }],
      });
    });
  });
}
