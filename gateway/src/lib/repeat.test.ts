import { setImmediate as nextIteration } from "node:timers/promises";
import { expect, it } from "vitest";
import { recurring } from "./repeat.ts";

it("work runs at once and repeats without overlap, and stop waits for the current run", async () => {
  let calls = 0;
  let finish = () => {};
  let again = () => {};
  let isEnded = false;
  const repeated = recurring(
    60_000,
    () => {
      calls += 1;
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
    (_ms, run) => {
      again = run;
      return () => {
        isEnded = true;
      };
    },
  );
  expect(calls).toBe(1);
  again();
  expect(calls).toBe(1);
  finish();
  // Running work ends in a later tick.
  await nextIteration();
  again();
  expect(calls).toBe(2);

  let hasStopped = false;
  const stopped = repeated.stop().then(() => {
    hasStopped = true;
  });
  expect([isEnded, hasStopped]).toEqual([true, false]);
  finish();
  await stopped;
});
