import { expect, onTestFinished, test, vi } from "vitest";
import { openDataFile } from "../../data/data-file.ts";
import { aFullSite } from "../../hostile/full-site.case.ts";
import { silentLog } from "../../testing/gateway-in-memory.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { createBuiltinStore } from "./builtin.ts";

test("a data file that cannot be read when letters are tried again is told, and ends nothing", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const data = openDataFile({ dir: aTestFolder() });
  const onError = vi.fn();
  const store = await createBuiltinStore({
    data,
    contentDir: await aFullSite(),
    publicUrl: "https://artist.example",
    findPicture: () => undefined,
    shopName: () => "Harbour Line",
    dress: () => ({ stylesheets: [], themeColour: "#d83b65" }),
    sendLetter: async () => {},
    ownerEmail: "owner@artist.example",
    stripe: undefined,
    anonymousKey: "anon",
    audit: undefined,
    limits: true,
    clock: () => new Date("2026-03-01T12:00:00Z"),
    log: silentLog,
    onError,
  });
  vi.advanceTimersByTime(10 * 60_000);
  expect(onError).not.toHaveBeenCalled();
  data.close();
  vi.advanceTimersByTime(10 * 60_000);
  expect(onError).toHaveBeenCalledOnce();
  await store.stop();
  vi.advanceTimersByTime(60 * 60_000);
  expect(onError).toHaveBeenCalledOnce();
});
