import { createKeptTexts } from "../graphql/kept-texts.ts";
import { createTurns } from "../graphql/turns.ts";
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
const KEPT = { entries: 1_000, characters: 4 * 1024 * 1024 };

/**
 * A description takes up to a millisecond, and the same ones come with every answer: the latest are kept, and a long
 * list takes turns with whatever else is to be done.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createDescriptions(now: () => number): Descriptions {
  const turns = createTurns(now);
  const kept = createKeptTexts<string>(KEPT);

  return {
    async clean(answer) {
      const holders: Holder[] = [];
      collect(answer, holders);
      if (holders.length === 0) return;
      const cleanHtml = await loadCleanHtml();
      const mine = turns.begin();
      for (const holder of holders) {
        const { descriptionHtml: html } = holder;
        let clean = kept.find(html);
        if (clean === undefined) {
          const turn = mine.wait();
          if (turn) await turn;
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
