import { RETURNS_ANCHOR } from "@porchlight/protocol/content.ts";
import type { Artist } from "../../../../content/artist.ts";
import { readArtist, withContentError } from "../../../../content/content.ts";
import { parseText, type Text, toHtml } from "../../../../content/markdown.ts";
import { fillFrontMatter, fillText, findUnfilled } from "../../../../content/placeholders.ts";
import type { Logger } from "../../../../lib/log.ts";
import { readText } from "../../../../lib/read-text.ts";
import type { CatalogueSnapshot, Policy, PolicyName } from "./catalogue.ts";
import { numericId } from "./numeric-id.ts";

type Policies = CatalogueSnapshot["shop"]["policies"];

type PolicyText = { file: string; handle: string; path: string };

/** The texts of the policies. The refund policy is the last section of the Terms page. */
const TEXTS: Readonly<Record<PolicyName, PolicyText>> = {
  privacyPolicy: { file: "privacy.md", handle: "privacy-policy", path: "/privacy" },
  termsOfService: { file: "terms.md", handle: "terms-of-service", path: "/terms" },
  refundPolicy: { file: "store/refunds.md", handle: "refund-policy", path: `/terms#${RETURNS_ANCHOR}` },
};

/** Files that the policies are made from. */
export const POLICY_FILES: readonly string[] = ["artist.json", ...Object.values(TEXTS).map(({ file }) => file)];

type PolicySources = {
  contentDir: string;
  /** Its host is the value of `{site}`. */
  publicUrl: string;
  /** Warns of placeholders without a value. */
  log: Logger;
};

/**
 * Reads the policies as HTML; null for a text that does not exist.
 *
 * @param before the policies in use. They stay if `artist.json` or the text of a page is broken: the pages report such
 *   an issue, and an edit of the shop must not fail because of it.
 * @throws {Error} with a message that names the file and the issue
 */
export function readPolicies({ contentDir, publicUrl, log }: PolicySources, before?: Policies): Policies {
  const artist = readOr(() => ({ value: readArtist(contentDir) }), undefined, before);
  if (artist === undefined && before) return before;
  const read = (text: PolicyText) => readPolicy(contentDir, text, artist?.value, publicUrl);
  const policies = {
    privacyPolicy: readOr(() => read(TEXTS.privacyPolicy), before?.privacyPolicy ?? null, before),
    termsOfService: readOr(() => read(TEXTS.termsOfService), before?.termsOfService ?? null, before),
    refundPolicy: read(TEXTS.refundPolicy),
  };
  const unfilled = artist?.value ? findUnfilledPolicyPlaceholders(contentDir, artist.value) : [];
  if (unfilled.length > 0)
    log.warn({ reason: unfilled.join("; ") }, "placeholders without a value are shown as written");
  return policies;
}

function readOr<Value, Last>(read: () => Value, last: Last, before: Policies | undefined): Value | Last {
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
  const { title } = artist ? fillFrontMatter(text, artist, publicUrl) : text.front;
  const body = toHtml(artist ? fillText(text, artist, publicUrl) : text.body);
  return { id: numericId(`policy:${handle}`), handle, title, body, path };
}

/**
 * Describes each placeholder without a value in the refund policy. The pages report those of the other policies.
 *
 * @throws {ContentError} with a message that names the file and the issue
 */
export function findUnfilledPolicyPlaceholders(contentDir: string, artist: Artist): string[] {
  const { file } = TEXTS.refundPolicy;
  return withContentError(() => findUnfilled({ [file]: readIfThere(contentDir, file) }, artist));
}

function readIfThere(contentDir: string, file: string): Text | undefined {
  const source = readText(contentDir, file);
  return source === undefined ? undefined : parseText(file, source);
}
