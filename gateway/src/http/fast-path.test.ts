import { freePort } from "@porchlight/fixtures/free-port.ts";
import { expect, it, onTestFinished } from "vitest";
import type { StoreRequest, StoreResponse } from "../services/store/contract.ts";
import { aGateway } from "../testing/gateway-in-memory.ts";
import { listening } from "../testing/hosted-site.ts";
import { CLOSED_POLICY } from "./security-headers.ts";

it("a failing request reveals no details, and its error has the clients' format and the headers of every response", async () => {
  const port = await freePort();
  const store = {
    answer: () => Promise.reject(new Error("secret detail")),
    products: () => ({ products: [], currencyCode: "CAD" }),
    accessToken: "the-storefront-token",
    apiVersion: "2022-10",
  };
  const server = await listening(aGateway({ store }), port);
  onTestFinished(() => server.stop());
  const answer = await fetch(`http://127.0.0.1:${port}/api/2022-10/graphql.json`, { method: "POST", body: "{}" });
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { errors: [{ message: "Something went wrong on our side.", extensions: { code: "INTERNAL_SERVER_ERROR" } }] },
  ]);
  expect(answer.headers.get("Content-Security-Policy")).toBe(CLOSED_POLICY);
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
});

it("a service learns that the client of its request has disconnected", async () => {
  const port = await freePort();
  const { promise: asked, resolve: setAsked } = Promise.withResolvers<AbortSignal | undefined>();
  const store = {
    answer({ gone }: StoreRequest) {
      setAsked(gone);
      return new Promise<StoreResponse>((resolve) => {
        gone?.addEventListener("abort", () => resolve({ status: 499, headers: {}, body: "" }));
      });
    },
    products: () => ({ products: [], currencyCode: "CAD" }),
    accessToken: "the-storefront-token",
    apiVersion: "2022-10",
  };
  const server = await listening(aGateway({ store }), port);
  onTestFinished(() => server.stop());
  const visitor = new AbortController();
  const url = `http://127.0.0.1:${port}/api/2022-10/graphql.json`;
  const answer = fetch(url, { method: "POST", body: "{}", signal: visitor.signal });
  const gone = await asked;
  expect(gone?.aborted).toBe(false);
  visitor.abort();
  await expect(answer).rejects.toThrow();
  await expect.poll(() => gone?.aborted).toBe(true);
});
