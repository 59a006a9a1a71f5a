import { expect, it } from "vitest";
import { BodyTooLongError, readAtMost } from "./bounded-body.ts";

const MAX_BYTES = 64 * 1024;

/** A response in chunks, and how many of them were read. */
function inChunks(count: number, chunk: string) {
  let sent = 0;
  const pull = (controller: ReadableStreamDefaultController) => {
    sent += 1;
    controller.enqueue(Buffer.from(chunk));
    if (sent === count) controller.close();
  };
  return { response: new Response(new ReadableStream({ pull })), sent: () => sent };
}

it("a body is read up to its size", async () => {
  const body = await readAtMost(inChunks(64, "x".repeat(1024)).response, MAX_BYTES);
  expect(body.toString()).toBe("x".repeat(MAX_BYTES));
  const longer = inChunks(65, "x".repeat(1024));
  await expect(readAtMost(longer.response, MAX_BYTES)).rejects.toThrow(BodyTooLongError);
});

it("a body in very many short chunks counts as longer than it is", async () => {
  const body = await readAtMost(inChunks(1_000, "x").response, MAX_BYTES);
  expect(body.toString()).toBe("x".repeat(1_000));
  const dripped = inChunks(MAX_BYTES, "x");
  await expect(readAtMost(dripped.response, MAX_BYTES)).rejects.toThrow(BodyTooLongError);
  expect(dripped.sent()).toBeLessThan(1_100);
});
