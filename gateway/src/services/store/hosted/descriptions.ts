import type { Scheduler } from "../../../lib/scheduler.ts";
import { createTextCache } from "../graphql/kept-texts.ts";
import { loadCleanHtml } from "./clean-html.ts";

/** Cleans what merchants wrote. */
export interface Descriptions {
  /**
   * Cleans every description in an answer, in place.
   *
   * @throws {RangeError} for one nested so deep that nobody can go through it
   */
  clean(answer: unknown): Promise<void>;
}

/** Characters of descriptions and of what is shown of them: two of each for a page of 250 products. */
const CACHE_LIMITS = { entries: 1_000, characters: 4 * 1024 * 1024 };

/**
 * A description takes up to a millisecond, and the same ones come with every response: the latest are cached, and a
 * long list is cleaned in time slices.
 */
export function createDescriptions(scheduler: Pick<Scheduler, "current" | "beginOwn">): Descriptions {
  const kept = createTextCache<string>(CACHE_LIMITS);

  return {
    async clean(answer) {
      const holders: Holder[] = [];
      collect(answer, holders);
      if (holders.length === 0) return;
      const cleanHtml = await loadCleanHtml();
      const task = scheduler.current() ?? scheduler.beginOwn();
      for (const holder of holders) {
        const { descriptionHtml: html } = holder;
        let clean = kept.find(html);
        if (clean === undefined) {
          const slice = task.pause();
          if (slice) await slice;
          clean = cleanHtml(html);
          kept.keep(html, clean, html.length + clean.length);
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
