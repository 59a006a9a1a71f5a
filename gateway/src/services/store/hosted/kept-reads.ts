import type { Prepared } from "../../../http/prepared.ts";
import { CACHED_RESPONSES, MAX_CACHED_REQUEST, MAX_PACKED_ANSWER } from "../graphql/answers-kept.ts";
import { createTextCache } from "../graphql/kept-texts.ts";
import { preparedOf } from "../graphql/prepared-answer.ts";

/** An answer that everybody may have. */
export type CachedRead = {
  answer: Buffer<ArrayBuffer>;
  /** Whole seconds since it came. */
  ageSeconds: number;
  /** Whether it is given without asking again. */
  isFresh: boolean;
  /** The same packed, once {@link CachedRead.pack} has done so. */
  prepared: Prepared | undefined;
  /** Packs it for everybody who asks from now on, which takes milliseconds for a large answer. */
  pack: () => void;
};

/** Answers to questions about the shop. Never anything of a buyer's. */
export type CachedReads = {
  find(question: string): CachedRead | undefined;
  keep(question: string, answer: Buffer<ArrayBuffer>): void;
};

/** How long an answer is given without asking again, in milliseconds; what is sold out shows so much later. */
const FRESH_MS = 30_000;

type Entry = { answer: Buffer<ArrayBuffer>; at: number; prepared?: Prepared };

/**
 * Keeps answers for a moment, and beyond it for when the shop cannot be asked.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createCachedReads(now: () => number): CachedReads {
  const kept = createTextCache<Entry>(CACHED_RESPONSES);
  return {
    find(question) {
      const entry = kept.find(question);
      if (!entry) return undefined;
      const age = now() - entry.at;
      return {
        answer: entry.answer,
        ageSeconds: Math.floor(age / 1_000),
        isFresh: age < FRESH_MS,
        prepared: entry.prepared,
        pack() {
          if (entry.answer.byteLength <= MAX_PACKED_ANSWER) entry.prepared ??= preparedOf(entry.answer);
        },
      };
    },
    keep(question, answer) {
      if (question.length > MAX_CACHED_REQUEST) return;
      kept.keep(question, { answer, at: now() }, answer.byteLength + question.length);
    },
  };
}
