import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { OverBudgetError, type Scheduler } from "../../lib/scheduler.ts";
import { answerCompressed } from "./answer-compressed.ts";

const CART = JSON.stringify({
  data: { cart: { lines: Array.from({ length: 100 }, (_, id) => ({ id, quantity: 1 })) } },
});
const REQUEST = { body: "{}", accessToken: "token", language: undefined, client: "192.0.2.1" };
const HEADERS = { "content-type": "application/json; charset=utf-8" };

const storeThatAnswers = (body: string) => ({ answer: async () => ({ status: 200, headers: HEADERS, body }) });

/** A scheduler that records whom it charges. */
function aScheduler(charged: string[]): Pick<Scheduler, "run"> {
  return {
    async run(client, work) {
      charged.push(client);
      // Compressing never waits.
      return work(undefined as never);
    },
  };
}

it("a long cart is compressed on its client's processor time", async () => {
  const charged: string[] = [];
  const answer = await answerCompressed(storeThatAnswers(CART), aScheduler(charged), REQUEST, "gzip, br");
  expect(charged).toEqual([REQUEST.client]);
  expect(answer.headers).toMatchObject({ ...HEADERS, "Content-Encoding": "br" });
  expect(brotliDecompressSync(Buffer.from(answer.body)).toString()).toBe(CART);
});

it("a client without time left gets its long cart uncompressed", async () => {
  const scheduler = { run: () => Promise.reject(new OverBudgetError(1)) };
  const answer = await answerCompressed(storeThatAnswers(CART), scheduler, REQUEST, "br");
  expect(answer).toEqual({ status: 200, headers: HEADERS, body: CART });
});

it.each([
  ["a short cart", '{"data":{"cart":null}}', "br"],
  ["a cart for a client that accepts no encoding", CART, undefined],
])("%s is sent as it is and charges nobody", async (_, body, accepted) => {
  const charged: string[] = [];
  const answer = await answerCompressed(storeThatAnswers(body), aScheduler(charged), REQUEST, accepted);
  expect(answer).toEqual({ status: 200, headers: HEADERS, body });
  expect(charged).toEqual([]);
});
