import type { Artist } from "../../../../content/artist.ts";
import { readArtist } from "../../../../content/content.ts";
import { filled } from "../../../../content/filled-words.ts";
import { parseText, toHtml } from "../../../../content/markdown.ts";
import { readText } from "../../../../content/read-text.ts";
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

/**
 * Reads the policies as HTML; null for a text that is not there.
 *
 * @param publicUrl whose host a text may name
 * @param before those in use, which stay where an edit of the artist's own words cannot be used: the pages are made from
 *   these too and log it, and it is no reason to refuse an edit of the shop
 * @throws {Error} with a sentence that names the file and the mistake
 */
export function readPolicies(contentDir: string, publicUrl: string, before?: Policies): Policies {
  const artist = orBefore(() => ({ value: readArtist(contentDir) }), undefined, before);
  if (artist === undefined && before) return before;
  const read = (text: PolicyText) => readPolicy(contentDir, text, artist?.value, publicUrl);
  return {
    privacyPolicy: orBefore(() => read(TEXTS.privacyPolicy), before?.privacyPolicy ?? null, before),
    termsOfService: orBefore(() => read(TEXTS.termsOfService), before?.termsOfService ?? null, before),
    refundPolicy: read(TEXTS.refundPolicy),
  };
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
  const source = readText(contentDir, file);
  if (source === undefined) return null;
  const text = parseText(file, source);
  const body = toHtml(artist ? filled(text, artist, publicUrl) : text.body);
  return { id: numericId(`policy:${handle}`), handle, title: text.front.title, body, path };
}
