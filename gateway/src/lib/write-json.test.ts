import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { createScheduler } from "./scheduler.ts";
import { writeJson } from "./write-json.ts";

/** A task whose time slice is always over. */
function aTask() {
  let time = 0;
  const scheduler = createScheduler({
    now: () => {
      time += 10;
      return time;
    },
  });
  return scheduler.beginOwn();
}

const LARGE = {
  data: {
    products: Array.from({ length: 20_000 }, (_, at) => ({ title: `Röhre 𝄞 ${at}`, tags: ["a", null], price: 1.5 })),
    empty: [{}, []],
    text: "x".repeat(300_000),
    missing: undefined,
  },
};

it("large JSON equals the output of JSON.stringify and is written in small pieces", async () => {
  const expected = JSON.stringify(LARGE);
  const stringify = vi.spyOn(JSON, "stringify");
  const task = aTask();
  const written = await writeJson(LARGE, task);
  const lengths = stringify.mock.results.map(({ value }) => String(value).length);
  stringify.mockRestore();
  expect(written.toString()).toBe(expected);
  // A single text cannot be divided.
  expect(lengths.filter((length) => length > 50_000)).toEqual([300_002]);
  expect(task.hasWaited).toBe(true);
});

it("small JSON is written without a promise", () => {
  expect(writeJson({ data: { shop: null } }, aTask())).toEqual(Buffer.from('{"data":{"shop":null}}'));
});

it("any large JSON equals the output of JSON.stringify", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (json) => {
      const value = { json, padding: Array.from({ length: 5_000 }, () => json) };
      expect((await writeJson(value, aTask())).toString()).toBe(JSON.stringify(value));
    }),
    tries(20),
  );
});
