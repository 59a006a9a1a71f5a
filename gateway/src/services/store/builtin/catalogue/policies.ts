import type { Artist } from "../../../../content/artist.ts";
import { readArtist, refusing } from "../../../../content/content.ts";
import { filled, filledFront, unfilledWords } from "../../../../content/filled-words.ts";
import { parseText, type Text, toHtml } from "../../../../content/markdown.ts";
import type { Logger } from "../../../../lib/log.ts";
import { readText } from "../../../../lib/read-text.ts";
import type { CatalogueSnapshot, Policy, PolicyName } from "./catalogue.ts";
import { numericId } from "./numeric-id.ts";

type Policies = CatalogueSnapshot["shop"]["policies"];

type PolicyText = { file: string; handle: string; path: string };

/** Texts that are policies of the shop. What a buyer may send back stands in the terms too, which have a page. */
const TEXTS: Readonly<Record<PolicyName, PolicyText>> = {
  privacyPolicy: { file: "privacy.md", handle: "privacy-policy", path: "/privacy" },
  termsOfService: { file: "terms.md", handle: "terms-of-service", path: "/terms" },
  refundPolicy: { file: "store/refunds.md", handle: "refund-policy", path: "/terms" },
};

/** Files that the policies of a shop are made from, in the content folder. */
export const POLICY_FILES: readonly string[] = ["artist.json", ...Object.values(TEXTS).map(({ file }) => file)];

/** What the policies are read from. */
type PolicySources = {
  contentDir: string;
  /** Whose host a text may name. */
  publicUrl: string;
  /** Told of words in braces without a value. */
  log: Logger;
};

/**
 * Reads the policies as HTML; null for a text that is not there.
 *
 * @param before those in use, which stay where an edit of the artist's own words cannot be used: the pages are made from
 *   these too and log it, and it is no reason to refuse an edit of the shop
 * @throws {Error} with a sentence that names the file and the mistake
 */
export function readPolicies({ contentDir, publicUrl, log }: PolicySources, before?: Policies): Policies {
  const artist = orBefore(() => ({ value: readArtist(contentDir) }), undefined, before);
  if (artist === undefined && before) return before;
  const read = (text: PolicyText) => readPolicy(contentDir, text, artist?.value, publicUrl);
  const policies = {
    privacyPolicy: orBefore(() => read(TEXTS.privacyPolicy), before?.privacyPolicy ?? null, before),
    termsOfService: orBefore(() => read(TEXTS.termsOfService), before?.termsOfService ?? null, before),
    refundPolicy: read(TEXTS.refundPolicy),
  };
  const words = artist?.value ? policyWordsWithoutValue(contentDir, artist.value) : [];
  if (words.length > 0) log.warn({ reason: words.join("; ") }, "words in braces are shown as they were written");
  return policies;
}

function orBefore<Value, Last>(read: () => Value, last: Last, before: Policies | undefined): Value | Last {
  try {
    return read();
  } catch (error) {
    if (before) return last;
    throw error;
  }
}

function readPolicy(
  contentDir: string,
  { file, handle, path }: PolicyText,
  artist: Artist | undefined,
  publicUrl: string,
): Policy | null {
  const text = readIfThere(contentDir, file);
  if (!text) return null;
  const { title } = artist ? filledFront(text, artist, publicUrl) : text.front;
  const body = toHtml(artist ? filled(text, artist, publicUrl) : text.body);
  return { id: numericId(`policy:${handle}`), handle, title, body, path };
}

/**
 * A sentence for each word in braces of the refund policy that has no value. The other policies are texts of pages,
 * whose own reader tells of them.
 *
 * @throws {ContentError} with a sentence that names the file and the mistake
 */
export function policyWordsWithoutValue(contentDir: string, artist: Artist): string[] {
  const { file } = TEXTS.refundPolicy;
  return refusing(() => unfilledWords({ [file]: readIfThere(contentDir, file) }, artist));
}

function readIfThere(contentDir: string, file: string): Text | undefined {
  const source = readText(contentDir, file);
  return source === undefined ? undefined : parseText(file, source);
}
