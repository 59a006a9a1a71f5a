import { createLruCache } from "../../../lib/lru-cache.ts";
import type { Scheduler } from "../../../lib/scheduler.ts";
import { loadCleanHtml } from "./clean-html.ts";

/** Cleans the HTML of merchants. */
export interface Descriptions {
  /**
   * Cleans every description in a response, in place.
   *
   * @throws {RangeError} when the response is nested too deep
   */
  clean(response: unknown): Promise<void>;
}

/** Limits of the cache; `weight` is characters before and after cleaning. Two versions of 250 products fit. */
const CACHE_LIMITS = { entries: 1_000, weight: 4 * 1024 * 1024 };

/**
 * Creates the cleaner. Cleaning a description takes up to a millisecond, and every response has the same descriptions.
 * So the latest ones are cached, and a long list is cleaned in time slices.
 */
export function createDescriptions(scheduler: Pick<Scheduler, "current" | "beginOwn">): Descriptions {
  const cache = createLruCache<string>(CACHE_LIMITS);

  return {
    async clean(response) {
      const holders: Holder[] = [];
      collect(response, holders);
      if (holders.length === 0) return;
      const cleanHtml = await loadCleanHtml();
      const task = scheduler.current() ?? scheduler.beginOwn();
      for (const holder of holders) {
        const { descriptionHtml: html } = holder;
        let clean = cache.find(html);
        if (clean === undefined) {
          const slice = task.pause();
          if (slice) await slice;
          clean = cleanHtml(html);
          cache.store(html, clean, html.length + clean.length);
        }
        holder.descriptionHtml = clean;
      }
    },
  };
}

/** A product or a collection. */
type Holder = { descriptionHtml: string };

function collect(value: unknown, holders: Holder[]): void {
  if (typeof value !== "object" || value === null) return;
  if (isHolder(value)) holders.push(value);
  for (const part of Object.values(value)) collect(part, holders);
}

function isHolder(value: object): value is Holder {
  return "descriptionHtml" in value && typeof value.descriptionHtml === "string";
}
