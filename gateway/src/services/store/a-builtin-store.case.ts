import { onTestFinished } from "vitest";
import type { DataFile } from "../../data/data-file.ts";
import { createReachedTime } from "../../data/reached-time.ts";
import { createScheduler } from "../../lib/scheduler.ts";
import { silentLog } from "../../testing/gateway-in-memory.ts";
import { aFullSite } from "../../testing/hostile/full-site.case.ts";
import { type BuiltinStoreOptions, createBuiltinStore } from "./builtin.ts";

/** The store of a whole site, without card payments and without sending emails. It stops when the test ends. */
export async function aBuiltinStore(data: DataFile, options: Partial<BuiltinStoreOptions> = {}) {
  const clock = options.clock ?? (() => new Date("2026-03-01T12:00:00Z"));
  const store = await createBuiltinStore({
    data,
    contentDir: await aFullSite(),
    publicUrl: "https://artist.example",
    findPicture: () => undefined,
    shopName: () => "Harbour Line",
    language: () => "en-CA",
    shows: () => [],
    pageTheme: () => ({ stylesheets: [], themeColour: "#d83b65", ground: "dusk" }),
    sendEmail: async () => {},
    isMailSent: true,
    ownerEmail: "owner@artist.example",
    stripe: undefined,
    anonymousKey: "anon",
    audit: undefined,
    scheduler: createScheduler({}),
    limits: true,
    clock,
    reachedTime: createReachedTime(data, clock, options.now),
    log: silentLog,
    onError: () => {},
    ...options,
  });
  onTestFinished(() => store.stop());
  return store;
}
