import type { Prepared } from "../../../../http/prepared.ts";
import { CACHED_RESPONSES, MAX_CACHED_REQUEST, MAX_PACKED_ANSWER } from "../../graphql/answers-kept.ts";
import { createTextCache } from "../../graphql/kept-texts.ts";
import { preparedOf } from "../../graphql/prepared-answer.ts";

type Answer = Buffer<ArrayBuffer>;

/** An answer, and the same made ready for the way once somebody asks for it again. */
type CachedResponse = { answer: Answer; prepared?: Prepared };

/** Answers of catalogue reads, ready to be sent again to whoever asks the same. */
export type CachedResponses = {
  /** @param version of catalogue and stock now; what was kept of another is forgotten */
  find(body: string, version: string): Answer | undefined;
  /** The same with its headers, packed, once {@link pack} has done so. */
  findPrepared(body: string, version: string): Prepared | undefined;
  /** Packs what was found, which takes milliseconds for a large answer. */
  pack(body: string, version: string): void;
  /** @param version of catalogue and stock when the answer was begun; it is not kept when they have changed since */
  keep(body: string, answer: Answer, version: string): void;
};

/**
 * Keeps answers until catalogue or stock change. The request's own text is what they are found by: a client writes the
 * same question the same way every time. Its language is no part of that, as the shop has one.
 */
export function createCachedResponses(): CachedResponses {
  const kept = createTextCache<CachedResponse>(CACHED_RESPONSES);
  let storedVersion = "";

  function find(body: string, version: string): CachedResponse | undefined {
    if (version !== storedVersion) {
      kept.clear();
      storedVersion = version;
    }
    return kept.find(body);
  }

  return {
    find: (body, version) => find(body, version)?.answer,
    findPrepared: (body, version) => find(body, version)?.prepared,
    pack(body, version) {
      const found = find(body, version);
      if (found && found.answer.byteLength <= MAX_PACKED_ANSWER) found.prepared ??= preparedOf(found.answer);
    },
    keep(body, answer, version) {
      if (body.length > MAX_CACHED_REQUEST || version !== storedVersion) return;
      kept.keep(body, { answer }, answer.byteLength + body.length);
    },
  };
}
