import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDataFile } from "../../data/data-file.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { aBuiltinStore } from "./a-builtin-store.case.ts";
import { aStore } from "./builtin/orders/a-store.case.ts";

test("if timers cannot read the data file, they report the error, and the process keeps running", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const data = openDataFile({ dir: aTestFolder() });
  const onError = vi.fn();
  const store = await aBuiltinStore(data, { onError });
  vi.advanceTimersByTime(10 * 60_000);
  // The current checks end, so that the next timer begins new ones.
  await setImmediate();
  expect(onError).not.toHaveBeenCalled();
  data.close();
  vi.advanceTimersByTime(10 * 60_000);
  await store.stop();
  // One error is from the timer for emails, the other from the timer for unpaid orders.
  expect(onError).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60 * 60_000);
  expect(onError).toHaveBeenCalledTimes(2);
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * A store with an unpaid order that ends in two days. Its buyer has been reminded.
 *
 * @returns `pass` lets time pass while the clock is ahead by some days, and returns why the order has ended
 */
async function aStoreWithReminder() {
  const earlier = await aStore();
  await earlier.order();
  const start = earlier.time.now.getTime() + 6 * DAY_MS;
  earlier.time.now = new Date(start);
  await earlier.orders.doWhatIsDue();
  await earlier.orders.stop();
  earlier.close();

  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const data = openDataFile({ dir: earlier.dir });
  let passed = 0;
  let aheadMs = 400 * DAY_MS;
  const open = () => aBuiltinStore(data, { clock: () => new Date(start + passed + aheadMs), now: () => passed });
  let store = await open();
  const restart = async () => {
    await store.stop();
    store = await open();
  };
  const pass = async (minutes: number, daysAhead: number) => {
    aheadMs = daysAhead * DAY_MS;
    for (let minute = 0; minute < minutes; minute += 10) {
      passed += 10 * MINUTE_MS;
      vi.advanceTimersByTime(10 * MINUTE_MS);
      // Each change of the store takes an iteration or two of the event loop, and more on a slow disk.
      for (let change = 0; change < 10; change += 1) {
        await data.write(() => undefined);
        await setImmediate();
      }
    }
    return data.read.get<{ reason: string | null }>("SELECT cancel_reason AS reason FROM orders")?.reason;
  };
  return { pass, restart };
}

test("a clock that is ahead for less than an hour, even at the start, ends no unpaid order", async () => {
  const { pass } = await aStoreWithReminder();
  expect(await pass(50, 400)).toBeNull();
  expect(await pass(120, 0)).toBeNull();
  expect(await pass(50, 400)).toBeNull();
  expect(await pass(120, 0)).toBeNull();
});

test("an unpaid order ends within an hour and ten minutes after its time", async () => {
  const { pass } = await aStoreWithReminder();
  expect(await pass(60, 0)).toBeNull();
  expect(await pass(70, 3)).toBe("unpaid");
});

test("an unpaid order also ends if the site restarts more often than hourly", async () => {
  const { pass, restart } = await aStoreWithReminder();
  expect(await pass(10, 0)).toBeNull();
  const reasons = [];
  for (let starts = 0; starts < 4; starts += 1) {
    await restart();
    reasons.push(await pass(30, 3));
  }
  expect(reasons).toEqual([null, null, "unpaid", "unpaid"]);
});
