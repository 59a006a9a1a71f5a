import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { FAKE_SECRETS } from "./fake-stripe.case.ts";
import { connectStripe, describeFailure } from "./stripe-connection.ts";

/** Requests a payment page from a server that answers like Stripe. */
async function ask(answer: (response: ServerResponse, path: string) => void) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    response.setHeader("Content-Type", "application/json");
    answer(response, request.url ?? "");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stripe = await connectStripe({ ...FAKE_SECRETS, apiUrl })();
  const result = await stripe.checkout.sessions.retrieve("cs_1").then(
    ({ id }) => id,
    (error: unknown) => describeFailure(error),
  );
  return { result, paths };
}

const pageOf = (bytes: number) => JSON.stringify({ id: "cs_1", object: "checkout.session", url: "x".repeat(bytes) });

it("a response of Stripe may not be longer than any of its objects, and is not read to its end", async () => {
  expect((await ask((response) => response.end(pageOf(100_000)))).result).toBe("cs_1");
  const { result } = await ask((response) => {
    // Never ends: read to the end, it would fill the memory.
    const send = () => {
      while (!response.destroyed && response.write("x".repeat(64 * 1024)));
    };
    response.on("drain", send);
    send();
  });
  expect(result).toEqual({ isRefusal: false, type: "StripeConnectionError" });
});

it("a redirect of Stripe's is not followed, because the key must not be sent to another address", async () => {
  const { paths } = await ask((response) => response.writeHead(307, { Location: "/elsewhere" }).end("{}"));
  expect(paths).toEqual(["/v1/checkout/sessions/cs_1"]);
});
