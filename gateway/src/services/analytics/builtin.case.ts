import type { AnalyticsEvent } from "@porchlight/protocol/analytics.ts";
import type { DataFile } from "../../data/data-file.ts";
import { aFolder } from "../../data/data-folder.case.ts";
import { aDataFile } from "../../testing/a-data-file.ts";
import { createBuiltinAnalytics } from "./builtin.ts";

/** A view of a screen. */
export function aView(path: string): AnalyticsEvent {
  return { name: "page_view", params: { page_path: path } };
}

/** A move of the carousel to an album. */
export function aSlide(album: string): AnalyticsEvent {
  return { name: "slide_change", params: { item_name: album, index: 0 } };
}

/** Built-in analytics on a new data file. Tests set its clock and run its timer. */
export function someAnalytics({ now = "2026-09-04T12:00:00Z", dir = aFolder(), albums = ["Lake Effect"] } = {}) {
  const data = aDataFile({ dir });
  const state = { now: new Date(now), albums: albums.map((name) => ({ name })), isDiskFull: false };
  const logged: string[] = [];
  let writes = 0;
  let run = () => {};
  let ended = 0;
  const write: DataFile["write"] = (change) => {
    writes += 1;
    return state.isDiskFull ? Promise.reject(new Error("no room")) : data.write(change);
  };
  const analytics = createBuiltinAnalytics({
    data: { read: data.read, write },
    albums: () => state.albums,
    clock: () => state.now,
    log: { error: (_: object, message: string) => void logged.push(message) },
    every: (_, tick) => {
      run = tick;
      return () => {
        ended += 1;
      };
    },
  });
  return {
    analytics,
    data,
    /** Closes the data file. Counts that are not stored yet are lost. */
    close: data.close,
    dir,
    state,
    logged,
    /** Runs the timer and waits for the write. */
    async tick() {
      run();
      await data.write(() => {});
    },
    writes: () => writes,
    ended: () => ended,
    /** The stored rows, each as `day kind name count`. */
    rows: () =>
      data.read
        .all<Record<string, unknown>>("SELECT * FROM daily_counts ORDER BY day, kind, name")
        .map((row) => Object.values(row).join(" ")),
  };
}
