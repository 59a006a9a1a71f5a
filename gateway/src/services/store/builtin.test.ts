import { expect, onTestFinished, test, vi } from "vitest";
import { openDataFile } from "../../data/data-file.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { aBuiltinStore } from "./a-builtin-store.case.ts";

test("if timers cannot read the data file, they report the error, and the process keeps running", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const data = openDataFile({ dir: aTestFolder() });
  const onError = vi.fn();
  const store = await aBuiltinStore(data, { onError });
  vi.advanceTimersByTime(10 * 60_000);
  expect(onError).not.toHaveBeenCalled();
  data.close();
  vi.advanceTimersByTime(10 * 60_000);
  await store.stop();
  // One error is from the timer for emails, the other from the timer for unpaid orders.
  expect(onError).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60 * 60_000);
  expect(onError).toHaveBeenCalledTimes(2);
});
