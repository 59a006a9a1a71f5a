import { expect, onTestFinished, test, vi } from "vitest";
import { openDataFile } from "../../data/data-file.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { aBuiltinStore } from "./a-builtin-store.case.ts";

test("a data file that cannot be read when emails are tried again is told, and ends nothing", async () => {
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
  // Once for the emails, and once for the orders that may have to be reminded of or ended.
  expect(onError).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60 * 60_000);
  expect(onError).toHaveBeenCalledTimes(2);
});
