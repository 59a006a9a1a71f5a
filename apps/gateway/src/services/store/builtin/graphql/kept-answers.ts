import { createKeptTexts } from "./kept-texts.ts";

type Answer = Uint8Array<ArrayBuffer>;

/** Answers of catalogue reads, ready to be sent again to whoever asks the same. */
export type KeptAnswers = {
  /** @param version of catalogue and stock now; what was kept of another is forgotten */
  find(body: string, version: string): Answer | undefined;
  /** @param version of catalogue and stock when the answer was begun; it is not kept when they have changed since */
  keep(body: string, answer: Answer, version: string): void;
};

/** Requests longer than this come from no client of ours; in characters. */
const MAX_REQUEST = 8 * 1024;
/** Bytes of answers and characters of requests together. */
const KEPT = { entries: 2_000, characters: 32 * 1024 * 1024 };

/**
 * Keeps answers until catalogue or stock change. The request's own text is what they are found by: a client writes the
 * same question the same way every time. Its language is no part of that, as the shop has one.
 */
export function createKeptAnswers(): KeptAnswers {
  const kept = createKeptTexts<Answer>(KEPT);
  let keptVersion = "";

  return {
    find(body, version) {
      if (version !== keptVersion) {
        kept.clear();
        keptVersion = version;
      }
      return kept.find(body);
    },
    keep(body, answer, version) {
      if (body.length > MAX_REQUEST || version !== keptVersion) return;
      kept.keep(body, answer, answer.byteLength + body.length);
    },
  };
}
